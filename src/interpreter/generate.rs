//! The fast generator: legal moves from tables, with the closed form of legality.

use smallvec::SmallVec;

use crate::board::{Bitboard, Square};
use crate::position::{Castling, Position};
use crate::rules::{Pass, PieceId};

use super::careful::Plan;
use super::choice::Choice;
use super::danger::Danger;
use super::engine::Engine;
use super::legality::{Guard, Masks};
use super::lookup::{Index, Indexing, Multiply, Pext};
use super::moves::{Count, List, Move, MoveKind, Sink, Targets};
use super::patterns::Mode;
use super::piece::PromotionTable;
use super::reference;
use super::setwise::Leap;

/// Which moves are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wanted {
    All,
    Captures,
}

/// The squares on which moves may end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ends<const W: usize> {
    /// Those of quiet moves.
    pub empty: Bitboard<W>,
    /// Those of captures.
    pub enemies: Bitboard<W>,
    /// Those of captures that take royal men alone.
    pub prey: Bitboard<W>,
}

impl<const W: usize> Ends<W> {
    /// No square at all.
    pub const NONE: Ends<W> = Ends { empty: Bitboard::EMPTY, enemies: Bitboard::EMPTY, prey: Bitboard::EMPTY };

    /// Those of these squares that are none of the others.
    pub fn without(&self, others: &Ends<W>) -> Ends<W> {
        let Ends { empty, enemies, prey } = others;
        Ends { empty: self.empty & !*empty, enemies: self.enemies & !*enemies, prey: self.prey & !*prey }
    }

    /// Are there no squares?
    pub fn is_empty(&self) -> bool {
        (self.empty | self.enemies | self.prey).is_empty()
    }

    /// Those of these squares that are in a set.
    #[inline(always)]
    pub fn within(&self, landing: Bitboard<W>) -> Ends<W> {
        Ends { empty: self.empty & landing, enemies: self.enemies & landing, prey: self.prey & landing }
    }
}

impl<const W: usize> Engine<W> {
    /// Where the moves of the side to move may end.
    #[inline(always)]
    pub(super) fn ends(&self, position: &Position<W>, wanted: Wanted) -> Ends<W> {
        let them = !position.state.turn;
        let empty = if wanted == Wanted::All { !position.occupied() } else { Bitboard::EMPTY };
        let prey = if self.hunts { self.royal_men(position, them) } else { Bitboard::EMPTY };
        Ends { empty, enemies: position.of_side(them), prey }
    }

    /// All legal moves, in no particular order. The position is changed on the way and comes back as it was.
    pub fn legal_moves(&self, position: &mut Position<W>) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.list_legal_moves(position, &mut moves);
        moves
    }

    /// As [`legal_moves`](Engine::legal_moves), into a list whose memory is used again. What was in it is forgotten.
    pub fn list_legal_moves(&self, position: &mut Position<W>, moves: &mut Vec<Move>) {
        moves.clear();
        let mut list = List(std::mem::take(moves));
        if self.rules.constraints.must_capture {
            self.list(position, Wanted::Captures, &mut list);
        }
        if list.0.is_empty() {
            self.list(position, Wanted::All, &mut list);
        }
        *moves = list.0;
    }

    fn list(&self, position: &mut Position<W>, wanted: Wanted, list: &mut List) {
        match self.indexing() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: tables are laid out for PEXT only where `Indexing::detect` has found these features.
            Indexing::Pext => unsafe { self.list_with_pext(position, wanted, list) },
            _ => self.list_with_multiply(position, wanted, list),
        }
    }

    /// The same moves as sets, to [`pick`](Engine::pick) one of them. The choice is empty only if there is none.
    pub fn choose(&self, position: &mut Position<W>, choice: &mut Choice<W>) {
        choice.clear();
        let wanted = self.wanted(position);
        match self.indexing() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: tables are laid out for PEXT only where `Indexing::detect` has found these features.
            Indexing::Pext => unsafe { self.choose_with_pext(position, wanted, choice) },
            _ => self.choose_with_multiply(position, wanted, choice),
        }
        if choice.is_certain() {
            return;
        }
        if let Some((from, targets)) = choice.doubtful() {
            choice.keep_royal(targets.iter().filter(|to| self.is_safe_for_royal(position, from, *to)).collect());
        }
    }

    /// One of the moves of a choice made in this position. `pick` is told how many there may be and gives a number below;
    /// it is asked again when that was a move of the royal man into danger.
    pub fn pick(
        &self,
        position: &Position<W>,
        choice: &mut Choice<W>,
        pick: &mut dyn FnMut(usize) -> usize,
    ) -> Option<Move> {
        loop {
            let moves = choice.len();
            if moves == 0 {
                return None;
            }
            let (made, doubtful) = choice.pick(position, pick(moves))?;
            if !doubtful || self.is_safe_for_royal(position, made.from, made.to) {
                return Some(made);
            }
            choice.keep_royal(!Bitboard::of(made.to));
        }
    }

    /// The number of legal moves.
    #[inline]
    pub fn count_moves(&self, position: &mut Position<W>) -> u64 {
        if self.rules.constraints.must_capture {
            let captures = self.count(position, Wanted::Captures);
            if captures > 0 {
                return captures;
            }
        }
        self.count(position, Wanted::All)
    }

    /// The moves that the rules ask for: captures alone, where these are compulsory and there is one.
    #[inline(always)]
    fn wanted(&self, position: &mut Position<W>) -> Wanted {
        if self.rules.constraints.must_capture && self.count(position, Wanted::Captures) > 0 {
            Wanted::Captures
        } else {
            Wanted::All
        }
    }

    #[inline(always)]
    fn count(&self, position: &mut Position<W>, wanted: Wanted) -> u64 {
        match self.indexing() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: tables are laid out for PEXT only where `Indexing::detect` has found these features.
            Indexing::Pext => unsafe { self.count_with_pext(position, wanted) },
            _ => self.count_with_multiply(position, wanted),
        }
    }

    // The generator is compiled six times: for each sink and each way of indexing. All that it calls is inlined into
    // the functions with `#[target_feature]`, so that it is compiled with these features too.

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
    fn count_with_pext(&self, position: &mut Position<W>, wanted: Wanted) -> u64 {
        let mut count = Count::default();
        self.generate::<Pext, _>(position, wanted, &mut count);
        count.0
    }

    fn count_with_multiply(&self, position: &mut Position<W>, wanted: Wanted) -> u64 {
        let mut count = Count::default();
        self.generate::<Multiply, _>(position, wanted, &mut count);
        count.0
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
    fn list_with_pext(&self, position: &mut Position<W>, wanted: Wanted, list: &mut List) {
        self.generate::<Pext, _>(position, wanted, list);
    }

    fn list_with_multiply(&self, position: &mut Position<W>, wanted: Wanted, list: &mut List) {
        self.generate::<Multiply, _>(position, wanted, list);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
    fn choose_with_pext(&self, position: &mut Position<W>, wanted: Wanted, choice: &mut Choice<W>) {
        self.generate::<Pext, _>(position, wanted, choice);
    }

    fn choose_with_multiply(&self, position: &mut Position<W>, wanted: Wanted, choice: &mut Choice<W>) {
        self.generate::<Multiply, _>(position, wanted, choice);
    }

    /// Adds the moves of some men to a list, as far as they end on some squares and the masks allow them.
    pub(super) fn list_men(
        &self,
        position: &Position<W>,
        (men, ends): (Bitboard<W>, Ends<W>),
        masks: &Masks<W>,
        list: &mut List,
    ) {
        if men.is_empty() || ends.is_empty() {
            return;
        }
        match self.indexing() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: tables are laid out for PEXT only where `Indexing::detect` has found these features.
            Indexing::Pext => unsafe { self.list_men_with_pext(position, (men, ends), masks, list) },
            _ => self.list_men_with_multiply(position, (men, ends), masks, list),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
    fn list_men_with_pext(
        &self,
        position: &Position<W>,
        chosen: (Bitboard<W>, Ends<W>),
        masks: &Masks<W>,
        list: &mut List,
    ) {
        self.generate_common::<Pext, _>(position, chosen, masks, list);
    }

    fn list_men_with_multiply(
        &self,
        position: &Position<W>,
        chosen: (Bitboard<W>, Ends<W>),
        masks: &Masks<W>,
        list: &mut List,
    ) {
        self.generate_common::<Multiply, _>(position, chosen, masks, list);
    }

    /// The number of moves of some men, as far as they end on some squares and the masks allow them.
    pub(super) fn count_men(
        &self,
        position: &Position<W>,
        (men, ends): (Bitboard<W>, Ends<W>),
        masks: &Masks<W>,
    ) -> u64 {
        match self.indexing() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: tables are laid out for PEXT only where `Indexing::detect` has found these features.
            Indexing::Pext => unsafe { self.count_men_with_pext(position, (men, ends), masks) },
            _ => self.count_men_with_multiply(position, (men, ends), masks),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
    fn count_men_with_pext(&self, position: &Position<W>, chosen: (Bitboard<W>, Ends<W>), masks: &Masks<W>) -> u64 {
        let mut count = Count::default();
        self.generate_common::<Pext, _>(position, chosen, masks, &mut count);
        count.0
    }

    fn count_men_with_multiply(&self, position: &Position<W>, chosen: (Bitboard<W>, Ends<W>), masks: &Masks<W>) -> u64 {
        let mut count = Count::default();
        self.generate_common::<Multiply, _>(position, chosen, masks, &mut count);
        count.0
    }

    #[inline(always)]
    fn generate<I: Index, S: Sink<W>>(&self, position: &mut Position<W>, wanted: Wanted, sink: &mut S) {
        let mut guard = self.guard(position);
        let masks = match &mut guard {
            Guard::Free => Masks::without_royal(),
            Guard::Masks { royal, check } => {
                let masks = self.masks(position, *royal);
                *check = masks.check;
                masks
            }
            Guard::Several { royals, together } => self.masks_of_several(position, *royals, *together),
            Guard::Exact => return self.generate_exactly(position, wanted, sink),
        };
        let ends = self.ends(position, wanted);
        let men = position.of_side(position.state.turn) & !masks.royal_set();
        let mut plan = Plan { men, ends, royal: true, specials: true, drops: !Bitboard::EMPTY };
        let careful = self.care.is_some() || !masks.doubt.is_empty() || matches!(guard, Guard::Several { .. });
        if careful {
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
            plan = self.plan(position, &guard, &masks, ends);
        }
        self.generate_common::<I, S>(position, (plan.men, plan.ends), &masks, sink);
        let mut danger = Danger::default();
        if let Guard::Masks { royal, .. } = &guard
            && plan.royal
        {
            self.generate_royal::<I, S>(position, ends, *royal, &mut danger, sink);
        }
        if plan.specials {
            self.generate_specials::<I, S>(position, wanted, &guard, danger, sink);
        }
        if !self.drops.is_empty() && wanted == Wanted::All {
            self.generate_drops(position, masks.sets().0 & plan.drops, sink);
        }
        if careful {
            self.generate_with_looks(position, wanted, (&masks, &plan), sink);
            let stuck = wanted == Wanted::All && self.rules.constraints.pass == Pass::Stuck && sink.is_empty();
            if stuck && let Some(made) = self.pass(position) {
                self.pour_with_look(position, made, (false, true), sink);
            }
        }
    }

    /// The moves of common men as far as they end on some squares and the masks allow them.
    #[inline(always)]
    fn generate_common<I: Index, S: Sink<W>>(
        &self,
        position: &Position<W>,
        (common, ends): (Bitboard<W>, Ends<W>),
        masks: &Masks<W>,
        sink: &mut S,
    ) {
        let us = position.state.turn;
        let occupied = position.occupied();
        let (outside, paths) = masks.sets();
        let free_ends = ends.within(outside);
        let mut others = common & !paths;
        for piece in if S::COUNTS { &self.groups[us].count } else { &self.groups[us].list } {
            let (piece, table) = (*piece, self.table(us, *piece));
            let men = others & position.of_piece(piece);
            others &= !men;
            if S::COUNTS
                && let Some(leaps) = &table.leaps
            {
                sink.number(count_leaps((leaps, table.promotion.as_ref()), men, &occupied, free_ends));
                continue;
            }
            for from in men {
                let targets = self.targets::<I>((us, piece), from, &occupied, free_ends);
                self.pour(position, (from, piece), targets, sink);
            }
        }
        let allowed = free_ends.empty | free_ends.enemies;
        self.both_of_all::<I>(position, us, others, &occupied, |from, cell, reached| {
            if S::COUNTS {
                sink.number(u64::from((reached & allowed).count()));
            } else if let Some(piece) = cell.piece() {
                let (plain, promoting) = (reached & allowed, Bitboard::EMPTY);
                sink.targets(position, Targets { piece, from, plain, promoting, choices: &[] });
            }
        });
        for from in common & paths {
            let Some(piece) = position.cell(from).piece() else { continue };
            let ends = ends.within(masks.landing_from_path(from));
            let targets = self.targets::<I>((us, piece), from, &occupied, ends);
            self.pour(position, (from, piece), targets, sink);
        }
        for piece in &self.groups[us].barred {
            for from in common & position.of_piece(*piece) {
                let landing = if paths.contains(from) { masks.landing_from_path(from) } else { outside };
                let targets = self.barred_targets(position, (us, *piece), from, ends.within(landing));
                self.pour(position, (from, *piece), targets, sink);
            }
        }
    }

    /// The drops; with masks, a man that comes from outside may go where any other from outside may.
    #[inline(always)]
    pub(super) fn generate_drops<S: Sink<W>>(&self, position: &mut Position<W>, landing: Bitboard<W>, sink: &mut S) {
        for table in &self.drops {
            let squares = self.safe_drops(position, table, landing);
            sink.drops(table.form(), squares);
        }
    }

    /// The moves of the royal man.
    #[inline(always)]
    fn generate_royal<I: Index, S: Sink<W>>(
        &self,
        position: &Position<W>,
        ends: Ends<W>,
        royal: Square,
        danger: &mut Danger<W>,
        sink: &mut S,
    ) {
        let Some(piece) = position.cell(royal).piece() else { return };
        let targets = self.targets::<I>((position.state.turn, piece), royal, &position.occupied(), ends);
        if S::PICKS && self.care.is_none() && self.table(position.state.turn, piece).promotion.is_none() {
            return sink.royal(royal, piece, targets);
        }
        let targets = self.safe_for_royal::<I>(position, royal, targets, danger);
        self.pour(position, (royal, piece), targets, sink);
    }

    /// All moves, each made and looked at.
    fn generate_exactly<S: Sink<W>>(&self, position: &mut Position<W>, wanted: Wanted, sink: &mut S) {
        let mut list = List::with_room();
        let (guard, free) = (Guard::Free, Masks::without_royal());
        let (men, ends) = (position.of_side(position.state.turn), self.ends(position, wanted));
        self.list_men(position, (men, ends), &free, &mut list);
        self.generate_specials::<Multiply, _>(position, wanted, &guard, Danger::default(), &mut list);
        if !self.drops.is_empty() && wanted == Wanted::All {
            self.generate_drops(position, !Bitboard::EMPTY, &mut list);
        }
        if wanted == Wanted::All {
            list.0.extend(reference::promotion_moves(self, position));
        }
        for made in self.legal_of(position, list.0, wanted == Wanted::All, Engine::attacks) {
            sink.single(position, made);
        }
    }

    #[inline(always)]
    fn pour(
        &self,
        position: &Position<W>,
        (from, piece): (Square, PieceId),
        targets: Bitboard<W>,
        sink: &mut impl Sink<W>,
    ) {
        match &self.table(position.state.turn, piece).promotion {
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
        let mut zone = promotion.zone_of_moves(from);
        if promotion.capturing {
            zone &= position.of_side(!position.state.turn);
        }
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

    /// What a man may still become where numbers are limited.
    pub(super) fn choices_left(&self, position: &Position<W>, promotion: &PromotionTable<W>) -> Vec<PieceId> {
        let us = position.state.turn;
        let on_board = |piece: PieceId| position.men(us, piece).count();
        let choices = promotion.choices.iter().zip(&promotion.limits);
        choices
            .filter(|(piece, limit)| limit.is_none_or(|limit| on_board(**piece) < u32::from(limit)))
            .map(|(piece, _)| *piece)
            .collect()
    }

    #[inline(always)]
    pub(super) fn generate_specials<I: Index, S: Sink<W>>(
        &self,
        position: &mut Position<W>,
        wanted: Wanted,
        guard: &Guard<W>,
        danger: Danger<W>,
        sink: &mut S,
    ) {
        if !position.state.passed.is_empty() {
            self.generate_en_passant(position, guard, sink);
        }
        if self.castles && position.state.rights != 0 && wanted == Wanted::All {
            self.generate_castling::<I, S>(position, guard, danger, sink);
        }
        if self.walks {
            self.generate_walked(position, wanted, guard, sink);
        }
    }

    fn generate_en_passant(&self, position: &mut Position<W>, guard: &Guard<W>, sink: &mut impl Sink<W>) {
        for made in self.en_passant_captures(position) {
            self.offer(position, guard, made, sink);
        }
    }

    /// The en passant captures that the moves of the men allow, whatever becomes of their king.
    pub(super) fn en_passant_captures(&self, position: &Position<W>) -> SmallVec<[Move; 2]> {
        let mut found = SmallVec::new();
        let us = position.state.turn;
        let passed = position.state.passed & !position.occupied();
        for piece in self.rules.piece_ids() {
            let table = self.table(us, piece);
            if table.en_passant.is_empty() {
                continue;
            }
            for from in position.men(us, piece) {
                let reach = &table.en_passant[from.index()];
                if !reach.targets.intersects(&passed) {
                    continue;
                }
                let mut reached = reach.leaps;
                for ray in &reach.rays {
                    reached |= ray.reach(&position.occupied());
                }
                let victim = position.state.passer;
                for to in reached & passed {
                    let captures = smallvec::smallvec![victim];
                    found.push(Move {
                        from,
                        to,
                        piece,
                        promotion: None,
                        captures,
                        kind: MoveKind::EnPassant,
                        wall: None,
                        gate: None,
                    });
                }
            }
        }
        found
    }

    #[inline(always)]
    fn generate_castling<I: Index, S: Sink<W>>(
        &self,
        position: &mut Position<W>,
        guard: &Guard<W>,
        mut danger: Danger<W>,
        sink: &mut S,
    ) {
        let us = position.state.turn;
        let occupied = position.occupied();
        for index in 0..position.castling_count() {
            let Some(castling) = position.castling(index) else { continue };
            if castling.side != us || castling.way.intersects(&occupied) {
                continue;
            }
            let legal = match guard {
                Guard::Free => true,
                Guard::Masks { royal, check } if *royal == castling.right.from => {
                    !check && self.castling_is_safe::<I>(position, castling, &mut danger)
                }
                _ => {
                    let made = castling_move(position, castling);
                    made.is_some_and(|made| self.is_safe(position, &made))
                }
            };
            if !legal {
                continue;
            }
            if S::COUNTS {
                sink.number(1);
            } else if let Some(made) = position.castling(index).and_then(|castling| castling_move(position, castling)) {
                sink.single(position, made);
            }
        }
    }

    /// The castling moves whose way is free, whatever is attacked.
    pub(super) fn castlings(&self, position: &Position<W>) -> Vec<Move> {
        let us = position.state.turn;
        let occupied = position.occupied();
        let ready = position.castlings().filter(|castling| castling.side == us && !castling.way.intersects(&occupied));
        ready.filter_map(|castling| castling_move(position, castling)).collect()
    }

    fn generate_walked(&self, position: &mut Position<W>, wanted: Wanted, guard: &Guard<W>, sink: &mut impl Sink<W>) {
        for made in reference::walked_moves(self, position) {
            if wanted == Wanted::All || made.is_capture() {
                self.offer(position, guard, made, sink);
            }
        }
    }

    /// Is the move one of those that the tables give?
    pub(super) fn is_in_tables(&self, position: &Position<W>, made: &Move) -> bool {
        let plain = made.captures.is_empty() || made.captures.as_slice() == [made.to];
        let man = (position.state.turn, made.piece);
        let (occupied, ends) = (position.occupied(), self.ends(position, Wanted::All));
        let targets = || self.targets_of(man, made.from, &occupied, ends);
        made.kind == MoveKind::Normal && plain && made.to != made.from && targets().contains(made.to)
    }

    /// Pours a single move, with each of its promotions, if it is legal.
    fn offer(&self, position: &mut Position<W>, guard: &Guard<W>, made: Move, sink: &mut impl Sink<W>) {
        if !matches!(guard, Guard::Free) && !self.is_safe(position, &made) {
            return;
        }
        for made in self.promotions_of(position, made) {
            sink.single(position, made);
        }
    }

    /// The move as it is where the piece may stay what it is, and with each choice where it may promote.
    pub(super) fn promotions_of(&self, position: &Position<W>, made: Move) -> Vec<Move> {
        let table = self.table(position.state.turn, made.piece);
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
        let promoted = choices.into_iter().map(|choice| Move { promotion: Some(choice), ..made.clone() });
        let mut all: Vec<Move> = promoted.collect();
        if stays {
            all.push(made);
        }
        all
    }
}

/// The move that a castling makes; `None` when nobody stands there.
#[inline(always)]
fn castling_move<const W: usize>(position: &Position<W>, castling: &Castling<W>) -> Option<Move> {
    let kind = MoveKind::Castling { partner: castling.right.partner, partner_to: castling.partner_to };
    let piece = position.cell(castling.right.from).piece()?;
    let (from, to) = (castling.right.from, castling.to);
    Some(Move { from, to, piece, promotion: None, captures: SmallVec::new(), kind, wall: None, gate: None })
}

/// The number of moves of all men of a piece that only leaps.
#[inline(always)]
fn count_leaps<const W: usize>(
    (leaps, promotion): (&[Leap<W>], Option<&PromotionTable<W>>),
    men: Bitboard<W>,
    occupied: &Bitboard<W>,
    ends: Ends<W>,
) -> u64 {
    let mut total = 0;
    for leap in leaps {
        let allowed = match leap.mode {
            Mode::Both => ends.empty | ends.enemies,
            Mode::Quiet => ends.empty,
            Mode::Capture => ends.enemies,
            Mode::Royal => ends.prey,
        };
        let targets = leap.targets(men, occupied) & allowed;
        total += match promotion {
            None => u64::from(targets.count()),
            Some(promotion) => promotion.count(targets),
        };
    }
    total
}

impl<const W: usize> PromotionTable<W> {
    /// The number of moves that end on the squares, one for each, when the promotion depends on these alone.
    #[inline(always)]
    fn count(&self, targets: Bitboard<W>) -> u64 {
        let promoting = targets & self.zone;
        if promoting.is_empty() {
            return u64::from(targets.count());
        }
        u64::from((targets & self.stay).count()) + u64::from(promoting.count()) * self.choices.len() as u64
    }

    /// The squares on which a move from a square promotes.
    #[inline(always)]
    pub(super) fn zone_of_moves(&self, from: Square) -> Bitboard<W> {
        if self.touching && self.zone.contains(from) { !Bitboard::EMPTY } else { self.zone }
    }

    /// The squares on which a piece may stay what it is, given those on which it may promote.
    #[inline(always)]
    pub(super) fn staying(&self, zone: Bitboard<W>, without_choice: bool) -> Bitboard<W> {
        if without_choice && self.stays_without_choice {
            return !Bitboard::EMPTY;
        }
        !(self.mandatory & zone)
    }
}
