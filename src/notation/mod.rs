//! Positions, moves and games as text: [`uci`] for programs, [`san`] for people, [`pgn`] for games, and values that hold
//! such texts: [`Fen`], [`San`], [`Uci`], [`Pgn`].
//!
//! Moves are written in the same way as in Fairy-Stockfish. In each position, two different legal moves never have the
//! same text.

use std::convert::Infallible;

use crate::game::Game;
use crate::interpreter::Move;

pub mod coordinates;
pub mod epd;
mod error;
mod fen;
pub mod pgn;
pub mod san;
#[cfg(feature = "serde")]
mod serialised;
mod shape;
pub mod shared;
mod text;
pub mod uci;

pub use crate::fen::ParseFenError;
pub use coordinates::Coordinates;
pub use epd::Epd;
pub use error::MoveError;
pub use fen::Fen;
pub use pgn::Pgn;
pub use text::{ParseSanError, ParseUciError, San, Uci};

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

/// All legal moves with their texts. Calls `go_on` before each move and stops when it fails.
///
/// # Errors
/// The error of `go_on`.
pub fn list_while<E>(game: &mut Game, go_on: &mut impl FnMut() -> Result<(), E>) -> Result<Vec<Written>, E> {
    let listed = uci::list(game);
    let sans = san::write_all(game, &listed, go_on)?;
    Ok(listed.into_iter().zip(sans).map(|((uci, made), san)| Written { uci, san, made }).collect())
}

/// The legal move that a text stands for, in UCI notation or in SAN.
///
/// # Errors
/// When no legal move, or more than one, is written like this.
pub fn parse(game: &mut Game, text: &str) -> Result<Move, MoveError> {
    match uci::parse(game, text) {
        Err(error @ MoveError::Illegal { .. }) => match san::parse(game, text) {
            Err(MoveError::Illegal { .. }) => {
                between_squares(text).and_then(|bare| uci::parse(game, &bare).ok()).ok_or(error)
            }
            found => found,
        },
        found => found,
    }
}

/// A text of two squares without the dash between them.
fn between_squares(text: &str) -> Option<String> {
    let (from, to) = text.split_once('-')?;
    let is_square = |text: &str| text.starts_with(|c: char| c.is_ascii_lowercase());
    (is_square(from) && is_square(to)).then(|| format!("{from}{to}"))
}

/// A move without its number: `e4` for `1.e4`, and nothing for `1.` or `1...`.
fn without_number(part: &str) -> &str {
    let rest = part.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix('.').filter(|_| rest.len() < part.len()) {
        Some(rest) => rest.trim_start_matches(['.', '…']),
        None => part,
    }
}

/// A single move without its number (`e4` for `1. e4`). A text of several moves stays unchanged.
pub(crate) fn unnumbered(text: &str) -> &str {
    let mut parts = text.split_whitespace().map(without_number).filter(|part| !part.is_empty());
    match (parts.next(), parts.next()) {
        (Some(part), None) => part,
        _ => text,
    }
}

/// The largest number of parts of a move, between commas, that a line of moves may have.
const MOST_PARTS: usize = 12;

/// Plays the moves of a line, which are separated by commas or blanks and may be numbered: `1. e4 e5 2. Nf3`. A move can have commas itself,
/// before a wall (`a2a3,a3a4`) or before chosen squares: then the longest move that is legal counts.
///
/// # Errors
/// At the first that is no legal move.
pub fn play_line(game: &mut Game, line: &str) -> Result<(), MoveError> {
    let parts = line.split(|c: char| c == ',' || c.is_whitespace()).map(without_number).filter(|part| !part.is_empty());
    let parts: Vec<&str> = parts.collect();
    let has_commas = game.rules().effects.walls.is_some() || game.tree().offers_choices();
    let mut left = parts.as_slice();
    while let [first, ..] = left {
        let most = if has_commas { left.len().min(MOST_PARTS) } else { 1 };
        let joined = (2..=most).rev().find_map(|count| Some((parse(game, &left[..count].join(",")).ok()?, count)));
        let (made, count) = match joined {
            Some(found) => found,
            None => (parse(game, first)?, 1),
        };
        game.play(&made);
        left = &left[count..];
    }
    Ok(())
}
