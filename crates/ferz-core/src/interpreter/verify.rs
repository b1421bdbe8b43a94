//! Verifies single moves: tests legality where [`CheckInfo`](super::check_info::CheckInfo) does not decide it.
//!
//! Most moves are verified without being made. The test looks for attackers of a royal piece with the occupancy after
//! the move.

use crate::board::{Bitboard, BySide, Side, Square};
use crate::position::{Cell, Position};
use crate::rules::{PlacedPiece, Royalty, WallPlace};
use crate::work;

use super::engine::Engine;
use super::moves::{AttackSource, Move, MoveKind};

/// Facts known about a move before it is verified.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Known {
    /// `true` if the move leaves no royal piece of its side under attack.
    pub safe: bool,
    /// `true` if the other side is not in check before the move.
    pub unchecked: bool,
    /// `true` if, after the move, no attack without a closed form is on a royal piece of its side.
    pub spares_walked: bool,
}

impl<const W: usize> Engine<W> {
    /// The cost of making a move, testing the royal pieces, and unmaking the move, in steps of work.
    pub(super) const STEPS: usize = 2 + W / 4;

    /// Returns `true` if a pseudo-legal move is legal. Obligations to make other moves are not tested.
    pub(crate) fn verify(&self, position: &mut Position<W>, mv: &Move, known: Known, by: AttackSource) -> bool {
        let us = position.state.turn;
        if self.takes_immune(position, mv) {
            return false;
        }
        let faced = self.is_face_off(position);
        if faced && mv.is_pass() {
            return true;
        }
        if mv.stays() && self.in_check_by(position, us, by) {
            return false;
        }
        if self.rules.constraints.royal_stays_in_check && !self.royal_may_leave(position, mv, by) {
            return false;
        }
        let is_safe = |position: &mut Position<W>| match known.spares_walked {
            true => self.is_safe_from_tables(position, mv),
            false => self.is_safe(position, mv, by),
        };
        if !known.safe && !is_safe(position) {
            return false;
        }
        if Self::RULED && self.plan.beyond && !self.allows_beyond(position, mv, by) {
            return false;
        }
        if faced {
            let mark = position.mark();
            self.apply(position, mv);
            let still = self.is_face_off(position);
            position.undo(&mark);
            if still {
                return false;
            }
        }
        !self.must_not_check(position, mv) || !self.gives_check(position, mv, (known, by))
    }

    /// Returns `true` if the move leaves every royal piece of the mover safe, and castles neither out of check nor
    /// through attacked squares.
    pub(crate) fn is_safe(&self, position: &mut Position<W>, mv: &Move, by: AttackSource) -> bool {
        if !self.plan.any_royals() {
            return true;
        }
        if by == AttackSource::Tables
            && !(Self::RULED && self.plan.beyond)
            && let Some(safe) = self.is_safe_unmade(position, mv)
        {
            return safe;
        }
        if !work::spend(Self::STEPS) {
            return false;
        }
        let us = position.state.turn;
        if !self.castling_path_is_safe(position, mv, by) {
            return false;
        }
        let (mark, royals) = (position.mark(), self.royal_counts(position));
        self.apply(position, mv);
        let decided = self.decided_by_losses(position, us, royals);
        let safe = decided.unwrap_or_else(|| !self.in_check_beside(position, us, mv, by));
        position.undo(&mark);
        safe
    }

    /// The same as [`is_safe`](Engine::is_safe), for attacks in closed form only.
    pub(crate) fn is_safe_from_tables(&self, position: &mut Position<W>, mv: &Move) -> bool {
        let us = position.state.turn;
        let mark = position.mark();
        self.apply(position, mv);
        let (attacks, occupied) = (&self.attacks.by[!us], position.occupied());
        let mut royals = self.royal_squares(position, us).iter();
        let safe = !royals.any(|royal| attacks.is_attacked(position, royal, &occupied, &Bitboard::EMPTY));
        position.undo(&mark);
        safe
    }

    /// Returns `true` if a move gives check.
    pub(crate) fn gives_check(
        &self,
        position: &mut Position<W>,
        mv: &Move,
        (known, by): (Known, AttackSource),
    ) -> bool {
        if by == AttackSource::Tables
            && !(Self::RULED && self.plan.beyond)
            && let Some(gives) = self.gives_check_unmade(position, mv, known.unchecked)
        {
            return gives;
        }
        if !work::spend(Self::STEPS) {
            return false;
        }
        let them = !position.state.turn;
        let mark = position.mark();
        self.apply(position, mv);
        let gives = self.in_check_beside(position, them, mv, by);
        position.undo(&mark);
        gives
    }

    /// Returns `true` if a wall must be built with a move. When a captured piece moves on ([`MoveKind::Lifted`]), no wall
    /// can be built on the square that it leaves, because the capturing piece stands there.
    pub(crate) fn builds_with(&self, mv: &Move) -> bool {
        self.rules.effects.walls.as_ref().is_some_and(|walls| {
            let leaves_none = walls.built == WallPlace::Behind && mv.kind() == MoveKind::Lifted;
            !leaves_none && (!walls.instead || mv.is_pass())
        })
    }

    /// The legal moves that consist of this move and a wall.
    pub(crate) fn with_walls(&self, position: &mut Position<W>, mv: Move) -> Vec<Move> {
        if !self.builds_with(&mv) {
            return vec![mv];
        }
        let squares = self.wall_squares(position, &mv);
        squares.iter().map(|wall| mv.with(|further| further.wall = Some(wall))).collect()
    }

    /// Returns `true` if a move captures a piece that its piece may not capture.
    pub(crate) fn takes_immune(&self, position: &Position<W>, mv: &Move) -> bool {
        mv.captures().squares().iter().any(|square| {
            let taken = position.piece_on(*square);
            taken.is_some_and(|piece| self.rules.piece(piece).safe_from.contains(&mv.piece))
        })
    }

    /// Returns `true` if a move would be illegal if it gave check.
    pub(crate) fn must_not_check(&self, position: &Position<W>, mv: &Move) -> bool {
        let quiet_drop =
            || mv.kind() == MoveKind::Drop && self.moves.drops.iter().any(|drop| drop.piece == mv.piece && !drop.check);
        let rule = || self.rules.piece(mv.piece).promotion_move.as_ref();
        let peaceful = mv.promotion().is_some()
            && !mv.is_capture()
            && rule().is_some_and(|rule| rule.peaceful)
            && !self.promotes_in_passing(position, mv);
        self.rules.constraints.no_checks || peaceful || quiet_drop()
    }

    /// Returns `true` if the piece could also make this promotion with an ordinary move.
    pub(crate) fn promotes_in_passing(&self, position: &Position<W>, mv: &Move) -> bool {
        let promotion = self.moves.of(position.state.turn, mv.piece).promotion.as_ref();
        promotion.is_some_and(|promotion| {
            promotion.zone_in(position, mv.from).contains(mv.to)
                && mv.promotion().is_some_and(|choice| promotion.choices.contains(&choice))
                && self.is_in_tables(position, mv)
        })
    }

    /// Returns `true` if a royal piece in check may make this move: it may only capture the one checking piece.
    pub(crate) fn royal_may_leave(&self, position: &mut Position<W>, mv: &Move, by: AttackSource) -> bool {
        let us = position.state.turn;
        let leaves = mv.from != mv.to && self.royal_squares(position, us).contains(mv.from);
        if !leaves || !self.attacks(position, mv.from, !us, by) {
            return true;
        }
        let mark = position.mark();
        for square in mv.captures().squares().iter() {
            position.set(*square, Cell::EMPTY);
        }
        let alone = mv.is_capture() && !self.attacks(position, mv.from, !us, by);
        position.undo(&mark);
        alone
    }

    /// The number of royal pieces of each side.
    pub(crate) fn royal_counts(&self, position: &Position<W>) -> BySide<u32> {
        BySide::from_fn(|side| self.royal_squares(position, side).count())
    }

    /// Decides by lost royal pieces whether a move of `us` is legal: `Some(false)` if `us` has lost one, `Some(true)`
    /// if only the other side has, `None` if neither has. `before` holds the numbers of royal pieces before the move.
    pub(crate) fn decided_by_losses(&self, position: &Position<W>, us: Side, before: BySide<u32>) -> Option<bool> {
        if !self.plan.royals_can_vanish {
            return None;
        }
        let after = BySide::from_fn(|side| self.royal_pieces(position, side).count());
        // A royal piece that changes sides is not lost.
        if after.white + after.black >= before.white + before.black {
            return None;
        }
        let has_lost = |side| after[side] < before[side];
        if has_lost(us) { Some(false) } else { has_lost(!us).then_some(true) }
    }

    /// Returns `true` if royal pieces can vanish and a side has fewer of them than at the start of a game.
    pub fn has_lost_royals(&self, position: &Position<W>, side: Side) -> bool {
        let starts =
            |placed: &&PlacedPiece| placed.side == side && self.rules.piece(placed.piece).royalty.is_ever_royal();
        self.plan.royals_can_vanish
            && (self.royal_pieces(position, side).count() as usize)
                < self.rules.setup.pieces.iter().flatten().filter(starts).count()
    }

    /// Returns `true` if a royal piece that castles passes no square that is attacked. Other moves pass none.
    pub(crate) fn castling_path_is_safe(&self, position: &mut Position<W>, mv: &Move, by: AttackSource) -> bool {
        let us = position.state.turn;
        let castles = matches!(mv.kind(), MoveKind::Castling { .. });
        if !castles || !self.royal_squares(position, us).contains(mv.from) {
            return true;
        }
        let mut path: Bitboard<W> = self.rules.geometry.straight(mv.from, mv.to).resize();
        path.insert(mv.from);
        let mark = position.mark();
        let behind_walls = self.castles_behind_walls(mv);
        if self.plan.blasts || behind_walls {
            // A royal piece that is safe on its square may still block an attack on its path, so it is lifted.
            position.set(mv.from, Cell::EMPTY);
        }
        if behind_walls || (self.plan.blasts && !self.builds_with(mv)) {
            // The destination is tested with the piece on it.
            path.remove(mv.to);
        }
        if let Some(wall) = mv.wall().filter(|_| behind_walls) {
            self.lift_old_walls(position);
            if position.piece_on(wall).is_none() {
                position.set_wall(wall, true);
            }
        }
        let shielded = |square: Square| self.plan.blasts && self.is_shielded(position, us, square);
        let mut safe = path.iter().all(|square| shielded(square) || !self.attacks(position, square, !us, by));
        if !safe && !self.tree.ignores.is_empty() {
            safe = path.iter().all(|square| !self.attacks_royal_on(position, (mv.from, square), by));
        }
        position.undo(&mark);
        safe
    }

    /// Returns `true` if a royal piece would be attacked on a square of its path: some pieces do not see its kind.
    fn attacks_royal_on(&self, position: &mut Position<W>, (from, square): (Square, Square), by: AttackSource) -> bool {
        let (royal, there, us) = (position.cell(from), position.cell(square), position.state.turn);
        position.set(square, royal);
        let attacked = self.attacks(position, square, !us, by);
        position.set(square, there);
        attacked
    }

    /// Returns `true` if the wall that comes with a castling move counts when its path is tested. As in Fairy-Stockfish, it does for a
    /// piece that is royal only as one of the last of its kind.
    pub(crate) fn castles_behind_walls(&self, mv: &Move) -> bool {
        let castles = matches!(mv.kind(), MoveKind::Castling { .. });
        castles && self.builds_with(mv) && matches!(self.rules.piece(mv.piece).royalty, Royalty::Last(_))
    }

    /// The same as [`is_safe`](Engine::is_safe), without making the move; `None` if the move must be made to decide.
    pub(crate) fn is_safe_unmade(&self, position: &Position<W>, mv: &Move) -> Option<bool> {
        let us = position.state.turn;
        let mut ours = self.royal_pieces(position, us);
        let (drops, piece) = (mv.kind() == MoveKind::Drop, mv.promotion().unwrap_or(mv.piece));
        let goes = mv.kind() == MoveKind::Normal && mv.from != mv.to && mv.captures().are_only(mv.to);
        let common = |piece| !self.moves.of(us, piece).royal;
        let drops_royal = drops && self.rules.piece(piece).royalty == Royalty::Royal;
        let plain = drops_royal || ((drops || goes && common(mv.piece)) && common(piece));
        if !plain || self.rules.effects.flips.is_some() || mv.wall().is_some() {
            return None;
        }
        if !self.attacks.by[!us].has_closed_form()
            || !self.plan.duple_royals.is_empty()
            || ours != self.royal_squares(position, us)
        {
            return None;
        }
        // Royal pieces may vanish by the effects of a capture.
        let turns_to_stone = !self.rules.effects.petrifies.is_empty();
        let royals_there = if turns_to_stone { self.royal_pieces(position, !us) } else { Bitboard::EMPTY };
        if (position.of_side(us) | royals_there).contains(mv.to) {
            return None;
        }
        let mut gone = Bitboard::of(mv.to);
        let mut occupied = position.occupied();
        occupied.remove(mv.from);
        occupied |= gone;
        if drops_royal {
            ours.insert(mv.to);
        }
        if self.plan.blasts {
            let theirs = self.royal_pieces(position, !us);
            if theirs != self.royal_squares(position, !us) {
                return None;
            }
            if mv.is_capture() {
                gone = self.blast_around(position, mv.to) | Bitboard::of(mv.from) | Bitboard::of(mv.to);
                if gone.intersects(&ours) {
                    return Some(false);
                }
                if gone.intersects(&theirs) {
                    return Some(true);
                }
                occupied &= !gone;
                if self.stays_after_capture(mv) {
                    occupied.insert(mv.to);
                }
            }
        }
        let in_danger = |royal: Square| {
            let shielded = self.plan.blasts && self.is_shielded(position, us, royal);
            !shielded && self.attacks.by[!us].is_attacked(position, royal, &occupied, &gone)
        };
        Some(!ours.iter().any(in_danger))
    }

    /// The same as `gives_check`, without making the move; `None` if the move must be made to decide. `unchecked` is
    /// `true` if the other side is not in check before the move.
    fn gives_check_unmade(&self, position: &Position<W>, mv: &Move, unchecked: bool) -> Option<bool> {
        let us = position.state.turn;
        let plain = match mv.kind() {
            MoveKind::Normal => mv.from != mv.to && mv.captures().are_only(mv.to),
            MoveKind::Drop => true,
            _ => false,
        };
        let effects = &self.rules.effects;
        let changes = effects.flips.is_some() || self.plan.blasts || !effects.petrifies.is_empty();
        let taken = position.piece_on(mv.to);
        let royal_taken = mv.is_capture() && taken.is_some_and(|piece| self.moves.of(!us, piece).royal);
        if !plain || changes || royal_taken || mv.wall().is_some() || !self.plan.duple_royals.is_empty() {
            return None;
        }
        let attacks = &self.attacks.by[us];
        if !attacks.has_closed_form() {
            return None;
        }
        let mut gone = Bitboard::EMPTY;
        let mut occupied = position.occupied();
        if mv.kind() == MoveKind::Normal {
            gone.insert(mv.from);
            occupied.remove(mv.from);
        }
        occupied.insert(mv.to);
        let piece = mv.promotion().unwrap_or(mv.piece);
        let royals = self.royal_squares(position, !us);
        // If there was no check before the move, another piece can give check only if the move changes a square between
        // it and the royal piece.
        let touches = |royal| {
            let screens = attacks.screens(royal);
            !unchecked || screens.contains(mv.to) || screens.contains(mv.from)
        };
        let in_check = |royal| {
            attacks.attacks_from(royal, (piece, mv.to), &occupied)
                || (touches(royal) && attacks.is_attacked(position, royal, &occupied, &gone))
        };
        Some(royals.iter().any(in_check))
    }
}
