//! The squares of the pieces that one move captures.

use std::fmt;
use std::ops::Deref;
use std::sync::{LazyLock, PoisonError, RwLock};

use rustc_hash::FxHashMap;

use crate::board::Square;

/// Lists of more captures than a move can hold. Each list is stored once and never freed. Hardly any game needs one.
static LONG: LazyLock<RwLock<Long>> = LazyLock::new(RwLock::default);

/// Long lists of squares by number, and their numbers.
#[derive(Default)]
struct Long {
    rows: Vec<&'static [Square]>,
    numbers: FxHashMap<&'static [Square], u32>,
}

/// The squares of all pieces that a move captures, in the order of the path. A small value, so that moves can be
/// copied. If there are more than [`MAX`](Captures::MAX), the list is stored elsewhere, and the first two entries
/// hold its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Captures {
    len: u8,
    squares: [Square; Captures::MAX],
}

impl Captures {
    /// The largest number of captures that a move itself can hold. A notation that needs more is an error; rules may
    /// capture more.
    pub const MAX: usize = 8;
    /// The value of `len` for a list in [`LONG`].
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

    /// Stores a long list and returns its number. Equal lists have the same number. The numbers cannot run out before
    /// memory does.
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

    /// The long list whose number the first two squares hold.
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
