//! Making moves.

use crate::board::{Bitboard, Side, Square};
use crate::position::{Cell, Position};
use crate::rules::{HandRule, PieceId};

use super::drops::captured_as;
use super::engine::Engine;
use super::moves::{Move, MoveKind};

/// A move that was made in short.
#[derive(Clone, Copy, Debug)]
pub struct Short {
    from: Square,
    to: Square,
    piece: PieceId,
    /// What stood where it ends.
    pub taken: Cell,
}

impl<const W: usize> Engine<W> {
    /// Makes a move. [`Position::mark`] before and [`Position::undo`] after take it back.
    pub fn apply(&self, position: &mut Position<W>, made: &Move) {
        if made.kind == MoveKind::Normal
            && self.plan.plain
            && made.captures.iter().all(|square| *square == made.to)
            && made.from != made.to
        {
            return self.apply_simple(position, made.from, made.to, made.piece, made.promotion);
        }
        let us = position.state.turn;
        let faced = !self.plan.facing.is_empty() && self.face_each_other(position, &self.plan.facing);
        for square in &made.captures {
            self.take(position, *square);
            position.lose_rights(*square);
            position.state.halfmoves = 0;
        }
        let counted = position.state.halfmoves;
        match made.kind {
            MoveKind::Drop => {
                let cell = Cell::of(made.promotion.unwrap_or(made.piece), us);
                position.drop_piece((us, made.piece), made.to, cell);
                self.begin_move(position);
                self.end_drop(position, made.to);
            }
            MoveKind::Castling { partner, partner_to } => {
                self.castle(position, made, partner, partner_to);
            }
            _ => self.apply_simple(position, made.from, made.to, made.piece, made.promotion),
        }
        if made.is_capture() {
            position.state.halfmoves = counted;
        }
        if !self.plan.plain {
            self.after_move(position, us, made);
        }
        if !self.plan.facing.is_empty() {
            position.state.faced = faced && self.face_each_other(position, &self.plan.facing);
        }
    }

    /// Makes a move that nothing comes with but going and taking, without writing it down, and gives back what takes
    /// it [back](Engine::unmake_in_short); `None` of other moves, which are not made.
    #[inline(always)]
    pub fn make_in_short(&self, position: &mut Position<W>, made: &Move) -> Option<Short> {
        let alone = made.kind == MoveKind::Normal
            && made.from != made.to
            && made.promotion.is_none()
            && made.wall.is_none()
            && made.gate.is_none();
        let (captures, us) = (&*made.captures, position.state.turn);
        let only_there = *captures == [made.to] && !self.plan.captures_do_more && !self.plan.takes_prisoners;
        if !(alone && (captures.is_empty() || only_there) && self.plan.only_captures_do_more) {
            return None;
        }
        let taken = if captures.is_empty() { Cell::EMPTY } else { position.take(made.to) };
        position.move_unlogged((us, made.piece), (made.from, made.to));
        position.lose_rights_of_both(made.from, made.to);
        self.begin_move(position);
        self.moves.of(us, made.piece).end_move(&mut position.state, (made.from, made.to), !taken.is_empty(), false);
        if self.plan.keeps_account {
            self.note_gone(position, us, (made.from, made.to));
        }
        Some(Short { from: made.from, to: made.to, piece: made.piece, taken })
    }

    /// Takes back a move that was made in short, but for the state of the position.
    #[inline(always)]
    pub fn unmake_in_short(&self, position: &mut Position<W>, Short { from, to, piece, taken }: Short) {
        let us = position.cell(to).side();
        position.move_unlogged((us, piece), (from, to));
        if !taken.is_empty() {
            position.put(to, taken);
        }
    }

    /// Do pieces of both sides face each other that may not go on doing so?
    pub fn is_face_off(&self, position: &Position<W>) -> bool {
        let pieces = &self.rules.constraints.face_off;
        !pieces.is_empty() && self.face_each_other(position, pieces)
    }

    /// Do pieces of both sides, of some kinds, stand on a rank or file with nothing between?
    fn face_each_other(&self, position: &Position<W>, pieces: &[PieceId]) -> bool {
        let placed = position.of_pieces(pieces);
        let [white, black] = Side::ALL.map(|side| placed & position.of_side(side));
        self.board.rows.face_each_other(white, black, position.occupied())
    }

    /// Takes the piece from a square, into the hand of the side to move where pieces go there.
    fn take(&self, position: &mut Position<W>, square: Square) {
        let us = position.state.turn;
        self.remove(position, square, |_| us);
    }

    /// Takes a piece off the board, into the hand of the side that is not its own where pieces go there.
    pub(crate) fn lift(&self, position: &mut Position<W>, square: Square) {
        self.remove(position, square, |side| !side);
    }

    fn remove(&self, position: &mut Position<W>, square: Square, taker: impl Fn(Side) -> Side) {
        let taken = position.cell(square);
        position.set(square, Cell::EMPTY);
        if self.rules.hand == Some(HandRule::Captured)
            && let Some(placed) = taken.piece_at()
        {
            let taker = taker(placed.side);
            let piece = captured_as(&self.rules, placed.piece, placed.side, placed.promoted);
            position.set_hand(taker, piece, position.in_hand(taker, piece) + 1);
        }
    }

    /// What a drop adds to the state after any move.
    #[inline(always)]
    pub(crate) fn end_drop(&self, position: &mut Position<W>, to: Square) {
        position.state.halfmoves = 0;
        position.state.dropped = Some(to);
        if self.plan.castles {
            position.gain_rights(&self.rules, to);
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
        position.castle(made.from, partner);
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
        let us = position.state.turn;
        let mut capture = false;
        if from != to {
            let mover = promotion.map_or(position.cell(from), |choice| self.promoted_cell(us, piece, choice));
            capture = !position.cell(to).is_empty();
            if capture && self.plan.takes_prisoners {
                self.take(position, to);
            }
            position.move_piece(from, to, mover);
            position.lose_rights(from);
            position.lose_rights(to);
        } else if let Some(choice) = promotion {
            position.set(to, self.promoted_cell(us, piece, choice));
        }
        self.begin_move(position);
        self.moves.of(us, piece).end_move(&mut position.state, (from, to), capture, promotion.is_some());
    }

    /// What any move does to the state, wherever it ends.
    #[inline(always)]
    pub(crate) fn begin_move(&self, position: &mut Position<W>) {
        position.state.halfmoves += 1;
        self.end_ply(position);
    }

    #[inline(always)]
    fn end_ply(&self, position: &mut Position<W>) {
        let state = &mut position.state;
        state.passed = Bitboard::EMPTY;
        state.dropped = None;
        state.castled = None;
        state.fullmoves += state.turn.index() as u32;
        state.turn = !state.turn;
    }
}
