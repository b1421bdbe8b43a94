//! Running the tests of a variant. Nothing here prints.

use std::collections::BTreeSet;

use crate::compile::{EndTest, MovesTest, PerftTest, TestResult, Variant};
use crate::fen;
use crate::game::{Compiled, Game};
use crate::notation;
use crate::source::Span;

/// What came of one test.
pub(super) struct Outcome {
    /// What was tested, in a few words.
    pub name: String,
    /// Where the test is written.
    pub span: Span,
    /// What was expected and what came, if they differ.
    pub fault: Option<String>,
}

/// Runs all tests of a variant.
pub(super) fn run(variant: &Variant) -> Vec<Outcome> {
    let compiled = Compiled::new(variant.rules.clone());
    let tests = &variant.tests;
    let mut outcomes: Vec<Outcome> = tests.perft.iter().map(|test| perft(&compiled, test)).collect();
    outcomes.extend(tests.moves.iter().map(|test| moves(&compiled, test)));
    outcomes.extend(tests.ends.iter().map(|test| end(&compiled, test)));
    outcomes
}

fn outcome(name: String, span: Span, result: Result<(), String>) -> Outcome {
    Outcome { name, span, fault: result.err() }
}

/// The game that a test speaks of.
fn game(compiled: &Compiled, fen: Option<&str>, play: &[String]) -> Result<Game, String> {
    let game = match fen {
        None => compiled.start(),
        Some(text) => compiled.game(&fen::read(text, &**compiled.rules()).map_err(|error| error.to_string())?),
    };
    let mut game = game.map_err(|error| error.to_string())?;
    for text in play {
        let made = notation::parse(&mut game, text).map_err(|error| error.to_string())?;
        game.play(&made);
    }
    Ok(game)
}

fn position(fen: Option<&String>) -> String {
    fen.map_or_else(|| "the start".to_owned(), |fen| format!("`{fen}`"))
}

fn perft(compiled: &Compiled, test: &PerftTest) -> Outcome {
    let result = game(compiled, test.fen.as_deref(), &[]).and_then(|mut game| {
        let nodes = game.perft(test.depth);
        same("nodes", &test.nodes, &nodes)
    });
    outcome(format!("perft {} from {}", test.depth, position(test.fen.as_ref())), test.span, result)
}

fn same<T: PartialEq + std::fmt::Display>(what: &str, expected: &T, got: &T) -> Result<(), String> {
    if expected == got { Ok(()) } else { Err(format!("{what}: expected {expected}, got {got}")) }
}

fn moves(compiled: &Compiled, test: &MovesTest) -> Outcome {
    let result = game(compiled, test.fen.as_deref(), &test.play).and_then(|mut game| check_moves(&mut game, test));
    outcome(format!("moves from {}", position(test.fen.as_ref())), test.span, result)
}

fn check_moves(game: &mut Game, test: &MovesTest) -> Result<(), String> {
    let mut faults = Vec::new();
    let written = notation::list(game);
    if let Some((from, to)) = &test.destinations {
        let geometry = &game.rules().geometry;
        let ours = written.iter().filter(|written| geometry.name(written.made.from) == *from);
        let got = ours.map(|written| geometry.name(written.made.to)).collect();
        faults.extend(difference(&format!("squares from {from}"), &to.iter().cloned().collect(), &got));
    }
    if let Some(all) = &test.moves {
        let got = written.iter().map(|written| written.uci.clone()).collect();
        let spelt = |text: &String| match written.iter().find(|written| written.san == *text) {
            Some(written) => written.uci.clone(),
            None => text.clone(),
        };
        faults.extend(difference("moves", &all.iter().map(spelt).collect(), &got));
    }
    let illegal = |text: &str, game: &mut Game| notation::parse(game, text).is_err();
    for (text, _) in &test.legal {
        if illegal(text, game) {
            faults.push(format!("`{text}` should be legal and is not"));
        }
    }
    for (text, _) in &test.illegal {
        if !illegal(text, game) {
            faults.push(format!("`{text}` should not be legal and is"));
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

/// What is missing and what is too much.
fn difference(what: &str, expected: &BTreeSet<String>, got: &BTreeSet<String>) -> Option<String> {
    let list = |items: Vec<&String>| items.into_iter().map(String::as_str).collect::<Vec<_>>().join(" ");
    let missing = list(expected.difference(got).collect());
    let extra = list(got.difference(expected).collect());
    match (missing.is_empty(), extra.is_empty()) {
        (true, true) => None,
        (false, true) => Some(format!("{what}: missing {missing}")),
        (true, false) => Some(format!("{what}: too much {extra}")),
        (false, false) => Some(format!("{what}: missing {missing}; too much {extra}")),
    }
}

fn end(compiled: &Compiled, test: &EndTest) -> Outcome {
    let result = game(compiled, test.fen.as_deref(), &test.play).and_then(|mut game| check_end(&mut game, test));
    outcome(format!("end of {}", position(test.fen.as_ref())), test.span, result)
}

fn check_end(game: &mut Game, test: &EndTest) -> Result<(), String> {
    let expected = match test.result {
        TestResult::White => "1-0",
        TestResult::Black => "0-1",
        TestResult::Draw => "1/2-1/2",
        TestResult::None => "none",
    };
    let end = game.end();
    let got = end.as_ref().map_or_else(|| "none".to_owned(), |end| end.outcome.to_string());
    same("result", &expected.to_owned(), &got)?;
    match (&test.reason, &end) {
        (Some(reason), Some(end)) => same("reason", reason, &end.reason),
        (Some(reason), None) => Err(format!("reason: expected {reason}, but the game goes on")),
        (None, _) => Ok(()),
    }
}
