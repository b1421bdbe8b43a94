//! Pieces of each kind: the squares they stand on, and the number in hand.

use crate::board::{Bitboard, Side};
use crate::rules::{PieceId, Setup};

/// Most variants have at most this number of kinds of pieces.
const FEW: usize = 16;

/// Squares and hands, by piece, in arrays, so that a position is copied fast. A variant with more kinds of pieces has
/// them in a [`Many`] instead, which the caller passes to each function.
#[derive(Clone, Copy, Debug)]
pub(super) struct Few<const W: usize> {
    squares: [Bitboard<W>; FEW],
    held: [[u16; FEW]; 2],
}

/// The same for any number of kinds of pieces.
#[derive(Clone, Debug)]
pub(super) struct Many<const W: usize> {
    squares: Box<[Bitboard<W>]>,
    held: [Box<[u16]>; 2],
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
        let mut many = (pieces > FEW).then(|| {
            let squares = vec![Bitboard::EMPTY; pieces].into();
            Box::new(Many { squares, held: [(); 2].map(|()| vec![0; pieces].into()) })
        });
        for side in Side::ALL {
            for (index, held) in setup.hands[side].iter().enumerate().take(pieces) {
                *few.held_mut(&mut many, (side, PieceId::new(index as u8))) = *held;
            }
        }
        (few, many)
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

    /// The squares of a piece, for changing them.
    #[inline(always)]
    pub(super) fn squares_mut<'a>(
        &'a mut self,
        many: &'a mut Option<Box<Many<W>>>,
        piece: PieceId,
    ) -> &'a mut Bitboard<W> {
        match many {
            None => &mut self.squares[piece.index() % FEW],
            Some(many) => &mut many.squares[piece.index()],
        }
    }

    /// How many of a piece a side has in hand.
    #[inline(always)]
    pub(super) fn held(&self, many: &Option<Box<Many<W>>>, (side, piece): (Side, PieceId)) -> u16 {
        match many {
            None => self.held[side.index()][piece.index() % FEW],
            Some(many) => many.held[side.index()][piece.index()],
        }
    }

    /// The number of a piece in hand, for changing it.
    #[inline(always)]
    pub(super) fn held_mut<'a>(
        &'a mut self,
        many: &'a mut Option<Box<Many<W>>>,
        (side, piece): (Side, PieceId),
    ) -> &'a mut u16 {
        match many {
            None => &mut self.held[side.index()][piece.index() % FEW],
            Some(many) => &mut many.held[side.index()][piece.index()],
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

    /// The number of each piece in a side's hand, by its index. Zeros may follow.
    #[inline(always)]
    pub(super) fn all_held<'a>(&'a self, many: &'a Option<Box<Many<W>>>, side: Side) -> &'a [u16] {
        match many {
            None => &self.held[side.index()],
            Some(many) => &many.held[side.index()],
        }
    }
}
