//! Captures that pieces make beside those of their notations.

use rustc_hash::FxHashSet;

use crate::board::{AROUND, Bitboard, Side, Square};
use crate::position::Position;
use crate::rules::{PieceId, Strike, Taker};

use super::super::captures::Captures;
use super::super::engine::Engine;
use super::super::moves::{Further, Move, MoveKind};
use super::super::tables::Ends;

impl<const W: usize> Engine<W> {
    /// Adds the captures of the side to move that its pieces make beside those of their notations.
    pub(super) fn strikes(&self, position: &Position<W>, moves: &mut Vec<Move>) {
        let us = position.state.turn;
        let mut known: FxHashSet<_> = moves.iter().map(|made| (made.from, made.to, made.captures())).collect();
        for strike in &self.rules.beyond.takes.strikes {
            let enemies = position.of_side(!us) & position.of_pieces(&strike.of);
            for from in position.of_pieces(&strike.by) & position.of_side(us) {
                let Some(piece) = position.cell(from).piece() else { continue };
                for on in self.struck_from(position, strike, (us, piece, from), enemies) {
                    let (to, taken): (Square, &[Square]) = match strike.taker {
                        Taker::Goes => (on, &[on]),
                        Taker::Stays => (from, &[on]),
                        Taker::Vanishes => (from, &[on, from]),
                    };
                    let captures = Captures::of(taken);
                    let kind = MoveKind::Normal;
                    let made = Move::new((from, to), piece, Further { kind, ..Further::taking(captures) });
                    if !known.insert((from, to, captures)) {
                        continue;
                    }
                    match strike.taker {
                        Taker::Goes => moves.extend(self.promotions_of(position, made)),
                        Taker::Stays | Taker::Vanishes => moves.push(made),
                    }
                }
            }
        }
    }

    /// Returns `true` if a piece of `by` could capture on a square with one of the extra captures.
    pub(super) fn attacks_by_strikes(&self, position: &Position<W>, target: Square, by: Side) -> bool {
        let Some(of) = position.cell(target).piece() else { return false };
        let held = self.held(position, by);
        self.rules.beyond.takes.strikes.iter().filter(|strike| strike.of.contains(&of)).any(|strike| {
            (position.of_pieces(&strike.by) & position.of_side(by) & !held).iter().any(|from| {
                let placed = position.cell(from).piece().map(|piece| (by, piece, from));
                placed
                    .is_some_and(|placed| !self.struck_from(position, strike, placed, Bitboard::of(target)).is_empty())
            })
        })
    }

    /// The given enemies that a piece can capture with such a move.
    fn struck_from(
        &self,
        position: &Position<W>,
        strike: &Strike,
        (us, piece, from): (Side, PieceId, Square),
        enemies: Bitboard<W>,
    ) -> Bitboard<W> {
        let ends = Ends { enemies, ..Ends::NONE };
        let moves = strike.moves.unwrap_or(piece);
        let struck = self.moves.counted_targets((us, moves), from, &position.occupied(), ends);
        match strike.within {
            0 => struck,
            within => struck.iter().filter(|on| self.is_in_range(position, (us, from), *on, within)).collect(),
        }
    }

    /// Returns `true` if a square is within the range of a piece, or in line with another friend of it within that
    /// range and with nothing between.
    fn is_in_range(&self, position: &Position<W>, (us, from): (Side, Square), on: Square, within: u16) -> bool {
        let geometry = &self.rules.geometry;
        let away = geometry.file(from).abs_diff(geometry.file(on)).max(geometry.rank(from).abs_diff(geometry.rank(on)));
        let mut friends = position.of_side(us);
        friends.remove(from);
        away <= usize::from(within)
            || AROUND.into_iter().any(|step| {
                let next = |square: &Square| geometry.step(*square, step).map(|landing| landing.square);
                let line = std::iter::successors(next(&on), next).take(usize::from(within));
                let first = line.into_iter().find(|square| position.occupied().contains(*square));
                first.is_some_and(|square| friends.contains(square))
            })
    }
}
