//! One piece on a bare board with plain men around it: what its notation says, without any game.

use crate::board::{Geometry, Side, Square, SquareSet};
use crate::interpreter::walker::{self, Content, Context, Occupancy, Walk};
use crate::rules::movement::Pattern;
use crate::rules::{EnPassant, Movement};

/// A piece that is looked at.
#[derive(Clone, Debug)]
pub struct Study<'a> {
    /// How it moves.
    pub movement: &'a Movement,
    /// The board.
    pub geometry: &'a Geometry,
    /// Whose it is.
    pub side: Side,
    /// Where it stands.
    pub from: Square,
    /// Has it never moved?
    pub virgin: bool,
    /// The right to capture in passing.
    pub en_passant: Option<EnPassant>,
    /// The men that it may castle with.
    pub partners: SquareSet,
    /// The other men of its side.
    pub friends: SquareSet,
    /// The men of the other side.
    pub enemies: SquareSet,
}

impl<'a> Study<'a> {
    /// A man of White that has moved before, alone on the board.
    pub fn new(movement: &'a Movement, geometry: &'a Geometry, from: Square) -> Study<'a> {
        Study {
            movement,
            geometry,
            side: Side::White,
            from,
            virgin: false,
            en_passant: None,
            partners: SquareSet::EMPTY,
            friends: SquareSet::EMPTY,
            enemies: SquareSet::EMPTY,
        }
    }

    /// All moves, each once.
    pub fn walks(&self) -> Vec<Walk> {
        let mut found = Vec::new();
        let context = Context {
            virgin: self.virgin,
            en_passant: self.en_passant.map(Into::into),
            castling_partners: &self.partners,
        };
        let mut visit = |_: &Pattern, walk| found.push(walk);
        walker::walk(self.movement, self.geometry, self.side, self.from, self, &context, &mut visit);
        found
    }
}

impl Occupancy for Study<'_> {
    fn content(&self, square: Square) -> Content {
        if self.friends.contains(square) {
            Content::Man { friend: true, royal: false }
        } else if self.enemies.contains(square) {
            Content::Man { friend: false, royal: false }
        } else {
            Content::Empty
        }
    }
}
