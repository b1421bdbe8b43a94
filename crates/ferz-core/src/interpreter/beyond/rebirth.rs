//! Captured or capturing pieces that are put on another square.

use crate::board::{Bitboard, Side, Square};
use crate::position::{Cell, Position};
use crate::rules::{HandRule, PieceId, Rebirth, RebirthOn, Same};

use super::super::drops::captured_as;
use super::super::engine::Engine;
use super::super::moves::Move;
use super::passing::Before;

/// The facts about a capture on which a rebirth depends.
#[derive(Clone, Copy)]
struct Capture {
    /// The square of the captured piece; for the rebirth of the capturing piece, its destination.
    on: Square,
    /// The start square of the capturing piece.
    left: Square,
}

impl<const W: usize> Engine<W> {
    /// Puts pieces of a capture on other squares. Returns the new square of the capturing piece, and whether the
    /// first captured piece has come back.
    pub(super) fn give_rebirth(
        &self,
        position: &mut Position<W>,
        us: Side,
        made: &Move,
        prior: &Before<W>,
    ) -> (Square, bool) {
        let mut first = false;
        for (index, (square, cell)) in made.captures.squares().iter().zip(prior.cells.iter().copied()).enumerate() {
            let Some(piece) = cell.piece() else { continue };
            let capture = Capture { on: *square, left: made.from };
            let Some((rebirth, to)) = self.rebirth(position, (piece, cell.side(), false), capture, Bitboard::EMPTY)
            else {
                continue;
            };
            self.take_from_hand(position, cell, us);
            self.put_reborn(position, rebirth, cell, to);
            first |= index == 0;
        }
        let taker = position.cell(made.to);
        let Some(piece) = taker.piece().filter(|_| made.is_capture()) else { return (made.to, first) };
        let capture = Capture { on: made.to, left: made.from };
        match self.rebirth(position, (piece, us, true), capture, Bitboard::of(made.to)) {
            Some((rebirth, to)) => {
                position.set(made.to, Cell::EMPTY);
                position.lose_rights(made.to);
                position.state.unmoved.remove(made.to);
                self.put_reborn(position, rebirth, taker, to);
                (to, first)
            }
            None => (made.to, first),
        }
    }

    /// Returns `true` if rebirth permits a capture: if a rebirth is mandatory, one of its squares must be empty.
    pub(super) fn rebirth_allows(&self, position: &Position<W>, made: &Move) -> bool {
        let us = position.state.turn;
        let mut occupied = position.occupied() & !Bitboard::of(made.from);
        made.captures.squares().iter().for_each(|square| occupied.remove(*square));
        occupied.insert(made.to);
        let mut free = |placed: (PieceId, Side, bool), capture: Capture| {
            let Some(rebirth) = self.rebirth_rule(placed.0, placed.2) else { return true };
            let left = if placed.2 { Bitboard::of(made.to) } else { Bitboard::EMPTY };
            let to = self.rebirth_square(rebirth, placed, capture, &(occupied & !left));
            to.into_iter().for_each(|to| occupied.insert(to));
            to.is_some() || !rebirth.must
        };
        let taken = made.captures.squares().iter().all(|square| {
            let cell = position.cell(*square);
            let capture = Capture { on: *square, left: made.from };
            cell.piece().is_none_or(|piece| free((piece, cell.side(), false), capture))
        });
        let taker = made.promotion.unwrap_or(made.piece);
        taken && free((taker, us, true), Capture { on: made.to, left: made.from })
    }

    /// The pieces of a side that cannot capture on a square because a mandatory rebirth would be impossible, or because a
    /// captured royal piece would come back.
    pub(super) fn barred_by_rebirth(&self, position: &Position<W>, by: Side, target: Square) -> Bitboard<W> {
        if !self.may_bar(position, target) {
            return Bitboard::EMPTY;
        }
        let barred = |from: &Square| self.is_barred(position, by, (*from, target), &[target], target);
        position.of_side(by).iter().filter(barred).collect()
    }

    /// Returns `true` if a rebirth can bar captures of what stands on a square.
    fn may_bar(&self, position: &Position<W>, target: Square) -> bool {
        let victim = position.cell(target).piece().and_then(|piece| self.rebirth_rule(piece, false));
        victim.is_some() || self.rules.beyond.takes.reborn.iter().any(|rebirth| rebirth.taker && rebirth.must)
    }

    /// Returns `true` if rebirth protects the piece on `target` from a move that captures some pieces: a mandatory rebirth would be
    /// impossible, or the royal piece would come back.
    pub(super) fn is_barred(
        &self,
        position: &Position<W>,
        by: Side,
        (from, to): (Square, Square),
        taken: &[Square],
        target: Square,
    ) -> bool {
        let left: Bitboard<W> = taken.iter().copied().chain([from]).collect();
        let others = position.occupied() & !left;
        let cell = position.cell(target);
        let victim = cell.piece().and_then(|piece| Some((piece, self.rebirth_rule(piece, false)?)));
        let saved = victim.is_some_and(|(piece, rebirth)| {
            let capture = Capture { on: target, left: from };
            let occupied = others | Bitboard::of(to);
            match self.rebirth_square(rebirth, (piece, cell.side(), false), capture, &occupied) {
                Some(_) => !rebirth.turned && self.rules.piece(rebirth.to.unwrap_or(piece)).royalty.is_ever_royal(),
                None => rebirth.must,
            }
        });
        saved || !self.taker_finds_room(position, by, (from, to), &(others & !Bitboard::of(to)))
    }

    /// Returns `true` if a capturing piece whose rebirth is mandatory would find an empty square beside the occupied ones. If the
    /// piece would promote on the square where it ends, its new form counts.
    fn taker_finds_room(
        &self,
        position: &Position<W>,
        by: Side,
        (from, to): (Square, Square),
        occupied: &Bitboard<W>,
    ) -> bool {
        let Some(piece) = position.cell(from).piece() else { return true };
        let capture = Capture { on: to, left: from };
        let fits = |piece: PieceId| match self.rebirth_rule(piece, true) {
            Some(rebirth) if rebirth.must => {
                self.rebirth_square(rebirth, (piece, by, true), capture, occupied).is_some()
            }
            _ => true,
        };
        let promotion = self.moves.of(by, piece).promotion.as_ref();
        match promotion.filter(|promotion| promotion.zone_in(position, from).contains(to)) {
            Some(promotion) => {
                promotion.choices.iter().any(|choice| fits(*choice))
                    || (!promotion.mandatory.contains(to) && fits(piece))
            }
            None => fits(piece),
        }
    }

    fn rebirth_rule(&self, piece: PieceId, taker: bool) -> Option<&Rebirth> {
        self.rules.beyond.takes.reborn.iter().find(|rebirth| rebirth.taker == taker && rebirth.pieces.contains(&piece))
    }

    /// The rule that moves a piece of a completed capture to another square, and that square. `left` holds the
    /// squares that the capture empties.
    fn rebirth(
        &self,
        position: &Position<W>,
        placed: (PieceId, Side, bool),
        capture: Capture,
        left: Bitboard<W>,
    ) -> Option<(&Rebirth, Square)> {
        let rebirth = self.rebirth_rule(placed.0, placed.2)?;
        let to = self.rebirth_square(rebirth, placed, capture, &(position.occupied() & !left))?;
        Some((rebirth, to))
    }

    /// The first empty square on which a piece may be reborn.
    fn rebirth_square(
        &self,
        rebirth: &Rebirth,
        (piece, side, _): (PieceId, Side, bool),
        capture: Capture,
        occupied: &Bitboard<W>,
    ) -> Option<Square> {
        let geometry = &self.rules.geometry;
        let free = self.board.all_squares & !*occupied;
        let squares: Bitboard<W> = match &rebirth.on {
            RebirthOn::Squares(on) => on[rebirth.to.unwrap_or(piece).index()][side].resize(),
            RebirthOn::Left => Bitboard::of(capture.left),
        };
        let fits = |square: &Square| match rebirth.same {
            None => true,
            Some(Same::File) => geometry.file(*square) == geometry.file(capture.on),
            Some(Same::Rank) => geometry.rank(*square) == geometry.rank(capture.on),
            Some(Same::Colour) => self.board.dark.contains(*square) == self.board.dark.contains(capture.on),
        };
        let order = |square: &Square| {
            let rank = geometry.rank(*square);
            (if side == Side::White { rank } else { geometry.ranks() - 1 - rank }, geometry.file(*square))
        };
        (squares & free).iter().filter(fits).min_by_key(order)
    }

    /// Puts a piece on the square on which it is reborn. It counts as unmoved there, and so it may castle again.
    fn put_reborn(&self, position: &mut Position<W>, rebirth: &Rebirth, cell: Cell, to: Square) {
        let side = if rebirth.turned { !cell.side() } else { cell.side() };
        let cell = match rebirth.to {
            Some(piece) => Cell::of(piece, side),
            None if rebirth.turned => cell.piece().map_or(cell, |piece| Cell::of(piece, side)),
            None => cell,
        };
        position.set(to, cell);
        if self.rules.keeps_account_of(side, to) {
            position.state.unmoved.insert(to);
            position.gain_rights_of_unmoved(&self.rules, to);
        }
    }

    /// Removes a captured piece from the hand to which it went.
    fn take_from_hand(&self, position: &mut Position<W>, cell: Cell, taker: Side) {
        let (Some(rule), Some(placed)) = (self.rules.hand.filter(|rule| rule.fills()), cell.piece_at()) else { return };
        let holder = match rule {
            HandRule::Returned => placed.side,
            HandRule::Own if taker != placed.side => return,
            _ => taker,
        };
        let piece = captured_as(&self.rules, placed.piece, placed.side, placed.promoted);
        position.set_hand(holder, piece, position.in_hand(holder, piece).saturating_sub(1));
    }
}
