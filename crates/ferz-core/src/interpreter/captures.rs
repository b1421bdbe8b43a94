//! The squares of the pieces that one move captures.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use crate::board::Square;
use crate::work::{self, Stopped};

use super::stock::Stock;

/// Lists of more than two captures, which few games need.
static LONG: LazyLock<RwLock<Stock<Square>>> = LazyLock::new(|| RwLock::new(Stock::new()));

/// The squares of all pieces that a move captures, in the order of the path. A small value, so that moves can be
/// copied. If there are more than two, the list is stored elsewhere, and the two entries hold its number.
///
/// The memory for stored lists is bounded. A list is freed when at least 262,144 other lists, or lists of 4 million
/// squares together, have been stored or read since. Then [`squares`](Captures::squares) returns none and
/// [stops](crate::work::Stopped::Captures) the work of its thread. The value differs from that of each new move.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Captures([Square; 2]);

/// A list of the squares of [`Captures`].
#[derive(Clone, Debug)]
pub struct Squares(Held);

#[derive(Clone, Debug)]
enum Held {
    /// The first so many of two squares.
    Few([Square; 2], u8),
    Many(Arc<[Square]>),
}

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

    /// Returns `true` if there are none.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        *self == Captures::NONE
    }

    /// Returns `true` if there is one, on this square.
    #[inline(always)]
    pub fn is_one(&self, square: Square) -> bool {
        *self == Captures::one(square)
    }

    /// Returns `true` if there is none on another square.
    #[inline(always)]
    pub fn are_only(&self, square: Square) -> bool {
        self.is_empty() || self.is_one(square)
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

    /// Stores a long list and returns its number. Equal lists have the same number.
    #[cold]
    fn keep(squares: &[Square]) -> u32 {
        let known = LONG.read().unwrap_or_else(PoisonError::into_inner).number(squares);
        known.unwrap_or_else(|| LONG.write().unwrap_or_else(PoisonError::into_inner).store(squares))
    }

    /// The long list whose number the two entries hold.
    #[cold]
    fn kept(self) -> Held {
        let [high, low] = self.0.map(|entry| entry.index() as u32);
        let number = (high & u32::from(!IS_LONG)) << 16 | low;
        let known = LONG.read().unwrap_or_else(PoisonError::into_inner).list(number);
        let list = known.or_else(|| LONG.write().unwrap_or_else(PoisonError::into_inner).renew(number));
        if list.is_none() {
            work::stop(Stopped::Captures);
        }
        list.map_or(Held::Few(self.0, 0), Held::Many)
    }

    /// The squares, in the order of the path.
    #[inline(always)]
    pub fn squares(self) -> Squares {
        let held = self.0.map(|square| square.index() < usize::from(IS_LONG));
        Squares(match held {
            [true, second] => Held::Few(self.0, 1 + u8::from(second)),
            [false, _] if self.is_empty() => Held::Few(self.0, 0),
            _ => self.kept(),
        })
    }
}

impl Deref for Squares {
    type Target = [Square];

    #[inline(always)]
    fn deref(&self) -> &[Square] {
        match &self.0 {
            Held::Few(squares, 2) => squares,
            Held::Few(squares, count) => &squares[..usize::from(*count & 1)],
            Held::Many(squares) => squares,
        }
    }
}

/// Fewer captures come first.
impl Ord for Captures {
    fn cmp(&self, other: &Captures) -> Ordering {
        let (own, others) = (self.squares(), other.squares());
        own.len().cmp(&others.len()).then_with(|| own.cmp(&others)).then_with(|| self.0.cmp(&other.0))
    }
}

impl PartialOrd for Captures {
    fn partial_cmp(&self, other: &Captures) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The squares one by one.
#[derive(Clone, Debug)]
pub struct Each {
    squares: Squares,
    next: usize,
}

impl Iterator for Each {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = self.squares.get(self.next).copied();
        self.next += 1;
        square
    }
}

impl IntoIterator for Captures {
    type Item = Square;
    type IntoIter = Each;

    #[inline(always)]
    fn into_iter(self) -> Each {
        Each { squares: self.squares(), next: 0 }
    }
}

impl fmt::Debug for Captures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(*self).finish()
    }
}
