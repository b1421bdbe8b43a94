//! The squares of the pieces that one move takes.

use std::fmt;
use std::ops::Deref;

use crate::board::Square;

/// The squares of all pieces that a move takes, in the order of the path. A small value, so that a move can be copied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Captures {
    len: u8,
    squares: [Square; Captures::MAX],
}

impl Captures {
    /// The most pieces that one move can take. Files whose notations ask for more are refused.
    pub const MAX: usize = 8;

    /// No captures.
    pub const NONE: Captures = Captures { len: 0, squares: [Square::new(0); Captures::MAX] };

    /// The capture of one piece.
    #[inline(always)]
    pub const fn one(square: Square) -> Captures {
        let mut squares = [Square::new(0); Captures::MAX];
        squares[0] = square;
        Captures { len: 1, squares }
    }

    /// Says what is taken first, if anything is.
    #[inline(always)]
    pub(super) fn set_first(&mut self, square: Square) {
        // What is never looked at is left as it was, so that equal captures are equal in all their parts.
        self.squares[0] = if self.len == 0 { Square::new(0) } else { square };
    }

    /// Captures on some squares; `None` if there are more than [`MAX`](Captures::MAX).
    pub fn of(squares: &[Square]) -> Option<Captures> {
        let mut captures = Captures::NONE;
        captures.squares.get_mut(..squares.len())?.copy_from_slice(squares);
        captures.len = squares.len() as u8;
        Some(captures)
    }
}

impl Deref for Captures {
    type Target = [Square];

    #[inline(always)]
    fn deref(&self) -> &[Square] {
        &self.squares[..usize::from(self.len)]
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
