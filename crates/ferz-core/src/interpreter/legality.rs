//! The one place for legality: which moves leave no royal piece under attack.
//!
//! An attack of an enemy piece on the royal square stands iff exactly `hurdles` of the squares between are occupied (see
//! [`Path`](super::attack::Path)). With `n` of them occupied now, a move changes the verdict in few ways, so that the
//! squares on which a move may end follow in closed form, once a node, for all moves of common pieces:
//!
//! | n | a piece from outside the path | a piece that stands in the path |
//! |---|---|---|
//! | hurdles (check) | must land on the attacker or on an empty square of the path | on the attacker, or anywhere but an empty square of the path |
//! | hurdles + 1 | anywhere | on the attacker or on an empty square of the path |
//! | hurdles - 1 | not on an empty square of the path | anywhere |
//! | else | anywhere | anywhere |
//!
//! Of several royal pieces, all paths count; where it is enough that one of them is safe, those of each by themselves. Moves
//! of royal pieces, castling, en passant and what is walked are made and looked at, and so are moves that begin or end on a
//! square in doubt: one that matters to an attack that asks more than a number. So is everything where an enemy piece attacks
//! in a way that only the walker knows.

use smallvec::SmallVec;

use crate::board::{Bitboard, Side, Square};
use crate::position::Position;
use crate::rules::{PieceId, Royalty};

use super::engine::Engine;
use super::moves::Move;
use super::reference;
use super::tables::ConditionalAttack;

/// The most royal pieces of which one has to be safe that masks are made for.
const MOST_TOGETHER: u32 = 8;

/// Which landing squares one attack path leaves.
#[derive(Clone, Copy, Debug)]
struct Constraint<const W: usize> {
    /// Which of the royal pieces the path leads to, by their number.
    royal: u16,
    between: Bitboard<W>,
    outside: Bitboard<W>,
    inside: Bitboard<W>,
}

/// What must be asked of a move in a position.
#[derive(Clone, Copy, Debug)]
pub enum Guard<const W: usize> {
    /// Nothing: there is no royal piece.
    Free,
    /// For common pieces, where they land: see [`Masks`]. The one royal piece stands here, and may be in check now.
    Masks {
        /// The royal piece.
        royal: Square,
        /// Is it attacked now?
        check: bool,
    },
    /// For common pieces, where they land; moves of the royal pieces are looked at.
    Several {
        /// The royal pieces.
        royals: Bitboard<W>,
        /// Is one of them enough that is safe?
        together: bool,
    },
    /// Every move must be made and looked at.
    Exact,
}

/// The landing squares that leave the royal pieces safe.
#[derive(Debug)]
pub struct Masks<const W: usize> {
    royal_set: Bitboard<W>,
    /// Are they attacked now?
    pub check: bool,
    /// For pieces that stand in no path.
    outside: Bitboard<W>,
    /// The squares of paths that matter.
    paths: Bitboard<W>,
    /// The squares on which a move must be looked at when it starts or ends there.
    pub doubt: Bitboard<W>,
    /// The enemies that could attack the royal piece, or a square to which he could go.
    pub near: Bitboard<W>,
    /// Where captures blow up: the squares of all paths, whatever stands there.
    pub aligned: Bitboard<W>,
    constraints: SmallVec<[Constraint<W>; 4]>,
    /// Of how many royal pieces one has to be safe; 0 if all have to.
    one_of: u16,
    /// The number of the royal piece whose attackers are being added.
    royal: u16,
}

/// What the [`Masks`] of one royal piece that is in no check come to, if all attacks have the closed form.
#[derive(Clone, Copy, Debug)]
pub struct Pins<const W: usize> {
    /// The royal piece.
    pub piece: PieceId,
    /// Where he stands.
    pub royal: Square,
    /// The enemies that could attack him, or a square to which he could go.
    pub near: Bitboard<W>,
    /// Those of them who could attack him.
    pub aiming: Bitboard<W>,
    /// The common pieces that may not go everywhere.
    pub pinned: Bitboard<W>,
    /// Where all others may land.
    pub landing: Bitboard<W>,
    /// The squares on which an attack on him could be blocked, or be made.
    pub aligned: Bitboard<W>,
}

impl<const W: usize> Masks<W> {
    /// The masks of a side without a royal piece: no square is forbidden.
    #[inline(always)]
    pub fn without_royal() -> Masks<W> {
        Masks::of(Bitboard::EMPTY)
    }

    #[inline(always)]
    fn of(royal_set: Bitboard<W>) -> Masks<W> {
        Masks {
            royal_set,
            check: false,
            near: Bitboard::EMPTY,
            aligned: Bitboard::EMPTY,
            outside: !Bitboard::EMPTY,
            paths: Bitboard::EMPTY,
            doubt: Bitboard::EMPTY,
            constraints: SmallVec::new(),
            one_of: 0,
            royal: 0,
        }
    }

    /// The royal pieces.
    #[inline(always)]
    pub fn royal_set(&self) -> Bitboard<W> {
        self.royal_set
    }

    /// Where common pieces that stand on none of the second set of squares may land.
    #[inline(always)]
    pub fn sets(&self) -> (Bitboard<W>, Bitboard<W>) {
        (self.outside, self.paths)
    }

    /// Where a common piece on a square may land.
    #[inline(always)]
    pub fn landing(&self, from: Square) -> Bitboard<W> {
        if self.paths.contains(from) { self.landing_from_path(from) } else { self.outside }
    }

    /// Where a common piece on one of the second of the [`sets`](Masks::sets) may land.
    pub fn landing_from_path(&self, from: Square) -> Bitboard<W> {
        let of = |wanted: &dyn Fn(u16) -> bool| {
            let mut landing = !Bitboard::EMPTY;
            for constraint in self.constraints.iter().filter(|constraint| wanted(constraint.royal)) {
                landing &= if constraint.between.contains(from) { constraint.inside } else { constraint.outside };
            }
            landing
        };
        match self.one_of {
            0 => of(&|_| true),
            count => (0..count).fold(Bitboard::EMPTY, |all, royal| all | of(&|of| of == royal)),
        }
    }

    /// Where the royal piece with a number and on a square may land for all that the others mind, if they all have to be safe
    /// and all attacks have the closed form.
    pub fn landing_beside_others(&self, (number, square): (usize, Square)) -> Bitboard<W> {
        let mut landing = !Bitboard::EMPTY;
        for constraint in self.constraints.iter().filter(|constraint| usize::from(constraint.royal) != number) {
            landing &= if constraint.between.contains(square) { constraint.inside } else { constraint.outside };
        }
        landing
    }

    /// Takes over the masks of one of the royal pieces of which one has to be safe.
    fn or(&mut self, other: &Masks<W>) {
        let first = self.one_of == 0;
        self.outside = if first { other.outside } else { self.outside | other.outside };
        self.check = other.check && (first || self.check);
        self.paths |= other.paths;
        self.doubt |= other.doubt;
        self.near |= other.near;
        self.aligned |= other.aligned;
        let royal = self.one_of;
        self.constraints.extend(other.constraints.iter().map(|constraint| Constraint { royal, ..*constraint }));
        self.one_of += 1;
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
        self.constraints.push(Constraint { royal: self.royal, between, outside, inside });
    }

    /// As [`add`](Masks::add), for an attack that stands only if all of `full` are occupied and none of the barriers is
    /// among the squares between. Where a move can change both at once, all are looked at that begin or end there.
    fn add_conditional(
        &mut self,
        attack: &ConditionalAttack<W>,
        occupied: &Bitboard<W>,
        barriers: &Bitboard<W>,
        (own, drops): (&Bitboard<W>, bool),
    ) {
        let ConditionalAttack { from, path, full } = attack;
        match (full.is_empty(), path.hurdles) {
            // Who bars a slide stands in its way like anybody else.
            (true, 0) => return self.add(*from, path.between, 0, occupied),
            (true, 1) => return self.add_barred_hop((*from, path.between), occupied, barriers, (own, drops)),
            _ => {}
        }
        let blockers = (path.between & *occupied).count();
        let missing = (*full & !*occupied).count();
        if blockers == path.hurdles && missing == 0 && !path.between.intersects(barriers) {
            self.check = true;
            self.doubt = !Bitboard::EMPTY;
        } else if blockers <= path.hurdles + 1 && missing <= 1 {
            self.doubt |= path.between | *full;
        }
    }

    /// As [`add`](Masks::add), for an attack that stands if exactly one of the squares between is occupied, and not by a
    /// barrier. Own barriers that could come between are looked at, on the board and from the hand: what they do there
    /// differs from what others do.
    fn add_barred_hop(
        &mut self,
        (attacker, between): (Square, Bitboard<W>),
        occupied: &Bitboard<W>,
        barriers: &Bitboard<W>,
        (own, drops): (&Bitboard<W>, bool),
    ) {
        let (blockers, gaps, all) = (between & *occupied, between & !*occupied, !Bitboard::EMPTY);
        let stays = gaps | Bitboard::of(attacker);
        let royal = 0;
        let barred = blockers.intersects(barriers);
        match blockers.count() {
            0 => {
                self.outside &= !gaps;
                self.doubt |= (*barriers & *own) | if drops { gaps } else { Bitboard::EMPTY };
            }
            1 if barred => {
                // Who takes the barrier is a hurdle in its place.
                self.outside &= !blockers;
                self.paths |= between;
                self.constraints.push(Constraint { royal, between, outside: !blockers, inside: all });
                self.doubt |= *barriers & *own;
            }
            1 => {
                self.check = true;
                self.outside &= stays;
                self.paths |= between;
                self.constraints.push(Constraint { royal, between, outside: stays, inside: !gaps });
                self.doubt |= *barriers & *own;
            }
            2 => {
                // A barrier that takes the other one is the hurdle then, and bars the attack.
                self.doubt |= blockers & *barriers & *own;
                for from in blockers & *own & !*barriers {
                    let (between, last) = (Bitboard::of(from), blockers & !Bitboard::of(from));
                    let inside = if last.intersects(barriers) { !last } else { stays };
                    self.paths |= between;
                    self.constraints.push(Constraint { royal, between, outside: all, inside });
                }
            }
            _ => {}
        }
    }
}

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
        royals
    }

    /// Is the side to move in a check that a notation marks: is a piece attacked that is royal however many there are of it?
    pub fn is_marked_check(&self, position: &Position<W>) -> bool {
        let turn = position.state.turn;
        let marked = |piece: PieceId| self.rules.piece(piece).royalty == Royalty::Royal;
        let royals = self.plan.royals.iter().filter(|(piece, _)| marked(*piece));
        let mut pieces = royals.flat_map(|(piece, _)| position.pieces(turn, *piece));
        pieces.any(|square| self.is_attacked(position, square, !turn, &Bitboard::EMPTY))
    }

    /// The pieces of a side that are royal now, or would be if there were fewer of them.
    pub fn royal_pieces(&self, position: &Position<W>, side: Side) -> Bitboard<W> {
        let mut pieces = Bitboard::EMPTY;
        self.plan.royals.iter().for_each(|(piece, _)| pieces |= position.of_piece(*piece));
        pieces & position.of_side(side)
    }

    /// Is the side in check: is a royal piece of it attacked?
    pub fn in_check(&self, position: &Position<W>, side: Side) -> bool {
        self.in_check_by(position, side, Engine::attacks)
    }

    /// Could a piece of `by` take on `target`, were it the turn of `by` and an enemy stood there? The pieces on `gone` are
    /// left out of account as attackers, not as obstacles.
    #[inline(always)]
    pub fn is_attacked(&self, position: &Position<W>, target: Square, by: Side, gone: &Bitboard<W>) -> bool {
        let attacks = &self.attacks.by[by];
        attacks.is_attacked(position, target, &position.occupied(), gone)
            || (!attacks.walker_only.is_empty() && reference::attacks_by_walker_only(self, position, target, by, gone))
    }

    /// What must be asked of the moves of the side to move; whether there is a check is left open.
    #[inline(always)]
    pub fn guard(&self, position: &Position<W>) -> Guard<W> {
        if self.plan.royals.is_empty() {
            return Guard::Free;
        }
        let us = position.state.turn;
        if let Some(piece) = self.plan.sole_royal {
            let pieces = position.pieces(us, piece);
            if let Some(royal) = pieces.lowest()
                && pieces == Bitboard::of(royal)
            {
                return Guard::Masks { royal, check: false };
            }
        }
        if !self.moves.royal_promoters[us].is_empty() && self.may_crown(position) {
            return Guard::Exact;
        }
        let attacks = &self.attacks.by[!us];
        let walker_only = |piece: &PieceId| !position.pieces(!us, *piece).is_empty();
        if attacks.walker_only.iter().any(walker_only) {
            return Guard::Exact;
        }
        let royals = self.royal_squares(position, us);
        // Who loses pieces of whom there are too many to be royal may make the others royal by it; so may he undo it who
        // drops one.
        let loses_own = self.plan.captures_do_more || self.plan.walks;
        if (loses_own && self.royal_pieces(position, us) != royals)
            || (self.plan.drops_doubtful_royals && self.may_drop_doubtful_royal(position))
        {
            return Guard::Exact;
        }
        let together =
            if self.plan.duple_royals.is_empty() { Bitboard::EMPTY } else { self.royal_together(position, us) };
        let Some(royal) = royals.lowest() else {
            return match together.count() {
                0 => Guard::Free,
                1..=MOST_TOGETHER => Guard::Several { royals: together, together: true },
                _ => Guard::Exact,
            };
        };
        match royals == Bitboard::of(royal) {
            true if together.is_subset(&royals) => Guard::Masks { royal, check: false },
            false if together.is_empty() => Guard::Several { royals, together: false },
            _ => Guard::Exact,
        }
    }

    /// Could a piece of the side to move become a royal one now? Then each promotion is looked at.
    fn may_crown(&self, position: &Position<W>) -> bool {
        let us = position.state.turn;
        // Moves of pieces that are royal now are looked at anyway.
        let common = !self.royal_squares(position, us);
        self.moves.royal_promoters[us]
            .iter()
            .any(|(piece, near)| (position.pieces(us, *piece) & common).intersects(near))
    }

    /// The pieces of a side of which one must be safe.
    pub(crate) fn royal_together(&self, position: &Position<W>, side: Side) -> Bitboard<W> {
        position.of_pieces(&self.plan.duple_royals) & position.of_side(side)
    }

    /// Adds the one royal piece of the side to move to the masks of none.
    #[inline(always)]
    pub(crate) fn add_royal(&self, position: &Position<W>, royal: Square, masks: &mut Masks<W>) {
        masks.royal_set = Bitboard::of(royal);
        self.add_attacks(position, position.state.turn, royal, masks);
    }

    /// As [`add_royal`](Engine::add_royal), where all attacks have the closed form; `None` if one of them is a check.
    #[inline(always)]
    pub(crate) fn pins(&self, position: &Position<W>, (piece, royal): (PieceId, Square)) -> Option<Pins<W>> {
        let us = position.state.turn;
        let (own, enemies, occupied) = (position.of_side(us), position.of_side(!us), position.occupied());
        let attacks = &self.attacks.by[!us];
        let mut pins = Pins {
            piece,
            royal,
            near: Bitboard::EMPTY,
            aiming: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            landing: !Bitboard::EMPTY,
            aligned: Bitboard::EMPTY,
        };
        let all_sources = attacks.sources(royal);
        // A loop of its own without a branch: mostly nobody is in line with him.
        for (sources, pieces) in all_sources.iter().zip(position.by_piece()) {
            let pieces = *pieces & enemies & sources.zone_attackers;
            pins.near |= pieces;
            pins.aiming |= pieces & sources.xray_attackers;
        }
        for from in pins.aiming {
            let sources = &all_sources[position.cell(from).piece()?.index()];
            if !sources.rays.contains(from) {
                return None;
            }
            for path in attacks.paths(sources, from) {
                pins.aligned |= path.between;
                let blockers = path.between & occupied;
                let count = blockers.count();
                if count == path.hurdles {
                    return None;
                }
                if count == path.hurdles + 1 {
                    pins.pinned |= blockers & own;
                } else if count + 1 == path.hurdles {
                    pins.pinned |= blockers & own;
                    pins.landing &= !(path.between & !occupied);
                }
            }
        }
        Some(pins)
    }

    /// Where a piece may land who may not go everywhere, for the pieces that aim at the royal one.
    pub(crate) fn landing_of_pinned(
        &self,
        position: &Position<W>,
        (royal, aiming): (Square, Bitboard<W>),
        placed: Square,
    ) -> Bitboard<W> {
        let (occupied, attacks) = (position.occupied(), &self.attacks.by[!position.state.turn]);
        let mut landing = !Bitboard::EMPTY;
        for from in aiming {
            let Some(piece) = position.cell(from).piece() else { continue };
            for path in attacks.paths(&attacks.sources(royal)[piece.index()], from) {
                let (count, gaps) = ((path.between & occupied).count(), path.between & !occupied);
                match path.between.contains(placed) {
                    true if count == path.hurdles + 1 => landing &= gaps | Bitboard::of(from),
                    false if count + 1 == path.hurdles => landing &= !gaps,
                    _ => {}
                }
            }
        }
        landing
    }

    /// Where common pieces of the side to move may land without leaving several royal pieces in danger.
    pub(crate) fn masks_of_several(&self, position: &Position<W>, royals: Bitboard<W>, together: bool) -> Masks<W> {
        let mut masks = Masks::of(royals);
        for (number, royal) in royals.iter().enumerate() {
            masks.royal = number as u16;
            match together {
                true => {
                    let mut one = Masks::without_royal();
                    self.add_royal(position, royal, &mut one);
                    masks.or(&one);
                }
                false => self.add_attacks(position, position.state.turn, royal, &mut masks),
            }
        }
        masks
    }

    /// Stands a royal piece of a side beside one of the other, where who takes it would blow up his own?
    pub(crate) fn is_shielded(&self, position: &Position<W>, us: Side, royal: Square) -> bool {
        let beside = self.board.surroundings.beside[royal.index()] & position.of_side(!us);
        !beside.is_empty() && beside.intersects(&self.royal_squares(position, !us))
    }

    /// Adds what the attacks on a royal piece of a side ask.
    #[inline(always)]
    pub(crate) fn add_attacks(&self, position: &Position<W>, us: Side, royal: Square, masks: &mut Masks<W>) {
        let (enemies, occupied) = (position.of_side(!us), position.occupied());
        let attacks = &self.attacks.by[!us];
        if self.plan.blasts && self.is_shielded(position, us, royal) {
            masks.near |= enemies;
            return;
        }
        for (sources, pieces) in attacks.sources(royal).iter().zip(position.by_piece()) {
            let pieces = *pieces & enemies & sources.zone_attackers;
            if pieces.is_empty() {
                continue;
            }
            masks.near |= pieces;
            // A large board has many kinds of pieces, of which few are in line: one question is cheaper than two.
            if W > 2 && !pieces.intersects(&sources.xray_attackers) {
                continue;
            }
            for from in pieces & sources.leaps() {
                masks.add(from, Bitboard::EMPTY, 0, &occupied);
            }
            for from in pieces & sources.rays {
                for path in attacks.paths(sources, from) {
                    masks.add(from, path.between, path.hurdles, &occupied);
                    if self.plan.blasts {
                        masks.aligned |= path.between;
                    }
                }
            }
        }
        for conditional in &attacks.conditional {
            let (barriers, pieces) = (conditional.barriers(position), position.of_piece(conditional.piece) & enemies);
            for attack in conditional.paths(royal, pieces) {
                let (own, drops) = (position.of_side(us), !self.moves.drops.is_empty());
                masks.add_conditional(attack, &occupied, &barriers, (&own, drops));
            }
        }
    }

    /// Does the move leave every royal piece of the mover safe? Makes it, looks, and takes it back. Castling out of and
    /// through attacked squares is looked at too.
    pub fn is_safe(&self, position: &mut Position<W>, made: &Move) -> bool {
        self.is_safe_by(position, made, Engine::attacks)
    }

    /// As [`is_attacked`](Engine::is_attacked), by all pieces.
    pub(crate) fn attacks(&self, position: &Position<W>, target: Square, by: Side) -> bool {
        self.is_attacked(position, target, by, &Bitboard::EMPTY)
    }
}
