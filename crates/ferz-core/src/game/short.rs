//! Makes and unmakes plain moves without the journal.

use crate::board::{Side, Square};
use crate::interpreter::{Engine, Move, MoveKind};
use crate::position::{Cell, Position};
use crate::rules::PieceId;

/// A move made in short form: its squares, the moved piece and the former content of the destination.
///
/// It is packed into one number, because reading a value soon after writing its parts stalls the processor.
#[derive(Clone, Copy, Debug)]
pub struct Short(u64);

impl Short {
    #[inline(always)]
    fn new((from, to): (Square, Square), (side, piece): (Side, PieceId), taken: Cell) -> Short {
        let who = u64::from(piece.index() as u8) | u64::from(side.index() as u8) << 8;
        Short(from.index() as u64 | (to.index() as u64) << 16 | who << 32 | u64::from(taken.bits()) << 48)
    }

    #[inline(always)]
    fn squares(self) -> (Square, Square) {
        (Square::new(self.0 as u16), Square::new((self.0 >> 16) as u16))
    }

    #[inline(always)]
    fn piece(self) -> (Side, PieceId) {
        let side = if self.0 >> 40 & 1 == 0 { Side::White } else { Side::Black };
        (side, PieceId::new((self.0 >> 32) as u8))
    }

    /// Content of the destination before the move.
    #[inline(always)]
    pub fn taken(self) -> Cell {
        Cell::from_bits((self.0 >> 48) as u16)
    }
}

impl<const W: usize> Engine<W> {
    /// Makes a simple move or capture without the journal, and returns the data that [undoes
    /// it](Engine::unmake_in_short). Returns `None` for other moves, without making them.
    #[inline(always)]
    pub fn make_in_short(&self, position: &mut Position<W>, mv: &Move) -> Option<Short> {
        let takes_there = *mv.captures == [mv.to] && self.plan.captures_in_short;
        if !(goes_alone(mv) && (mv.captures.is_empty() || takes_there) && self.plan.only_captures_do_more) {
            return None;
        }
        let (from, to, piece, us) = (mv.from, mv.to, mv.piece, position.state.turn);
        let taken = position.go((us, piece), (from, to));
        position.lose_rights_of_both(from, to);
        self.begin_move(position);
        self.moves.of(us, piece).end_move(&mut position.state, (from, to), !taken.is_empty(), false);
        if self.plan.keeps_account {
            self.note_gone_not_inlined(position, us, (from, to));
        }
        Some(Short::new((from, to), (us, piece), taken))
    }

    // A separate function, because few variants need it.
    #[inline(never)]
    fn note_gone_not_inlined(&self, position: &mut Position<W>, us: Side, squares: (Square, Square)) {
        self.note_gone(position, us, squares);
    }

    /// Takes back a move that was made by [`make_in_short`](Engine::make_in_short). The caller restores the state of
    /// the position.
    #[inline(always)]
    pub fn unmake_in_short(&self, position: &mut Position<W>, short: Short) {
        position.go_back(short.piece(), short.squares(), short.taken());
    }
}

/// Returns `true` if the move is a plain move or capture.
#[inline(always)]
fn goes_alone(mv: &Move) -> bool {
    mv.kind == MoveKind::Normal && mv.from != mv.to && mv.promotion.is_none() && mv.wall.is_none() && mv.gate.is_none()
}
