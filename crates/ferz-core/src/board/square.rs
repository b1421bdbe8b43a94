//! Squares, steps between them, and the compass.

/// A square of a board, by its index: `rank * files + file`, counted from White's left corner.
///
/// The name of a square depends on the board: see [`Geometry::name`](super::Geometry::name).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Square(u16);

impl Square {
    /// The square with an index. The board decides whether it exists.
    #[inline(always)]
    pub const fn new(index: u16) -> Square {
        Square(index)
    }

    /// The index, from 0.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The square itself, if it is on a board of `64 * W` squares, and any square of that board otherwise.
    #[inline(always)]
    pub(crate) const fn within<const W: usize>(self) -> Square {
        Square(self.0 % (64 * W as u16))
    }

    /// The word of a bitboard of `W` words that holds the square.
    #[inline(always)]
    pub(super) const fn word<const W: usize>(self) -> usize {
        if W == 1 { 0 } else { (self.0 >> 6) as usize }
    }

    /// The bit of the square inside its word.
    #[inline(always)]
    pub(super) const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }
}

/// A leap: `files` to the right, `ranks` ahead and `levels` up, as White sees the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Step {
    /// Files to the right; negative is to the left.
    pub files: i8,
    /// Ranks ahead; negative is backwards.
    pub ranks: i8,
    /// Levels up; negative is down.
    pub levels: i8,
}

impl Step {
    /// The leap by this number of files and ranks, on one level.
    pub const fn new(files: i8, ranks: i8) -> Step {
        Step { files, ranks, levels: 0 }
    }

    /// The same leap, with this number of levels up.
    #[must_use]
    pub const fn up(self, levels: i8) -> Step {
        Step { levels, ..self }
    }

    /// The step turned by 180 degrees: the same step as the other side sees it.
    pub const fn reversed(self) -> Step {
        Step { files: -self.files, ranks: -self.ranks, levels: -self.levels }
    }

    /// The step turned clockwise by this number of quarter turns.
    pub fn turned(self, quarters: u8) -> Step {
        match quarters % 4 {
            0 => self,
            1 => Step::new(self.ranks, -self.files),
            2 => self.reversed(),
            _ => Step::new(-self.ranks, self.files),
        }
    }
}
