//! Changes of a position: pieces that move, come and go, walls, hands and rights.

use crate::board::{Bitboard, BySide, Side, Square};
use crate::rules::PieceId;

use super::aside::{Before, Change};
use super::board::{Board, WALLS};
use super::made::{How, Short};
use super::per_piece::{FEW, Many};
use super::{Cell, Position};

impl<const W: usize> Position<W> {
    /// Sets the content of a square.
    #[inline(always)]
    pub fn set(&mut self, square: Square, cell: Cell) {
        let old = self.replace(square, cell);
        self.note(Change::One(Before::Cell(square, old)));
    }

    /// Removes the piece from one square and puts a piece on another, replacing its content. The squares differ.
    #[inline(always)]
    pub fn move_piece(&mut self, from: Square, to: Square, mover: Cell) {
        let taken = self.take(to);
        let left = self.slide(from, to, mover);
        self.note(Change::Went { from, to, left, taken });
    }

    /// Puts a piece from the hand of a side, if it holds any, on an empty square.
    #[inline(always)]
    pub fn drop_piece(&mut self, (side, piece): (Side, PieceId), to: Square, cell: Cell) {
        let held = self.replace_hand((side, piece), |held| held.saturating_sub(1));
        self.put(to, cell);
        self.note(Change::Came { to, side, piece, held });
    }

    /// Removes the piece from one square and puts a piece on another, empty square. Returns the removed piece.
    #[inline(always)]
    pub(super) fn slide(&mut self, from: Square, to: Square, mover: Cell) -> Cell {
        if self.cell(from) != mover {
            let left = self.take(from);
            self.put(to, mover);
            return left;
        }
        self.swap_bytes(from, to);
        // Nearly always the piece keeps its kind, so only its own two sets change.
        if let Some(piece) = mover.piece() {
            for set in [self.board.few.squares_mut(&mut self.many, piece), &mut self.board.by_side[mover.owner()]] {
                set.toggle(from);
                set.toggle(to);
            }
        }
        mover
    }

    /// Moves a piece of a side from one of two squares to the other, which is empty. A second call reverses the
    /// first. Nothing is written to the journal.
    #[inline(always)]
    pub fn move_unlogged(&mut self, (side, piece): (Side, PieceId), (one, other): (Square, Square)) {
        self.swap_bytes(one, other);
        for set in [self.board.few.squares_mut(&mut self.many, piece), &mut self.board.by_side[side.index()]] {
            set.toggle(one);
            set.toggle(other);
        }
    }

    /// Moves a piece to another square and removes the piece there, if any: `taken`. Nothing is written to the journal.
    #[inline(always)]
    pub fn go(&mut self, placed: (Side, PieceId), squares: (Square, Square), taken: Cell) {
        if !taken.is_empty() {
            self.take(squares.1);
        }
        self.move_unlogged(placed, squares);
    }

    /// Reverses [`go`](Position::go) for a piece that has moved from one square to another and perhaps captured.
    #[inline(always)]
    pub fn go_back(&mut self, placed: (Side, PieceId), squares: (Square, Square), taken: Cell) {
        self.move_unlogged(placed, squares);
        if !taken.is_empty() {
            self.put(squares.1, taken);
        }
    }

    /// The same as [`go`](Position::go), in a game with at most [`KINDS_INSIDE`](Position::KINDS_INSIDE) kinds of pieces and
    /// without pieces of neither side.
    #[inline(always)]
    pub fn go_inside(&mut self, us: Side, short: &Short) {
        self.board.go_inside(us, short);
    }

    /// Reverses [`go_inside`](Position::go_inside).
    #[inline(always)]
    pub fn go_back_inside(&mut self, us: Side, short: &Short) {
        self.board.go_back_inside(us, short);
    }

    /// Exchanges the content of two squares, of which one is empty, but for sides and kinds.
    #[inline(always)]
    fn swap_bytes(&mut self, one: Square, other: Square) {
        let byte = self.board.byte(one);
        *self.byte_mut(one) = self.board.byte(other);
        *self.byte_mut(other) = byte;
        if let Some(many) = &mut *self.many
            && many.promoted.contains(one) != many.promoted.contains(other)
        {
            many.promoted.toggle(one);
            many.promoted.toggle(other);
        }
    }

    #[inline(always)]
    fn byte_mut(&mut self, square: Square) -> &mut u8 {
        self.board.byte_mut(square)
    }

    /// Empties a square and returns its content, which [`put`](Position::put) restores. Nothing is written to the
    /// journal.
    #[inline(always)]
    pub fn take(&mut self, square: Square) -> Cell {
        let old = self.cell(square);
        if let Some(piece) = old.piece() {
            *self.byte_mut(square) = 0;
            if let Some(many) = &mut *self.many {
                many.promoted.remove(square);
            }
            self.board.few.squares_mut(&mut self.many, piece).remove(square);
            self.board.by_side[old.owner()].remove(square);
        }
        old
    }

    /// Puts a piece on an empty square. Nothing is written to the journal.
    #[inline(always)]
    pub fn put(&mut self, square: Square, cell: Cell) {
        if let Some(piece) = cell.piece() {
            *self.byte_mut(square) = cell.number() as u8;
            if cell.is_promoted() {
                self.mark_promoted(square);
            }
            self.board.few.squares_mut(&mut self.many, piece).insert(square);
            self.board.by_side[cell.owner()].insert(square);
        }
    }

    fn mark_promoted(&mut self, square: Square) {
        match &mut *self.many {
            None => *self.byte_mut(square) |= Cell::PROMOTED_BYTE,
            Some(many) => many.promoted.insert(square),
        }
    }

    #[inline(always)]
    pub(super) fn replace(&mut self, square: Square, cell: Cell) -> Cell {
        let old = self.take(square);
        self.put(square, cell);
        old
    }

    /// Blocks a square or frees it.
    pub fn set_wall(&mut self, square: Square, wall: bool) {
        let before = self.board.by_side[WALLS].contains(square);
        self.replace_wall(square, wall);
        self.note(Change::One(Before::Wall(square, before)));
    }

    /// Blocks a free square, or frees a blocked one. A second call reverses the first. Nothing is written to the
    /// journal.
    #[inline(always)]
    pub fn toggle_wall(&mut self, square: Square) {
        self.board.by_side[WALLS].toggle(square);
    }

    #[inline(always)]
    pub(super) fn replace_wall(&mut self, square: Square, wall: bool) {
        if wall {
            self.board.by_side[WALLS].insert(square);
        } else {
            self.board.by_side[WALLS].remove(square);
        }
    }

    /// Sets how many of a piece a side holds in hand.
    pub fn set_hand(&mut self, side: Side, piece: PieceId, count: u16) {
        let old = self.replace_hand((side, piece), |_| count);
        self.note(Change::One(Before::Hand(side, piece, old)));
    }

    /// Removes the castling rights that end with a move from or to a square.
    #[inline(always)]
    pub fn lose_rights(&mut self, square: Square) {
        if self.state.rights != 0 {
            self.state.rights &= !self.castlings.lost_at(square);
        }
    }

    /// Removes the castling rights that end with a move between two squares.
    #[inline(always)]
    pub fn lose_rights_of_both(&mut self, from: Square, to: Square) {
        let castlings = &*self.castlings;
        let concerned = match W {
            1 => castlings.concerned.intersects(&(Bitboard::of(from) ^ Bitboard::of(to))),
            _ => castlings.concerned.contains(from) | castlings.concerned.contains(to),
        };
        if concerned {
            self.state.rights &= !(castlings.lost_at(from) | castlings.lost_at(to));
        }
    }
}

impl<const W: usize> Position<W> {
    /// Changes the number of a piece in a side's hand, and returns the old number. Nothing is written to the journal.
    #[inline(always)]
    pub fn replace_hand(&mut self, (side, piece): (Side, PieceId), change: impl FnOnce(u16) -> u16) -> u16 {
        let old = self.board.few.held(&self.many, (side, piece));
        let new = change(old);
        match (&mut *self.many, u8::try_from(new)) {
            (None, Ok(new)) => self.board.few.held[side.index()][piece.index() % FEW] = new,
            (Some(many), _) => many.held[piece.index()][side] = new,
            (None, Err(_)) => self.many_mut().held[piece.index()][side] = new,
        }
        old
    }

    /// Moves squares and hands into a [`Many`], whose hands are not limited to 255 of a kind.
    #[cold]
    #[inline(never)]
    fn many_mut(&mut self) -> &mut Many<W> {
        // Nothing is made or taken back simply from now on.
        if let Some(aside) = &mut *self.aside {
            aside.line.simple = 0;
            let simple = aside.line.made.iter_mut().map(|made| &mut made.short.how);
            simple.filter(|how| matches!(how, How::Quietly | How::Simply)).for_each(|how| *how = How::More);
        }
        let Board { cells, few, .. } = &mut self.board;
        self.many.get_or_insert_with(|| {
            let mut promoted = Bitboard::EMPTY;
            for square in Bitboard::<W>::first(64 * W) {
                let byte = &mut cells.as_flattened_mut()[square.index()];
                if *byte & Cell::PROMOTED_BYTE != 0 {
                    promoted.insert(square);
                    *byte &= !Cell::PROMOTED_BYTE;
                }
            }
            let held = (0..FEW).map(|index| BySide::from_fn(|side| u16::from(few.held[side.index()][index])));
            Box::new(Many { squares: few.squares.into(), held: held.collect(), promoted })
        })
    }
}
