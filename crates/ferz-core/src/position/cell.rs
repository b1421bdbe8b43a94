//! The content of a square: empty, or a piece and its side.

use crate::board::Side;
use crate::rules::{PieceId, PlacedPiece};

/// A piece or nothing, in two bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Cell(pub(super) u16);

impl Cell {
    /// The empty cell.
    pub const EMPTY: Cell = Cell(0);
    /// The bit of a promoted piece in its [byte](Cell::byte).
    pub(super) const PROMOTED_BYTE: u8 = 1 << 7;
    const BLACK: u16 = 1 << 8;
    const NEUTRAL: u16 = 1 << 9;
    const PROMOTED: u16 = 1 << 10;

    /// The cell of a piece with a [number](Cell::number). `sides`: whether it belongs to White, and whether to Black.
    #[inline(always)]
    pub(super) const fn of_number(number: u8, (white, black): (bool, bool), promoted: bool) -> Cell {
        let neutral = !white && !black;
        let sides = Cell::BLACK * black as u16 + Cell::NEUTRAL * neutral as u16;
        Cell(number as u16 + sides + Cell::PROMOTED * promoted as u16)
    }

    /// The number of the piece, marked if it is promoted: the form in which positions with few kinds of pieces store it.
    #[inline(always)]
    pub(super) const fn byte(self) -> u8 {
        let promoted = if self.is_promoted() { Cell::PROMOTED_BYTE } else { 0 };
        self.0 as u8 | promoted
    }

    /// The number of [rows](Cell::row).
    pub(super) const ROWS: usize = 16;

    /// A number below [`ROWS`](Cell::ROWS) for a piece of the first seven kinds that belongs to a side and is not promoted.
    #[inline(always)]
    pub(super) const fn row(self) -> Option<usize> {
        let row = (self.0 & 7 | self.0 >> 5 & 8) as usize;
        if self.0 == Cell::of_row(row).0 { Some(row) } else { None }
    }

    /// The cell with a [row](Cell::row).
    #[inline(always)]
    pub(super) const fn of_row(row: usize) -> Cell {
        Cell((row as u16 & 7) | (row as u16 & 8) << 5)
    }

    /// A piece.
    #[inline(always)]
    pub const fn of(piece: PieceId, side: Side) -> Cell {
        Cell(piece.index() as u16 + 1 + Cell::BLACK * side.index() as u16)
    }

    /// The same piece, marked as promoted.
    #[inline(always)]
    pub const fn promoted(self) -> Cell {
        Cell(self.0 | Cell::PROMOTED)
    }

    /// The same piece without a side. If its side is read nevertheless, it is White.
    #[inline(always)]
    pub const fn neutral(self) -> Cell {
        Cell(self.0 & !Cell::BLACK | Cell::NEUTRAL)
    }

    /// Returns `true` if the piece belongs to neither side.
    #[inline(always)]
    pub const fn is_neutral(self) -> bool {
        self.0 & Cell::NEUTRAL != 0
    }

    /// 0 for a piece of White, 1 for one of Black, 2 for one of neither side.
    #[inline(always)]
    pub(super) const fn owner(self) -> usize {
        match self.0 >> 8 & 3 {
            0 => 0,
            1 => 1,
            _ => 2,
        }
    }

    /// Returns `true` if the piece belongs to a side.
    #[inline(always)]
    pub fn is_of(self, side: Side) -> bool {
        !self.is_empty() && !self.is_neutral() && self.side() == side
    }

    /// Returns `true` if there is no piece.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The piece; `None` for an empty cell.
    #[inline(always)]
    pub const fn piece(self) -> Option<PieceId> {
        Cell::piece_of(self.number())
    }

    /// The piece with a [number](Cell::number).
    #[inline(always)]
    pub const fn piece_of(number: usize) -> Option<PieceId> {
        match number {
            0 => None,
            number => Some(PieceId::new(number as u8 - 1)),
        }
    }

    /// 0 for an empty square, else one more than the index of the piece.
    #[inline(always)]
    pub const fn number(self) -> usize {
        (self.0 & 0xff) as usize
    }

    /// The [number](Cell::number) of the cell of a piece.
    pub const fn number_of(piece: PieceId) -> u8 {
        piece.index() as u8 + 1
    }

    /// The side of the piece; White for an empty cell.
    #[inline(always)]
    pub const fn side(self) -> Side {
        if self.0 & Cell::BLACK == 0 { Side::White } else { Side::Black }
    }

    /// Returns `true` if the piece is marked as promoted.
    #[inline(always)]
    pub const fn is_promoted(self) -> bool {
        self.0 & Cell::PROMOTED != 0
    }

    /// The piece, if there is one.
    #[inline(always)]
    pub const fn piece_at(self) -> Option<PlacedPiece> {
        match self.piece() {
            Some(piece) => Some(PlacedPiece { piece, side: self.side(), promoted: self.is_promoted() }),
            None => None,
        }
    }

    /// The cell of a piece.
    #[inline(always)]
    pub const fn from_piece(placed: PlacedPiece) -> Cell {
        let cell = Cell::of(placed.piece, placed.side);
        if placed.promoted { cell.promoted() } else { cell }
    }
}
