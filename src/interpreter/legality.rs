//! The one place for legality: which moves leave no royal piece under attack.
//!
//! An attack of an enemy man on the royal square stands iff exactly `hurdles` of the squares between are occupied (see
//! [`Path`](super::attack::Path)). With `n` of them occupied now, a move changes the verdict in few ways, so that the
//! squares on which a move may end follow in closed form, once a node, for all moves of common men:
//!
//! | n | a man from outside the path | a man that stands in the path |
//! |---|---|---|
//! | hurdles (check) | must land on the attacker or on an empty square of the path | on the attacker, or anywhere but an empty square of the path |
//! | hurdles + 1 | anywhere | on the attacker or on an empty square of the path |
//! | hurdles - 1 | not on an empty square of the path | anywhere |
//! | else | anywhere | anywhere |
//!
//! Moves of the royal piece, castling, en passant and moves of several legs are made and looked at. So is everything
//! where a side has several royal pieces, or where an enemy man attacks in a way that has no such path.

use smallvec::SmallVec;

use crate::board::{Bitboard, Side, Square};
use crate::position::{Castling, Position};
use crate::rules::PieceId;

use super::engine::Engine;
use super::moves::{Move, MoveKind};
use super::reference;

/// Which landing squares one attack path leaves.
#[derive(Clone, Copy, Debug)]
struct Constraint<const W: usize> {
    between: Bitboard<W>,
    outside: Bitboard<W>,
    inside: Bitboard<W>,
}

/// What must be asked of a move in a position.
#[derive(Debug)]
pub enum Guard<const W: usize> {
    /// Nothing: there is no royal piece.
    Free,
    /// Masks for common men, a look for the rest.
    Masks(Masks<W>),
    /// Every move must be made and looked at.
    Exact,
}

/// The landing squares that leave the royal piece safe.
#[derive(Debug)]
pub struct Masks<const W: usize> {
    /// Where the royal piece stands.
    pub royal: Square,
    /// Is it attacked now?
    pub check: bool,
    /// For men that stand in no path.
    outside: Bitboard<W>,
    /// The squares of paths that matter.
    paths: Bitboard<W>,
    constraints: SmallVec<[Constraint<W>; 4]>,
}

impl<const W: usize> Guard<W> {
    /// Where common men that stand on none of the second set of squares may land; `None` where each move must be made
    /// and looked at.
    #[inline(always)]
    pub fn sets(&self) -> Option<(Bitboard<W>, Bitboard<W>)> {
        match self {
            Guard::Free => Some((!Bitboard::EMPTY, Bitboard::EMPTY)),
            Guard::Masks(masks) => Some((masks.outside, masks.paths)),
            Guard::Exact => None,
        }
    }
}

impl<const W: usize> Masks<W> {
    /// Where a common man from a square may land.
    #[inline(always)]
    pub fn landing(&self, from: Square) -> Bitboard<W> {
        if self.paths.contains(from) { self.landing_from_path(from) } else { self.outside }
    }

    fn landing_from_path(&self, from: Square) -> Bitboard<W> {
        let mut landing = !Bitboard::EMPTY;
        for constraint in &self.constraints {
            landing &= if constraint.between.contains(from) { constraint.inside } else { constraint.outside };
        }
        landing
    }

    #[inline(always)]
    fn add(&mut self, attacker: Square, between: Bitboard<W>, hurdles: u32, occupied: &Bitboard<W>) {
        let blockers = (between & *occupied).count();
        let on_attacker = Bitboard::of(attacker);
        let gaps = between & !*occupied;
        let all = !Bitboard::EMPTY;
        let (outside, inside) = if blockers == hurdles {
            self.check = true;
            (gaps | on_attacker, !gaps)
        } else if blockers == hurdles + 1 {
            (all, gaps | on_attacker)
        } else if blockers + 1 == hurdles {
            (!gaps, all)
        } else {
            return;
        };
        self.outside &= outside;
        self.paths |= between;
        self.constraints.push(Constraint { between, outside, inside });
    }
}

impl<const W: usize> Engine<W> {
    /// The squares of the royal men of a side.
    #[inline(always)]
    pub fn royal_squares(&self, position: &Position<W>, side: Side) -> Bitboard<W> {
        let mut royals = Bitboard::EMPTY;
        for piece in &self.royals {
            royals |= position.of_piece(*piece);
        }
        royals & position.of_side(side)
    }

    /// Is the side in check: is a royal man of it attacked?
    pub fn in_check(&self, position: &Position<W>, side: Side) -> bool {
        let gone = Bitboard::EMPTY;
        self.royal_squares(position, side).iter().any(|square| self.is_attacked(position, square, !side, &gone))
    }

    /// Could a man of `by` take on `target`, were it the turn of `by` and an enemy stood there? The men on `gone` are
    /// left out of account as attackers, not as obstacles.
    #[inline(always)]
    pub fn is_attacked(&self, position: &Position<W>, target: Square, by: Side, gone: &Bitboard<W>) -> bool {
        let attacks = &self.attacks[by];
        attacks.is_attacked(position, target, &position.occupied(), gone)
            || (!attacks.open_form.is_empty() && reference::attacks_in_open_form(self, position, target, by, gone))
    }

    /// What must be asked of the moves of the side to move.
    #[inline(always)]
    pub fn guard(&self, position: &Position<W>) -> Guard<W> {
        if self.royals.is_empty() {
            return Guard::Free;
        }
        let us = position.state.turn;
        let royals = self.royal_squares(position, us);
        let Some(royal) = royals.lowest() else {
            return Guard::Free;
        };
        let mut rest = royals;
        rest.remove(royal);
        let attacks = &self.attacks[!us];
        let open_form = |piece: &PieceId| !position.men(!us, *piece).is_empty();
        if !rest.is_empty() || attacks.open_form.iter().any(open_form) {
            return Guard::Exact;
        }
        Guard::Masks(self.masks(position, royal))
    }

    #[inline(always)]
    fn masks(&self, position: &Position<W>, royal: Square) -> Masks<W> {
        let us = position.state.turn;
        let (enemies, occupied) = (position.of_side(!us), position.occupied());
        let attacks = &self.attacks[!us];
        let mut masks = Masks {
            royal,
            check: false,
            outside: !Bitboard::EMPTY,
            paths: Bitboard::EMPTY,
            constraints: SmallVec::new(),
        };
        for index in 0..self.rules.pieces.len() {
            let piece = PieceId::new(index as u8);
            let men = position.of_piece(piece) & enemies;
            let (leaps, rays) = attacks.sources(piece, royal);
            for from in men & leaps {
                masks.add(from, Bitboard::EMPTY, 0, &occupied);
            }
            for from in men & rays {
                for path in attacks.paths(piece, from, royal) {
                    masks.add(from, path.between, path.hurdles, &occupied);
                }
            }
        }
        masks
    }

    /// Of the squares the royal man could go to, those on which it would not be attacked.
    #[inline(always)]
    pub(super) fn safe_for_royal(&self, position: &Position<W>, from: Square, targets: Bitboard<W>) -> Bitboard<W> {
        let us = position.state.turn;
        let mut safe = targets;
        let mut left = position.occupied();
        left.remove(from);
        for to in targets {
            let gone = Bitboard::of(to);
            if self.attacks[!us].is_attacked(position, to, &(left | gone), &gone) {
                safe.remove(to);
            }
        }
        safe
    }

    /// Does the move leave every royal man of the mover safe? Makes it, looks, and takes it back. Castling out of and
    /// through attacked squares is looked at too.
    pub fn is_safe(&self, position: &mut Position<W>, made: &Move) -> bool {
        let us = position.state.turn;
        if let MoveKind::Castling { .. } = made.kind
            && !self.castling_path_is_safe(position, made)
        {
            return false;
        }
        let mark = position.mark();
        self.apply(position, made);
        let safe = !self.in_check(position, us);
        position.undo(&mark);
        safe
    }

    /// Is no square that the royal piece passes attacked, nor the one on which it stands in the end? That it is not in
    /// check is known.
    #[inline(always)]
    pub(super) fn castling_is_safe(&self, position: &Position<W>, castling: &Castling<W>) -> bool {
        let attacks = &self.attacks[!position.state.turn];
        let (gone, occupied) = (Bitboard::EMPTY, position.occupied());
        for square in castling.path {
            if attacks.is_attacked(position, square, &occupied, &gone) {
                return false;
            }
        }
        let mut after = occupied;
        after.remove(castling.right.from);
        after.remove(castling.right.partner);
        after.insert(castling.to);
        after.insert(castling.partner_to);
        !attacks.is_attacked(position, castling.to, &after, &gone)
    }

    fn castling_path_is_safe(&self, position: &Position<W>, made: &Move) -> bool {
        let us = position.state.turn;
        if !self.table(us, made.piece).royal {
            return true;
        }
        let mut path: Bitboard<W> = self.rules.geometry.straight(made.from, made.to).resize();
        path.insert(made.from);
        let gone = Bitboard::EMPTY;
        path.iter().all(|square| !self.is_attacked(position, square, !us, &gone))
    }

    /// Of the targets of a common man, those that leave every royal man safe: each is made and looked at.
    pub(super) fn safe_one_by_one(
        &self,
        position: &mut Position<W>,
        (from, piece): (Square, PieceId),
        targets: Bitboard<W>,
    ) -> Bitboard<W> {
        let us = position.state.turn;
        let mut safe = targets;
        for to in targets {
            let mark = position.mark();
            self.apply_simple(position, from, to, piece, None);
            if self.in_check(position, us) {
                safe.remove(to);
            }
            position.undo(&mark);
        }
        safe
    }
}
