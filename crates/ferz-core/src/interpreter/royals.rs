//! Royal pieces, and tests for attacks on them.

use crate::board::{Bitboard, Side, Square};
use crate::position::Position;
use crate::rules::{PieceId, Royalty};

use super::engine::Engine;
use super::moves::AttackSource;
use super::reference;

impl<const W: usize> Engine<W> {
    /// The squares of the royal pieces of a side.
    #[inline(always)]
    pub fn royal_squares(&self, position: &Position<W>, side: Side) -> Bitboard<W> {
        let own = position.of_side(side);
        let mut royals = Bitboard::EMPTY;
        for (piece, most) in &self.plan.royals {
            let pieces = position.of_piece(*piece) & own;
            if *most == u32::MAX || pieces.count() <= *most {
                royals |= pieces;
            }
        }
        if Self::RULED && self.tree.has_royal_marks() { royals | self.marked_royals(position, side) } else { royals }
    }

    /// The pieces of a side that a mark makes royal.
    #[cold]
    fn marked_royals(&self, position: &Position<W>, side: Side) -> Bitboard<W> {
        let marked =
            |index: &usize| -> Bitboard<W> { position.told().map_or(Bitboard::EMPTY, |told| told.marked.on(*index)) };
        self.tree.royal_marks().iter().map(marked).fold(Bitboard::EMPTY, |all, some| all | some)
            & position.of_side(side)
    }

    /// Returns `true` if the side to move is in a check that SAN marks with `+`: an attack on a piece that is always
    /// royal, however many the side has.
    pub fn is_marked_check(&self, position: &Position<W>) -> bool {
        let turn = position.state.turn;
        let marked = |piece: PieceId| self.rules.piece(piece).royalty == Royalty::Royal;
        let royals = self.plan.royals.iter().filter(|(piece, _)| marked(*piece));
        let mut pieces = royals.flat_map(|(piece, _)| position.pieces(turn, *piece));
        pieces.any(|square| self.attacks(position, square, !turn, AttackSource::Tables))
    }

    /// The pieces of a side that are royal now, or would be if there were fewer of them.
    pub fn royal_pieces(&self, position: &Position<W>, side: Side) -> Bitboard<W> {
        let mut pieces = Bitboard::EMPTY;
        self.plan.royals.iter().for_each(|(piece, _)| pieces |= position.of_piece(*piece));
        let pieces = pieces & position.of_side(side);
        if Self::RULED && self.tree.has_royal_marks() { pieces | self.marked_royals(position, side) } else { pieces }
    }

    /// Returns `true` if the side is in check.
    pub fn in_check(&self, position: &Position<W>, side: Side) -> bool {
        self.in_check_by(position, side, AttackSource::Tables)
    }

    /// Returns `true` if a royal piece of the side is attacked, or if all of its jointly royal pieces are.
    pub(crate) fn in_check_by(&self, position: &Position<W>, side: Side, by: AttackSource) -> bool {
        let in_danger = |square: Square| {
            let shielded = self.plan.blasts && self.is_shielded(position, side, square);
            !shielded && self.attacks(position, square, !side, by)
        };
        if self.royal_squares(position, side).iter().any(in_danger) {
            return true;
        }
        let duple = self.royal_together(position, side);
        !duple.is_empty() && duple.iter().all(in_danger)
    }

    /// Returns `true` if a piece of a side could capture an enemy on a square.
    pub(crate) fn attacks(&self, position: &Position<W>, target: Square, by: Side, source: AttackSource) -> bool {
        match source {
            _ if Self::RULED && self.tree.any => self.attacks_told(position, target, by),
            AttackSource::Tables if Self::RULED && self.plan.beyond => self.attacks_beyond(position, target, by),
            AttackSource::Tables => self.is_attacked(position, target, by, &Bitboard::EMPTY),
            AttackSource::Walker => reference::attacks_by_walker(self, position, target, by),
        }
    }

    /// As [`attacks`](Engine::attacks), in games with rules of the tree.
    #[inline(never)]
    fn attacks_told(&self, position: &Position<W>, target: Square, by: Side) -> bool {
        if Self::RULED && self.tree.changes_attacks {
            return self.checks_by_rules(position, target, by);
        }
        self.is_attacked(position, target, by, &Bitboard::EMPTY)
    }

    /// Returns `true` if a piece of `by` could capture an enemy on `target` if it were the turn of `by`. The pieces
    /// on `gone` do not count as attackers, but as obstacles.
    #[inline(always)]
    pub fn is_attacked(&self, position: &Position<W>, target: Square, by: Side, gone: &Bitboard<W>) -> bool {
        let attacks = &self.attacks.by[by];
        attacks.is_attacked(position, target, &position.occupied(), gone)
            || (!attacks.walker_only.is_empty() && self.attacks_by_walker_only(position, target, by, gone))
    }

    /// Jointly royal pieces of a side: one of them must be safe.
    pub(crate) fn royal_together(&self, position: &Position<W>, side: Side) -> Bitboard<W> {
        position.of_pieces(&self.plan.duple_royals) & position.of_side(side)
    }

    /// Returns `true` if a royal piece of a side stands beside one of the other, in a game in which capturing it
    /// would blow up both.
    pub(crate) fn is_shielded(&self, position: &Position<W>, us: Side, royal: Square) -> bool {
        let beside = self.board.surroundings.beside[royal.index()] & position.of_side(!us);
        !beside.is_empty() && beside.intersects(&self.royal_squares(position, !us))
    }
}
