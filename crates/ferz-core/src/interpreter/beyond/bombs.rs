//! Moves that blow up a bomb and the pieces beside it.

use crate::board::Square;
use crate::position::{Cell, Position};

use super::super::captures::Captures;
use super::super::engine::Engine;
use super::super::moves::{Move, MoveKind};
use super::super::picks::Picks;

impl<const W: usize> Engine<W> {
    /// The moves with which pieces of the side to move blow up. They capture without moving.
    pub(super) fn blow_up_moves(&self, position: &Position<W>, found: &mut Vec<Move>) {
        let us = position.state.turn;
        for from in position.of_pieces(&self.rules.beyond.takes.bombs) & position.of_side(us) {
            let Some(piece) = position.cell(from).piece() else { continue };
            let mut taken: Vec<Square> =
                (self.board.surroundings.beside[from.index()] & position.pieces_of_both()).iter().collect();
            // A bomb with no neighbour still removes itself; otherwise the move would be a pass.
            if taken.is_empty() {
                taken.push(from);
            }
            let (captures, kind) = (Captures::of(&taken), MoveKind::Normal);
            found.push(Move {
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

    /// Removes a piece that has blown up.
    pub(super) fn remove_blown_up(&self, position: &mut Position<W>, made: &Move) {
        if made.from == made.to && made.is_capture() && self.rules.beyond.takes.bombs.contains(&made.piece) {
            position.set(made.from, Cell::EMPTY);
            position.lose_rights(made.from);
        }
    }
}
