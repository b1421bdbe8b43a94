//! The leaps that the letters of atoms stand for.

use super::ast::{Atom, Base, Join, Leg, Limit, Modifier, Move, Suffix};

/// The class of an atom, which decides the meaning of direction letters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Class {
    /// Along ranks and files.
    Orthogonal,
    /// Along diagonals.
    Diagonal,
    /// Eight directions between the main ones, such as those of a knight.
    Oblique,
    /// All eight main directions.
    King,
}

/// The shape of a leap: its two coordinates, the smaller one first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Leap {
    /// The smaller coordinate.
    pub short: u8,
    /// The larger coordinate.
    pub long: u8,
}

impl Leap {
    /// The longest coordinate a leap may have: no board is longer.
    pub const MAX: u8 = 63;

    /// The class of an atom with this leap.
    pub fn class(self) -> Class {
        match (self.short, self.long) {
            (0, _) => Class::Orthogonal,
            (short, long) if short == long => Class::Diagonal,
            _ => Class::Oblique,
        }
    }

    fn lengthened(self, suffix: Suffix) -> Leap {
        let Leap { short, long } = self;
        match suffix {
            Suffix::X => Leap { short, long: long.saturating_add(3) },
            Suffix::Y => Leap { short: short.saturating_add(2), long: long.saturating_add(2) },
        }
    }
}

/// An atom with its letter, its name and the coordinates of its leap.
type Entry = (Base, char, &'static str, Option<(u8, u8)>);

/// All atoms, in the order of [`Base`].
/// The atoms, in the order of [`Base`].
pub const ATOMS: [Entry; 18] = [
    (Base::W, 'W', "wazir", Some((0, 1))),
    (Base::F, 'F', "ferz", Some((1, 1))),
    (Base::D, 'D', "dabbaba", Some((0, 2))),
    (Base::N, 'N', "knight", Some((1, 2))),
    (Base::A, 'A', "alfil", Some((2, 2))),
    (Base::H, 'H', "threeleaper", Some((0, 3))),
    (Base::C, 'C', "camel", Some((1, 3))),
    (Base::Z, 'Z', "zebra", Some((2, 3))),
    (Base::G, 'G', "tripper", Some((3, 3))),
    (Base::K, 'K', "king", None),
    (Base::R, 'R', "rook", Some((0, 1))),
    (Base::B, 'B', "bishop", Some((1, 1))),
    (Base::Q, 'Q', "queen", None),
    (Base::O, 'O', "castling", None),
    (Base::U, 'U', "universal leaper", None),
    (Base::I, 'I', "imitator", None),
    (Base::T, 'T', "triagonal step", None),
    (Base::Drop, '@', "drop", None),
];

impl Base {
    /// The letter that is printed.
    pub fn letter(self) -> char {
        ATOMS[self as usize].1
    }

    /// The name players use.
    pub fn name(self) -> &'static str {
        ATOMS[self as usize].2
    }

    /// The atom with a letter, older letters included.
    pub fn from_letter(letter: char) -> Option<Base> {
        match letter {
            'L' => Some(Base::C),
            'J' => Some(Base::Z),
            _ => ATOMS.iter().find(|atom| atom.1 == letter).map(|atom| atom.0),
        }
    }

    /// Returns `true` for atoms that step any number of times unless a range says otherwise.
    pub fn is_rider(self) -> bool {
        matches!(self, Base::R | Base::B | Base::Q)
    }

    /// Returns `true` if suffixes and doubling may follow.
    pub fn is_leaper(self) -> bool {
        !matches!(self, Base::K | Base::O | Base::U | Base::I | Base::T | Base::Drop) && !self.is_rider()
    }
}

impl Atom {
    /// The shape of its leap; `None` for atoms with several (`K`, `Q`) or without any.
    pub fn leap(&self) -> Option<Leap> {
        let (short, long) = ATOMS[self.base as usize].3?;
        Some(self.suffixes.iter().fold(Leap { short, long }, |leap, suffix| leap.lengthened(*suffix)))
    }

    /// The class of the atom on a first leg.
    pub fn class(&self) -> Class {
        match self.base {
            Base::O => Class::Orthogonal,
            _ => self.leap().map_or(Class::King, Leap::class),
        }
    }

    /// Returns `true` if the atom consists of one-square steps, so that it jumps over no square.
    pub fn is_slider(&self) -> bool {
        match self.base {
            Base::K | Base::Q | Base::T => true,
            _ => self.leap().is_some_and(|leap| leap.long == 1),
        }
    }
}

impl Leg {
    /// The limit of the leap, before any toggle.
    pub fn limit(&self) -> Limit {
        let bends = self.modifiers.has(Modifier::Crooked) || self.modifiers.has(Modifier::Circular);
        match self.range {
            Some(reach) => reach.limit,
            None if self.atom.base.is_rider() || bends => Limit::Unlimited,
            None => Limit::Times(1),
        }
    }

    /// Returns `true` if the leg changes the range of those after it.
    pub fn toggles(&self) -> bool {
        self.modifiers.has(Modifier::Toggle) || self.modifiers.has(Modifier::Next)
    }
}

impl Move {
    /// The limit of each leg, after all toggles. In brackets, every leg has its own range, so nothing toggles.
    pub fn limits(&self) -> Vec<Limit> {
        let mut toggled = false;
        let mut limits = Vec::with_capacity(self.legs.len());
        for leg in &self.legs {
            let limit = leg.limit();
            limits.push(if toggled { limit.toggled() } else { limit });
            toggled ^= self.bracket.is_none() && leg.toggles();
        }
        limits
    }

    /// The class of a leg. The directions of later legs are relative to the heading, in eight directions.
    pub fn class(&self, leg: usize) -> Class {
        class_of(self.legs[leg].join, &self.legs[leg].atom, leg.checked_sub(1).map(|before| &self.legs[before].atom))
    }
}

/// The class of a leg with this atom after a leg with the atom `before`.
pub(super) fn class_of(join: Join, atom: &Atom, before: Option<&Atom>) -> Class {
    let before = before.map(Atom::class);
    match join {
        Join::Start => atom.class(),
        // After a main direction, an oblique leap has no "straight on", so the letters select as on a first leg.
        Join::Mandatory | Join::Optional if atom.class() == Class::Oblique && before != Some(Class::Oblique) => {
            Class::Oblique
        }
        _ => Class::King,
    }
}

impl Limit {
    /// Changes an unlimited ride into a single step, and the other way round.
    #[must_use]
    pub fn toggled(self) -> Limit {
        match self {
            Limit::Times(_) => Limit::Unlimited,
            Limit::Unlimited | Limit::Middle => Limit::Times(1),
        }
    }
}
