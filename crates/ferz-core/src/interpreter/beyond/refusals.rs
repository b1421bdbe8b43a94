//! Moves that the other side may refuse.

use crate::board::Square;
use crate::position::{Cell, Position};
use crate::rules::{Memo, Pending, PieceId};

use super::super::engine::Engine;
use super::super::moves::{Further, Move, MoveKind};
use super::passing::Before;

impl<const W: usize> Engine<W> {
    /// The memo after a move in a game with refusals. It holds what is needed to take the move back, or the refused
    /// move that may not be repeated.
    pub(super) fn memo_of_refusal(&self, made: &Move, prior: &Before<W>) -> Memo {
        let squares = [made.from, made.to];
        let taken = prior.taken.map_or(0, |(_, piece)| Cell::number_of(piece));
        let pending = match (made.kind(), &made.captures().squares()[..]) {
            (MoveKind::Refusal, _) => {
                let squares = prior.state.memo.squares;
                return Memo { pending: Pending::Refused, piece: made.piece, squares, ..Memo::default() };
            }
            // A side whose move has been refused cannot be refused again.
            _ if prior.state.memo.pending == Pending::Refused || made.from == made.to => return Memo::default(),
            (MoveKind::Normal, []) => Pending::Refusable,
            (MoveKind::Normal, [square]) if *square == made.to => Pending::Refusable,
            (MoveKind::EnPassant, [square]) if self.beside_start(squares) == Some(*square) => Pending::RefusablePassing,
            _ => return Memo::default(),
        };
        Memo { pending, piece: made.piece, squares, taken, ..Memo::default() }
    }

    /// The square beside the start of a move, on the file of its end.
    fn beside_start(&self, [from, to]: [Square; 2]) -> Option<Square> {
        let geometry = &self.rules.geometry;
        geometry.at(geometry.file(to), geometry.rank(from))
    }

    /// Adds the refusal of the last move, and leaves out a move that was refused.
    pub(super) fn refuse(&self, position: &Position<W>, moves: &mut Vec<Move>) {
        let Memo { pending, piece, squares: [from, to], .. } = position.state.memo;
        match pending {
            Pending::Refused => moves.retain(|made| {
                (made.from, made.to, made.promotion().unwrap_or(made.piece)) != (from, to, piece)
                    || matches!(made.kind(), MoveKind::Castling { .. })
            }),
            Pending::Refusable | Pending::RefusablePassing => {
                moves.extend(
                    position
                        .cell(to)
                        .piece()
                        .map(|piece| Move::new((to, from), piece, Further::of_kind(MoveKind::Refusal))),
                );
            }
            _ => {}
        }
    }

    /// Takes back the last move. Rights that were lost with it do not come back.
    pub(in super::super) fn take_back(&self, position: &mut Position<W>) {
        let us = position.state.turn;
        let Memo { pending, piece, squares: [from, to], taken, .. } = position.state.memo;
        position.set(to, Cell::EMPTY);
        position.set(from, Cell::of(piece, !us));
        let on = if pending == Pending::RefusablePassing { self.beside_start([from, to]) } else { Some(to) };
        if let Some(on) = on.filter(|_| taken > 0) {
            position.set(on, Cell::of(PieceId::new(taken - 1), us));
        }
        self.begin_move(position);
    }
}
