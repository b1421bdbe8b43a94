//! Snapshots: a variant as a text for people and for comparison.

use std::fmt::Write as _;

use crate::compile::Variant;
use crate::diagnostic::Style;
use crate::fen;
use crate::game::{Compiled, Game};
use crate::notation;
use crate::render::text;

use super::{by_piece, in_words};

/// Perft counts that are expected to be larger than this are left out. The expectation follows from the counts before,
/// so that the same variant has the same snapshot on every machine.
const MOST_NODES: u64 = 3_000_000;
/// The same limit for all positions except the start.
const MOST_NODES_ELSEWHERE: u64 = 300_000;

/// The reason why a position is part of a snapshot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The start position.
    Start,
    /// A position of a test in the file.
    Test,
    /// A position that the user asked for.
    Asked,
}

/// A position of a snapshot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The position; `None` for the start.
    pub fen: Option<String>,
    /// Moves to play first.
    pub play: Vec<String>,
    /// The reason why it is included.
    pub origin: Origin,
}

impl Place {
    /// Prefix of a position that the user asked for. It is read back, so that such positions stay in the snapshot.
    const ASKED: &str = "== position asked for: ";

    /// A position that the user asks for.
    pub fn asked(fen: impl Into<String>) -> Place {
        Place { fen: Some(fen.into()), play: Vec::new(), origin: Origin::Asked }
    }

    /// The positions that were asked for when a snapshot was written.
    pub fn asked_in(snapshot: &str) -> Vec<Place> {
        let fen = |line: &str| line.strip_prefix(Place::ASKED)?.strip_suffix(" ==").map(str::to_owned);
        snapshot.lines().filter_map(fen).map(Place::asked).collect()
    }

    fn heading(&self) -> String {
        let fen = self.fen.as_deref();
        let after = if self.play.is_empty() { String::new() } else { format!(" after {}", self.play.join(" ")) };
        match self.origin {
            Origin::Asked => format!("{}{} ==", Place::ASKED, fen.unwrap_or("start")),
            Origin::Start | Origin::Test => format!("== {}{after} ==", fen.unwrap_or("start")),
        }
    }
}

/// The positions that a variant's snapshot always has: the start, and those of its tests.
pub fn places(variant: &Variant) -> Vec<Place> {
    let mut places = vec![Place { fen: None, play: Vec::new(), origin: Origin::Start }];
    let tests = &variant.tests;
    let perft = tests.perft.iter().map(|test| (&test.fen, &[][..]));
    let moves = tests.moves.iter().map(|test| (&test.fen, test.play.as_slice()));
    let ends = tests.ends.iter().map(|test| (&test.fen, test.play.as_slice()));
    for (fen, play) in perft.chain(moves).chain(ends) {
        if !places.iter().any(|place| place.fen == *fen && place.play == play) {
            places.push(Place { fen: fen.clone(), play: play.to_vec(), origin: Origin::Test });
        }
    }
    places
}

/// The snapshot of a variant: its rules in English, and the moves and perft counts of some positions.
pub fn snapshot(variant: &Variant, places: &[Place]) -> String {
    let compiled = Compiled::new(variant.rules.clone());
    let mut out = format!("{}\n", variant.rules.title);
    out.extend(variant.description.iter().map(|words| format!("{words}\n")));
    out.push_str("\n== rules ==\n");
    out.push_str(&in_words(&variant.rules));
    for place in places {
        let _ = writeln!(out, "\n{}", place.heading());
        match game(&compiled, place) {
            Ok(mut game) => push_position(&mut out, &mut game, place.origin),
            Err(error) => {
                let _ = writeln!(out, "cannot be played: {error}");
            }
        }
    }
    out
}

fn game(compiled: &Compiled, place: &Place) -> Result<Game, String> {
    super::runner::game(compiled, place.fen.as_deref(), &place.play)
}

fn push_position(out: &mut String, game: &mut Game, origin: Origin) {
    let rules = game.shared_rules();
    let setup = game.setup();
    out.push_str(&text::draw(&rules.geometry, &text::Picture::of_setup(&rules, &setup), Style::Plain));
    let _ = writeln!(out, "{}", fen::write(&setup, &*rules));
    if game.in_check() {
        out.push_str("check\n");
    }
    if let Some(end) = game.end() {
        let _ = writeln!(out, "end: {} ({})", end.outcome, end.reason);
    }
    out.push_str(&by_piece(game));
    let most = if origin == Origin::Start { MOST_NODES } else { MOST_NODES_ELSEWHERE };
    let _ = writeln!(out, "perft: {}", perft(game, most));
    let _ = writeln!(out, "UCI: {}", uci(game));
}

/// The counts of depth 1 to 3. The first count that is expected to exceed `most` and those after it are left out.
fn perft(game: &mut Game, most: u64) -> String {
    let mut counts: Vec<u64> = Vec::new();
    for depth in 1..=3 {
        let expected = match counts.as_slice() {
            [.., before, last] => last.saturating_mul(last.div_ceil((*before).max(1))),
            [only] => only.saturating_mul(*only),
            [] => 0,
        };
        if expected > most {
            break;
        }
        counts.push(game.perft(depth));
    }
    counts.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

/// Special moves in UCI notation, whose squares alone do not identify them: promotions, castlings, drops, and moves
/// whose text has their captures.
fn uci(game: &mut Game) -> String {
    let rules = game.shared_rules();
    let special = |written: &notation::Written| {
        let geometry = &rules.geometry;
        let plain = geometry.name(written.made.from) + &geometry.name(written.made.to);
        written.uci != plain || matches!(written.made.kind(), crate::interpreter::MoveKind::Castling { .. })
    };
    let written = notation::list(game);
    let (special, plain): (Vec<_>, Vec<_>) = written.into_iter().partition(special);
    let texts: Vec<String> = special.into_iter().map(|written| written.uci).collect();
    let rest = format!("{} plain", plain.len());
    if texts.is_empty() { rest } else { format!("{rest}, {}", texts.join(" ")) }
}
