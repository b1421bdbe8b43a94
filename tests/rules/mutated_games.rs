//! Variants with a few tokens changed for which `check` has no errors: each listed move can be played by its texts, each FEN
//! can be read, each count agrees with the list. `FERZ_MUTANTS` sets how many of each shipped file are played, `FERZ_SEED` which.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::mutation::mutate;
use crate::common::{check_all, chosen_variants, same, setting};
use ferz::compile;
use ferz::fen;
use ferz::game::{Compiled, Game};
use ferz::notation;
use ferz::play::Random;
use ferz::variant::{NoFiles, VariantSource, library};

/// The longest game, in plies.
const LONGEST: usize = 24;
/// How many moves of a position are read back.
const READ: usize = 12;

fn compiled(name: &str, text: &str) -> Option<Compiled> {
    let source = VariantSource::Text { name: name.to_owned(), text: text.to_owned() };
    let loaded = compile::load(&source, &NoFiles).expect("a text can be read");
    loaded.variant.map(|variant| Compiled::new(variant.rules))
}

/// Holds what is said of a position against each other.
fn holds(compiled: &Compiled, game: &mut Game, random: &mut Random) -> Result<(), String> {
    let text = fen::write(&game.setup(), compiled.rules());
    let place = |what: &str| format!("{what} in {text}");
    let setup = fen::read(&text, compiled.rules()).map_err(|error| place(&error.message))?;
    same(&place("the FEN"), &fen::write(&setup, compiled.rules()), &text)?;
    let moves = game.legal_moves();
    same(&place("the count"), &game.perft(1), &(moves.len() as u64))?;
    let listed = notation::list(game);
    same(&place("the list"), &listed.len(), &moves.len())?;
    for texts in [|written: &notation::Written| written.uci.clone(), |written: &notation::Written| written.san.clone()]
    {
        let mut all: Vec<String> = listed.iter().map(texts).collect();
        all.sort_unstable();
        if let Some(twice) = all.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(place(&format!("two moves `{}`", twice[0])));
        }
    }
    for _ in 0..READ.min(listed.len()) {
        let written = &listed[random.below(listed.len())];
        for text in [&written.uci, &written.san] {
            let read = notation::parse(game, text).map_err(|error| place(&format!("`{text}`: {error}")))?;
            same(&place(text), &read, &written.made)?;
        }
    }
    Ok(())
}

fn plays(compiled: &Compiled, random: &mut Random) -> Result<(), String> {
    let Ok(mut game) = compiled.start() else { return Ok(()) };
    for _ in 0..LONGEST {
        holds(compiled, &mut game, random)?;
        let moves = game.legal_moves();
        if moves.is_empty() {
            break;
        }
        game.play(&moves[random.below(moves.len())]);
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
