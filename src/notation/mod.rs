//! Moves as text: [`uci`] for programs, [`san`] for people.
//!
//! Both are written as Fairy-Stockfish writes them. Within one position two different legal moves never share a text.

use std::convert::Infallible;
use std::fmt;

use crate::board::{Geometry, Square};
use crate::game::Game;
use crate::interpreter::{Move, MoveKind};
use crate::rules::Rules;

mod coordinates;
pub mod pgn;
pub mod san;
pub mod uci;

pub use coordinates::Coordinates;

/// A legal move in both notations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// In UCI notation: `e2e4`.
    pub uci: String,
    /// In SAN: `e4`.
    pub san: String,
    /// The move.
    pub made: Move,
}

/// The legal moves in both notations, sorted by UCI.
pub fn list(game: &mut Game) -> Vec<Written> {
    let always: Result<_, Infallible> = list_while(game, &mut || Ok(()));
    match always {
        Ok(listed) => listed,
        Err(never) => match never {},
    }
}

/// The same, unless `go_on`, which is asked before each move is looked at, fails.
///
/// # Errors
/// Those of `go_on`.
pub fn list_while<E>(game: &mut Game, go_on: &mut impl FnMut() -> Result<(), E>) -> Result<Vec<Written>, E> {
    let listed = uci::list(game);
    let sans = san::write_all(game, &listed, go_on)?;
    Ok(listed.into_iter().zip(sans).map(|((uci, made), san)| Written { uci, san, made }).collect())
}

/// The legal move that a text stands for, in UCI notation or in SAN.
///
/// # Errors
/// When no legal move, or more than one, is written like this.
pub fn parse(game: &mut Game, text: &str) -> Result<Move, PlayError> {
    match uci::parse(game, text) {
        Err(error @ PlayError::Illegal { .. }) => match san::parse(game, text) {
            Err(PlayError::Illegal { .. }) => Err(error),
            found => found,
        },
        found => found,
    }
}

/// Plays the moves of a line, which are separated by commas or blanks. Where moves build walls, `a2a3,a3a4` is one move.
///
/// # Errors
/// At the first that is no legal move.
pub fn play_line(game: &mut Game, line: &str) -> Result<(), PlayError> {
    let parts = line.split(|c: char| c == ',' || c.is_whitespace()).filter(|part| !part.is_empty());
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        let walled = game.rules().effects.walls.is_some();
        let pair = parts.peek().filter(|_| walled).map(|next| format!("{part},{next}"));
        let made = match pair.and_then(|pair| parse(game, &pair).ok()) {
            Some(made) => {
                parts.next();
                made
            }
            None => parse(game, part)?,
        };
        game.play(&made);
    }
    Ok(())
}

/// A text that is no legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayError {
    /// No legal move is written like this.
    Illegal {
        /// The text.
        text: String,
    },
    /// There are no legal moves at all.
    NoMoves {
        /// The text.
        text: String,
    },
    /// Several legal moves could be meant.
    Ambiguous {
        /// The text.
        text: String,
        /// How the moves are written in full.
        candidates: Vec<String>,
    },
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::Illegal { text } => write!(f, "`{text}` is not a legal move here"),
            PlayError::NoMoves { text } => write!(f, "`{text}` cannot be played: there are no legal moves here"),
            PlayError::Ambiguous { text, candidates } => {
                write!(f, "`{text}` is not the whole move: write {}", candidates.join(" or "))
            }
        }
    }
}

impl std::error::Error for PlayError {}

/// Appends the name of a square.
fn push_square(text: &mut String, geometry: &Geometry, square: Square) {
    push_file(text, geometry.file(square));
    push_rank(text, geometry.rank(square));
}

/// Appends the letters of a file counted from 0.
fn push_file(text: &mut String, file: usize) {
    let letter = |index: usize| (b'a' + index as u8) as char;
    if file >= 26 {
        text.push(letter(file / 26 - 1));
    }
    text.push(letter(file % 26));
}

/// Appends the number of a rank counted from 0.
fn push_rank(text: &mut String, rank: usize) {
    let digit = |value: usize| (b'0' + (value % 10) as u8) as char;
    if rank >= 9 {
        text.push(digit((rank + 1) / 10));
    }
    text.push(digit(rank + 1));
}

/// Makes equal texts of different moves different. Within a group of equal texts a move that takes nothing but what
/// stands where it ends keeps the plain text; the others say what is special about them: the squares on which they
/// take, or where a castling ends.
fn tell_apart<'a>(texts: &mut [String], moves: impl Fn(usize) -> &'a Move, geometry: &Geometry) {
    for group in groups_of_equals(texts) {
        for index in group {
            push_what_is_special(&mut texts[index], moves(index), geometry);
        }
    }
}

/// The indices of the texts that occur more than once, by text.
fn groups_of_equals(texts: &[String]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..texts.len()).collect();
    order.sort_unstable_by(|a, b| texts[*a].cmp(&texts[*b]));
    let groups = order.chunk_by(|a, b| texts[*a] == texts[*b]);
    groups.filter(|group| group.len() > 1).map(<[usize]>::to_vec).collect()
}

fn push_what_is_special(text: &mut String, made: &Move, geometry: &Geometry) {
    if let MoveKind::Castling { partner_to, .. } = made.kind {
        push_square(text, geometry, made.to);
        push_square(text, geometry, partner_to);
    }
    if made.captures.iter().any(|square| *square != made.to) {
        for square in &made.captures {
            text.push('x');
            push_square(text, geometry, *square);
        }
    }
}

#[cfg(test)]
mod tests;

/// The wall that is written with a move. Where a side moves or builds, a move that builds none names the first square of
/// the board, as Fairy-Stockfish does.
fn written_wall(rules: &Rules, made: &Move) -> Option<Square> {
    let walls = rules.effects.walls.as_ref()?;
    let without = || walls.instead.then(|| rules.geometry.squares().lowest()).flatten();
    made.wall.or_else(without)
}
