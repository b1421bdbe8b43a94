//! Parts of the board that hold only so many pieces of a side, and held pieces that vanish.

use crate::board::Bitboard;
use crate::position::Position;

use super::super::captures::Captures;
use super::super::engine::Engine;
use super::super::moves::{Move, MoveKind};
use super::super::picks::Picks;

impl<const W: usize> Engine<W> {
    /// Leaves out moves that bring a piece to where there are enough of its side.
    pub(super) fn keep_room(&self, position: &Position<W>, moves: &mut Vec<Move>) {
        let us = position.state.turn;
        for room in &self.rules.beyond.relations.rooms {
            let on: Bitboard<W> = room.on[us].resize();
            let there = position.of_side(us) & on;
            if there.count() < u32::from(room.most) {
                continue;
            }
            let comes = |made: &Move| made.kind == MoveKind::Drop || !there.contains(made.from);
            moves.retain(|made| !on.contains(made.to) || !comes(made));
        }
    }

    /// Adds the moves by which held pieces vanish: they take themselves.
    pub(super) fn vanish_of_held(&self, position: &Position<W>, held: &Bitboard<W>, moves: &mut Vec<Move>) {
        let us = position.state.turn;
        for from in position.of_side(us) & *held {
            let Some(piece) = position.cell(from).piece() else { continue };
            if !self.rules.piece(piece).royalty.is_ever_royal() {
                let (captures, kind) = (Captures::one(from), MoveKind::Normal);
                moves.push(Move {
                    from,
                    to: from,
                    piece,
                    promotion: None,
                    captures,
                    kind,
                    wall: None,
                    gate: None,
                    picks: Picks::NONE,
                });
            }
        }
    }
}
