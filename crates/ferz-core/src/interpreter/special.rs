//! Move generation for rules that demand more than safe royal pieces, or whose moves have further effects.
//!
//! A variant pays only for its own rules, and in a position only for the moves that such a rule can affect. Other
//! moves are emitted in bulk as usual; the affected ones are verified one by one.

use crate::board::{Bitboard, Side, Square};
use crate::position::{Castling, Position};
use crate::rules::{Pass, PieceId};

use super::check_avoidance::CheckAvoidance;
use super::check_info::CheckInfo;
use super::engine::Engine;
use super::generate::RoyalPiece;
use super::held::Held;
use super::moves::{AttackSource, Count, Move, Sink, Wanted};
use super::plan::Applies;
use super::reference;
use super::royal_danger::RoyalDanger;
use super::sets::Sets;
use super::spare;
use super::tables::{Ends, Index, Multiply};
use super::verify::Known;

/// Moves that need no verification.
#[derive(Clone, Copy, Debug)]
struct Bulk<const W: usize> {
    /// Common pieces whose moves to the squares of `ends` need no verification.
    pieces: Bitboard<W>,
    /// Their destinations.
    ends: Ends<W>,
    /// Destinations of royal pieces.
    royal: Ends<W>,
    /// `true` for en passant, castling and moves that no table holds.
    specials: bool,
    /// Drops on these squares.
    drops: Bitboard<W>,
    /// Pieces behind which another piece may enter from the hand, if moves are only counted. Each of their moves counts
    /// several times.
    gateable: Bitboard<W>,
}

/// Destinations of moves that must be verified.
struct Unverified<const W: usize> {
    /// Squares for the pieces that otherwise need no verification.
    pieces: Ends<W>,
    /// Squares for royal pieces.
    royal: Ends<W>,
}

/// Moves that are found before they are verified, because that may change the position for a moment.
#[derive(Default)]
struct Waiting<const W: usize> {
    /// Moves that leave the royal pieces safe.
    safe: Sets<W>,
    /// Other moves.
    open: Sets<W>,
}

impl<const W: usize> Waiting<W> {
    fn empty() -> Box<Waiting<W>> {
        let mut waiting = spare::take::<Waiting<W>>().unwrap_or_default();
        waiting.safe.clear();
        waiting.open.clear();
        waiting
    }
}

impl<const W: usize> Engine<W> {
    /// Returns `true` if rules apply in the position that ask for more than safe royal pieces.
    #[inline(always)]
    pub(crate) fn special_rules_apply(&self, position: &Position<W>) -> bool {
        match self.plan.applies {
            Applies::Never => false,
            Applies::WithHands => !self.gateable(position).is_empty(),
            Applies::Always => true,
        }
    }

    /// Returns `true` if walls come with all moves of a side, and a move is legal with every wall if it is legal
    /// without.
    pub(crate) fn walls_are_free(&self, us: Side) -> bool {
        let free = self.plan.special.walls && !self.plan.special.immune;
        let attacks = &self.attacks.by[!us];
        let settled = attacks.need_gaps_only && attacks.has_closed_form() && !self.lifts_walls();
        let harmless = !self.plan.any_royals() || settled;
        free && harmless && !self.plan.blasts && self.rules.effects.flips.is_none()
    }

    /// Pieces of the side to move that let a piece enter on the square that they leave.
    fn gateable(&self, position: &Position<W>) -> Bitboard<W> {
        let us = position.state.turn;
        match self.moves.gating.iter().any(|(piece, _)| position.in_hand(us, *piece) > 0) {
            true => position.state.unmoved & position.of_side(us),
            false => Bitboard::EMPTY,
        }
    }

    /// Returns `true` if the squares of a castling move are empty.
    fn can_castle(&self, position: &Position<W>) -> bool {
        let occupied = position.occupied();
        let us = position.state.turn;
        let free = |castling: &Castling<W>| castling.side == us && !castling.way.intersects(&occupied);
        position.rights_of(us) != 0 && position.castlings().any(free)
    }

    /// The same as [`generate`](Engine::generate), for positions in which some moves must be verified.
    #[inline(always)]
    pub(crate) fn generate_verified<I: Index, S: Sink<W>>(
        &self,
        position: &mut Position<W>,
        wanted: Wanted,
        info: &CheckInfo<W>,
        sink: &mut S,
    ) {
        let unknown = CheckInfo::unknown(position.state.turn);
        let info = if self.plan.special.all || self.is_face_off(position) { &unknown } else { info };
        let ends = self.ends(position, wanted);
        let asks_for_checks = self.plan.special.checks && !info.is_unknown();
        let avoidance = if asks_for_checks { self.check_avoidance(position) } else { None };
        let bulk = self.bulk(position, (info, avoidance.as_ref()), (ends, S::COUNTS));
        if wanted != Wanted::ObligedDrops {
            self.generate_bulk::<I, S>(position, wanted, (info, avoidance.as_ref(), &bulk), sink);
        }
        self.generate_drops(&mut Held::Own(position), wanted, info.check_mask & bulk.drops, sink);
        self.generate_unverified(position, wanted, (info, &bulk), sink);
    }

    /// Emits the moves of pieces on the board that need no verification.
    #[inline(always)]
    fn generate_bulk<I: Index, S: Sink<W>>(
        &self,
        position: &mut Position<W>,
        wanted: Wanted,
        (info, avoidance, bulk): (&CheckInfo<W>, Option<&CheckAvoidance<W>>, &Bulk<W>),
        sink: &mut S,
    ) {
        let mut left = bulk.pieces;
        for number in 0..=self.plan.capture_limits.len() {
            let (pieces, ends) = self.group_by_limit(position, number, (&mut left, bulk.ends));
            if pieces.is_empty() || ends.is_empty() {
                continue;
            }
            if S::COUNTS && pieces.intersects(&bulk.gateable) {
                for (ways, pieces) in self.by_gates(position, pieces & bulk.gateable).into_iter() {
                    let mut moves = Count::default();
                    self.emit_pieces(position, (pieces, ends), info, &mut moves);
                    sink.number(moves.0 * ways);
                }
            }
            let pieces = pieces & !bulk.gateable;
            match avoidance {
                Some(avoidance) => self.generate_unchecking::<I, S>(position, (pieces, ends), (info, avoidance), sink),
                None => self.emit_pieces(position, (pieces, ends), info, sink),
            }
        }
        let mut danger = RoyalDanger::default();
        let royals = if bulk.royal.is_empty() { Bitboard::EMPTY } else { info.royals };
        for royal in royals {
            let placed = RoyalPiece { square: royal, zone_attackers: info.zone_attackers, avoidance };
            let ends = self.ends_of_royal(position, info, royal, bulk.royal);
            if S::COUNTS {
                let mut moves = Count::default();
                danger = self.emit_royal(position, ends, placed, &mut moves);
                let gateable = Bitboard::of(royal) & bulk.gateable;
                let ways = if gateable.is_empty() { 1 } else { self.ways(position, gateable) };
                sink.number(moves.0 * ways);
            } else {
                danger = self.emit_royal(position, ends, placed, sink);
            }
        }
        if bulk.specials {
            self.generate_specials::<I, S>(&mut Held::Own(position), wanted, (info, danger), sink);
        }
    }

    /// Moves that need no verification.
    #[inline(always)]
    fn bulk(
        &self,
        position: &Position<W>,
        (info, avoidance): (&CheckInfo<W>, Option<&CheckAvoidance<W>>),
        (ends, counts): (Ends<W>, bool),
    ) -> Bulk<W> {
        let special = &self.plan.special;
        let us = position.state.turn;
        let nothing = info.is_unknown() || (special.checks && avoidance.is_none()) || special.walls;
        let (gateable, clear) = (self.gateable(position), !info.must_verify);
        // If moves are only counted and may give check, the number of pieces that may enter behind a move is enough.
        let counted = if counts && !special.checks { gateable } else { Bitboard::EMPTY };
        let apart = gateable & !counted;
        let mut pieces = position.of_side(us) & !info.royals & clear & !apart;
        let mut taken = !Bitboard::EMPTY;
        if special.blasts {
            taken = self.harmless_blasts(position, info);
            pieces &= !info.pinned;
        }
        let free = Ends { empty: ends.empty, enemies: ends.enemies & taken, royal_targets: ends.royal_targets & taken };
        let must_stay = special.royal_stays && info.in_check;
        let several = info.royals.count() > 1;
        let royal = match () {
            () if nothing || must_stay || (info.must_verify | apart).intersects(&info.royals) => Ends::NONE,
            () if several && avoidance.is_some() => Ends::NONE,
            () if special.royal_captures => ends.quiet(),
            () => ends,
        };
        let no_specials = || {
            let capturers = self.ep_capturers(position);
            !self.plan.untabled && capturers.is_empty() && !self.can_castle(position)
        };
        let minded = nothing || special.checks || special.immune || must_stay || !gateable.is_empty();
        Bulk {
            pieces: if nothing { Bitboard::EMPTY } else { pieces },
            ends: free.within(clear),
            royal,
            specials: !minded || no_specials(),
            drops: if nothing || special.checks || special.drops { Bitboard::EMPTY } else { clear },
            gateable: counted,
        }
    }

    /// The given squares without those of pieces that the piece on a square may not capture.
    #[inline]
    pub(crate) fn sparing(&self, position: &Position<W>, taker: Square, ends: Ends<W>) -> Ends<W> {
        let bound = |(piece, _): &&(PieceId, Vec<PieceId>)| position.of_piece(*piece).contains(taker);
        match self.plan.capture_limits.iter().find(bound) {
            Some((_, safe)) => ends.without_captures(position.of_pieces(safe)),
            None => ends,
        }
    }

    /// Splits off the pieces of one kind with capture restrictions, by the index of the kind, with their permitted
    /// destinations. After all these kinds, returns the rest.
    #[inline(always)]
    pub(crate) fn group_by_limit(
        &self,
        position: &Position<W>,
        number: usize,
        (pieces, ends): (&mut Bitboard<W>, Ends<W>),
    ) -> (Bitboard<W>, Ends<W>) {
        let Some((piece, safe)) = self.plan.capture_limits.get(number) else { return (std::mem::take(pieces), ends) };
        let bound = *pieces & position.of_piece(*piece);
        *pieces &= !bound;
        (bound, ends.without_captures(position.of_pieces(safe)))
    }

    /// Squares on which a blast touches neither a royal piece of the mover nor a piece in line with one. Such a
    /// capture affects the royal piece only because the capturing piece leaves its square. A pinned piece could still
    /// blow up the enemy's royal piece, so its moves are verified.
    fn harmless_blasts(&self, position: &Position<W>, info: &CheckInfo<W>) -> Bitboard<W> {
        let us = position.state.turn;
        let conditional = !self.attacks.by[!us].conditional.is_empty();
        if info.in_check || conditional || info.royals != self.royal_pieces(position, us) {
            return Bitboard::EMPTY;
        }
        let spared = info.pin_rays | info.royals;
        !(spared | self.board.surroundings.beside_all(spared))
    }

    /// Verifies the moves that the bulk generator leaves out, and emits the legal ones.
    fn generate_unverified<S: Sink<W>>(
        &self,
        position: &mut Position<W>,
        wanted: Wanted,
        (info, bulk): (&CheckInfo<W>, &Bulk<W>),
        sink: &mut S,
    ) {
        let special = &self.plan.special;
        let all = wanted == Wanted::All;
        let passes = all && self.rules.constraints.pass == Pass::Always;
        // A pass changes nothing, so it is legal if the side is not in check.
        let free_pass =
            passes && !special.checks && !special.walls && !self.plan.builds_instead && info.must_verify.is_empty();
        if free_pass
            && !info.in_check
            && let Some(pass) = self.pass(position)
        {
            if S::COUNTS { sink.number(1) } else { sink.single(position, pass) }
        }
        let other_pass = (passes && !free_pass) || (all && self.plan.builds_instead);
        let promotes = all && self.plan.promotes_by_moves;
        let ends = self.ends(position, wanted);
        let left = self.unverified(position, ends, (info, bulk));
        if !other_pass && !promotes && self.is_everything(position, (info, bulk), &left) {
            return;
        }
        let us = position.state.turn;
        let asks_for_checks = special.checks || special.drops || self.plan.promotes_by_moves;
        let unchecked = asks_for_checks && !self.in_check(position, !us);
        let nothing_known = CheckInfo::of(us, Bitboard::EMPTY);
        let mut waiting = Waiting::empty();
        let Waiting { safe, open } = &mut *waiting;
        let known = info.must_verify.is_empty() && !special.walls;
        if wanted != Wanted::ObligedDrops {
            let mut rest = position.of_side(us) & !info.royals & !bulk.pieces;
            if special.walls && !info.is_unknown() {
                rest &= self.emit_walled(position, (ends, info), sink);
            }
            let captures = Ends { empty: Bitboard::EMPTY, ..ends };
            for (ends, known) in [(ends.quiet(), known), (captures, known && !self.plan.blasts)] {
                let (info, sets) = if known { (info, &mut *safe) } else { (&nothing_known, &mut *open) };
                self.emit_pieces(position, (rest, ends), info, sets);
                self.emit_pieces(position, (bulk.pieces, left.pieces.and(&ends)), info, sets);
            }
            self.emit_pieces(position, (info.royals, left.royal), &nothing_known, open);
            if !bulk.specials {
                let danger = RoyalDanger::default();
                self.generate_specials::<Multiply, _>(&mut Held::Own(position), wanted, (&nothing_known, danger), open);
            }
        }
        match known {
            true => self.generate_drops(&mut Held::Own(position), wanted, info.check_mask & !bulk.drops, safe),
            false => self.generate_drops(&mut Held::Own(position), wanted, !bulk.drops, open),
        }
        safe.for_each(position, |position, mv| {
            self.emit_if_legal(position, mv, Known { safe: true, unchecked, ..Known::default() }, sink);
        });
        let pass = if other_pass { self.pass(position) } else { None };
        let pass = pass.filter(|pass| !self.emit_walls_instead(position, pass, info, sink));
        let mut verify = |position: &mut Position<W>, mv: Move| {
            if info.may_evade(&mv) {
                let known = Known { unchecked, spares_walked: info.spares_walked(&mv), ..Known::default() };
                self.emit_if_legal(position, mv, known, sink);
            }
        };
        open.for_each(position, &mut verify);
        let promotions = if promotes { reference::promotion_moves(self, position) } else { Vec::new() };
        promotions.into_iter().chain(pass).for_each(|mv| verify(position, mv));
        spare::keep(waiting);
    }

    /// The destinations of moves that the bulk generator leaves out.
    fn unverified(
        &self,
        position: &Position<W>,
        ends: Ends<W>,
        (info, bulk): (&CheckInfo<W>, &Bulk<W>),
    ) -> Unverified<W> {
        let us = position.state.turn;
        let mut zone = Bitboard::EMPTY;
        info.royals.iter().for_each(|royal| zone |= self.attacks.zones[us][royal.index()]);
        Unverified { pieces: ends.without(&bulk.ends), royal: ends.without(&bulk.royal).within(zone) }
    }

    /// Returns `true` if nothing is left to verify.
    fn is_everything(
        &self,
        position: &Position<W>,
        (info, bulk): (&CheckInfo<W>, &Bulk<W>),
        left: &Unverified<W>,
    ) -> bool {
        let pieces = position.of_side(position.state.turn) & !info.royals;
        bulk.pieces == pieces
            && bulk.specials
            && left.royal.is_empty()
            && left.pieces.is_empty()
            && (self.moves.drops.is_empty() || bulk.drops == !Bitboard::EMPTY)
    }

    /// Emits a move with each of its promotions, walls and gated pieces, if it is legal.
    pub(crate) fn emit_if_legal<S: Sink<W>>(&self, position: &mut Position<W>, mv: Move, known: Known, sink: &mut S) {
        let by = AttackSource::Tables;
        if self.builds_with(&mv) {
            let walls = match self.plan.special.all || Self::RULED && self.plan.beyond || self.is_face_off(position) {
                true => self.with_walls(position, mv),
                false if self.takes_immune(position, &mv) => return,
                false => {
                    let walls = self.legal_walls(position, &mv);
                    if S::COUNTS {
                        return sink.number(u64::from(walls.count()));
                    }
                    return walls
                        .iter()
                        .for_each(|wall| sink.single(position, mv.with(|further| further.wall = Some(wall))));
                }
            };
            let legal = walls.into_iter().filter(|mv| self.verify(position, mv, known, by)).collect::<Vec<_>>();
            return legal.into_iter().for_each(|mv| sink.single(position, mv));
        }
        if !self.verify(position, &mv, known, by) {
            return;
        }
        // A gated piece never makes an illegal move legal.
        let gates = self.gates(position, &mv);
        if S::COUNTS {
            return sink.number(gates.len() as u64 + 1);
        }
        gates.into_iter().for_each(|gate| sink.single(position, mv.with(|further| further.gate = Some(gate))));
        sink.single(position, mv);
    }
}
