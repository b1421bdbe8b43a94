//! One piece on a test board with plain pieces around it, to examine its notation without a game.

use crate::board::{Geometry, Side, Square, SquareSet};
use crate::rules::movement::Pattern;
use crate::rules::{EnPassant, Movement};
use crate::walker::{self, Content, Context, Occupancy, Walk};

/// A piece on a test board.
#[derive(Clone, Debug)]
pub struct Study<'a> {
    /// Its moves.
    pub movement: &'a Movement,
    /// The board.
    pub geometry: &'a Geometry,
    /// Side of the piece.
    pub side: Side,
    /// Its square.
    pub from: Square,
    /// `true` if it has not moved.
    pub virgin: bool,
    /// The en passant right.
    pub en_passant: Option<EnPassant>,
    /// The pieces that it may castle with.
    pub partners: SquareSet,
    /// The other pieces of its side.
    pub friends: SquareSet,
    /// The pieces of the other side.
    pub enemies: SquareSet,
    /// `true` if the enemy pieces are royal.
    pub royal: bool,
}

impl<'a> Study<'a> {
    /// A piece of White that has moved before, alone on the board.
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
            royal: false,
        }
    }

    /// The state of the game on which its moves depend.
    fn context(&self) -> Context<'_> {
        Context { virgin: self.virgin, en_passant: self.en_passant.map(Into::into), castling_partners: &self.partners }
    }

    /// All moves of one kind, each once.
    pub fn walks_of(&self, pattern: &Pattern) -> Vec<Walk> {
        let mut found = Vec::new();
        let mut visit = |walk| found.push(walk);
        walker::walk_pattern(pattern, self.geometry, self.side, self.from, self, &self.context(), &mut visit);
        found
    }

    /// All moves, each once.
    pub fn walks(&self) -> Vec<Walk> {
        self.walks_with_patterns().into_iter().map(|(_, walk)| walk).collect()
    }

    /// All moves, each once, with the first pattern that contains it.
    pub fn walks_with_patterns(&self) -> Vec<(&'a Pattern, Walk)> {
        let mut found = Vec::new();
        let context = self.context();
        for pattern in &self.movement.patterns {
            walker::walk_pattern(pattern, self.geometry, self.side, self.from, self, &context, &mut |walk| {
                found.push((pattern, walk));
            });
        }
        let mut seen = walker::Seen::default();
        found.retain(|(_, walk)| seen.is_new(walk));
        found
    }
}

impl Occupancy for Study<'_> {
    fn content(&self, square: Square) -> Content {
        if self.friends.contains(square) {
            Content::PlacedPiece { friend: true, royal: false }
        } else if self.enemies.contains(square) {
            Content::PlacedPiece { friend: false, royal: self.royal }
        } else {
            Content::Empty
        }
    }
}
