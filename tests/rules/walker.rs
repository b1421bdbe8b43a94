//! The walker, which follows every piece square by square, against the tables; and what must hold in any position: every
//! legal move can be played, and positions and moves survive being written and read.
//!
//! Games of random moves from the start of every shipped variant. `FERZ_POSITIONS` sets the number of positions.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common;
use crate::common::{check_all, same, setting, variant};
use ferz::fen;
use ferz::game::{Check, Compiled, Game};
use ferz::interpreter::Move;
use ferz::notation::{self, san, uci};
use ferz::rules::Rules;
use proptest::collection::vec;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};

/// In one of so many positions notations are looked at too.
const TEXTS_EVERY: usize = 16;

/// The longest game, in plies.
const LONGEST: usize = 120;

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort();
    moves
}

/// The moves of one list that the other does not have, as UCI.
fn lacking(game: &mut Game, moves: &[Move], other: &[Move]) -> String {
    let only = moves.iter().filter(|made| !other.contains(made));
    only.map(|made| uci::write(game, made)).collect::<Vec<_>>().join(" ")
}

/// What must hold in every position.
fn check(game: &mut Game, moves: &[Move]) -> Result<(), String> {
    let walked = sorted(game.legal_moves_by_walker());
    if walked != moves {
        let (tables, walker) = (lacking(game, moves, &walked), lacking(game, &walked, moves));
        return Err(format!("only the tables: {tables}; only the walker: {walker}"));
    }
    same("perft", &game.perft(1), &(moves.len() as u64))
}

/// What must hold too, and takes longer to look at; `chosen` is one of the legal moves.
fn check_texts(compiled: &Compiled, game: &mut Game, moves: &[Move], chosen: &Move) -> Result<(), String> {
    let distinct: HashSet<String> = uci::list(game).into_iter().map(|(text, _)| text).collect();
    same("distinct UCI texts", &distinct.len(), &moves.len())?;
    let text = uci::write(game, chosen);
    same(&text, &uci::parse(game, &text).map_err(|error| error.to_string())?, chosen)?;
    let text = san::write(game, chosen);
    same(&text, &notation::parse(game, &text).map_err(|error| error.to_string())?, chosen)?;
    let mut leaves = 0;
    for made in moves {
        let mut next = game.clone();
        next.play(made);
        let answers = next.perft(1);
        match game.gives(made) {
            Check::Mate => same("answers to a mate", &answers, &0)?,
            Check::Check if next.end().is_none() => same("answers to a check", &(answers > 0), &true)?,
            _ => {}
        }
        leaves += answers;
        let setup = next.setup();
        compiled.game(&setup).map_err(|error| format!("after {made:?}: {error}"))?;
    }
    // Counts make moves from sets, which is shorter than playing them.
    same("leaves of two plies", &game.perft(2), &leaves)?;
    reads_back(compiled, game, moves)
}

/// The position, written and read, is the same text with the same moves.
fn reads_back(compiled: &Compiled, game: &mut Game, moves: &[Move]) -> Result<(), String> {
    let rules = compiled.rules();
    let text = fen::write(&game.setup(), rules);
    let setup = fen::read(&text, rules).map_err(|error| error.to_string())?;
    let again = compiled.game(&setup).map_err(|error| error.to_string())?;
    same("FEN", &fen::write(&again.setup(), rules), &text)?;
    same("moves of the FEN", &sorted(again.legal_moves()), &moves.to_vec())?;
    same("check", &again.in_check(), &game.in_check())
}

/// Plays the moves that the numbers choose and checks every position on the way.
fn play(compiled: &Compiled, choices: &[u16], positions: &AtomicUsize) -> Result<(), String> {
    let mut game = compiled.start().map_err(|error| error.to_string())?;
    for (ply, choice) in choices.iter().enumerate() {
        let moves = sorted(game.legal_moves());
        let Some(chosen) = moves.get(usize::from(*choice) % moves.len().max(1)) else {
            return same("moves without any", &game.legal_moves_by_walker(), &Vec::new());
        };
        positions.fetch_add(1, Ordering::Relaxed);
        let place = fen::write(&game.setup(), compiled.rules());
        let all = |game: &mut Game| {
            check(game, &moves)?;
            if ply % TEXTS_EVERY == 0 { check_texts(compiled, game, &moves, chosen) } else { Ok(()) }
        };
        all(&mut game).map_err(|error| format!("{place}: {error}"))?;
        game.play(chosen);
    }
    Ok(())
}

/// Plays random games until so many positions have been looked at.
pub(crate) fn play_games(compiled: &Compiled, wanted: usize) -> Result<usize, String> {
    let seen = AtomicUsize::new(0);
    // Every game has a position, so there are enough of them; those that are not needed are not played.
    let config = Config { cases: wanted as u32, failure_persistence: None, ..Config::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let games = vec(proptest::num::u16::ANY, 1..=LONGEST);
    let outcome = TestRunner::new_with_rng(config, rng).run(&games, |choices| match seen.load(Ordering::Relaxed) {
        enough if enough >= wanted => Ok(()),
        _ => play(compiled, &choices, &seen).map_err(TestCaseError::fail),
    });
    outcome.map(|()| seen.into_inner()).map_err(|failure| failure.to_string())
}

#[test]
fn walker_and_tables_agree_in_random_positions() {
    let wanted: usize = setting("FERZ_POSITIONS", 8_000);
    let names = common::chosen_variants();
    let each = wanted.div_ceil(names.len());
    let positions = AtomicUsize::new(0);
    check_all(&names, |name| {
        let seen = play_games(&variant(name), each).map_err(|failure| format!("{name}: {failure}"))?;
        positions.fetch_add(seen, Ordering::Relaxed);
        Ok(())
    });
    assert!(positions.into_inner() >= wanted);
}

/// What processors do that have no fast PEXT.
#[test]
fn walker_and_tables_agree_without_pext() {
    let names = common::chosen_variants();
    let wanted: usize = setting("FERZ_POSITIONS", 8_000) / 8;
    let each = wanted.div_ceil(names.len());
    check_all(&names, |name| {
        let portable = Compiled::portable(Rules::clone(variant(name).rules()));
        play_games(&portable, each).map(|_| ()).map_err(|failure| format!("{name}: {failure}"))
    });
}

/// Rules that meet in none of the shipped variants.
#[test]
fn walker_and_tables_agree_where_rules_meet() {
    let files: Vec<PathBuf> = common::files_below("tests/combined", "yaml").into_iter().collect();
    assert!(files.len() > 10);
    let each = setting("FERZ_POSITIONS", 8_000) / 120;
    check_all(&files, |path| {
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        let compiled = ferz::load_text(&text).map_err(|error| error.to_string())?;
        play_games(&compiled, each).map(|_| ()).map_err(|failure| format!("{}: {failure}", path.display()))
    });
}

/// A side in check may pass while the generals face each other. Found among ten million positions.
#[test]
fn a_position_after_a_pass_in_check_is_read() {
    let compiled = variant("janggihouse");
    let text = "1r1a1cb2/5k2C/1c2a4/1pp4p1/2bp2n2/3P2PCp/1P2N1P2/4p1N2/1R1A1K2R/1NB1A1BR1[] b - - 5 41";
    let setup = ferz::fen::read(text, compiled.rules()).unwrap();
    assert!(compiled.game(&setup).is_ok());
}
