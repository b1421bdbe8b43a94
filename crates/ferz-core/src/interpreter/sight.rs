//! Visible squares, for games in which a side sees only part of the board.

use crate::board::{Bitboard, Side, Square};
use crate::position::Position;
use crate::rules::Sight;

use super::engine::Engine;
use super::moves::AttackSource;
use super::reference::{self, Which};

impl<const W: usize> Engine<W> {
    /// Squares that a side sees: those of its pieces, and those to which they could move or on which they could
    /// capture. Royal safety and the side to move do not matter.
    pub fn seen_by(&self, position: &Position<W>, side: Side) -> Bitboard<W> {
        let own = position.of_side(side);
        match self.rules.look.sight {
            Sight::All => return self.board.all_squares,
            Sight::Own => return own,
            Sight::Reached => {}
        }
        let mut position = position.clone();
        position.state.turn = side;
        let mut seen = own;
        let moves = reference::moves(self, &position, own, Which::All);
        let castlings = self.castlings(&position);
        for made in moves.into_iter().chain(castlings) {
            seen.insert(made.to);
            made.captures().squares().iter().for_each(|square| seen.insert(*square));
        }
        let unknown = self.board.all_squares & !seen;
        let taken = |square: &Square| self.attacks(&position, *square, side, AttackSource::Tables);
        seen | unknown.iter().filter(taken).collect::<Bitboard<W>>()
    }
}
