//! Claims that are found in clauses.

use crate::pages::grammar::Note;
use crate::pages::judge::movement::Aspect;
use crate::rules::PieceId;

/// A claim of the list, as it was found in a clause: its shape, its notes, and the pieces that it is about.
pub(super) enum Found {
    /// A claim of the grammar; only a sure one may contradict the rules.
    Shape { shape: &'static str, notes: Vec<Note>, subjects: Vec<PieceId>, sure: bool },
    /// A row of pieces, and whether a rank of the setup has them in this order.
    Row(bool),
    /// The moves of a piece.
    Moves { piece: PieceId, notation: String, aspect: Option<Aspect> },
}

impl Found {
    /// `true` if the claim may contradict the rules, so far as its clause is clear. Words about moves may leave some out.
    pub fn contradicts(&self) -> bool {
        match self {
            Found::Shape { sure, .. } => *sure,
            Found::Row(_) => true,
            Found::Moves { .. } => false,
        }
    }

    pub fn new(shape: &'static str, notes: Vec<Note>) -> Found {
        Found::about(shape, notes, Vec::new())
    }

    pub fn about(shape: &'static str, notes: Vec<Note>, subjects: Vec<PieceId>) -> Found {
        Found::Shape { shape, notes, subjects, sure: true }
    }
}
