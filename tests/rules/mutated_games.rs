//! Variants with a few tokens changed for which `check` has no errors: each listed move can be played by its texts, no two
//! moves share one, each printed FEN reads back to the same moves, and each count agrees with the list.
//!
//! `FERZ_MUTANTS` sets how many variants are made of each shipped file, `FERZ_GAMES` how many games of each are played, and
//! `FERZ_SEED` which. `FERZ_PLIES` is the length of the longest. `FERZ_MUTANTS=2 FERZ_GAMES=5 FERZ_PLIES=24` plays five games of
//! each of more than 660 variants.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::mutation::mutate;
use crate::common::{check_all, chosen_variants, same, setting};
use ferz::compile;
use ferz::diagnostic::Code;
use ferz::fen;
use ferz::game::{Compiled, Game};
use ferz::notation::{self, Written};
use ferz::play::Random;
use ferz::variant::{NoFiles, VariantSource, library};

/// How many moves of a position are read back.
const READ: usize = 12;

fn compiled(name: &str, text: &str) -> Option<Compiled> {
    let source = VariantSource::Text { name: name.to_owned(), text: text.to_owned() };
    let loaded = compile::load(&source, &NoFiles).expect("a text can be read");
    let compiled = loaded.variant.map(|variant| Compiled::new(variant.rules))?;
    can_start(&source, compiled).expect("`check` says why a game cannot begin")
}

/// The variant, unless no game can begin with its setup and `check` says so.
pub(crate) fn can_start(source: &VariantSource, compiled: Compiled) -> Result<Option<Compiled>, String> {
    let Err(error) = compiled.start() else { return Ok(Some(compiled)) };
    let problems = ferz::check(source, &NoFiles).map_err(|error| error.to_string())?.problems;
    let said = problems.iter().any(|problem| problem.is_error() && problem.code == Code::OpponentInCheck);
    if said { Ok(None) } else { Err(format!("`check` is silent, and the start is refused: {error}")) }
}

/// Holds what is said of a position against each other.
fn holds(compiled: &Compiled, game: &mut Game, random: &mut Random) -> Result<(), String> {
    let text = fen::write(&game.setup(), compiled.rules());
    let place = |what: &str| format!("{what} in {text}");
    let listed = notation::list(game);
    same(&place("the count"), &game.perft(1), &(game.legal_moves().len() as u64))?;
    same(&place("the list"), &listed.len(), &game.legal_moves().len())?;
    texts_differ(&listed).map_err(|error| place(&error))?;
    // An end that depends on the past leaves no moves, and no FEN tells the past.
    let goes_on = game.end().is_none().then_some(listed.as_slice());
    reads_back(compiled, &text, goes_on).map_err(|error| place(&error))?;
    for _ in 0..READ.min(listed.len()) {
        let written = &listed[random.below(listed.len())];
        for text in [&written.uci, &written.san] {
            let read = notation::parse(game, text).map_err(|error| place(&format!("`{text}`: {error}")))?;
            same(&place(text), &read, &written.made)?;
        }
    }
    Ok(())
}

/// Finds two moves that share a text. A text in SAN may be read as one in UCI notation, but only if both mean the same move.
fn texts_differ(listed: &[Written]) -> Result<(), String> {
    let mut known: HashMap<&str, usize> = HashMap::new();
    for (index, written) in listed.iter().enumerate() {
        if known.insert(&written.uci, index).is_some() {
            return Err(format!("two moves `{}`", written.uci));
        }
    }
    for (index, written) in listed.iter().enumerate() {
        if known.insert(&written.san, index).is_some_and(|other| other != index) {
            return Err(format!("two moves `{}`", written.san));
        }
    }
    Ok(())
}

/// Reads a FEN of a position back: it has to give the same text and, while the game goes on, the same moves.
fn reads_back(compiled: &Compiled, text: &str, listed: Option<&[Written]>) -> Result<(), String> {
    let setup = fen::read(text, compiled.rules()).map_err(|error| format!("the FEN: {}", error.message))?;
    same("the FEN", &fen::write(&setup, compiled.rules()), &text.to_owned())?;
    let mut again = compiled.game(&setup).map_err(|error| format!("the FEN: {error}"))?;
    let moves = |written: &[Written]| written.iter().map(|written| written.uci.clone()).collect::<Vec<_>>();
    let Some(listed) = listed else { return Ok(()) };
    same("the moves of the FEN", &moves(&notation::list(&mut again)), &moves(listed))
}

/// Plays games at random, and holds what is said of their positions against each other.
pub(crate) fn plays(compiled: &Compiled, random: &mut Random) -> Result<(), String> {
    let start = compiled.start().map_err(|error| format!("the start: {error}"))?;
    for _ in 0..setting("FERZ_GAMES", 1_usize) {
        let mut game = start.clone();
        for _ in 0..setting("FERZ_PLIES", 8_usize) {
            holds(compiled, &mut game, random)?;
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play(&moves[random.below(moves.len())]);
        }
    }
    Ok(())
}

#[test]
fn what_is_said_of_changed_variants_agrees() {
    let (count, seed) = (setting("FERZ_MUTANTS", 1_usize), setting("FERZ_SEED", 1_u64));
    let played = AtomicUsize::new(0);
    let names = chosen_variants();
    check_all(&names, |name| {
        let original = library::get(name).ok_or("no text")?.text;
        let mut random = Random::new(name.bytes().fold(seed, |hash, byte| hash.wrapping_mul(31) ^ u64::from(byte)));
        let (mut left, mut attempts) = (count, 0);
        while left > 0 && attempts < 40 * count {
            attempts += 1;
            let mut text = original.to_owned();
            for _ in 0..=random.below(3) {
                text = mutate(&text, &mut random).text;
            }
            if text == original {
                continue;
            }
            let Some(compiled) = compiled(name, &text) else { continue };
            plays(&compiled, &mut random).map_err(|error| format!("{error}\n{text}"))?;
            left -= 1;
            played.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    });
    println!("{} variants played", played.load(Ordering::Relaxed));
    assert!(played.into_inner() >= names.len() * count / 2, "too few variants without errors");
}

/// Positions of shipped variants with their pieces anywhere: their moves have texts of their own, and their FENs read back.
#[test]
fn what_is_said_of_positions_at_random_agrees() {
    let (count, seed) = (setting("FERZ_POSITIONS", 2_usize), setting("FERZ_SEED", 1_u64));
    check_all(&chosen_variants(), |name| {
        let compiled = crate::common::variant(name);
        let mut random = Random::new(name.bytes().fold(seed, |hash, byte| hash.wrapping_mul(37) ^ u64::from(byte)));
        for _ in 0..count {
            let mut setup = compiled.rules().setup.clone();
            let squares: Vec<usize> = (0..setup.pieces.len())
                .filter(|index| !setup.walls.iter().any(|wall| wall.index() == *index))
                .collect();
            for _ in 0..squares.len() {
                let [one, other] = [(); 2].map(|()| squares[random.below(squares.len())]);
                if random.below(3) > 0 {
                    setup.pieces.swap(one, other);
                }
            }
            (setup.en_passant, setup.memo, setup.count) = (None, None, None);
            setup.castling.clear();
            setup.unmoved = ferz::board::SquareSet::EMPTY;
            // Pieces may stand where the variant lets none stand, and kings in check.
            let text = fen::write(&setup, compiled.rules());
            let Ok(setup) = fen::read(&text, compiled.rules()) else { continue };
            let Ok(mut game) = compiled.game(&setup) else { continue };
            holds(&compiled, &mut game, &mut random).map_err(|error| format!("{name}: {error}"))?;
        }
        Ok(())
    });
}
