//! The fast generator: finds legal moves from tables, without making them.

use smallvec::{SmallVec, smallvec};

use crate::board::{Bitboard, Side, Square};
use crate::position::Position;
use crate::rules::{Pass, PieceId};

use super::check_avoidance::CheckAvoidance;
use super::check_info::CheckInfo;
use super::engine::Engine;
use super::held::Held;
use super::moves::{AttackSource, Move, MoveKind, Sink, Targets, Wanted};
use super::royal_danger::RoyalDanger;
use super::tables::{Ends, Index, Leapers, PromotionTable};

/// A royal piece whose moves are generated.
#[derive(Clone, Copy)]
pub(crate) struct RoyalPiece<'a, const W: usize> {
    pub square: Square,
    /// Enemy pieces that could attack a square to which the royal piece could move.
    pub zone_attackers: Bitboard<W>,
    /// Restrictions on giving check to the other side's royal pieces, if the rules forbid checks.
    pub avoidance: Option<&'a CheckAvoidance<W>>,
}

impl<const W: usize> Engine<W> {
    /// `true` if there is a separate generator for games in which the tables alone decide. On small boards it saves
    /// noticeable work per node; on large boards it would only add compile time.
    pub(crate) const KNOWS_FREE_GAMES: bool = W <= 2;

    /// The destinations of the wanted moves of the side to move.
    #[inline(always)]
    pub(crate) fn ends(&self, position: &Position<W>, wanted: Wanted) -> Ends<W> {
        let them = !position.state.turn;
        let empty = if wanted == Wanted::All { !position.occupied() } else { Bitboard::EMPTY };
        let royal_targets = if self.plan.hunts_royals { self.royal_pieces(position, them) } else { Bitboard::EMPTY };
        let mut enemies = if self.plan.no_captures { Bitboard::EMPTY } else { position.of_side(them) };
        if Self::RULED && self.tree.neutral && !self.plan.no_captures {
            enemies |= position.neutral_pieces();
        }
        Ends { empty, enemies, royal_targets }
    }

    /// The kinds of moves to look for, the most urgent first. If the side to move has a move of one kind, it may make
    /// no other. The generator and the walker both use this filter.
    pub(crate) fn obligations(&self, position: &Position<W>) -> SmallVec<[Wanted; 4]> {
        let constraints = &self.rules.constraints;
        let mut wanted = SmallVec::new();
        if self.is_obliged_to_drop(position) {
            wanted.push(Wanted::ObligedDrops);
        }
        if constraints.must_capture {
            wanted.push(Wanted::Captures);
        }
        wanted.push(Wanted::All);
        if constraints.pass == Pass::Stuck {
            wanted.push(Wanted::Pass);
        }
        wanted
    }

    /// Returns `true` if a move is of the wanted kind.
    pub(crate) fn is_wanted(&self, mv: &Move, wanted: Wanted) -> bool {
        match wanted {
            Wanted::ObligedDrops => mv.kind() == MoveKind::Drop && self.rules.constraints.must_drop.contains(&mv.piece),
            Wanted::Captures => mv.is_capture(),
            Wanted::All => true,
            Wanted::Pass => mv.is_pass(),
        }
    }

    /// Returns `true` if the side to move holds pieces that it must drop before any other move.
    fn is_obliged_to_drop(&self, position: &Position<W>) -> bool {
        let held = |piece| position.in_hand(position.state.turn, piece) > 0;
        self.rules.constraints.must_drop.iter().any(|piece| held(*piece))
    }

    /// Generates the wanted legal moves. If only attacks on royal pieces decide legality, all are generated in bulk.
    /// Otherwise some moves are [verified](Engine::generate_verified).
    #[inline(always)]
    pub(crate) fn generate<I: Index, S: Sink<W>>(&self, held: &mut Held<'_, W>, wanted: Wanted, sink: &mut S) {
        let position = held.read();
        if self.plan.only_walls && !(S::COUNTS && self.plan.walls_stay_behind) {
            let info = CheckInfo::of(position.state.turn, Bitboard::EMPTY);
            self.emit_walled(position, (self.ends(position, wanted), &info), sink);
            return;
        }
        if Self::KNOWS_FREE_GAMES && self.plan.free {
            return self.generate_without_royals::<I, S>(held, wanted, sink);
        }
        if Self::RULED && self.plan.beyond {
            return held.change(|position| self.emit_beyond(position, wanted, sink));
        }
        let info = self.check_info(position);
        // In a separate function, so that games without such rules do not pay for them.
        if !info.must_verify.is_empty() || self.special_rules_apply(position) {
            return held.change(|position| self.emit_verified(position, wanted, &info, sink));
        }
        if wanted != Wanted::ObligedDrops {
            let ends = self.ends(position, wanted);
            let mut left = self.pieces_who_move(position) & !info.royals;
            for number in 0..=self.plan.capture_limits.len() {
                let (pieces, ends) = self.group_by_limit(position, number, (&mut left, ends));
                if pieces.is_empty() {
                    continue;
                }
                match I::INLINES {
                    true => self.generate_common::<I, S>(position, (pieces, ends), &info, sink),
                    false => self.emit_pieces(position, (pieces, ends), &info, sink),
                }
            }
            let mut danger = RoyalDanger::default();
            for royal in info.royals {
                let ends = self.ends_of_royal(position, &info, royal, ends);
                let placed = RoyalPiece { square: royal, zone_attackers: info.zone_attackers, avoidance: None };
                danger = match I::INLINES {
                    true => self.generate_royal::<I, S>(position, ends, placed, sink),
                    false => self.emit_royal(position, ends, placed, sink),
                };
            }
            self.generate_specials::<I, S>(held, wanted, (&info, danger), sink);
        }
        self.generate_drops(held, wanted, info.check_mask, sink);
    }

    /// Destinations of a royal piece that keep the other royal pieces safe. Captures that it may not make are left out.
    #[inline(always)]
    pub(crate) fn ends_of_royal(
        &self,
        position: &Position<W>,
        info: &CheckInfo<W>,
        royal: Square,
        ends: Ends<W>,
    ) -> Ends<W> {
        let others = info.royals & !Bitboard::of(royal);
        let ends = if self.plan.capture_limits.is_empty() { ends } else { self.sparing(position, royal, ends) };
        match others.is_empty() || info.one_of {
            true => ends,
            false => ends.within(self.landing_of_pinned(position, info, royal, others)),
        }
    }

    /// The pieces of the side to move, without those that never move and, if each move must leave a wall behind,
    /// without those that may not leave one.
    #[inline(always)]
    pub(crate) fn pieces_who_move(&self, position: &Position<W>) -> Bitboard<W> {
        let us = position.state.turn;
        let mut pieces = position.of_side(us);
        let idle = &self.moves.groups[us].idle;
        if !idle.is_empty() {
            pieces &= !position.of_pieces(idle);
        }
        if self.plan.walls_stay_behind {
            pieces &= self.board.wall_region[us];
        }
        pieces
    }

    /// The same as [`generate`](Engine::generate), for games in which the tables of pieces and hands alone decide.
    #[inline(always)]
    fn generate_without_royals<I: Index, S: Sink<W>>(&self, held: &mut Held<'_, W>, wanted: Wanted, sink: &mut S) {
        let position = held.read();
        if !self.plan.only_drops && wanted != Wanted::ObligedDrops {
            let pieces = self.pieces_who_move(position);
            if !pieces.is_empty() {
                self.generate_unpinned::<I, S>(position, (pieces, self.ends(position, wanted)), sink);
            }
        }
        self.generate_drops(held, wanted, !Bitboard::EMPTY, sink);
    }

    /// Emits the moves of common pieces to given squares, as far as king safety permits.
    #[inline(always)]
    pub(crate) fn generate_common<I: Index, S: Sink<W>>(
        &self,
        position: &Position<W>,
        (common, ends): (Bitboard<W>, Ends<W>),
        info: &CheckInfo<W>,
        sink: &mut S,
    ) {
        let (us, occupied) = (position.state.turn, position.occupied());
        self.generate_unpinned::<I, S>(position, (common & !info.pinned, ends.within(info.check_mask)), sink);
        for from in common & info.pinned {
            let Some(piece) = position.piece_on(from) else { continue };
            let ends = ends.within(self.landing(position, info, from));
            let targets = self.moves.targets::<I>((us, piece), from, &occupied, ends);
            self.emit(position, (from, piece), targets, sink);
        }
        for piece in &self.moves.groups[us].barred {
            for from in common & position.of_piece(*piece) {
                let ends = ends.within(self.landing(position, info, from));
                let targets = self.moves.barred_targets::<I>(position, (us, *piece), from, ends);
                self.emit(position, (from, *piece), targets, sink);
            }
        }
    }

    /// Emits the moves of pieces to given squares, except pieces with barrier pieces.
    #[inline(always)]
    fn generate_unpinned<I: Index, S: Sink<W>>(
        &self,
        position: &Position<W>,
        (pieces, ends): (Bitboard<W>, Ends<W>),
        sink: &mut S,
    ) {
        let others = self.generate_apart::<I, S>(position, (pieces, ends), sink);
        let (us, occupied) = (position.state.turn, position.occupied());
        let allowed = ends.empty | ends.enemies;
        self.moves.for_each_attack::<I>(position, us, others, &occupied, |from, piece, reached| {
            if S::COUNTS {
                sink.number(u64::from((reached & allowed).count()));
            } else if let Some(piece) = piece {
                let (plain, promoting) = (reached & allowed, Bitboard::EMPTY);
                sink.targets(position, Targets { piece, from, plain, promoting, choices: &[] });
            }
        });
    }

    /// Emits the moves of two groups of pieces: kinds whose moves are counted (or kept in sets) for all pieces at once,
    /// and pieces that promote or capture differently from their quiet moves. Returns the other pieces.
    #[inline(always)]
    pub(crate) fn generate_apart<I: Index, S: Sink<W>>(
        &self,
        position: &Position<W>,
        (pieces, ends): (Bitboard<W>, Ends<W>),
        sink: &mut S,
    ) -> Bitboard<W> {
        let groups = &self.moves.groups[position.state.turn];
        let mut others = pieces;
        if S::COUNTS {
            let leaping = groups.leaping(position) & others;
            others &= !leaping;
            sink.number(groups.count_leaps(position, leaping, ends));
        }
        if S::IN_SETS {
            for leapers in &groups.leapers {
                let pieces = others & position.of_piece(leapers.piece);
                others &= !pieces;
                if !pieces.is_empty() {
                    self.emit_leaps(position, leapers, (pieces, ends), sink);
                }
            }
        }
        self.generate_special::<I, S>(position, (others, ends), sink)
    }

    /// Emits the moves of the pieces that promote or capture differently from their quiet moves. Returns the other pieces.
    #[inline(always)]
    pub(crate) fn generate_special<I: Index, S: Sink<W>>(
        &self,
        position: &Position<W>,
        (mut others, ends): (Bitboard<W>, Ends<W>),
        sink: &mut S,
    ) -> Bitboard<W> {
        let (us, occupied) = (position.state.turn, position.occupied());
        for piece in &self.moves.groups[us].special_in_sets {
            let piece = *piece;
            let pieces = others & position.of_piece(piece);
            others &= !pieces;
            for from in pieces {
                let targets = self.moves.targets::<I>((us, piece), from, &occupied, ends);
                self.emit(position, (from, piece), targets, sink);
            }
        }
        others
    }

    /// Emits the moves of some pieces, one set for each leap.
    #[inline(always)]
    fn emit_leaps<S: Sink<W>>(
        &self,
        position: &Position<W>,
        leapers: &Leapers<W>,
        (pieces, ends): (Bitboard<W>, Ends<W>),
        sink: &mut S,
    ) {
        let (piece, occupied) = (leapers.piece, position.occupied());
        for leap in &leapers.leaps {
            let mut targets = leap.targets(pieces, &occupied) & ends.of_mode(leap.mode);
            if let Some(promotion) = &leapers.promotion
                && targets.intersects(&promotion.zone)
            {
                for to in targets & promotion.zone {
                    let from = Square::new((to.index() as i32 - leap.length()) as u16);
                    let (plain, promoting, choices) = (Bitboard::EMPTY, Bitboard::of(to), promotion.choices.as_slice());
                    sink.targets(position, Targets { piece, from, plain, promoting, choices });
                }
                targets &= promotion.stay;
            }
            sink.leaps((piece, leap.length()), targets);
        }
    }

    /// Emits the drops on squares of the check mask.
    #[inline(always)]
    pub(crate) fn generate_drops<S: Sink<W>>(
        &self,
        held: &mut Held<'_, W>,
        wanted: Wanted,
        landing: Bitboard<W>,
        sink: &mut S,
    ) {
        if self.moves.drops.is_empty() || wanted == Wanted::Captures {
            return;
        }
        for table in &self.moves.drops {
            let position = held.read();
            let in_hand = position.in_hand(position.state.turn, table.piece) > 0 || self.plan.unlimited;
            let obliged = || self.rules.constraints.must_drop.contains(&table.piece);
            if in_hand && (wanted == Wanted::All || obliged()) {
                let squares = self.safe_drops(held, table, landing);
                sink.drops(table.form(), squares);
            }
        }
    }

    /// Generates the moves of the royal piece. Returns the danger that it has found on the squares around it.
    #[inline(always)]
    pub(crate) fn generate_royal<I: Index, S: Sink<W>>(
        &self,
        position: &Position<W>,
        ends: Ends<W>,
        RoyalPiece { square: royal, zone_attackers, avoidance }: RoyalPiece<'_, W>,
        sink: &mut S,
    ) -> RoyalDanger<W> {
        let Some(piece) = position.piece_on(royal) else { return RoyalDanger::default() };
        let placed = (position.state.turn, piece);
        let mut targets = self.moves.targets::<I>(placed, royal, &position.occupied(), ends);
        if !self.moves.of(placed.0, piece).barred.is_empty() {
            targets |= self.moves.barred_targets::<I>(position, placed, royal, ends);
        }
        if let Some(avoidance) = avoidance {
            targets = self.unchecking_for_royal::<I>(position, (royal, piece), targets, avoidance);
        }
        // A king beside the enemy king is safe: capturing it would blow up the enemy's own king.
        let mut shielded = Bitboard::EMPTY;
        if self.plan.blasts {
            for other in self.royal_squares(position, !placed.0) {
                shielded |= targets & self.board.surroundings.beside[other.index()];
            }
        }
        let (safe, danger) = self.safe_for_royal::<I>(position, royal, targets & !shielded, zone_attackers);
        self.emit(position, (royal, piece), safe | shielded, sink);
        danger
    }

    #[inline(always)]
    pub(crate) fn emit(
        &self,
        position: &Position<W>,
        (from, piece): (Square, PieceId),
        targets: Bitboard<W>,
        sink: &mut impl Sink<W>,
    ) {
        match &self.moves.of(position.state.turn, piece).promotion {
            None => {
                let promoting = Bitboard::EMPTY;
                sink.targets(position, Targets { piece, from, plain: targets, promoting, choices: &[] });
            }
            Some(promotion) => self.emit_promotions(position, (from, piece), targets, promotion, sink),
        }
    }

    #[inline(always)]
    fn emit_promotions(
        &self,
        position: &Position<W>,
        (from, piece): (Square, PieceId),
        targets: Bitboard<W>,
        promotion: &PromotionTable<W>,
        sink: &mut impl Sink<W>,
    ) {
        let zone = promotion.zone_in(position, from);
        if !targets.intersects(&zone) {
            let promoting = Bitboard::EMPTY;
            return sink.targets(position, Targets { piece, from, plain: targets, promoting, choices: &[] });
        }
        let left;
        let choices = if promotion.limited {
            left = self.choices_left(position, promotion);
            left.as_slice()
        } else {
            promotion.choices.as_slice()
        };
        let plain = targets & promotion.staying(zone, choices.is_empty());
        let promoting = targets & zone;
        sink.targets(position, Targets { piece, from, plain, promoting, choices });
    }

    /// The promotion choices whose limits are not reached.
    pub(crate) fn choices_left(
        &self,
        position: &Position<W>,
        promotion: &PromotionTable<W>,
    ) -> SmallVec<[PieceId; 16]> {
        let us = position.state.turn;
        let on_board = |piece: PieceId| position.pieces(us, piece).count();
        let choices = promotion.choices.iter().zip(&promotion.limits);
        choices
            .filter(|(piece, limit)| limit.is_none_or(|limit| on_board(**piece) < u32::from(limit)))
            .map(|(piece, _)| *piece)
            .collect()
    }

    /// Emits a single move, with each of its promotions, if it leaves royal pieces safe.
    pub(crate) fn emit_if_safe(
        &self,
        position: &mut Position<W>,
        info: &CheckInfo<W>,
        mv: Move,
        sink: &mut impl Sink<W>,
    ) {
        let us = position.state.turn;
        let goes = info.royals == Bitboard::of(mv.from) && mv.only_goes() && !self.plan.blasts;
        let safe = match goes && self.attacks.by[!us].has_closed_form() {
            _ if info.asks_nothing() => true,
            true => self.is_safe_for_royal(position, mv.from, mv.to),
            false if info.spares_walked(&mv) => self.is_safe_from_tables(position, &mv),
            false => self.is_safe(position, &mv, AttackSource::Tables),
        };
        if safe {
            self.promotions_of(position, mv).into_iter().for_each(|mv| sink.single(position, mv));
        }
    }

    /// The move without promotion, if that is permitted, followed by the move with each permitted promotion.
    pub(crate) fn promotions_of(&self, position: &Position<W>, mv: Move) -> SmallVec<[Move; 4]> {
        self.promotions_of_side(position, mv, position.state.turn)
    }

    /// The same as [`promotions_of`](Engine::promotions_of), for a piece of either side.
    pub(crate) fn promotions_of_side(&self, position: &Position<W>, mv: Move, side: Side) -> SmallVec<[Move; 4]> {
        let table = self.moves.of(side, mv.piece);
        let Some(promotion) = &table.promotion else {
            return smallvec![mv];
        };
        let zone = promotion.zone_of_moves(mv.from);
        let stays_so = mv.kind() == MoveKind::EnPassant && !promotion.en_passant;
        if stays_so || mv.is_pass() || !promotion.counts((mv.from, mv.to), mv.is_capture()) {
            return smallvec![mv];
        }
        let choices = self.choices_left(position, promotion);
        let stays = promotion.staying(zone, choices.is_empty()).contains(mv.to);
        let promoted = choices.into_iter().map(|choice| mv.with(|further| further.promotion = Some(choice)));
        let mut all: SmallVec<[Move; 4]> = promoted.collect();
        if stays {
            all.push(mv);
        }
        all
    }
}
