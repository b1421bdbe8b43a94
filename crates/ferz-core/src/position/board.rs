//! The pieces of a position: the part that is copied as one block.

use crate::board::{Bitboard, Side, Square};

use super::made::Short;
use super::per_piece::Few;

/// The place of blocked squares in [`Board::by_side`].
pub(super) const WALLS: usize = 2;

/// The part of a position that is copied as one block.
#[derive(Debug)]
pub(super) struct Board<const W: usize> {
    /// The pieces of White, those of Black, and the squares that are blocked: by a wall, or by a piece of neither side.
    pub by_side: [Bitboard<W>; 3],
    /// The kind of the piece on each square: its [number](super::Cell::number). The side is in `by_side`. Without [`Many`], a piece
    /// that counts as promoted has the bit [`PROMOTED_BYTE`](super::Cell::PROMOTED_BYTE) as well.
    pub cells: [[u8; 64]; W],
    pub few: Few<W>,
}

// Part by part: a whole small board would be copied by a call.
impl<const W: usize> Clone for Board<W> {
    #[inline(always)]
    fn clone(&self) -> Board<W> {
        Board { by_side: self.by_side, cells: self.cells, few: self.few }
    }
}

impl<const W: usize> Board<W> {
    /// Moves a piece of a side to another square and removes the piece there, if any.
    #[inline(always)]
    pub fn go_inside(&mut self, us: Side, short: &Short) {
        *self.byte_mut(short.from) = 0;
        *self.byte_mut(short.to) = short.byte;
        self.toggle_inside(us, short);
    }

    /// Reverses [`go_inside`](Board::go_inside).
    #[inline(always)]
    pub fn go_back_inside(&mut self, us: Side, short: &Short) {
        *self.byte_mut(short.from) = short.byte;
        *self.byte_mut(short.to) = short.taken.byte();
        self.toggle_inside(us, short);
    }

    #[inline(always)]
    fn toggle_inside(&mut self, us: Side, Short { from, to, taken, piece, .. }: &Short) {
        let both = Bitboard::of(*from) ^ Bitboard::of(*to);
        *self.few.inside(*piece) ^= both;
        self.by_side[us.index()] ^= both;
        if let Some(piece) = taken.piece() {
            self.few.inside(piece).toggle(*to);
            self.by_side[taken.side().index()].toggle(*to);
        }
    }

    /// The byte of a square in [`Board::cells`].
    #[inline(always)]
    pub fn byte(&self, square: Square) -> u8 {
        // The remainder never changes the index. It lets the compiler omit the bounds check.
        self.cells.as_flattened()[square.index() % (64 * W)]
    }

    /// The same, for changing it.
    #[inline(always)]
    pub fn byte_mut(&mut self, square: Square) -> &mut u8 {
        &mut self.cells.as_flattened_mut()[square.index() % (64 * W)]
    }
}
