//! Pieces of each kind: the squares they stand on, and the number in hand.

use crate::board::{Bitboard, BySide, Side};
use crate::rules::{PieceId, Setup};

/// Most variants have at most this number of kinds of pieces.
pub(super) const FEW: usize = 8;

/// Squares and hands, by piece, in arrays, so that a position is copied fast. A variant with more kinds of pieces, or a
/// position with more than 255 of a kind in hand, has them in a [`Many`] instead, which the caller passes to each function.
#[derive(Clone, Copy, Debug)]
pub(super) struct Few<const W: usize> {
    pub squares: [Bitboard<W>; FEW],
    pub held: [[u8; FEW]; 2],
}

/// The same for any number of kinds of pieces.
#[derive(Debug)]
pub(super) struct Many<const W: usize> {
    pub squares: Box<[Bitboard<W>]>,
    pub held: Box<[BySide<u16>]>,
    /// The pieces that count as promoted.
    pub promoted: Bitboard<W>,
}

impl<const W: usize> Clone for Many<W> {
    fn clone(&self) -> Many<W> {
        Many { squares: self.squares.clone(), held: self.held.clone(), promoted: self.promoted }
    }

    /// The same, into the memory of an earlier copy.
    fn clone_from(&mut self, other: &Many<W>) {
        self.squares.clone_from(&other.squares);
        self.held.clone_from(&other.held);
        self.promoted = other.promoted;
    }
}

/// A copy. A separate function, because most variants have none.
#[cold]
#[inline(never)]
pub(super) fn copied<const W: usize>(many: &Option<Box<Many<W>>>) -> Option<Box<Many<W>>> {
    many.clone()
}

impl<const W: usize> Few<W> {
    /// An empty board, and the hands of a setup.
    pub(super) fn new(pieces: usize, setup: &Setup) -> (Few<W>, Option<Box<Many<W>>>) {
        let mut few = Few { squares: [Bitboard::EMPTY; FEW], held: [[0; FEW]; 2] };
        let held = |side: Side, index: usize| setup.hands[side].get(index).copied().unwrap_or(0);
        let all = || (0..pieces).flat_map(|index| Side::ALL.map(|side| (side, index)));
        if pieces > FEW || all().any(|(side, index)| held(side, index) > u16::from(u8::MAX)) {
            let held = (0..pieces).map(|index| BySide::from_fn(|side| held(side, index))).collect();
            let squares = vec![Bitboard::EMPTY; pieces].into();
            return (few, Some(Box::new(Many { squares, held, promoted: Bitboard::EMPTY })));
        }
        all().for_each(|(side, index)| few.held[side.index()][index] = held(side, index) as u8);
        (few, None)
    }

    /// Squares of a piece, of both sides.
    #[inline(always)]
    pub(super) fn squares<'a>(&'a self, many: &'a Option<Box<Many<W>>>, piece: PieceId) -> &'a Bitboard<W> {
        match many {
            // The remainder never changes the index. It lets the compiler omit the bounds check.
            None => &self.squares[piece.index() % FEW],
            Some(many) => &many.squares[piece.index()],
        }
    }

    /// The squares of a piece, for changing them, in a variant without [`Many`].
    #[inline(always)]
    pub(super) fn inside(&mut self, piece: PieceId) -> &mut Bitboard<W> {
        &mut self.squares[piece.index() % FEW]
    }

    /// The squares of a piece, for changing them.
    #[inline(always)]
    pub(super) fn squares_mut<'a>(
        &'a mut self,
        many: &'a mut Option<Box<Many<W>>>,
        piece: PieceId,
    ) -> &'a mut Bitboard<W> {
        match many {
            None => self.inside(piece),
            Some(many) => &mut many.squares[piece.index()],
        }
    }

    /// How many of a piece a side has in hand.
    #[inline(always)]
    pub(super) fn held(&self, many: &Option<Box<Many<W>>>, (side, piece): (Side, PieceId)) -> u16 {
        match many {
            None => u16::from(self.held[side.index()][piece.index() % FEW]),
            Some(many) => many.held[piece.index()][side],
        }
    }

    /// Calls `visit` with each kind of piece that a side has in hand, and the number of these pieces.
    pub(super) fn each_held(&self, many: &Option<Box<Many<W>>>, visit: &mut dyn FnMut(Side, PieceId, u16)) {
        let mut show = |side: Side, index: usize, count: u16| {
            if count > 0 {
                visit(side, PieceId::new(index as u8), count);
            }
        };
        for side in Side::ALL {
            match many {
                None => {
                    (0..).zip(&self.held[side.index()]).for_each(|(index, held)| show(side, index, u16::from(*held)))
                }
                Some(many) => (0..).zip(&many.held).for_each(|(index, held)| show(side, index, held[side])),
            }
        }
    }

    /// The squares of each piece, by its index. Empty sets may follow.
    #[inline(always)]
    pub(super) fn all_squares<'a>(&'a self, many: &'a Option<Box<Many<W>>>) -> &'a [Bitboard<W>] {
        match many {
            None => &self.squares,
            Some(many) => &many.squares,
        }
    }
}
