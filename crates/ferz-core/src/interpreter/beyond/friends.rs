//! Pieces that take friends.

use crate::board::Bitboard;
use crate::position::Position;

use super::super::engine::Engine;
use super::super::moves::{Move, MoveKind, captured};
use super::super::picks::Picks;
use super::super::tables::Ends;

impl<const W: usize> Engine<W> {
    /// Adds the moves with which pieces of the side to move capture friends as they capture enemies.
    pub(super) fn take_friends(&self, position: &Position<W>, moves: &mut Vec<Move>) {
        let us = position.state.turn;
        let (own, occupied) = (position.of_side(us), position.occupied());
        for from in position.of_pieces(&self.rules.beyond.takes.friends) & own {
            let Some(piece) = position.cell(from).piece() else { continue };
            let ends = Ends { enemies: own & !Bitboard::of(from), ..Ends::NONE };
            for to in self.moves.counted_targets((us, piece), from, &occupied, ends) {
                let (captures, kind) = (captured(position, to), MoveKind::Normal);
                let made = Move {
                    from,
                    to,
                    piece,
                    promotion: None,
                    captures,
                    kind,
                    wall: None,
                    gate: None,
                    picks: Picks::NONE,
                };
                // Its notation may say so of some friends, too.
                let fresh = self.promotions_of(position, made).into_iter().filter(|made| !moves.contains(made));
                let fresh: Vec<Move> = fresh.collect();
                moves.extend(fresh);
            }
        }
    }
}
