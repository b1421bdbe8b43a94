//! Legality where moves have effects or rules ask for more than safe royal pieces: each move is made and looked at.

use crate::board::{Bitboard, BySide, Side, Square};
use crate::position::{Cell, Position};
use crate::rules::Pass;

use super::engine::Engine;
use super::moves::{Move, MoveKind};

/// Could a piece of a side take on a square, were an enemy there? The tables answer this, or the walker.
pub(crate) type Attacked<const W: usize> = fn(&Engine<W>, &Position<W>, Square, Side) -> bool;

impl<const W: usize> Engine<W> {
    /// The legal ones of moves that the pieces can make, with the walls that come with them, and passes. `all`: are these
    /// all moves of the side, or only captures?
    pub(crate) fn legal_of(
        &self,
        position: &mut Position<W>,
        moves: Vec<Move>,
        all: bool,
        attacked: Attacked<W>,
    ) -> Vec<Move> {
        let constraints = &self.rules.constraints;
        let mut found = Vec::with_capacity(moves.len());
        let passes = all && (constraints.pass == Pass::Always || self.plan.builds_instead);
        for made in moves.into_iter().chain(if passes { self.pass(position) } else { None }) {
            for made in self.with_walls(position, made) {
                if !self.is_legal(position, &made, attacked) {
                    continue;
                }
                // A piece that comes behind another cannot make a move legal that would not be without it.
                let gates = self.gates(position, &made);
                found.extend(gates.into_iter().map(|gate| Move { gate: Some(gate), ..made }));
                found.push(made);
            }
        }
        let us = position.state.turn;
        if constraints.must_drop.iter().any(|piece| position.in_hand(us, *piece) > 0) {
            let obliged = |made: &Move| made.kind == MoveKind::Drop && constraints.must_drop.contains(&made.piece);
            if found.iter().any(obliged) {
                found.retain(obliged);
            }
        }
        if constraints.must_capture && found.iter().any(Move::is_capture) {
            found.retain(Move::is_capture);
        }
        if all && found.is_empty() && constraints.pass == Pass::Stuck {
            found.extend(self.pass(position).filter(|made| self.is_legal(position, made, attacked)));
        }
        found
    }

    /// Does a wall come with a move?
    pub(crate) fn builds_with(&self, made: &Move) -> bool {
        self.rules.effects.walls.as_ref().is_some_and(|walls| !walls.instead || made.is_pass())
    }

    /// A move with each of the walls that may come with it.
    fn with_walls(&self, position: &mut Position<W>, made: Move) -> Vec<Move> {
        if !self.builds_with(&made) {
            return vec![made];
        }
        let squares = self.wall_squares(position, &made);
        squares.iter().map(|wall| Move { wall: Some(wall), ..made }).collect()
    }

    /// Does a move take what its piece may not take?
    pub(crate) fn takes_immune(&self, position: &Position<W>, made: &Move) -> bool {
        made.captures.iter().any(|square| {
            let taken = position.cell(*square).piece();
            taken.is_some_and(|piece| self.rules.piece(piece).safe_from.contains(&made.piece))
        })
    }

    /// Would a move be illegal if it gave check?
    pub(crate) fn must_not_check(&self, position: &Position<W>, made: &Move) -> bool {
        let quiet_drop = || {
            made.kind == MoveKind::Drop && self.moves.drops.iter().any(|drop| drop.piece == made.piece && !drop.check)
        };
        let rule = || self.rules.piece(made.piece).promotion_move.as_ref();
        let peaceful = made.promotion.is_some()
            && !made.is_capture()
            && rule().is_some_and(|rule| rule.peaceful)
            && !self.promotes_in_passing(position, made);
        self.rules.constraints.no_checks || peaceful || quiet_drop()
    }

    /// Is it a move that the piece could make anyway, and that ends where he promotes?
    pub(crate) fn promotes_in_passing(&self, position: &Position<W>, made: &Move) -> bool {
        let promotion = self.moves.of(position.state.turn, made.piece).promotion.as_ref();
        promotion.is_some_and(|promotion| {
            promotion.zone_in(position, made.from).contains(made.to)
                && made.promotion.is_some_and(|choice| promotion.choices.contains(&choice))
                && self.is_in_tables(position, made)
        })
    }

    /// Does a move give check? Makes it, looks, and takes it back.
    pub(crate) fn checks(&self, position: &mut Position<W>, made: &Move, attacked: Attacked<W>) -> bool {
        let them = !position.state.turn;
        let mark = position.mark();
        self.apply(position, made);
        let gives = self.in_check_by(position, them, attacked);
        position.undo(&mark);
        gives
    }

    fn is_legal(&self, position: &mut Position<W>, made: &Move, attacked: Attacked<W>) -> bool {
        let us = position.state.turn;
        let constraints = &self.rules.constraints;
        if self.takes_immune(position, made) {
            return false;
        }
        let faced = self.is_face_off(position);
        if faced && made.is_pass() {
            return true;
        }
        if made.stays() && self.in_check_by(position, us, attacked) {
            return false;
        }
        if constraints.royal_stays_in_check && !self.royal_may_leave(position, made, attacked) {
            return false;
        }
        if !self.is_safe_by(position, made, attacked) {
            return false;
        }
        if faced {
            let mark = position.mark();
            self.apply(position, made);
            let still = self.is_face_off(position);
            position.undo(&mark);
            if still {
                return false;
            }
        }
        !self.must_not_check(position, made) || !self.checks(position, made, attacked)
    }

    /// May the piece move although it is royal and in check? Only to take the one piece that gives check.
    pub(crate) fn royal_may_leave(&self, position: &mut Position<W>, made: &Move, attacked: Attacked<W>) -> bool {
        let us = position.state.turn;
        let leaves = made.from != made.to && self.royal_squares(position, us).contains(made.from);
        if !leaves || !attacked(self, position, made.from, !us) {
            return true;
        }
        let mark = position.mark();
        for square in &made.captures {
            position.set(*square, Cell::EMPTY);
        }
        let alone = made.is_capture() && !attacked(self, position, made.from, !us);
        position.undo(&mark);
        alone
    }

    /// Does the move leave every royal piece of the mover safe? Makes it, looks, and takes it back. Castling out of and
    /// through attacked squares is looked at too.
    pub(crate) fn is_safe_by(&self, position: &mut Position<W>, made: &Move, attacked: Attacked<W>) -> bool {
        let us = position.state.turn;
        if !self.plan.any_royals() {
            return true;
        }
        if !self.castling_path_is_safe(position, made, attacked) {
            return false;
        }
        let (mark, royals) = (position.mark(), self.royal_counts(position));
        self.apply(position, made);
        let decided = self.decided_by_losses(position, us, royals);
        let safe = decided.unwrap_or_else(|| !self.in_check_by(position, us, attacked));
        position.undo(&mark);
        safe
    }

    /// How many royal pieces each side has.
    pub(crate) fn royal_counts(&self, position: &Position<W>) -> BySide<u32> {
        BySide::from_fn(|side| self.royal_squares(position, side).count())
    }

    /// After a move of `us`: is it safe because the other side has lost a royal piece by it, or not because its own has, who
    /// knows how many there were before? `None` if nobody has lost one.
    pub(crate) fn decided_by_losses(&self, position: &Position<W>, us: Side, before: BySide<u32>) -> Option<bool> {
        if !self.plan.royals_can_vanish {
            return None;
        }
        let has_lost = |side| before[side] > 0 && self.royal_pieces(position, side).count() < before[side];
        if has_lost(us) { Some(false) } else { has_lost(!us).then_some(true) }
    }

    /// Does a royal piece that castles come past no square that is attacked? Other moves come past none.
    pub(crate) fn castling_path_is_safe(&self, position: &mut Position<W>, made: &Move, attacked: Attacked<W>) -> bool {
        let us = position.state.turn;
        let castles = matches!(made.kind, MoveKind::Castling { .. });
        if !castles || !self.royal_squares(position, us).contains(made.from) {
            return true;
        }
        let mut path: Bitboard<W> = self.rules.geometry.straight(made.from, made.to).resize();
        path.insert(made.from);
        let mark = position.mark();
        if self.plan.blasts {
            // Who is in no danger where he stands may still be what stands between an attacker and his way. Where he ends is
            // looked at when he stands there.
            position.set(made.from, Cell::EMPTY);
            path.remove(made.to);
            path.insert(made.from);
        }
        let shielded = |square: Square| self.plan.blasts && self.is_shielded(position, us, square);
        let safe = path.iter().all(|square| shielded(square) || !attacked(self, position, square, !us));
        position.undo(&mark);
        safe
    }

    /// Is a royal piece of the side attacked, or are all of those attacked that are royal together?
    pub(crate) fn in_check_by(&self, position: &Position<W>, side: Side, attacked: Attacked<W>) -> bool {
        let in_danger = |square: Square| {
            let shielded = self.plan.blasts && self.is_shielded(position, side, square);
            !shielded && attacked(self, position, square, !side)
        };
        if self.royal_squares(position, side).iter().any(in_danger) {
            return true;
        }
        let together = self.royal_together(position, side);
        !together.is_empty() && together.iter().all(in_danger)
    }
}
