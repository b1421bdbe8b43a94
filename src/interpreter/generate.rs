//! The fast generator: legal moves from tables, with the closed form of legality.

use smallvec::SmallVec;

use crate::board::{Bitboard, Square};
use crate::position::{Castling, Position};
use crate::rules::PieceId;

use super::engine::{Engine, PromotionTable};
use super::legality::Guard;
use super::lookup::{Index, Indexing, Multiply, Pext};
use super::moves::{Count, List, Move, MoveKind, Sink, Targets};
use super::patterns::Mode;
use super::reference;
use super::setwise::Leap;

/// Which moves are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wanted {
    All,
    Captures,
}

impl<const W: usize> Engine<W> {
    /// All legal moves, in no particular order. The position is changed on the way and comes back as it was.
    pub fn legal_moves(&self, position: &mut Position<W>) -> Vec<Move> {
        let wanted = self.wanted(position);
        match self.indexing() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: tables are laid out for PEXT only where `Indexing::detect` has found these features.
            Indexing::Pext => unsafe { self.list_with_pext(position, wanted) },
            _ => self.list_with_multiply(position, wanted),
        }
    }

    /// The number of legal moves.
    pub fn count_moves(&self, position: &mut Position<W>) -> u64 {
        let wanted = self.wanted(position);
        self.count(position, wanted)
    }

    /// The moves that the rules ask for: captures alone, where these are compulsory and there is one.
    #[inline(always)]
    fn wanted(&self, position: &mut Position<W>) -> Wanted {
        if self.rules.must_capture && self.count(position, Wanted::Captures) > 0 {
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

    // The generator is compiled four times: for each sink and each way of indexing. All that it calls is inlined into
    // the functions with `#[target_feature]`, so that it is compiled with these features too.

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
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
    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
    fn list_with_pext(&self, position: &mut Position<W>, wanted: Wanted) -> Vec<Move> {
        let mut list = List::with_room();
        self.generate::<Pext, _>(position, wanted, &mut list);
        list.0
    }

    fn list_with_multiply(&self, position: &mut Position<W>, wanted: Wanted) -> Vec<Move> {
        let mut list = List::with_room();
        self.generate::<Multiply, _>(position, wanted, &mut list);
        list.0
    }

    #[inline(always)]
    fn generate<I: Index, S: Sink<W>>(&self, position: &mut Position<W>, wanted: Wanted, sink: &mut S) {
        let us = position.state.turn;
        let guard = self.guard(position);
        let own = position.of_side(us);
        for index in 0..self.rules.pieces.len() {
            let piece = PieceId::new(index as u8);
            let mut men = position.of_piece(piece) & own;
            if S::COUNTS
                && let Some(leaps) = &self.table(us, piece).leaps
                && let Some((landing, paths)) = guard.sets()
            {
                let free = men & !paths;
                men &= paths;
                sink.number(self.count_leaps(position, wanted, (leaps, piece), free, landing));
            }
            for from in men {
                let mut targets = self.targets::<I>(position, piece, from);
                if wanted == Wanted::Captures {
                    targets &= position.of_side(!us);
                }
                let targets = self.guarded(position, &guard, (from, piece), targets);
                self.pour(position, (from, piece), targets, sink);
            }
        }
        self.generate_specials(position, wanted, &guard, sink);
    }

    /// The number of moves of all men of a piece that only leaps, landing on the squares of `landing`.
    #[inline(always)]
    fn count_leaps(
        &self,
        position: &Position<W>,
        wanted: Wanted,
        (leaps, piece): (&[Leap<W>], PieceId),
        men: Bitboard<W>,
        landing: Bitboard<W>,
    ) -> u64 {
        let us = position.state.turn;
        let occupied = position.occupied();
        let empty = if wanted == Wanted::All { !occupied & landing } else { Bitboard::EMPTY };
        let enemies = position.of_side(!us) & landing;
        let promotion = &self.table(us, piece).promotion;
        let mut total = 0;
        for leap in leaps {
            let allowed = match leap.mode {
                Mode::Both => empty | enemies,
                Mode::Quiet => empty,
                Mode::Capture => enemies,
            };
            let targets = leap.targets(men, &occupied) & allowed;
            total += match promotion {
                None => u64::from(targets.count()),
                Some(promotion) => promotion.count(targets),
            };
        }
        total
    }

    #[inline(always)]
    fn guarded(
        &self,
        position: &mut Position<W>,
        guard: &Guard<W>,
        (from, piece): (Square, PieceId),
        targets: Bitboard<W>,
    ) -> Bitboard<W> {
        match guard {
            Guard::Free => targets,
            Guard::Masks(masks) if from == masks.royal => self.safe_for_royal(position, from, targets),
            Guard::Masks(masks) => targets & masks.landing(from),
            Guard::Exact => self.safe_one_by_one(position, (from, piece), targets),
        }
    }

    #[inline(always)]
    fn pour(
        &self,
        position: &mut Position<W>,
        (from, piece): (Square, PieceId),
        targets: Bitboard<W>,
        sink: &mut impl Sink<W>,
    ) {
        if targets.is_empty() {
            return;
        }
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
        position: &mut Position<W>,
        (from, piece): (Square, PieceId),
        targets: Bitboard<W>,
        promotion: &PromotionTable<W>,
        sink: &mut impl Sink<W>,
    ) {
        let zone = promotion.zone_of_moves(from);
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
        let plain = targets & promotion.staying(from, choices.is_empty());
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
    fn generate_specials(&self, position: &mut Position<W>, wanted: Wanted, guard: &Guard<W>, sink: &mut impl Sink<W>) {
        if !position.state.passed.is_empty() {
            self.generate_en_passant(position, guard, sink);
        }
        if self.castles && position.state.rights != 0 && wanted == Wanted::All {
            self.generate_castling(position, guard, sink);
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
    pub(super) fn en_passant_captures(&self, position: &Position<W>) -> Vec<Move> {
        let mut found = Vec::new();
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
                    found.push(Move { from, to, piece, promotion: None, captures, kind: MoveKind::EnPassant });
                }
            }
        }
        found
    }

    #[inline(always)]
    fn generate_castling(&self, position: &mut Position<W>, guard: &Guard<W>, sink: &mut impl Sink<W>) {
        let us = position.state.turn;
        let occupied = position.occupied();
        for index in 0..position.castling_count() {
            let Some(castling) = position.castling(index) else { continue };
            if castling.side != us || castling.way.intersects(&occupied) {
                continue;
            }
            let Some(made) = castling_move(position, &castling) else { continue };
            let legal = match guard {
                Guard::Free => true,
                Guard::Masks(masks) if masks.royal == castling.right.from => {
                    !masks.check && self.castling_is_safe(position, &castling)
                }
                _ => self.is_safe(position, &made),
            };
            if legal {
                sink.single(position, made);
            }
        }
    }

    /// The castling moves whose way is free, whatever is attacked.
    pub(super) fn castlings(&self, position: &Position<W>) -> Vec<Move> {
        let us = position.state.turn;
        let occupied = position.occupied();
        let ready = position.castlings().filter(|castling| castling.side == us && !castling.way.intersects(&occupied));
        ready.filter_map(|castling| castling_move(position, &castling)).collect()
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
        let targets = || match self.tables.indexing() {
            Indexing::Pext => self.targets::<Pext>(position, made.piece, made.from),
            Indexing::Multiply => self.targets::<Multiply>(position, made.piece, made.from),
        };
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
        if made.is_pass() || !promotion.zone_of_moves(made.from).contains(made.to) {
            return vec![made];
        }
        let choices = self.choices_left(position, promotion);
        let stays = promotion.staying(made.from, choices.is_empty()).contains(made.to);
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
    Some(Move { from, to, piece, promotion: None, captures: SmallVec::new(), kind })
}

impl<const W: usize> PromotionTable<W> {
    /// The number of moves that end on the squares, one for each, when the promotion depends on these alone.
    #[inline(always)]
    fn count(&self, targets: Bitboard<W>) -> u64 {
        let choices = self.choices.len() as u64;
        let stay =
            if choices == 0 && self.stays_without_choice { targets } else { targets & !(self.mandatory & self.zone) };
        u64::from(stay.count()) + u64::from((targets & self.zone).count()) * choices
    }

    /// The squares on which a move from a square promotes.
    #[inline(always)]
    pub(super) fn zone_of_moves(&self, from: Square) -> Bitboard<W> {
        if self.touching && self.zone.contains(from) { !Bitboard::EMPTY } else { self.zone }
    }

    /// The squares on which a piece from a square may stay what it is.
    #[inline(always)]
    pub(super) fn staying(&self, from: Square, without_choice: bool) -> Bitboard<W> {
        if without_choice && self.stays_without_choice {
            return !Bitboard::EMPTY;
        }
        !(self.mandatory & self.zone_of_moves(from))
    }
}
