//! The squares of the pieces that one move captures.

use std::fmt;
use std::ops::Deref;
use std::sync::{LazyLock, PoisonError, RwLock};

use rustc_hash::FxHashMap;

use crate::board::Square;

/// Rows of more squares than a move has room for, each kept once and for good. Hardly a game has any.
static LONG: LazyLock<RwLock<Long>> = LazyLock::new(RwLock::default);

/// Rows of squares by number, and their numbers.
#[derive(Default)]
struct Long {
    rows: Vec<&'static [Square]>,
    numbers: FxHashMap<&'static [Square], u32>,
}

/// The squares of all pieces that a move captures, in the order of the path. A small value, so that moves can be
/// copied. If there are more than [`MAX`](Captures::MAX), the squares are stored elsewhere, and the first two entries
/// hold their number there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Captures {
    len: u8,
    squares: [Square; Captures::MAX],
}

impl Captures {
    /// Largest number of captures that a move can hold itself. Notations that need more are refused; rules may
    /// capture more.
    pub const MAX: usize = 8;
    /// The number of squares of those.
    const IS_LONG: u8 = u8::MAX;

    /// No captures.
    pub const NONE: Captures = Captures { len: 0, squares: [Square::new(0); Captures::MAX] };

    /// The capture of one piece.
    #[inline(always)]
    pub const fn one(square: Square) -> Captures {
        let mut squares = [Square::new(0); Captures::MAX];
        squares[0] = square;
        Captures { len: 1, squares }
    }

    /// Sets the first capture, if there is one.
    #[inline(always)]
    pub(super) fn set_first(&mut self, square: Square) {
        // Slots beyond the length keep their value, so that equal captures compare as equal bytes.
        self.squares[0] = if self.len == 0 { Square::new(0) } else { square };
    }

    /// Captures on some squares.
    pub fn of(squares: &[Square]) -> Captures {
        let mut captures = Captures::NONE;
        match captures.squares.get_mut(..squares.len()) {
            Some(room) => {
                room.copy_from_slice(squares);
                captures.len = squares.len() as u8;
            }
            None => {
                let number = Captures::keep(squares);
                captures.squares[0] = Square::new((number >> 16) as u16);
                captures.squares[1] = Square::new(number as u16);
                captures.len = Captures::IS_LONG;
            }
        }
        captures
    }

    /// The number under which a long row is kept; equal rows have one number. Memory is full long before the numbers end.
    #[cold]
    fn keep(squares: &[Square]) -> u32 {
        let mut long = LONG.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(number) = long.numbers.get(squares) {
            return *number;
        }
        let (row, number): (&'static [Square], u32) = (Box::leak(squares.into()), long.rows.len() as u32);
        long.rows.push(row);
        long.numbers.insert(row, number);
        number
    }

    /// The long row that is kept under the first two squares.
    #[cold]
    fn kept(&self) -> &'static [Square] {
        let [high, low] = [self.squares[0].index(), self.squares[1].index()];
        let long = LONG.read().unwrap_or_else(PoisonError::into_inner);
        long.rows.get(high << 16 | low).copied().unwrap_or_default()
    }
}

impl Deref for Captures {
    type Target = [Square];

    #[inline(always)]
    fn deref(&self) -> &[Square] {
        match self.squares.get(..usize::from(self.len)) {
            Some(squares) => squares,
            None => self.kept(),
        }
    }
}

impl<'a> IntoIterator for &'a Captures {
    type Item = &'a Square;
    type IntoIter = std::slice::Iter<'a, Square>;

    #[inline(always)]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for Captures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
