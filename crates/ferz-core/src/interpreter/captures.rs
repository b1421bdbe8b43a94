//! The squares of the pieces that one move captures.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Deref;
use std::sync::{LazyLock, PoisonError, RwLock};

use rustc_hash::FxHashMap;

use crate::board::Square;

/// Lists of more captures than a move can hold. Each list is stored once and never freed. Few games need one.
static LONG: LazyLock<RwLock<Long>> = LazyLock::new(RwLock::default);

/// Long lists of squares by number, and their numbers.
#[derive(Default)]
struct Long {
    rows: Vec<&'static [Square]>,
    numbers: FxHashMap<&'static [Square], u32>,
}

/// The squares of all pieces that a move captures, in the order of the path. A small value, so that moves can be
/// copied. If there are more than two, the list is stored elsewhere, and the two entries hold its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Captures([Square; 2]);

/// No capture in an entry of [`Captures`].
const FREE: u16 = u16::MAX;

/// Squares have indices below this number. A larger first entry is the high part of a number of a list in [`LONG`].
const IS_LONG: u16 = 1 << 15;

impl Captures {
    /// The largest number of captures of a move with a notation. More are an error in a notation; rules may capture
    /// more.
    pub const MAX: usize = 8;

    /// No captures.
    pub const NONE: Captures = Captures([Square::new(FREE); 2]);

    /// The capture of one piece.
    #[inline(always)]
    pub const fn one(square: Square) -> Captures {
        Captures([square, Square::new(FREE)])
    }

    /// The capture of the piece on a square, if there is one.
    #[inline(always)]
    pub(super) fn on(square: Square, taken: bool) -> Captures {
        Captures([if taken { square } else { Square::new(FREE) }, Square::new(FREE)])
    }

    /// Returns `true` if there are none.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        *self == Captures::NONE
    }

    /// Returns `true` if there is one, on this square.
    #[inline(always)]
    pub(crate) fn is_one(&self, square: Square) -> bool {
        *self == Captures::one(square)
    }

    /// Captures on some squares.
    pub fn of(squares: &[Square]) -> Captures {
        match squares {
            [] => Captures::NONE,
            [square] => Captures::one(*square),
            [first, second] => Captures([*first, *second]),
            _ => {
                let number = Captures::keep(squares);
                Captures([Square::new((number >> 16) as u16 | IS_LONG), Square::new(number as u16)])
            }
        }
    }

    /// Stores a long list and returns its number. Equal lists have the same number. The numbers cannot run out before
    /// memory does.
    #[cold]
    fn keep(squares: &[Square]) -> u32 {
        if let Some(number) = LONG.read().unwrap_or_else(PoisonError::into_inner).numbers.get(squares) {
            return *number;
        }
        let mut long = LONG.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(number) = long.numbers.get(squares) {
            return *number;
        }
        let (row, number): (&'static [Square], u32) = (Box::leak(squares.into()), long.rows.len() as u32);
        long.rows.push(row);
        long.numbers.insert(row, number);
        number
    }

    /// The long list whose number the two entries hold.
    #[cold]
    fn kept(&self) -> &'static [Square] {
        let [high, low] = self.0.map(Square::index);
        let high = high & usize::from(!IS_LONG);
        let long = LONG.read().unwrap_or_else(PoisonError::into_inner);
        long.rows.get(high << 16 | low).copied().unwrap_or_default()
    }
}

impl Deref for Captures {
    type Target = [Square];

    #[inline(always)]
    fn deref(&self) -> &[Square] {
        let held = self.0.map(|square| square.index() < usize::from(IS_LONG));
        match held {
            [true, second] => &self.0[..1 + usize::from(second)],
            [false, _] if self.is_empty() => &[],
            _ => self.kept(),
        }
    }
}

/// Fewer captures come first.
impl Ord for Captures {
    fn cmp(&self, other: &Captures) -> Ordering {
        self.len().cmp(&other.len()).then_with(|| self.iter().cmp(other.iter()))
    }
}

impl PartialOrd for Captures {
    fn partial_cmp(&self, other: &Captures) -> Option<Ordering> {
        Some(self.cmp(other))
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
