//! Attack tests for variants with rules that the tables do not hold.

use crate::board::{Bitboard, Side, Square};
use crate::position::Position;
use crate::work;

use super::super::engine::Engine;

impl<const W: usize> Engine<W> {
    /// As [`attacks`](Engine::attacks), where rules beyond the tables have a say.
    pub(in super::super) fn attacks_beyond(&self, position: &Position<W>, target: Square, by: Side) -> bool {
        if !work::spend(1 + W / 16) {
            return false;
        }
        if self.rules.beyond.relations.skips_walls {
            let gone = self.without_attack(position, target);
            return self.attacks_by_folds(position, target, (by, &gone))
                || self.attacks_by_relations(position, target, by);
        }
        let occupied = self.occupied_on_level(position, position.cell(target).piece());
        let attacks = &self.attacks.by[by];
        let gone = self.without_attack(position, target);
        attacks.is_attacked(position, target, &occupied, &gone)
            || (!attacks.walker_only.is_empty() && self.attacks_by_walker_only(position, target, by, &gone))
            || self.attacks_by_relations(position, target, by)
    }

    /// Returns `true` if a square is attacked by moves that pieces of `by` have from other pieces, or, where such
    /// attacks count, by the opponent of `by`.
    pub(in super::super) fn attacks_by_relations(&self, position: &Position<W>, target: Square, by: Side) -> bool {
        (!self.rules.beyond.takes.chains.is_empty() && self.attacks_by_chains(position, target, by))
            || (!self.rules.beyond.takes.two_steps.is_empty() && self.attacks_by_two_steps(position, target, by))
    }

    /// The pieces that cannot capture on a square although the tables say so: those of the other level.
    pub(crate) fn without_attack(&self, position: &Position<W>, target: Square) -> Bitboard<W> {
        let levels = self.rules.beyond.levels.forms.first();
        let piece = position.cell(target).piece().or_else(|| levels.map(|[first, _]| *first));
        piece.map_or(Bitboard::EMPTY, |piece| self.on_other_level(position, piece))
    }
}
