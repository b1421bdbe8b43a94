//! Leaps that are made step by step and pass over walls.

use crate::board::{Bitboard, Side, Square};
use crate::position::Position;
use crate::rules::PieceId;

use super::super::engine::Engine;
use super::super::moves::{Further, Move, MoveKind, captured};

impl<const W: usize> Engine<W> {
    /// Destinations of a piece: empty squares, enemies and friends.
    fn folded_ends(
        &self,
        position: &Position<W>,
        (side, piece, from): (Side, PieceId, Square),
        [empty, enemies, friends]: [Bitboard<W>; 3],
    ) -> Bitboard<W> {
        let (walls, occupied) = (position.walls() | self.board.holes, position.occupied());
        let account = self.rules.keeps_account_of(side, from);
        let mut found = Bitboard::EMPTY;
        for fold in self.board.folds.of_piece(side, piece) {
            if !fold.squares[0].contains(from) || (fold.initial && account && !position.state.unmoved.contains(from)) {
                continue;
            }
            let end =
                self.board.folds.end(from, fold, |square| walls.contains(square), |square| occupied.contains(square));
            let Some(to) = end.filter(|to| fold.squares[1].contains(*to)) else { continue };
            let [quiet, enemy, friend] = fold.ends;
            if (quiet && empty.contains(to)) || (enemy && enemies.contains(to)) || (friend && friends.contains(to)) {
                found.insert(to);
            }
        }
        found
    }

    /// Puts leaps made step by step in place of the moves of the side to move.
    pub(super) fn fold_moves(&self, position: &Position<W>, moves: &mut Vec<Move>) {
        let us = position.state.turn;
        moves.retain(|made| !matches!(made.kind(), MoveKind::Normal | MoveKind::EnPassant) || made.from == made.to);
        let empty = self.board.all_squares & !position.occupied();
        let ends = [empty, position.of_side(!us), position.of_side(us)];
        for from in position.of_side(us) {
            let Some(piece) = position.cell(from).piece() else { continue };
            for to in self.folded_ends(position, (us, piece, from), ends) {
                let made = Move::new((from, to), piece, Further::taking(captured(position, to)));
                moves.extend(self.promotions_of(position, made));
            }
        }
    }

    /// Returns `true` if a piece of `by` could capture an enemy on a square with a leap made step by step. Pieces on
    /// `gone` do not count.
    pub(in super::super) fn attacks_by_folds(
        &self,
        position: &Position<W>,
        target: Square,
        (by, gone): (Side, &Bitboard<W>),
    ) -> bool {
        let ends = [Bitboard::EMPTY, Bitboard::of(target), Bitboard::EMPTY];
        let mut pieces = position.of_side(by) & !*gone;
        pieces.remove(target);
        pieces.iter().any(|from| {
            let piece = position.cell(from).piece();
            piece.is_some_and(|piece| !self.folded_ends(position, (by, piece, from), ends).is_empty())
        })
    }
}
