//! Making moves.

use crate::board::{Bitboard, Square};
use crate::position::{Cell, Position};
use crate::rules::PieceId;

use super::engine::Engine;
use super::moves::{Move, MoveKind};

impl<const W: usize> Engine<W> {
    /// Makes a move. [`Position::mark`] before and [`Position::undo`] after take it back.
    pub fn apply(&self, position: &mut Position<W>, made: &Move) {
        if made.kind == MoveKind::Normal
            && made.captures.iter().all(|square| *square == made.to)
            && made.from != made.to
        {
            return self.apply_simple(position, made.from, made.to, made.piece, made.promotion);
        }
        for square in &made.captures {
            position.set(*square, Cell::EMPTY);
            position.lose_rights(*square);
            position.state.halfmoves = 0;
        }
        let counted = position.state.halfmoves;
        match made.kind {
            MoveKind::Castling { partner, partner_to } => {
                self.castle(position, made, partner, partner_to);
            }
            _ => self.apply_simple(position, made.from, made.to, made.piece, made.promotion),
        }
        if made.is_capture() {
            position.state.halfmoves = counted;
        }
    }

    fn castle(&self, position: &mut Position<W>, made: &Move, partner: Square, partner_to: Square) {
        let (mover, other) = (position.cell(made.from), position.cell(partner));
        position.set(made.from, Cell::EMPTY);
        position.set(partner, Cell::EMPTY);
        position.set(made.to, mover);
        position.set(partner_to, other);
        position.lose_rights(made.from);
        position.lose_rights(partner);
        position.state.halfmoves += 1;
        self.end_ply(position);
    }

    /// Makes a move that takes nothing but what stands on `to`.
    #[inline(always)]
    pub fn apply_simple(
        &self,
        position: &mut Position<W>,
        from: Square,
        to: Square,
        piece: PieceId,
        promotion: Option<PieceId>,
    ) {
        let side = position.state.turn;
        let table = self.table(side, piece);
        let capture = !position.cell(to).is_empty() && to != from;
        let mover = match promotion {
            None => position.cell(from),
            Some(choice) => self.promoted_cell(side, piece, choice),
        };
        if to != from {
            position.set(from, Cell::EMPTY);
        }
        position.set(to, mover);
        position.lose_rights(from);
        position.lose_rights(to);
        position.state.halfmoves = if capture || table.resets_count { 0 } else { position.state.halfmoves + 1 };
        self.end_ply(position);
        if table.trail_from.contains(from)
            && let Some(passed) = table.trails.get(&(from, to))
        {
            position.state.passed = *passed;
            position.state.passer = to;
        }
    }

    #[inline(always)]
    fn end_ply(&self, position: &mut Position<W>) {
        let state = &mut position.state;
        state.passed = Bitboard::EMPTY;
        state.fullmoves += state.turn.index() as u32;
        state.turn = !state.turn;
    }
}
