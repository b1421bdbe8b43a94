//! Regions with a limited number of pieces of a side, and frozen pieces that their side may remove.

use crate::board::Bitboard;
use crate::position::Position;

use super::super::captures::Captures;
use super::super::engine::Engine;
use super::super::moves::{Further, Move, MoveKind};

impl<const W: usize> Engine<W> {
    /// Removes moves that bring a piece to a region that already has its largest number of pieces of the side.
    pub(super) fn remove_moves_to_full_regions(&self, position: &Position<W>, moves: &mut Vec<Move>) {
        let us = position.state.turn;
        for room in &self.rules.beyond.relations.rooms {
            let on: Bitboard<W> = room.on[us].resize();
            let there = position.of_side(us) & on;
            if there.count() < u32::from(room.most) {
                continue;
            }
            let comes = |made: &Move| made.kind() == MoveKind::Drop || !there.contains(made.from);
            moves.retain(|made| !on.contains(made.to) || !comes(made));
        }
    }

    /// Adds a move for each frozen piece that removes it from the board: the piece captures itself.
    pub(super) fn add_removals_of_frozen(&self, position: &Position<W>, held: &Bitboard<W>, moves: &mut Vec<Move>) {
        let us = position.state.turn;
        for from in position.of_side(us) & *held {
            let Some(piece) = position.cell(from).piece() else { continue };
            if !self.rules.piece(piece).royalty.is_ever_royal() {
                moves.push(Move::new((from, from), piece, Further::taking(Captures::one(from))));
            }
        }
    }
}
