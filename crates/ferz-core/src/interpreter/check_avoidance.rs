//! Finds moves that do not give check, for rules that forbid checks, without making the moves.
//!
//! The test is the king-safety test with the sides exchanged. The check information for the enemy's royal piece tells
//! which squares a piece may not leave because that would uncover an attack. The squares from which a piece would
//! attack the enemy's royal piece come from tables.

use crate::board::{Bitboard, Side, Square};
use crate::position::Position;
use crate::rules::PieceId;

use super::check_info::CheckInfo;
use super::engine::Engine;
use super::moves::{Sink, Targets};
use super::tables::{Ends, Index};

/// Restrictions on moves that must not attack the royal pieces of the other side.
#[derive(Debug)]
pub(crate) struct CheckAvoidance<const W: usize> {
    royals: Bitboard<W>,
    /// Check information for the enemy's royal pieces, as attacked by the side to move.
    info: CheckInfo<W>,
}

impl<const W: usize> Engine<W> {
    /// Restrictions on moves that must not give check; `None` if the moves have to be made.
    pub(crate) fn check_avoidance(&self, position: &Position<W>) -> Option<CheckAvoidance<W>> {
        let (us, them) = (position.state.turn, !position.state.turn);
        let attacks = &self.attacks.by[us];
        let royals = self.royal_squares(position, them);
        let settled = royals == self.royal_pieces(position, them) && self.plan.duple_royals.is_empty();
        let barred = !self.moves.groups[us].barred.is_empty();
        if self.plan.changes_others || barred || !settled || !attacks.need_gaps_only || !attacks.has_closed_form() {
            return None;
        }
        let info = self.check_info_of(position, them, royals);
        (!info.in_check).then_some(CheckAvoidance { royals, info })
    }

    /// The moves of common pieces to given squares that keep the own royal piece safe and give no check.
    #[inline(always)]
    pub(crate) fn generate_unchecking<I: Index, S: Sink<W>>(
        &self,
        position: &Position<W>,
        (common, ends): (Bitboard<W>, Ends<W>),
        (info, avoidance): (&CheckInfo<W>, &CheckAvoidance<W>),
        sink: &mut S,
    ) {
        let us = position.state.turn;
        let occupied = position.occupied();
        let mut others = common;
        let check_mask = info.check_mask;
        let bound = info.pinned | avoidance.info.pinned;
        if S::COUNTS {
            for leapers in &self.moves.groups[us].leapers {
                let pieces = others & !bound & position.of_piece(leapers.piece);
                let checking = self.leaps_to_royals((us, leapers.piece), avoidance);
                let Some(checking) = checking else { continue };
                let ends = ends.within(check_mask & !checking);
                if leapers.promotion.as_ref().is_some_and(|promotion| leapers.reach(pieces, &promotion.zone)) {
                    continue;
                }
                sink.number(leapers.count(pieces, &occupied, &ends.by_mode()));
                others &= !pieces;
            }
        }
        let plain = others & !bound & !position.of_pieces(&self.moves.groups[us].special);
        let free = ends.within(check_mask & avoidance.info.check_mask);
        let allowed = free.empty | free.enemies;
        // A plain loop, for the same reason as in [`Leapers::count`](super::groups::Leapers::count).
        for from in plain {
            let Some(piece) = position.cell(from).piece() else { continue };
            let reached = self.moves.both::<I>((us, piece), from, &occupied) & allowed;
            let plain = self.unchecking::<I>(position, (from, piece), reached, avoidance);
            sink.targets(position, Targets { piece, from, plain, promoting: Bitboard::EMPTY, choices: &[] });
        }
        for from in others & !plain {
            let Some(piece) = position.cell(from).piece() else { continue };
            let landing = self.landing(position, info, from) & self.landing(position, &avoidance.info, from);
            let ends = ends.within(landing);
            let targets = self.moves.targets::<I>((us, piece), from, &occupied, ends);
            self.emit_unchecking::<I, S>(position, (from, piece), targets, avoidance, sink);
        }
    }

    /// The squares from which a piece attacks royal pieces by leaps; `None` if it attacks in other ways too.
    #[inline(always)]
    fn leaps_to_royals(&self, (us, piece): (Side, PieceId), avoidance: &CheckAvoidance<W>) -> Option<Bitboard<W>> {
        let mut leaps = Bitboard::EMPTY;
        for royal in avoidance.royals {
            let sources = self.attacks.by[us].sources(royal, piece);
            if !sources.rays.is_empty() {
                return None;
            }
            leaps |= sources.leaps();
        }
        Some(leaps)
    }

    /// The given destinations of the royal piece to which it can move without giving check.
    #[inline(always)]
    pub(crate) fn unchecking_for_royal<I: Index>(
        &self,
        position: &Position<W>,
        (from, piece): (Square, PieceId),
        targets: Bitboard<W>,
        avoidance: &CheckAvoidance<W>,
    ) -> Bitboard<W> {
        self.unchecking::<I>(
            position,
            (from, piece),
            targets & self.landing(position, &avoidance.info, from),
            avoidance,
        )
    }

    /// The given squares on which a piece from `from` would not attack a royal piece.
    #[inline(always)]
    pub(crate) fn unchecking<I: Index>(
        &self,
        position: &Position<W>,
        (from, piece): (Square, PieceId),
        targets: Bitboard<W>,
        avoidance: &CheckAvoidance<W>,
    ) -> Bitboard<W> {
        let us = position.state.turn;
        let attacks = &self.attacks.by[us];
        let mut left = targets;
        for royal in avoidance.royals {
            let sources = attacks.sources(royal, piece);
            left &= !sources.leaps();
            let aligned = left & *sources.rays;
            if aligned.is_empty() {
                continue;
            }
            let mut occupied = position.occupied();
            occupied.remove(from);
            if self.attacks.mutual[us].contains(&piece) {
                // If attacks are symmetric, the squares come from one lookup on the royal piece's square.
                let ends = Ends { empty: Bitboard::EMPTY, enemies: !Bitboard::EMPTY, royal_targets: !Bitboard::EMPTY };
                left &= !self.moves.targets::<I>((us, piece), royal, &occupied, ends);
                continue;
            }
            for to in aligned {
                if attacks.paths(sources, to).iter().any(|path| path.is_open(&occupied)) {
                    left.remove(to);
                }
            }
        }
        left
    }

    #[inline(always)]
    fn emit_unchecking<I: Index, S: Sink<W>>(
        &self,
        position: &Position<W>,
        (from, piece): (Square, PieceId),
        targets: Bitboard<W>,
        avoidance: &CheckAvoidance<W>,
        sink: &mut S,
    ) {
        let mut plain = targets;
        if let Some(promotion) = &self.moves.of(position.state.turn, piece).promotion {
            let zone = promotion.zone_in(position, from);
            let promoting = targets & zone;
            if !promoting.is_empty() {
                let choices = self.choices_left(position, promotion);
                plain &= promotion.staying(zone, choices.is_empty());
                for choice in choices {
                    let promoting = self.unchecking::<I>(position, (from, choice), promoting, avoidance);
                    let plain = Bitboard::EMPTY;
                    sink.targets(position, Targets { piece, from, plain, promoting, choices: &[choice] });
                }
            }
        }
        let plain = self.unchecking::<I>(position, (from, piece), plain, avoidance);
        sink.targets(position, Targets { piece, from, plain, promoting: Bitboard::EMPTY, choices: &[] });
    }
}
