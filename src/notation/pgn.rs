//! Games in PGN: tags, and the moves in SAN.

use std::fmt::Write as _;

use crate::board::Side;
use crate::fen;
use crate::game::Game;
use crate::interpreter::Move;

use super::san;

/// Lines of moves are not longer than this, as the standard asks.
const WIDTH: usize = 79;

/// Writes a game: `start` before the first move, and the moves, each legal where it is played.
///
/// ```
/// use ferz::notation::{self, pgn};
/// let mut game = ferz::load("chess").unwrap().start().unwrap();
/// let start = game.clone();
/// let made = notation::parse(&mut game, "e4").unwrap();
/// let text = pgn::write(&start, &[made]);
/// assert!(text.contains("[Variant \"Chess\"]") && text.ends_with("1. e4 *\n"));
/// ```
pub fn write(start: &Game, moves: &[Move]) -> String {
    let mut game = start.clone();
    let rules = game.shared_rules();
    let setup = game.setup();
    let (mut number, black_begins) = (setup.fullmoves, setup.turn == Side::Black);
    let mut words = Vec::new();
    for (index, made) in moves.iter().enumerate() {
        match game.turn() {
            Side::White => words.push(format!("{number}.")),
            Side::Black if index == 0 && black_begins => words.push(format!("{number}...")),
            Side::Black => {}
        }
        number += u32::from(game.turn() == Side::Black);
        words.push(san::write(&mut game, made));
        game.play(made);
    }
    let result = game.end().map_or_else(|| "*".to_owned(), |end| end.outcome.to_string());
    words.push(result.clone());
    let mut out = String::new();
    let fen = fen::write(&setup, &*rules);
    let tags = [
        ("Event", "?"),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", "?"),
        ("White", "?"),
        ("Black", "?"),
        ("Result", &result),
        ("Variant", &rules.title),
        ("SetUp", "1"),
        ("FEN", &fen),
    ];
    for (name, value) in tags {
        let _ = writeln!(out, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
    }
    out.push('\n');
    push_wrapped(&mut out, &words);
    out
}

fn push_wrapped(out: &mut String, words: &[String]) {
    let mut used = 0;
    for word in words {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > WIDTH {
            out.push('\n');
            used = 0;
        } else if used > 0 {
            out.push(' ');
            used += 1;
        }
        out.push_str(word);
        used += length;
    }
    out.push('\n');
}
