//! Errors for texts that are not legal moves.

use std::fmt;

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
    },
    /// Several legal moves could be meant.
    Ambiguous {
        /// The text.
        text: String,
        /// The full texts of these moves.
        candidates: Vec<String>,
    },
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Illegal { text } => write!(f, "`{text}` is not a legal move here"),
            MoveError::NoMoves { text } => write!(f, "`{text}` cannot be played: there are no legal moves here"),
            MoveError::Ambiguous { text, candidates } => {
                write!(f, "`{text}` is incomplete: write {}", candidates.join(" or "))
            }
        }
    }
}

impl std::error::Error for MoveError {}
