//! Runs the tests of a variant. This module prints nothing.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::compile::{EndTest, MovesTest, PerftTest, TestResult, Tests, Variant};
use crate::diagnostic::Style;
use crate::fen;
use crate::game::{Compiled, Game};
use crate::machine::Instant;
use crate::notation;
use crate::render::text;
use crate::source::Span;
use crate::why;
use crate::work::{self, Limits};

/// Result of one test.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Name of the test, in a few words.
    pub name: String,
    /// The place of the test.
    pub span: Span,
    /// Expected and actual result, if they differ.
    pub fault: Option<Fault>,
}

/// Failure of a test.
#[derive(Clone, Debug)]
pub struct Fault {
    /// Expected (`-`) and actual (`+`) lines.
    pub message: String,
    /// The position of the failed test, if it could be reached.
    pub fen: Option<String>,
    /// A drawing of the position.
    pub board: Option<String>,
}

/// Default time limit of one test.
const LONGEST: Duration = Duration::from_secs(60);

/// Runs all tests of a variant.
pub fn run(variant: &Variant) -> Vec<Outcome> {
    run_within(variant, LONGEST)
}

/// Runs all tests of a variant with a time limit for each. After a wrong count, deeper counts from the same position
/// are skipped.
pub fn run_within(variant: &Variant, longest: Duration) -> Vec<Outcome> {
    run_compiled(&Compiled::new(variant.rules.clone()), &variant.tests, longest)
}

/// The same for a compiled variant.
pub fn run_compiled(compiled: &Compiled, tests: &Tests, longest: Duration) -> Vec<Outcome> {
    let mut outcomes: Vec<Outcome> = Vec::new();
    let mut wrong: Vec<(Option<&String>, u32)> = Vec::new();
    for test in &tests.perft {
        let known = wrong.iter().find(|(fen, depth)| *fen == test.fen.as_ref() && *depth < test.depth);
        let outcome = perft(compiled, test, known.map(|(_, depth)| *depth), longest);
        if outcome.fault.is_some() {
            wrong.push((test.fen.as_ref(), test.depth));
        }
        outcomes.push(outcome);
    }
    outcomes.extend(tests.moves.iter().map(|test| moves(compiled, test, longest)));
    outcomes.extend(tests.ends.iter().map(|test| end(compiled, test, longest)));
    outcomes
}

/// Plays the moves of a test and examines the position, within the time limit.
fn examine(
    (compiled, longest): (&Compiled, Duration),
    (what, span): (&str, Span),
    (fen, play): (Option<&String>, &[String]),
    check: impl FnOnce(&mut Game) -> Result<(), String>,
) -> Outcome {
    let limits = Limits { deadline: Instant::now().checked_add(longest), ..Limits::default() };
    let examined = work::within(&limits, || match game(compiled, fen.map(String::as_str), play) {
        Err(message) => Some(Fault { message, fen: None, board: None }),
        Ok(mut game) => check(&mut game).err().map(|message| fault(&mut game, message)),
    });
    let given_up = |_| Some(Fault { message: too_late(longest), fen: None, board: None });
    let fault = examined.unwrap_or_else(given_up);
    Outcome { name: format!("{what} {}", position(fen, play)), span, fault }
}

fn too_late(longest: Duration) -> String {
    format!("given up after {} seconds: `--seconds` allows more", longest.as_secs())
}

fn fault(game: &mut Game, message: String) -> Fault {
    let (rules, setup) = (game.shared_rules(), game.setup());
    let board = text::draw(&rules.geometry, &text::Picture::of_setup(&rules, &setup), Style::Plain);
    Fault { message, fen: Some(fen::write(&setup, &*rules)), board: Some(board) }
}

/// The game of a test, after its moves.
pub(super) fn game(compiled: &Compiled, fen: Option<&str>, play: &[String]) -> Result<Game, String> {
    let game = match fen {
        None => compiled.start(),
        Some(text) => compiled.game(&fen::read(text, compiled.rules()).map_err(|error| error.to_string())?),
    };
    let mut game = game.map_err(|error| error.to_string())?;
    for text in play {
        let made = notation::parse(&mut game, text).map_err(|error| format!("`play`: {error}"))?;
        game.play(&made);
    }
    Ok(game)
}

pub(super) fn position(fen: Option<&String>, play: &[String]) -> String {
    let start = fen.map_or_else(|| "the start".to_owned(), |fen| format!("`{fen}`"));
    if play.is_empty() { start } else { format!("{start} after {}", play.join(" ")) }
}

/// A perft count stops once it exceeds the expected number by more than this.
const TOO_MANY: u64 = 10_000_000;

fn perft(compiled: &Compiled, test: &PerftTest, wrong: Option<u32>, longest: Duration) -> Outcome {
    let what = format!("perft {} from", test.depth);
    examine((compiled, longest), (&what, test.span), (test.fen.as_ref(), &[]), |game| {
        if let Some(depth) = wrong {
            return Err(format!("not counted: depth {depth} is already wrong"));
        }
        let (began, mut counted) = (Instant::now(), 0_u64);
        let nodes = game.perft_while(test.depth, &mut |more| {
            counted += more;
            match (counted > test.nodes.saturating_add(TOO_MANY), began.elapsed() > longest) {
                (true, _) => Err(format!("nodes: expected {}, got more than {counted}", test.nodes)),
                (_, true) => Err(too_late(longest)),
                _ => Ok(()),
            }
        })?;
        same("nodes", &test.nodes, &nodes)
    })
}

pub(super) fn same<T: PartialEq + std::fmt::Display>(what: &str, expected: &T, got: &T) -> Result<(), String> {
    if expected == got { Ok(()) } else { Err(format!("{what}: expected {expected}, got {got}")) }
}

fn moves(compiled: &Compiled, test: &MovesTest, longest: Duration) -> Outcome {
    let place = (test.fen.as_ref(), test.play.as_slice());
    examine((compiled, longest), ("moves from", test.span), place, |game| check_moves(game, test))
}

fn check_moves(game: &mut Game, test: &MovesTest) -> Result<(), String> {
    let mut faults = Vec::new();
    let written = notation::list(game);
    if let Some((from, to)) = &test.destinations {
        let geometry = &game.rules().geometry;
        let ours = written.iter().filter(|written| geometry.name(written.made.from) == *from);
        let got = ours.map(|written| geometry.name(written.made.to)).collect();
        let expected: BTreeSet<String> = to.iter().cloned().collect();
        if let Some(mut fault) = difference(&format!("squares from {from}"), &expected, &got) {
            for square in expected.difference(&got) {
                fault += &format!("\n{from}{square}{}", because(game, &format!("{from}{square}")));
            }
            faults.push(fault);
        }
    }
    if let Some(all) = &test.moves {
        let got = written.iter().map(|written| written.uci.clone()).collect();
        let spelt = |text: &String| match written.iter().find(|written| written.san == *text) {
            Some(written) => written.uci.clone(),
            None => text.clone(),
        };
        faults.extend(difference("moves", &all.iter().map(spelt).collect(), &got));
    }
    for (text, _) in &test.legal {
        if notation::parse(game, text).is_err() {
            faults.push(format!("`{text}` should be legal but is not{}", because(game, text)));
        }
    }
    for (text, _) in &test.illegal {
        if notation::parse(game, text).is_ok() {
            faults.push(format!("`{text}` should not be legal but is{}", because(game, text)));
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

/// The rule that allows or forbids a move, in words.
fn because(game: &mut Game, text: &str) -> String {
    let note = why::explain(game, text).ok().and_then(|answer| answer.notes.into_iter().next());
    note.map_or_else(String::new, |note| format!(": {}", note.message))
}

/// The missing (`-`) and superfluous (`+`) entries, in one sorted list.
pub(super) fn difference(what: &str, expected: &BTreeSet<String>, got: &BTreeSet<String>) -> Option<String> {
    if expected == got {
        return None;
    }
    let sign = |item: &String| if expected.contains(item) { '-' } else { '+' };
    let lines = expected.symmetric_difference(got).map(|item| format!("\n  {}{item}", sign(item)));
    let same = expected.intersection(got).count();
    Some(format!("{what} (- expected, + found, {same} as expected):{}", lines.collect::<String>()))
}

fn end(compiled: &Compiled, test: &EndTest, longest: Duration) -> Outcome {
    let place = (test.fen.as_ref(), test.play.as_slice());
    examine((compiled, longest), ("end of", test.span), place, |game| check_end(game, test))
}

fn check_end(game: &mut Game, test: &EndTest) -> Result<(), String> {
    let end = game.end();
    same_end(test, end.as_ref().map(|end| (end.outcome.to_string(), &*end.reason)))
}

/// Compares the end of a game, as its result and its reason, with the one that a test expects.
pub(super) fn same_end(test: &EndTest, end: Option<(String, &str)>) -> Result<(), String> {
    let got = end.as_ref().map_or("none", |(result, _)| result.as_str());
    same("result", &result_name(test.result), &got)?;
    match (&test.reason, end) {
        (Some(reason), Some((_, got))) => same("reason", &reason.as_str(), &got),
        (Some(reason), None) => Err(format!("reason: expected {reason}, but the game goes on")),
        (None, _) => Ok(()),
    }
}

/// The text of a result.
pub(super) fn result_name(result: TestResult) -> &'static str {
    match result {
        TestResult::White => "1-0",
        TestResult::Black => "0-1",
        TestResult::Won => "won",
        TestResult::Draw => "1/2-1/2",
        TestResult::None => "none",
    }
}
