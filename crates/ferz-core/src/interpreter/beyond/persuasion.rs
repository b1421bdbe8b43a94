//! Pieces that change sides where more speaks for the enemy than for their own side.

use crate::board::{Bitboard, Side, Square};
use crate::position::{Cell, Position};
use crate::rules::PieceId;

use super::super::engine::Engine;
use super::super::moves::Move;
use super::super::tables::Ends;

impl<const W: usize> Engine<W> {
    /// Lets each enemy of `us` change sides if its attackers are worth more than its protectors. Repeats this until no
    /// enemy changes sides.
    pub(super) fn persuade(&self, position: &mut Position<W>, us: Side) {
        loop {
            let enemies = (position.of_side(!us) & self.attacked_directly(position, us)).iter();
            let weight = |side, on| self.weight_of_persuasion(position, side, on);
            let persuaded = enemies.filter(|on| weight(us, *on) > weight(!us, *on));
            let persuaded: Bitboard<W> = persuaded.collect();
            if persuaded.is_empty() {
                return;
            }
            for square in persuaded {
                if let Some(piece) = position.cell(square).piece() {
                    position.set(square, Cell::of(piece, us));
                    position.lose_rights(square);
                    position.state.unmoved.remove(square);
                }
            }
        }
    }

    /// Enemies that pieces of `us` attack directly, not through other pieces. Only these can be persuaded.
    fn attacked_directly(&self, position: &Position<W>, us: Side) -> Bitboard<W> {
        let ends = Ends { enemies: position.of_side(!us), ..Ends::NONE };
        let occupied = position.occupied();
        let mut attacked = Bitboard::EMPTY;
        for from in position.of_side(us) {
            if let Some(piece) = position.cell(from).piece() {
                attacked |= self.moves.counted_targets((us, piece), from, &occupied, ends);
            }
        }
        attacked
    }

    /// Returns `true` if the piece on a square could attack another square along a line.
    fn rides(&self, position: &Position<W>, side: Side, from: Square, target: Square) -> bool {
        let piece = position.cell(from).piece();
        piece.is_some_and(|piece| !self.attacks.by[side].sources(target, piece).rays.is_empty())
    }

    /// Returns `true` if a move exposes its piece to persuasion. It does so by passing a square where the enemy's
    /// weight is larger, so that the piece could be captured en passant, or by ending on such a square with a piece
    /// that must avoid it.
    pub(super) fn goes_to_be_persuaded(&self, position: &mut Position<W>, us: Side, made: &Move) -> bool {
        let lost = |position: &Position<W>, square| {
            self.weight_of_persuasion(position, !us, square) > self.weight_of_persuasion(position, us, square)
        };
        let wary = self.rules.beyond.relations.wary.contains(&made.piece);
        if !wary && !self.moves.wake(us, made.piece).leaves_trail_from(made.from) {
            return false;
        }
        let mark = position.mark();
        self.apply(position, made);
        let passed = position.state.passed;
        let ends = wary && lost(position, made.to);
        position.undo(&mark);
        ends || passed.iter().any(|square| lost(position, square))
    }

    fn weight_of_persuasion(&self, position: &Position<W>, side: Side, target: Square) -> u32 {
        let worth = &self.rules.beyond.relations.persuasion;
        self.weight(position, side, target, &|piece| worth[piece.index()])
    }

    /// Sum of the worth of a side's pieces that attack or protect a square. Attacks through other attackers along a
    /// line count too.
    pub(super) fn weight(
        &self,
        position: &Position<W>,
        side: Side,
        target: Square,
        worth: &dyn Fn(PieceId) -> u32,
    ) -> u32 {
        let ends = Ends { enemies: Bitboard::of(target), ..Ends::NONE };
        let (mut occupied, mut seeing, mut weight) = (position.occupied(), Bitboard::EMPTY, 0);
        let mut others = position.of_side(side);
        others.remove(target);
        loop {
            let mut fresh = Bitboard::EMPTY;
            for from in others & !seeing {
                let Some(piece) = position.cell(from).piece() else { continue };
                if !self.moves.counted_targets((side, piece), from, &occupied, ends).is_empty() {
                    fresh.insert(from);
                    weight += worth(piece);
                }
            }
            if fresh.is_empty() {
                return weight;
            }
            seeing |= fresh;
            // Only lines lead through others.
            occupied &= !fresh.iter().filter(|from| self.rides(position, side, *from, target)).collect::<Bitboard<W>>();
        }
    }
}
