//! Errors for texts that are not legal moves.

use std::fmt;

use crate::game::Game;
use crate::outcome::Ended;

/// The error for a text that is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MoveError {
    /// No legal move is written like this.
    Illegal {
        /// The text.
        text: String,
    },
    /// There are no legal moves at all.
    NoMoves {
        /// The text.
        text: String,
        /// The end of the game, if it is over.
        end: Option<Ended>,
    },
    /// Several legal moves could be meant.
    Ambiguous {
        /// The text.
        text: String,
        /// The full texts of these moves.
        candidates: Vec<String>,
    },
}

impl MoveError {
    /// The error for a text in a position without legal moves.
    pub(super) fn no_moves(game: &Game, text: &str) -> MoveError {
        MoveError::NoMoves { text: text.to_owned(), end: game.end() }
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Illegal { text } => write!(f, "`{text}` is not a legal move here"),
            MoveError::NoMoves { text, end: None } => {
                write!(f, "`{text}` cannot be played: there are no legal moves here")
            }
            MoveError::NoMoves { text, end: Some(Ended { outcome, reason, .. }) } => {
                write!(f, "`{text}` cannot be played: the game is over, {outcome} ({reason})")
            }
            MoveError::Ambiguous { text, candidates } => {
                write!(f, "`{text}` is incomplete: write {}", candidates.join(" or "))
            }
        }
    }
}

impl std::error::Error for MoveError {}
