//! The squares of the pieces that one move takes.

use std::fmt;
use std::ops::Deref;
use std::sync::RwLock;

use crate::board::Square;

/// Rows of more squares than a move has room for, each kept once and for good. Hardly a game has any.
static LONG: RwLock<Vec<&'static [Square]>> = RwLock::new(Vec::new());

/// The squares of all pieces that a move takes, in the order of the path. A small value, so that a move can be copied: more than
/// [`MAX`](Captures::MAX) squares are kept elsewhere, and the first square is their number there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Captures {
    len: u8,
    squares: [Square; Captures::MAX],
}

impl Captures {
    /// The most pieces that a move has room for. Files whose notations ask for more are refused; rules may take more.
    pub const MAX: usize = 8;
    /// The most rows of more squares that are kept.
    const MOST_LONG: usize = 1 << 16;
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

    /// Says what is taken first, if anything is.
    #[inline(always)]
    pub(super) fn set_first(&mut self, square: Square) {
        // What is never looked at is left as it was, so that equal captures are equal in all their parts.
        self.squares[0] = if self.len == 0 { Square::new(0) } else { square };
    }

    /// Captures on some squares; `None` only if there are more than [`MAX`](Captures::MAX) and the memory for such rows is full.
    pub fn of(squares: &[Square]) -> Option<Captures> {
        let mut captures = Captures::NONE;
        match captures.squares.get_mut(..squares.len()) {
            Some(room) => {
                room.copy_from_slice(squares);
                captures.len = squares.len() as u8;
            }
            None => {
                captures.squares[0] = Square::new(Captures::keep(squares)?);
                captures.len = Captures::IS_LONG;
            }
        }
        Some(captures)
    }

    /// The number under which a long row is kept; equal rows have one number.
    #[cold]
    fn keep(squares: &[Square]) -> Option<u16> {
        let mut long = LONG.write().ok()?;
        if let Some(index) = long.iter().position(|known| *known == squares) {
            return Some(index as u16);
        }
        if long.len() == Captures::MOST_LONG {
            return None;
        }
        long.push(Box::leak(squares.into()));
        Some((long.len() - 1) as u16)
    }

    /// The long row that is kept under the first square.
    #[cold]
    fn kept(&self) -> &'static [Square] {
        LONG.read().ok().and_then(|long| long.get(self.squares[0].index()).copied()).unwrap_or_default()
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
