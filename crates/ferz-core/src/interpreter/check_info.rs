//! Restrictions on moves by king safety, computed once for each position.
//!
//! An attack of an enemy piece on the royal square stands iff exactly `hurdles` of the squares between are occupied
//! (see [`Path`](super::tables::Path)). If `n` of them are occupied now, the permitted destinations of all common
//! pieces follow without making a move:
//!
//! | n | a piece from outside the path | a piece that stands in the path |
//! |---|---|---|
//! | hurdles (check) | must land on the attacker or on an empty square of the path | on the attacker, or anywhere but an empty square of the path |
//! | hurdles + 1 | anywhere | on the attacker or on an empty square of the path |
//! | hurdles - 1 | not on an empty square of the path | anywhere |
//! | else | anywhere | anywhere |
//!
//! With several royal pieces, the paths to all of them count. If only one of them has to be safe, each is judged by
//! itself. Other moves must be verified (see `verify`): moves that begin or end on a square that matters to an attack
//! with further conditions, or to an attack that only the walker can find. While an attack of the latter kind stands,
//! all moves are verified.

use smallvec::SmallVec;

use crate::board::{Bitboard, Side, Square};
use crate::position::Position;
use crate::rules::PieceId;

use super::engine::Engine;
use super::moves::{Move, MoveKind};
use super::plan::SpecialRules;
use super::tables::ConditionalAttack;
use super::walked::Threats;

/// The largest number of jointly royal pieces (one must be safe) for which restrictions are computed.
const MOST_DUPLE_ROYALS: u32 = 8;

/// Restrictions that keep the royal pieces of a side safe: permitted destinations, and moves that must be verified.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CheckInfo<const W: usize> {
    side: Side,
    /// The royal pieces of the side.
    pub royals: Bitboard<W>,
    /// `true` if it is enough that one of them is safe.
    pub one_of: bool,
    /// `true` if they are attacked now.
    pub in_check: bool,
    /// Permitted destinations of pieces that are neither royal nor pinned, and of drops.
    pub check_mask: Bitboard<W>,
    /// Pieces on the path of an attack. Each has its own [permitted destinations](Engine::landing).
    pub pinned: Bitboard<W>,
    /// A move that begins or ends on one of these squares must be verified.
    pub must_verify: Bitboard<W>,
    /// The squares of an attack without a closed form. A move that changes none of these squares is illegal.
    pub evasions: Bitboard<W>,
    /// `true` if moves outside `must_verify` are also safe from attacks without a closed form.
    pub minds_walked: bool,
    /// The enemies that could attack a royal piece, or a square to which it could go.
    pub zone_attackers: Bitboard<W>,
    /// Enemy pieces that would attack the royal piece if the squares in between allowed it (x-ray attackers).
    pub xray_attackers: Bitboard<W>,
    /// The squares of all paths, whatever stands there. Used for blasts.
    pub pin_rays: Bitboard<W>,
}

/// The enemies that could attack a royal piece with some occupancy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attackers<const W: usize> {
    /// The square of the royal piece; empty if nothing is known.
    royal: Bitboard<W>,
    /// All enemies.
    enemies: Bitboard<W>,
    /// The enemies that could attack the royal piece, or a square to which it could go.
    in_zone: Bitboard<W>,
    /// The enemies that could attack the royal piece itself.
    in_line: Bitboard<W>,
}

impl<const W: usize> Attackers<W> {
    /// Nothing is known.
    pub const UNKNOWN: Attackers<W> = Attackers {
        royal: Bitboard::EMPTY,
        enemies: Bitboard::EMPTY,
        in_zone: Bitboard::EMPTY,
        in_line: Bitboard::EMPTY,
    };
}

/// The destinations that one attack permits.
#[derive(Clone, Copy, Debug)]
struct Constraint<const W: usize> {
    path: Bitboard<W>,
    /// For pieces that do not stand in the path.
    outside: Bitboard<W>,
    /// For pieces that stand in the path.
    inside: Bitboard<W>,
    check: bool,
    must_verify: Bitboard<W>,
}

impl<const W: usize> Constraint<W> {
    /// The constraint that restricts nothing.
    const NONE: Constraint<W> = Constraint {
        path: Bitboard::EMPTY,
        outside: Bitboard([u64::MAX; W]),
        inside: Bitboard([u64::MAX; W]),
        check: false,
        must_verify: Bitboard::EMPTY,
    };

    /// The constraint of an attack that stands iff exactly `hurdles` squares of a path are occupied; `None` if it
    /// restricts no move.
    #[inline(always)]
    fn of(attacker: Square, path: Bitboard<W>, hurdles: u32, occupied: &Bitboard<W>) -> Option<Constraint<W>> {
        let blockers = (path & *occupied).count();
        let gaps = path & !*occupied;
        let ends_it = gaps | Bitboard::of(attacker);
        let (outside, inside) = if blockers == hurdles {
            (ends_it, !gaps)
        } else if blockers == hurdles + 1 {
            (!Bitboard::EMPTY, ends_it)
        } else if blockers + 1 == hurdles {
            (!gaps, !Bitboard::EMPTY)
        } else {
            return None;
        };
        Some(Constraint { path, outside, inside, check: blockers == hurdles, must_verify: Bitboard::EMPTY })
    }

    /// Constraints of an attack that stands only if all squares of `full` are occupied and the hurdle is no barrier
    /// piece. If one move could change both conditions, every move that begins or ends there is verified.
    fn of_conditional(
        attack: &ConditionalAttack<W>,
        occupied: &Bitboard<W>,
        barriers: &Bitboard<W>,
        (own, drops): (&Bitboard<W>, bool),
    ) -> SmallVec<[Constraint<W>; 2]> {
        let ConditionalAttack { from, path, full, hurdle } = attack;
        match (full.is_empty(), path.hurdles) {
            // A barrier piece blocks a slide like any other piece.
            (true, hurdles) if hurdle.is_empty() => {
                return Constraint::of(*from, path.between, hurdles, occupied).into_iter().collect();
            }
            (true, 1) => return Constraint::of_barred_hop((*from, path.between), occupied, barriers, (own, drops)),
            _ => {}
        }
        let mut constraint = Constraint::NONE;
        let blockers = (path.between & *occupied).count();
        let missing = (*full & !*occupied).count();
        constraint.check = blockers == path.hurdles && missing == 0 && !hurdle.intersects(barriers);
        if constraint.check {
            constraint.must_verify = !Bitboard::EMPTY;
        } else if blockers <= path.hurdles + 1 && missing <= 1 {
            constraint.must_verify = path.between | *full;
        }
        SmallVec::from_slice(&[constraint])
    }

    /// Constraints of an attack that stands if exactly one of the squares between is occupied, and not by a barrier
    /// piece. Own barrier pieces that could enter the path are verified, on the board and in hand, because they act
    /// differently from other pieces there.
    fn of_barred_hop(
        (attacker, between): (Square, Bitboard<W>),
        occupied: &Bitboard<W>,
        barriers: &Bitboard<W>,
        (own, drops): (&Bitboard<W>, bool),
    ) -> SmallVec<[Constraint<W>; 2]> {
        let (blockers, gaps) = (between & *occupied, between & !*occupied);
        let ends_it = gaps | Bitboard::of(attacker);
        let barred = blockers.intersects(barriers);
        let own_barriers = Constraint { must_verify: *barriers & *own, ..Constraint::NONE };
        match blockers.count() {
            0 => {
                let dropped = if drops { gaps } else { Bitboard::EMPTY };
                let must_verify = own_barriers.must_verify | dropped;
                SmallVec::from_slice(&[Constraint { outside: !gaps, must_verify, ..Constraint::NONE }])
            }
            // A piece that captures the barrier piece becomes the hurdle in its place.
            1 if barred => SmallVec::from_slice(&[Constraint { path: between, outside: !blockers, ..own_barriers }]),
            1 => SmallVec::from_slice(&[Constraint {
                path: between,
                outside: ends_it,
                inside: !gaps,
                check: true,
                ..own_barriers
            }]),
            2 => {
                // A barrier piece that captures the other one becomes the hurdle, and still stops the attack.
                let must_verify = blockers & *barriers & *own;
                let of = |from: Square| {
                    let path = Bitboard::of(from);
                    let last = blockers & !path;
                    let inside = if last.intersects(barriers) { !last } else { ends_it };
                    Constraint { path, inside, ..Constraint::NONE }
                };
                let pinned = (blockers & *own & !*barriers).into_iter().map(of);
                std::iter::once(Constraint { must_verify, ..Constraint::NONE }).chain(pinned).collect()
            }
            _ => SmallVec::new(),
        }
    }

    fn landing(&self, from: Square) -> Bitboard<W> {
        if self.path.contains(from) { self.inside } else { self.outside }
    }
}

impl<const W: usize> CheckInfo<W> {
    /// Returns `true` if there is no royal piece to protect and no move to verify, so that every move is legal.
    #[inline(always)]
    pub fn of(side: Side, royals: Bitboard<W>) -> CheckInfo<W> {
        CheckInfo {
            side,
            royals,
            one_of: false,
            in_check: false,
            check_mask: !Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            must_verify: Bitboard::EMPTY,
            evasions: !Bitboard::EMPTY,
            minds_walked: false,
            zone_attackers: Bitboard::EMPTY,
            xray_attackers: Bitboard::EMPTY,
            pin_rays: Bitboard::EMPTY,
        }
    }

    /// The value if nothing is known: every move must be verified.
    pub fn unknown(side: Side) -> CheckInfo<W> {
        CheckInfo { must_verify: !Bitboard::EMPTY, ..CheckInfo::of(side, Bitboard::EMPTY) }
    }

    /// Returns `true` if every move must be verified.
    #[inline(always)]
    pub fn is_unknown(&self) -> bool {
        self.must_verify == !Bitboard::EMPTY
    }

    /// Returns `true` if no move can endanger a royal piece.
    #[inline(always)]
    pub fn asks_nothing(&self) -> bool {
        (self.royals | self.must_verify).is_empty()
    }

    /// Returns `true` if a move changes no square on which attacks without a closed form depend. No such attack is on a
    /// royal piece now.
    pub fn spares_walked(&self, mv: &Move) -> bool {
        self.minds_walked
            && matches!(mv.kind(), MoveKind::Normal | MoveKind::EnPassant)
            && mv.gate().is_none()
            && mv.wall().is_none()
            && !changes(mv, &self.must_verify)
    }

    /// Returns `true` if a move may end an attack without a closed form, or if there is no such attack.
    pub fn may_evade(&self, mv: &Move) -> bool {
        !matches!(mv.kind(), MoveKind::Normal | MoveKind::EnPassant) || changes(mv, &self.evasions)
    }

    #[inline(always)]
    fn add(&mut self, constraint: &Constraint<W>, occupied: &Bitboard<W>) {
        self.in_check |= constraint.check;
        self.check_mask &= constraint.outside;
        self.pinned |= constraint.path & *occupied;
        self.must_verify |= constraint.must_verify;
    }

    /// Combines this with the restrictions for another royal piece, if only one of them has to be safe.
    fn or(&mut self, other: &CheckInfo<W>) {
        let first = self.royals.is_empty();
        self.check_mask = if first { other.check_mask } else { self.check_mask | other.check_mask };
        self.in_check = other.in_check && (first || self.in_check);
        self.royals |= other.royals;
        self.pinned |= other.pinned;
        self.must_verify |= other.must_verify;
        self.zone_attackers |= other.zone_attackers;
        self.xray_attackers |= other.xray_attackers;
        self.pin_rays |= other.pin_rays;
    }
}

/// Returns `true` if a plain move, capture or promotion changes the content of one of the squares.
fn changes<const W: usize>(mv: &Move, squares: &Bitboard<W>) -> bool {
    squares.contains(mv.from)
        || squares.contains(mv.to)
        || mv.captures().squares().iter().any(|square| squares.contains(*square))
}

impl<const W: usize> Engine<W> {
    /// Restrictions that king safety puts on the moves of the side to move.
    #[inline(always)]
    pub(crate) fn check_info(&self, position: &Position<W>) -> CheckInfo<W> {
        self.check_info_since(position, &Attackers::UNKNOWN)
    }

    /// The same for a position after a move, with the attackers before it.
    #[inline(always)]
    pub(crate) fn check_info_since(&self, position: &Position<W>, before: &Attackers<W>) -> CheckInfo<W> {
        let us = position.state.turn;
        if let Some(piece) = self.plan.sole_royal {
            let pieces = position.pieces(us, piece);
            if let Some(royal) = pieces.lowest()
                && pieces == Bitboard::of(royal)
            {
                let mut info = CheckInfo::of(us, pieces);
                self.add_attacks(position, royal, before, &mut info);
                return info;
            }
        }
        self.check_info_of_several(position)
    }

    /// The same as [`check_info`](Engine::check_info), for a side that may have several royal pieces.
    #[inline(never)]
    fn check_info_of_several(&self, position: &Position<W>) -> CheckInfo<W> {
        let us = position.state.turn;
        let royals = self.royal_squares(position, us);
        let duple = self.royal_together(position, us);
        if !self.plan.any_royals() {
            return CheckInfo::of(us, Bitboard::EMPTY);
        }
        let attacks = &self.attacks.by[!us];
        let walker_only = |piece: &PieceId| !position.pieces(!us, *piece).is_empty();
        // If a side has more of these pieces than may be royal, losing one can make the rest royal. Dropping one can
        // undo that.
        let loses_own = self.plan.captures_do_more || self.plan.walks;
        if (!self.moves.royal_promoters[us].is_empty() && self.may_promote_to_royal(position))
            || (loses_own && self.royal_pieces(position, us) != royals)
            || (self.plan.drops_doubtful_royals && self.may_drop_doubtful_royal(position))
            || (!royals.is_empty() && !duple.is_subset(&royals))
            || (royals.count() > 1 && !duple.is_empty())
            || duple.count() > MOST_DUPLE_ROYALS
        {
            return CheckInfo::unknown(us);
        }
        let mut screens = None;
        if attacks.walker_only.iter().any(walker_only) {
            match self.threats_to_royals(position, (us, royals)) {
                Threats::None(squares) => screens = Some(squares),
                Threats::Attack(evasions) => return CheckInfo { evasions, ..CheckInfo::unknown(us) },
                Threats::Unknown => return CheckInfo::unknown(us),
            }
        }
        if royals.is_empty() {
            let mut info = CheckInfo { one_of: true, ..CheckInfo::of(us, Bitboard::EMPTY) };
            for royal in duple {
                info.or(&self.check_info_of(position, us, Bitboard::of(royal)));
            }
            info.must_verify |= duple;
            return info;
        }
        let mut info = self.check_info_of(position, us, royals);
        // The safe squares of one royal piece depend on the others too.
        if royals.count() > 1 && (self.plan.blasts || !info.must_verify.is_empty() || !attacks.has_closed_form()) {
            info.must_verify |= royals;
        }
        if let Some(screens) = screens {
            info.must_verify |= screens;
            info.minds_walked = true;
        }
        info
    }

    /// Threats against royal pieces of a side by attacks without a closed form.
    fn threats_to_royals(&self, position: &Position<W>, (us, royals): (Side, Bitboard<W>)) -> Threats<W> {
        let plain = self.rules.effects.is_empty()
            && !(Self::RULED && self.plan.beyond)
            && self.plan.special == SpecialRules::default()
            && self.plan.duple_royals.is_empty();
        if plain { self.walked_threats(position, royals, !us) } else { Threats::Unknown }
    }

    /// Restrictions on moves of either side if the pieces of `side` on certain squares must not be attacked.
    pub(crate) fn check_info_of(&self, position: &Position<W>, side: Side, royals: Bitboard<W>) -> CheckInfo<W> {
        let mut info = CheckInfo::of(side, royals);
        royals.iter().for_each(|royal| self.add_attacks(position, royal, &Attackers::UNKNOWN, &mut info));
        info
    }

    /// Adds the restrictions by the attacks on a royal piece.
    #[inline(always)]
    fn add_attacks(&self, position: &Position<W>, royal: Square, before: &Attackers<W>, info: &mut CheckInfo<W>) {
        let (us, occupied) = (info.side, position.occupied());
        let (enemies, attacks) = (position.of_side(!us), &self.attacks.by[!us]);
        if self.plan.blasts && self.is_shielded(position, us, royal) {
            info.zone_attackers |= enemies;
            return;
        }
        let known = match before.royal == Bitboard::of(royal) {
            true => self.attackers_since(position, (us, royal), before),
            false => self.attackers(position, (us, royal)),
        };
        info.zone_attackers |= known.in_zone;
        info.xray_attackers |= known.in_line;
        for from in known.in_line {
            let Some(piece) = position.piece_on(from) else { continue };
            let sources = attacks.sources(royal, piece);
            if !sources.rays.contains(from) {
                info.in_check = true;
                info.check_mask &= Bitboard::of(from);
                continue;
            }
            for path in attacks.paths(sources, from) {
                if self.plan.blasts {
                    info.pin_rays |= path.between;
                }
                if let Some(constraint) = Constraint::of(from, path.between, path.hurdles, &occupied) {
                    info.add(&constraint, &occupied);
                }
            }
        }
        if !attacks.conditional.is_empty() {
            self.each_conditional(position, (us, royal), &mut |constraint| info.add(constraint, &occupied));
        }
    }

    /// The enemies that could attack a royal piece.
    #[inline(always)]
    pub(crate) fn attackers(&self, position: &Position<W>, (us, royal): (Side, Square)) -> Attackers<W> {
        let enemies = position.of_side(!us);
        let mut found = Attackers { royal: Bitboard::of(royal), enemies, ..Attackers::UNKNOWN };
        // A separate branch-free loop: usually no enemy is in line with the king.
        for (sources, pieces) in self.attacks.by[!us].all_sources(royal, position) {
            let pieces = *pieces & enemies & *sources.zone_attackers;
            // Large boards have many kinds of pieces, and few of them are still present.
            if W > 2 && pieces.is_empty() {
                continue;
            }
            found.in_zone |= pieces;
            found.in_line |= pieces & sources.xray_attackers();
        }
        found
    }

    /// The same after a move, with the attackers before it. The move may change the kind only of pieces that change their
    /// square or their side.
    #[inline(always)]
    fn attackers_since(
        &self,
        position: &Position<W>,
        (us, royal): (Side, Square),
        before: &Attackers<W>,
    ) -> Attackers<W> {
        let enemies = position.of_side(!us);
        let (mut in_zone, mut in_line) = (before.in_zone & enemies, before.in_line & enemies);
        for from in enemies & !before.enemies {
            let Some(piece) = position.piece_on(from) else { continue };
            let (sources, placed) = (self.attacks.by[!us].sources(royal, piece), Bitboard::of(from));
            in_zone |= placed & *sources.zone_attackers;
            in_line |= placed & sources.xray_attackers();
        }
        Attackers { in_zone, in_line, ..*before }
    }

    /// Visits the constraints of attacks on a royal piece that depend on more than the number of occupied squares.
    #[inline(never)]
    fn each_conditional(
        &self,
        position: &Position<W>,
        (us, royal): (Side, Square),
        visit: &mut dyn FnMut(&Constraint<W>),
    ) {
        let (own, occupied) = ((&position.of_side(us), !self.moves.drops.is_empty()), position.occupied());
        for attacks in &self.attacks.by[!us].conditional {
            let barriers = attacks.barriers(position);
            for attack in attacks.paths(royal, position.pieces(!us, attacks.piece)) {
                Constraint::of_conditional(&attack, &occupied, &barriers, own).iter().for_each(&mut *visit);
            }
        }
    }

    /// Permitted destinations of the piece on a square, which is not royal. It may be pinned.
    #[inline(always)]
    pub(crate) fn landing(&self, position: &Position<W>, info: &CheckInfo<W>, from: Square) -> Bitboard<W> {
        if info.pinned.contains(from) {
            self.landing_of_pinned(position, info, from, info.royals)
        } else {
            info.check_mask
        }
    }

    /// Permitted destinations of a pinned piece with regard to some of the royal pieces.
    #[inline(never)]
    pub(crate) fn landing_of_pinned(
        &self,
        position: &Position<W>,
        info: &CheckInfo<W>,
        from: Square,
        royals: Bitboard<W>,
    ) -> Bitboard<W> {
        let mut landing = if info.one_of { Bitboard::EMPTY } else { !Bitboard::EMPTY };
        for royal in royals {
            let of_one = self.landing_for_royal(position, info, (royal, from));
            landing = if info.one_of { landing | of_one } else { landing & of_one };
        }
        landing
    }

    fn landing_for_royal(
        &self,
        position: &Position<W>,
        info: &CheckInfo<W>,
        (royal, placed): (Square, Square),
    ) -> Bitboard<W> {
        let (us, occupied, mut landing) = (info.side, position.occupied(), !Bitboard::EMPTY);
        let attacks = &self.attacks.by[!us];
        if self.plan.blasts && self.is_shielded(position, us, royal) {
            return landing;
        }
        for from in info.xray_attackers {
            let Some(piece) = position.piece_on(from) else { continue };
            let sources = attacks.sources(royal, piece);
            if sources.leaps().contains(from) {
                landing &= Bitboard::of(from);
            }
            if !sources.rays.contains(from) {
                continue;
            }
            for path in attacks.paths(sources, from) {
                if let Some(constraint) = Constraint::of(from, path.between, path.hurdles, &occupied) {
                    landing &= constraint.landing(placed);
                }
            }
        }
        self.each_conditional(position, (us, royal), &mut |constraint| landing &= constraint.landing(placed));
        landing
    }

    /// Returns `true` if a piece of the side to move could promote to a royal piece now. Each promotion must then be
    /// verified.
    fn may_promote_to_royal(&self, position: &Position<W>) -> bool {
        let us = position.state.turn;
        // Moves of royal pieces are tested in any case.
        let common = !self.royal_squares(position, us);
        self.moves.royal_promoters[us]
            .iter()
            .any(|(piece, near)| (position.pieces(us, *piece) & common).intersects(near))
    }
}
