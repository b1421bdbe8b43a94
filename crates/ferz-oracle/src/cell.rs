//! A piece on a square, with its side and its marks.

use ferz_core::rules::PieceId;

use crate::player::Player;

/// A piece on a square, or one that has been there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// The kind of piece.
    pub piece: PieceId,
    /// The side to which it belongs; meaningless for a neutral piece.
    pub side: Player,
    /// `true` if it belongs to no side.
    pub neutral: bool,
    /// `true` if it is promoted, and goes to a hand as the piece that it was before.
    pub promoted: bool,
    /// Its marks: a bit for each declaration of the state.
    pub marks: u64,
}

impl Cell {
    /// A piece of a side, without marks.
    pub(crate) fn new(piece: PieceId, side: Player) -> Cell {
        Cell { piece, side, neutral: false, promoted: false, marks: 0 }
    }

    /// `true` if the piece belongs to a side.
    pub fn is_of(&self, side: Player) -> bool {
        !self.neutral && self.side == side
    }
}
