//! Single moves that are looked at: is one legal as far as the masks did not settle it?
//!
//! Most looks make no move. They ask who attacks a royal piece when such and such squares are occupied.

use crate::board::{Bitboard, Square};
use crate::position::Position;

use super::engine::Engine;
use super::moves::{Move, MoveKind, Sink};

impl<const W: usize> Engine<W> {
    /// Pours a move with all that comes with it, if it is legal. `safe`: does it leave no royal piece in danger?
    /// `checked`: is the other side in check already?
    pub(crate) fn pour_with_look<S: Sink<W>>(
        &self,
        position: &mut Position<W>,
        made: Move,
        (safe, checked): (bool, bool),
        sink: &mut S,
    ) {
        if self.builds_with(&made) {
            if self.takes_immune(position, &made) {
                return;
            }
            let walls = self.legal_walls(position, &made);
            return match S::COUNTS {
                true => sink.number(u64::from(walls.count())),
                false => walls.iter().for_each(|wall| sink.single(position, Move { wall: Some(wall), ..made })),
            };
        }
        if !self.passes_look(position, &made, (safe, checked)) {
            return;
        }
        let gates = self.gates(position, &made);
        if S::COUNTS {
            return sink.number(gates.len() as u64 + 1);
        }
        for gate in gates {
            sink.single(position, Move { gate: Some(gate), ..made });
        }
        sink.single(position, made);
    }

    /// Is a move legal that the pieces can make?
    fn passes_look(&self, position: &mut Position<W>, made: &Move, (safe, checked): (bool, bool)) -> bool {
        let us = position.state.turn;
        if self.takes_immune(position, made) || (made.stays() && self.in_check(position, us)) {
            return false;
        }
        if self.rules.constraints.royal_stays_in_check && !self.royal_may_leave(position, made, Engine::attacks) {
            return false;
        }
        if !safe && !self.is_safe_in_short(position, made).unwrap_or_else(|| self.is_safe(position, made)) {
            return false;
        }
        !self.must_not_check(position, made)
            || !self
                .checks_in_short(position, made, checked)
                .unwrap_or_else(|| self.checks(position, made, Engine::attacks))
    }

    /// As [`is_safe`](Engine::is_safe), without making the move; `None` where that is not so easily said.
    pub(crate) fn is_safe_in_short(&self, position: &Position<W>, made: &Move) -> Option<bool> {
        let us = position.state.turn;
        let ours = self.royal_pieces(position, us);
        let plain =
            made.kind == MoveKind::Normal && made.from != made.to && made.captures.iter().all(|s| *s == made.to);
        let common = |piece| !self.moves.of(us, piece).royal;
        let changes = self.rules.effects.flips.is_some() || made.wall.is_some();
        if !plain || changes || !common(made.piece) || !made.promotion.is_none_or(common) {
            return None;
        }
        if !self.attacks.by[!us].has_closed_form()
            || !self.plan.duple_royals.is_empty()
            || ours != self.royal_squares(position, us)
        {
            return None;
        }
        // Royal pieces may vanish by what the move takes.
        let turns_to_stone = !self.rules.effects.petrifies.is_empty();
        let royal_targets = if turns_to_stone { self.royal_pieces(position, !us) } else { Bitboard::EMPTY };
        if (position.of_side(us) | royal_targets).contains(made.to) {
            return None;
        }
        let mut gone = Bitboard::of(made.to);
        let mut occupied = (position.occupied() | gone) & !Bitboard::of(made.from);
        if self.plan.blasts {
            let theirs = self.royal_pieces(position, !us);
            if theirs != self.royal_squares(position, !us) {
                return None;
            }
            if made.is_capture() {
                gone = self.blasted(position, made);
                if gone.intersects(&ours) {
                    return Some(false);
                }
                if gone.intersects(&theirs) {
                    return Some(true);
                }
                occupied &= !gone;
                if self.stays_after_capture(made) {
                    occupied.insert(made.to);
                }
            }
        }
        let in_danger = |royal: Square| {
            let shielded = self.plan.blasts && self.is_shielded(position, us, royal);
            !shielded && self.attacks.by[!us].is_attacked(position, royal, &occupied, &gone)
        };
        Some(!ours.iter().any(in_danger))
    }

    /// As [`checks`](Engine::checks), without making the move; `None` where that is not so easily said.
    fn checks_in_short(&self, position: &Position<W>, made: &Move, checked: bool) -> Option<bool> {
        let us = position.state.turn;
        let plain = match made.kind {
            MoveKind::Normal => made.from != made.to && made.captures.iter().all(|square| *square == made.to),
            MoveKind::Drop => true,
            _ => false,
        };
        let effects = &self.rules.effects;
        let changes = effects.flips.is_some() || self.plan.blasts || !effects.petrifies.is_empty();
        let taken = position.cell(made.to).piece();
        let royal_taken = made.is_capture() && taken.is_some_and(|piece| self.moves.of(!us, piece).royal);
        if !plain || changes || royal_taken || made.wall.is_some() || !self.plan.duple_royals.is_empty() {
            return None;
        }
        let attacks = &self.attacks.by[us];
        if !attacks.has_closed_form() {
            return None;
        }
        let mut gone = Bitboard::EMPTY;
        let mut occupied = position.occupied();
        if made.kind == MoveKind::Normal {
            gone.insert(made.from);
            occupied.remove(made.from);
        }
        occupied.insert(made.to);
        let piece = made.promotion.unwrap_or(made.piece);
        let royals = self.royal_squares(position, !us);
        // Who has not given check before gives one only when squares on his way change.
        let touches = |royal| {
            let screens = attacks.screens(royal);
            checked || screens.contains(made.to) || screens.contains(made.from)
        };
        let in_check = |royal| {
            attacks.attacks_from(royal, (piece, made.to), &occupied)
                || (touches(royal) && attacks.is_attacked(position, royal, &occupied, &gone))
        };
        Some(royals.iter().any(in_check))
    }
}
