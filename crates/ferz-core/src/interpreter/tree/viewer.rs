//! A piece whose moves are searched, and the sides from its point of view.

use crate::board::{Side, Square};
use crate::rules::PieceId;
use crate::rules::tree::{Moves, Whose};

/// A piece whose moves are searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Viewer {
    /// The side that moves the piece.
    pub mover: Side,
    /// The side by whose directions it moves.
    pub side: Side,
    pub piece: PieceId,
    pub from: Square,
}

impl Viewer {
    /// The own side of a rule about the piece: the side that moves the piece, if the rule says which side that is.
    pub fn reads(&self, moves: &Moves) -> Side {
        if moves.moved_by.is_some() { self.mover } else { self.side }
    }
}

/// The side that a word means. No single side is the partner of another in games of two.
pub(super) fn side_of(whose: Whose, own: Side) -> Option<Side> {
    match whose {
        Whose::Own => Some(own),
        Whose::Enemy => Some(!own),
        Whose::Partner => None,
        Whose::Player(id) => Side::ALL.into_iter().find(|side| side.index() == id.index()),
    }
}
