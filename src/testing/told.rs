//! Running the tests of a variant that only the oracle can play.

use std::collections::BTreeSet;
use std::time::Duration;

use ferz_oracle::{Game, Oracle, Position};

use super::runner::{Fault, Outcome, difference, position, result_name, same, same_end};
use crate::compile::{EndTest, MovesTest, PerftTest, TestResult, Variant};
use crate::diagnostic::Style;
use crate::fen;
use crate::machine::Instant;
use crate::render::text;
use crate::rules::Rules;
use crate::source::Span;
use crate::why;

/// Runs all tests of a variant by the oracle, with a time limit for each.
pub fn run_by_oracle(oracle: &Oracle, variant: &Variant, longest: Duration) -> Vec<Outcome> {
    let tests = &variant.tests;
    let perft = tests.perft.iter().map(|test| perft(oracle, test, longest));
    let moves = tests.moves.iter().map(|test| moves(oracle, test));
    perft.chain(moves).chain(tests.ends.iter().map(|test| end(oracle, test))).collect()
}

fn examine(
    oracle: &Oracle,
    (what, span): (&str, Span),
    (fen, play): (Option<&String>, &[String]),
    check: impl FnOnce(&Game) -> Result<(), String>,
) -> Outcome {
    let fault = match game(oracle, fen.map(String::as_str), play) {
        Err(message) => Some(Fault { message, fen: None, board: None }),
        Ok(game) => check(&game).err().map(|message| fault(oracle.rules(), &game, message)),
    };
    Outcome { name: format!("{what} {}", position(fen, play)), span, fault }
}

fn fault(rules: &Rules, game: &Game, message: String) -> Fault {
    let setup = game.setup();
    let board = text::draw(&rules.geometry, &text::Picture::of_setup(rules, &setup), Style::Plain);
    Fault { message, fen: Some(fen::write(&setup, rules)), board: Some(board) }
}

/// The game of a test, after its moves.
fn game(oracle: &Oracle, fen: Option<&str>, play: &[String]) -> Result<Game, String> {
    let setup = match fen {
        None => oracle.rules().setup.clone(),
        Some(text) => fen::read(text, oracle.rules()).map_err(|error| error.to_string())?,
    };
    let mut game = Game::new(oracle, &setup);
    for text in play {
        if !game.play_text(text) {
            return Err(format!("`play`: `{text}` is not a legal move; the oracle reads only UCI notation"));
        }
    }
    Ok(game)
}

fn perft(oracle: &Oracle, test: &PerftTest, longest: Duration) -> Outcome {
    let what = format!("perft {} from", test.depth);
    examine(oracle, (&what, test.span), (test.fen.as_ref(), &[]), |game| {
        let end = Instant::now() + longest;
        let late = || format!("given up after {} seconds: `--seconds` allows more", longest.as_secs());
        let nodes = count(oracle, game.position(), test.depth, end).ok_or_else(late)?;
        same("nodes", &test.nodes, &nodes)
    })
}

/// The number of sequences of moves; `None` if counting takes too long.
fn count(oracle: &Oracle, position: &Position, depth: u32, end: Instant) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    if Instant::now() > end {
        return None;
    }
    let moves = oracle.moves(position);
    match depth {
        1 => Some(moves.len() as u64),
        _ => moves.iter().map(|(_, after)| count(oracle, after, depth - 1, end)).sum(),
    }
}

fn moves(oracle: &Oracle, test: &MovesTest) -> Outcome {
    let place = (test.fen.as_ref(), test.play.as_slice());
    examine(oracle, ("moves from", test.span), place, |game| check_moves(game, test))
}

fn check_moves(game: &Game, test: &MovesTest) -> Result<(), String> {
    let moves = game.moves();
    let texts = game.oracle().texts(game.position(), &moves);
    let geometry = &game.oracle().rules().geometry;
    let mut faults = Vec::new();
    if let Some((from, to)) = &test.destinations {
        let ours = moves.iter().filter(|(made, _)| geometry.name(made.from) == *from);
        let got = ours.map(|(made, _)| geometry.name(made.to)).collect();
        faults.extend(difference(&format!("squares from {from}"), &to.iter().cloned().collect(), &got));
    }
    if let Some(all) = &test.moves {
        let got: BTreeSet<String> = texts.iter().cloned().collect();
        faults.extend(difference("moves", &all.iter().cloned().collect(), &got));
    }
    for (text, _) in test.legal.iter().filter(|(text, _)| !texts.contains(text)) {
        faults.push(format!("`{text}` should be legal but is not{}", because(game, text)));
    }
    for (text, _) in test.illegal.iter().filter(|(text, _)| texts.contains(text)) {
        faults.push(format!("`{text}` should not be legal but is{}", because(game, text)));
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

/// The rule that allows or forbids a move, in words.
fn because(game: &Game, text: &str) -> String {
    let answer = why::explain_told(game.oracle(), game.position(), text);
    answer.reasons.first().map_or_else(String::new, |told| format!(": {}", told.message))
}

fn end(oracle: &Oracle, test: &EndTest) -> Outcome {
    let place = (test.fen.as_ref(), test.play.as_slice());
    examine(oracle, ("end of", test.span), place, |game| {
        let end = game.end();
        let result = |end: &ferz_oracle::Ended| match test.result {
            TestResult::Won if !end.winners.is_empty() => result_name(TestResult::Won).to_owned(),
            _ => end.outcome.to_string(),
        };
        same_end(test, end.as_ref().map(|end| (result(end), end.reason.as_str())))?;
        let names = |players: &[ferz_oracle::Player]| -> Vec<String> {
            players.iter().map(|player| oracle.name_of(*player).to_owned()).collect()
        };
        let got = end.as_ref().map_or_else(Vec::new, |end| names(&end.winners));
        test.winners.as_ref().map_or(Ok(()), |wanted| same("winners", &wanted.join(" "), &got.join(" ")))
    })
}
