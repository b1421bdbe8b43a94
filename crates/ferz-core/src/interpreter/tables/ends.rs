//! Destinations of moves.

use crate::board::Bitboard;

use super::patterns::Mode;

/// The squares on which moves may end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ends<const W: usize> {
    /// Destinations of quiet moves.
    pub empty: Bitboard<W>,
    /// Destinations of captures.
    pub enemies: Bitboard<W>,
    /// Destinations of captures that take royal pieces only.
    pub royal_targets: Bitboard<W>,
}

impl<const W: usize> Ends<W> {
    /// No square at all.
    pub const NONE: Ends<W> = Ends { empty: Bitboard::EMPTY, enemies: Bitboard::EMPTY, royal_targets: Bitboard::EMPTY };

    /// Keeps only the destinations of quiet moves.
    #[inline(always)]
    pub fn quiet(&self) -> Ends<W> {
        Ends { empty: self.empty, ..Ends::NONE }
    }

    /// Removes the captures of the given pieces.
    #[inline(always)]
    pub fn without_captures(&self, of: Bitboard<W>) -> Ends<W> {
        Ends { enemies: self.enemies & !of, royal_targets: self.royal_targets & !of, ..*self }
    }

    /// Intersects each kind of destination with the same kind in `others`.
    pub fn and(&self, others: &Ends<W>) -> Ends<W> {
        let Ends { empty, enemies, royal_targets } = *others;
        Ends {
            empty: self.empty & empty,
            enemies: self.enemies & enemies,
            royal_targets: self.royal_targets & royal_targets,
        }
    }

    /// Destinations of moves of one mode.
    #[inline(always)]
    pub fn of_mode(&self, mode: Mode) -> Bitboard<W> {
        match mode {
            Mode::Both => self.empty | self.enemies,
            Mode::Quiet => self.empty,
            Mode::Capture => self.enemies,
            Mode::Royal => self.royal_targets,
        }
    }

    /// Destinations for each mode, indexed by the number of the mode.
    #[inline(always)]
    pub fn by_mode(&self) -> [Bitboard<W>; 4] {
        [Mode::Both, Mode::Quiet, Mode::Capture, Mode::Royal].map(|mode| self.of_mode(mode))
    }

    /// Removes the destinations of the same kind in `others`.
    pub fn without(&self, others: &Ends<W>) -> Ends<W> {
        let Ends { empty, enemies, royal_targets } = others;
        Ends {
            empty: self.empty & !*empty,
            enemies: self.enemies & !*enemies,
            royal_targets: self.royal_targets & !*royal_targets,
        }
    }

    /// Returns `true` if there are no squares.
    pub fn is_empty(&self) -> bool {
        (self.empty | self.enemies | self.royal_targets).is_empty()
    }

    /// Keeps only the destinations in a set.
    #[inline(always)]
    pub fn within(&self, landing: Bitboard<W>) -> Ends<W> {
        Ends {
            empty: self.empty & landing,
            enemies: self.enemies & landing,
            royal_targets: self.royal_targets & landing,
        }
    }
}
