//! Moves to squares that a side guards better than the other.

use crate::board::{Bitboard, Square};
use crate::position::Position;
use crate::rules::PieceId;

use super::super::engine::Engine;
use super::super::moves::{Further, Move, captured};

impl<const W: usize> Engine<W> {
    /// Adds moves of a piece to some squares, without those that it has itself.
    pub(super) fn push_beside_own(
        &self,
        position: &Position<W>,
        (from, piece): (Square, PieceId),
        targets: Bitboard<W>,
        found: &mut Vec<Move>,
    ) {
        let own: Bitboard<W> = found.iter().filter(|made| made.from == from).map(|made| made.to).collect();
        for to in targets & !own {
            let made = Move::new((from, to), piece, Further::taking(captured(position, to)));
            found.extend(self.promotions_of(position, made));
        }
    }

    /// The moves to squares that the side to move guards more often than the other.
    pub(super) fn guarded_moves(&self, position: &Position<W>, found: &mut Vec<Move>) {
        let us = position.state.turn;
        let free = self.board.all_squares & !position.occupied();
        let guarded = |through: bool| -> Bitboard<W> {
            let weight = |side, square| match through {
                true => self.weight(position, side, square, &|_| 1),
                false => self.guards(position, side, square),
            };
            free.iter().filter(|square| weight(us, *square) > weight(!us, *square)).collect()
        };
        let rules = &self.rules.beyond.relations.guarded;
        let [plainly, through] = [false, true].map(|through| match rules.iter().any(|rule| rule.through == through) {
            true => guarded(through),
            false => Bitboard::EMPTY,
        });
        let check = self.in_check(position, us);
        for rule in rules.iter().filter(|rule| rule.in_check || !check) {
            let squares = if rule.through { through } else { plainly };
            for from in position.of_pieces(&rule.pieces) & position.of_side(us) {
                let Some(piece) = position.cell(from).piece() else { continue };
                self.push_beside_own(position, (from, piece), squares & rule.on[us].resize(), found);
            }
        }
    }
}
