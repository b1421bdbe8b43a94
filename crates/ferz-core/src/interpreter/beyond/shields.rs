//! Pieces that protect friends beside them from capture.

use crate::board::{Bitboard, Side, Square};
use crate::position::Position;

use super::super::engine::Engine;
use super::super::moves::Move;

impl<const W: usize> Engine<W> {
    /// The pieces of a side that cannot be captured.
    pub(super) fn shielded(&self, position: &Position<W>, side: Side) -> Bitboard<W> {
        let mut shielded = Bitboard::EMPTY;
        let own = position.of_side(side);
        for shield in &self.rules.beyond.relations.shields {
            for on in position.of_pieces(&shield.by) & own {
                shielded |= self.board.surroundings.beside[on.index()] & position.of_pieces(&shield.of) & own;
            }
        }
        shielded
    }

    /// Returns `true` if a piece on a square cannot be captured.
    pub(super) fn is_behind_shield(&self, position: &Position<W>, square: Square) -> bool {
        !self.rules.beyond.relations.shields.is_empty()
            && self.shielded(position, position.cell(square).side()).contains(square)
    }

    /// Removes moves that capture shielded pieces.
    pub(super) fn spare_shielded(&self, position: &Position<W>, moves: &mut Vec<Move>) {
        if !self.rules.beyond.relations.shields.is_empty() {
            let shielded = self.shielded(position, !position.state.turn);
            moves.retain(|made| made.captures().squares().iter().all(|square| !shielded.contains(*square)));
        }
    }
}
