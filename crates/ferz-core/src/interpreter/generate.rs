//! The fast generator: legal moves from tables, with the closed form of legality.

use crate::board::{Bitboard, Square};
use crate::position::Position;
use crate::rules::{Pass, PieceId};

use super::danger::Danger;
use super::engine::Engine;
use super::legality::{Guard, Masks};
use super::mobility::Mobility;
use super::moves::{Count, Move, MoveKind, Sink, Targets, Wanted};
use super::reference;
use super::sets::Sets;
use super::silence::Silence;
use super::tables::{Ends, Index, Leapers, Multiply, PromotionTable};

/// A royal piece whose moves are asked for.
#[derive(Clone, Copy)]
pub(crate) struct RoyalPiece<'a, const W: usize> {
    pub square: Square,
    /// The enemies that could attack a square to which he could go.
    pub near: Bitboard<W>,
    /// What he may not do to the royal pieces of the other side, where that is asked.
    pub silence: Option<&'a Silence<W>>,
}

impl<const W: usize> Engine<W> {
    /// Is there a generator for games in which nothing but tables has a say? On boards of few squares, where there are few
    /// pieces, what a position costs before any piece is asked tells; on large ones it would only be more to compile.
    pub(crate) const KNOWS_FREE_GAMES: bool = W <= 2;

    /// Where the moves of the side to move may end.
    #[inline(always)]
    pub(crate) fn ends(&self, position: &Position<W>, wanted: Wanted) -> Ends<W> {
        let them = !position.state.turn;
        let empty = if wanted == Wanted::All { !position.occupied() } else { Bitboard::EMPTY };
        let royal_targets = if self.plan.hunts_royals { self.royal_pieces(position, them) } else { Bitboard::EMPTY };
        let enemies = if self.plan.nobody_takes { Bitboard::EMPTY } else { position.of_side(them) };
        Ends { empty, enemies, royal_targets }
    }

    #[inline(always)]
    pub(crate) fn generate<I: Index, S: Sink<W>>(&self, position: &mut Position<W>, wanted: Wanted, sink: &mut S) {
        if self.plan.only_walls && !(S::COUNTS && self.plan.walls_stay_behind) {
            self.pour_walled(position, (self.ends(position, wanted), &Masks::without_royal()), sink);
            return;
        }
        if Self::KNOWS_FREE_GAMES && self.plan.free {
            return self.generate_freely::<I, S>(position, wanted, &Mobility::UNKNOWN, sink);
        }
        if Self::KNOWS_ORTHODOX_GAMES
            && S::IN_SETS
            && wanted == Wanted::All
            && self.generate_orthodox::<I, S>(position, sink)
        {
            return;
        }
        let mut guard = self.guard(position);
        let mut masks = Masks::without_royal();
        match &mut guard {
            Guard::Free => {}
            Guard::Masks { royal, check } => {
                self.add_royal(position, *royal, &mut masks);
                *check = masks.check;
            }
            Guard::Several { royals, together } => {
                let masks = self.masks_of_several(position, *royals, *together);
                return self.pour_carefully(position, wanted, (&guard, &masks), sink);
            }
            Guard::Exact => return self.generate_exactly(position, wanted, sink),
        }
        // Out of line, so that games without such rules do not pay for them.
        let doubtful = !masks.doubt.is_empty();
        if doubtful || self.needs_care(position) {
            return self.pour_carefully(position, wanted, (&guard, &masks), sink);
        }
        let ends = self.ends(position, wanted);
        let mut pieces = self.pieces_who_move(position) & !masks.royal_set();
        if !self.plan.capture_limits.is_empty() {
            pieces = self.generate_bound::<I, S>(position, (pieces, ends), &masks, sink);
        }
        if !pieces.is_empty() {
            self.generate_common::<I, S>(position, (pieces, ends), &masks, sink);
        }
        let mut danger = Danger::default();
        if let Guard::Masks { royal, .. } = &guard {
            let placed = RoyalPiece { square: *royal, near: masks.near, silence: None };
            let ends = if self.plan.capture_limits.is_empty() { ends } else { self.sparing(position, *royal, ends) };
            danger = self.generate_royal::<I, S>(position, ends, placed, sink);
        }
        self.generate_specials::<I, S>(position, wanted, &guard, danger, sink);
        if !self.moves.drops.is_empty() && wanted == Wanted::All {
            self.generate_drops(position, masks.sets().0, sink);
        }
        if self.rules.constraints.pass == Pass::Stuck {
            self.pass_if_stuck(position, wanted, sink);
        }
    }

    /// The pieces of the side to move, but for those that never move or, where a wall has to stay behind, may not leave one.
    #[inline(always)]
    fn pieces_who_move(&self, position: &Position<W>) -> Bitboard<W> {
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

    /// As [`generate`](Engine::generate), where nothing but the tables of pieces and hands has a say. `known` are moves that
    /// may be there still.
    #[inline(always)]
    pub(crate) fn generate_freely<I: Index, S: Sink<W>>(
        &self,
        position: &mut Position<W>,
        wanted: Wanted,
        known: &Mobility<W>,
        sink: &mut S,
    ) {
        if wanted == Wanted::All && self.is_obliged_to_drop(position) {
            if !self.generate_obliged(position, !Bitboard::EMPTY, sink) {
                self.generate_exactly(position, wanted, sink);
            }
            return;
        }
        if !self.plan.nobody_goes {
            let ends = self.ends(position, wanted);
            let pieces = self.pieces_who_move(position);
            if !pieces.is_empty() {
                self.generate_unhindered::<I, S>(position, (pieces, ends), known, sink);
            }
        }
        if !self.moves.drops.is_empty() && wanted == Wanted::All {
            self.generate_drops(position, !Bitboard::EMPTY, sink);
        }
    }

    /// Pours a pass where a side without a move may make one.
    #[inline(never)]
    fn pass_if_stuck(&self, position: &mut Position<W>, wanted: Wanted, sink: &mut impl Sink<W>) {
        if wanted == Wanted::All
            && sink.is_empty()
            && let Some(made) = self.pass(position)
        {
            self.pour_with_look(position, made, (false, true), sink);
        }
    }

    /// As [`generate`](Engine::generate), where the masks do not settle all.
    #[inline(always)]
    pub(crate) fn generate_carefully<I: Index, S: Sink<W>>(
        &self,
        position: &mut Position<W>,
        wanted: Wanted,
        (guard, masks): (&Guard<W>, &Masks<W>),
        sink: &mut S,
    ) {
        if self.needs_every_look(position) {
            return self.generate_exactly(position, wanted, sink);
        }
        if wanted == Wanted::All && self.is_obliged_to_drop(position) {
            let free = masks.doubt.is_empty() && self.obliged_drops_are_free();
            if !(free && self.generate_obliged(position, masks.sets().0, sink)) {
                self.generate_exactly(position, wanted, sink);
            }
            return;
        }
        let ends = self.ends(position, wanted);
        let silence = self.needs_silence().then(|| self.silence(position)).flatten();
        let plan = self.plan(position, (guard, masks, silence.as_ref()), (ends, S::COUNTS));
        let mut left = plan.pieces;
        for number in 0..=self.plan.capture_limits.len() {
            let (pieces, ends) = self.group_of_plan(position, number, (&mut left, plan.ends));
            if pieces.is_empty() || ends.is_empty() {
                continue;
            }
            if S::COUNTS && pieces.intersects(&plan.gateable) {
                for (ways, pieces) in self.by_gates(position, pieces & plan.gateable).into_iter() {
                    let mut moves = Count::default();
                    self.pour_pieces(position, (pieces, ends), masks, &mut moves);
                    sink.number(moves.0 * ways);
                }
            }
            let pieces = pieces & !plan.gateable;
            match &silence {
                Some(silence) => self.generate_silent::<I, S>(position, (pieces, ends), (masks, silence), sink),
                None => self.generate_common::<I, S>(position, (pieces, ends), masks, sink),
            }
        }
        let mut danger = Danger::default();
        let royals = if plan.royal.is_empty() { Bitboard::EMPTY } else { masks.royal_set() };
        for (number, royal) in royals.iter().enumerate() {
            let placed = RoyalPiece { square: royal, near: masks.near, silence: silence.as_ref() };
            let ends = self.sparing(position, royal, plan.royal).within(masks.landing_beside_others((number, royal)));
            if S::COUNTS {
                let mut moves = Count::default();
                danger = self.generate_royal::<I, Count>(position, ends, placed, &mut moves);
                let gateable = Bitboard::of(royal) & plan.gateable;
                let ways = if gateable.is_empty() { 1 } else { self.ways(position, gateable) };
                sink.number(moves.0 * ways);
            } else {
                danger = self.generate_royal::<I, S>(position, ends, placed, sink);
            }
        }
        if plan.specials {
            self.generate_specials::<I, S>(position, wanted, guard, danger, sink);
        }
        if !self.moves.drops.is_empty() && wanted == Wanted::All {
            self.generate_drops(position, masks.sets().0 & plan.drops, sink);
        }
        self.generate_with_looks(position, wanted, (masks, &plan), sink);
        if self.rules.constraints.pass == Pass::Stuck {
            self.pass_if_stuck(position, wanted, sink);
        }
    }

    /// The moves of common pieces that may not take some others, as far as they end on some squares and the masks allow them;
    /// gives back the pieces that are left.
    #[inline(always)]
    fn generate_bound<I: Index, S: Sink<W>>(
        &self,
        position: &Position<W>,
        (pieces, ends): (Bitboard<W>, Ends<W>),
        masks: &Masks<W>,
        sink: &mut S,
    ) -> Bitboard<W> {
        let (us, occupied) = (position.state.turn, position.occupied());
        let mut left = pieces;
        for (piece, safe) in &self.plan.capture_limits {
            let bound = pieces & position.of_piece(*piece);
            left &= !bound;
            let ends = ends.without_captures(position.of_pieces(safe));
            for from in bound {
                let ends = ends.within(masks.landing(from));
                let mut targets = self.moves.targets::<I>((us, *piece), from, &occupied, ends);
                if !self.moves.of(us, *piece).barred.is_empty() {
                    targets |= self.moves.barred_targets::<I>(position, (us, *piece), from, ends);
                }
                self.pour(position, (from, *piece), targets, sink);
            }
        }
        left
    }

    /// The moves of common pieces as far as they end on some squares and the masks allow them.
    #[inline(always)]
    pub(crate) fn generate_common<I: Index, S: Sink<W>>(
        &self,
        position: &Position<W>,
        (common, ends): (Bitboard<W>, Ends<W>),
        masks: &Masks<W>,
        sink: &mut S,
    ) {
        let us = position.state.turn;
        let occupied = position.occupied();
        let (outside, paths) = masks.sets();
        let known = &Mobility::UNKNOWN;
        self.generate_unhindered::<I, S>(position, (common & !paths, ends.within(outside)), known, sink);
        let groups = &self.moves.groups[us];
        for from in common & paths {
            let Some(piece) = position.cell(from).piece() else { continue };
            let ends = ends.within(masks.landing_from_path(from));
            let targets = self.moves.targets::<I>((us, piece), from, &occupied, ends);
            self.pour(position, (from, piece), targets, sink);
        }
        for piece in &groups.barred {
            for from in common & position.of_piece(*piece) {
                let landing = if paths.contains(from) { masks.landing_from_path(from) } else { outside };
                let targets = self.moves.barred_targets::<I>(position, (us, *piece), from, ends.within(landing));
                self.pour(position, (from, *piece), targets, sink);
            }
        }
    }

    /// The moves of pieces as far as they end on some squares, but for those that end before pieces of some pieces. `known` are
    /// moves that may be there still.
    #[inline(always)]
    pub(crate) fn generate_unhindered<I: Index, S: Sink<W>>(
        &self,
        position: &Position<W>,
        (pieces, ends): (Bitboard<W>, Ends<W>),
        known: &Mobility<W>,
        sink: &mut S,
    ) {
        let us = position.state.turn;
        let occupied = position.occupied();
        let mut others = pieces;
        let groups = &self.moves.groups[us];
        if S::COUNTS {
            let allowed = ends.by_mode();
            for leapers in &groups.leapers {
                let pieces = others & position.of_piece(leapers.piece);
                others &= !pieces;
                sink.number(leapers.count(pieces, &occupied, &allowed));
            }
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
        for piece in &groups.special_in_sets {
            let piece = *piece;
            let pieces = others & position.of_piece(piece);
            others &= !pieces;
            for from in pieces {
                let targets = self.moves.targets::<I>((us, piece), from, &occupied, ends);
                self.pour(position, (from, piece), targets, sink);
            }
        }
        let allowed = ends.empty | ends.enemies;
        if S::COUNTS && Mobility::<W>::IS_KNOWN && known.holds((others, allowed), occupied) {
            return sink.number(known.moves());
        }
        self.moves.for_each_attack::<I>(position, us, others, &occupied, |from, cell, reached| {
            if S::COUNTS {
                sink.number(u64::from((reached & allowed).count()));
            } else if let Some(piece) = cell.piece() {
                let (plain, promoting) = (reached & allowed, Bitboard::EMPTY);
                sink.targets(position, Targets { piece, from, plain, promoting, choices: &[] });
            }
        });
    }

    /// The moves of some pieces, a set for each leap.
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

    /// The drops; with masks, a piece that comes from outside may go where any other from outside may.
    #[inline(always)]
    pub(crate) fn generate_drops<S: Sink<W>>(&self, position: &mut Position<W>, landing: Bitboard<W>, sink: &mut S) {
        let us = position.state.turn;
        for table in &self.moves.drops {
            if position.in_hand(us, table.piece) == 0 && !self.plan.unlimited {
                continue;
            }
            let squares = self.safe_drops(position, table, landing);
            sink.drops(table.form(), squares);
        }
    }

    /// The moves of the royal piece; gives back what was found out about the squares around him.
    #[inline(always)]
    pub(crate) fn generate_royal<I: Index, S: Sink<W>>(
        &self,
        position: &Position<W>,
        ends: Ends<W>,
        RoyalPiece { square: royal, near, silence }: RoyalPiece<'_, W>,
        sink: &mut S,
    ) -> Danger<W> {
        let Some(piece) = position.cell(royal).piece() else { return Danger::default() };
        let placed = (position.state.turn, piece);
        let mut targets = self.moves.targets::<I>(placed, royal, &position.occupied(), ends);
        if !self.moves.of(placed.0, piece).barred.is_empty() {
            targets |= self.moves.barred_targets::<I>(position, placed, royal, ends);
        }
        if let Some(silence) = silence {
            targets = self.silent_for_royal::<I>(position, (royal, piece), targets, silence);
        }
        // Beside the royal piece of the other side nobody can take him without losing his own.
        let mut shielded = Bitboard::EMPTY;
        if self.plan.blasts {
            for other in self.royal_squares(position, !placed.0) {
                shielded |= targets & self.board.surroundings.beside[other.index()];
            }
        }
        let (safe, danger) = self.safe_for_royal::<I>(position, royal, targets & !shielded, near);
        self.pour(position, (royal, piece), safe | shielded, sink);
        danger
    }

    /// All moves, each made and looked at.
    fn generate_exactly<S: Sink<W>>(&self, position: &mut Position<W>, wanted: Wanted, sink: &mut S) {
        let mut sets = Sets::default();
        let (guard, free) = (Guard::Free, Masks::without_royal());
        let (pieces, ends) = (position.of_side(position.state.turn), self.ends(position, wanted));
        self.pour_pieces(position, (pieces, ends), &free, &mut sets);
        self.generate_specials::<Multiply, _>(position, wanted, &guard, Danger::default(), &mut sets);
        if !self.moves.drops.is_empty() && wanted == Wanted::All {
            self.generate_drops(position, !Bitboard::EMPTY, &mut sets);
        }
        let mut moves = sets.into_moves(position);
        if wanted == Wanted::All {
            moves.extend(reference::promotion_moves(self, position));
        }
        for made in self.legal_of(position, moves, wanted == Wanted::All, Engine::attacks) {
            sink.single(position, made);
        }
    }

    #[inline(always)]
    pub(crate) fn pour(
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
            Some(promotion) => self.pour_promotions(position, (from, piece), targets, promotion, sink),
        }
    }

    #[inline(always)]
    fn pour_promotions(
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

    /// What a piece may still become where numbers are limited.
    pub(crate) fn choices_left(&self, position: &Position<W>, promotion: &PromotionTable<W>) -> Vec<PieceId> {
        let us = position.state.turn;
        let on_board = |piece: PieceId| position.pieces(us, piece).count();
        let choices = promotion.choices.iter().zip(&promotion.limits);
        choices
            .filter(|(piece, limit)| limit.is_none_or(|limit| on_board(**piece) < u32::from(limit)))
            .map(|(piece, _)| *piece)
            .collect()
    }

    /// Pours a single move, with each of its promotions, if it is legal.
    pub(crate) fn offer(&self, position: &mut Position<W>, guard: &Guard<W>, made: Move, sink: &mut impl Sink<W>) {
        let safe = match guard {
            Guard::Free => true,
            Guard::Masks { royal, .. }
                if *royal == made.from
                    && made.only_goes()
                    && self.attacks.by[!position.state.turn].has_closed_form()
                    && !self.plan.blasts =>
            {
                self.is_safe_for_royal(position, made.from, made.to)
            }
            _ => self.is_safe_in_short(position, &made).unwrap_or_else(|| self.is_safe(position, &made)),
        };
        if !safe {
            return;
        }
        for made in self.promotions_of(position, made) {
            sink.single(position, made);
        }
    }

    /// The move as it is where the piece may stay what it is, and with each choice where it may promote.
    pub(crate) fn promotions_of(&self, position: &Position<W>, made: Move) -> Vec<Move> {
        let table = self.moves.of(position.state.turn, made.piece);
        let Some(promotion) = &table.promotion else {
            return vec![made];
        };
        let zone = promotion.zone_of_moves(made.from);
        let stays_so = made.kind == MoveKind::EnPassant && !promotion.en_passant;
        if stays_so || made.is_pass() || !zone.contains(made.to) || (promotion.capturing && !made.is_capture()) {
            return vec![made];
        }
        let choices = self.choices_left(position, promotion);
        let stays = promotion.staying(zone, choices.is_empty()).contains(made.to);
        let promoted = choices.into_iter().map(|choice| Move { promotion: Some(choice), ..made });
        let mut all: Vec<Move> = promoted.collect();
        if stays {
            all.push(made);
        }
        all
    }
}
