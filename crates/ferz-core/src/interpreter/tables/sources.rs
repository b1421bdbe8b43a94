//! Lists of the attackers of all squares.

use std::iter::Zip;
use std::ops::Range;
use std::slice::Iter;

use crate::board::Bitboard;

use super::sets;

/// The squares from which one kind of piece attacks a square.
#[derive(Clone, Copy, Debug)]
pub struct Sources<'t, const W: usize> {
    /// Squares from which, with some occupancy, the piece attacks the target or a square to which a royal piece on the
    /// target could go.
    pub zone_attackers: &'t Bitboard<W>,
    /// Squares from which it attacks under the condition of a path.
    pub rays: &'t Bitboard<W>,
    /// Squares from which it attacks with some occupancy. If sets are stored by number, those in `rays` are left out.
    others: &'t Bitboard<W>,
    /// The slot of the first square of `rays`. The slots of the others follow in the order of the squares.
    pub(super) first: u32,
}

impl<const W: usize> Sources<'_, W> {
    /// Squares from which it attacks the target with some occupancy.
    #[inline(always)]
    pub fn xray_attackers(&self) -> Bitboard<W> {
        if sets::Builder::<W>::USED { *self.others | *self.rays } else { *self.others }
    }

    /// Squares from which it attacks regardless of other pieces.
    #[inline(always)]
    pub fn leaps(&self) -> Bitboard<W> {
        if sets::Builder::<W>::USED { *self.others } else { *self.others & !*self.rays }
    }
}

/// The attackers of a square of one kind, while they are collected.
#[derive(Clone, Copy, Debug)]
pub(super) struct Collected<const W: usize> {
    pub zone_attackers: Bitboard<W>,
    pub leaps: Bitboard<W>,
    pub rays: Bitboard<W>,
    /// The first slot of `rays`.
    pub first: u32,
    /// The squares on which a piece can block an attack, or make one as a hurdle.
    pub screens: Bitboard<W>,
}

/// An entry that stores its sets.
#[derive(Clone, Copy, Debug)]
struct Entry<const W: usize> {
    zone_attackers: Bitboard<W>,
    xray_attackers: Bitboard<W>,
    rays: Bitboard<W>,
    first: u32,
}

/// An entry that stores the numbers of its sets.
#[derive(Clone, Copy, Default, Debug)]
struct Numbers {
    zone_attackers: u32,
    leaps: u32,
    rays: u32,
    first: u32,
}

/// A list of attackers. Entries store their sets on small boards, and the numbers of sets on large boards.
#[derive(Clone, Debug)]
pub(super) struct List<const W: usize> {
    entries: Vec<Entry<W>>,
    numbers: Vec<Numbers>,
}

impl<const W: usize> List<W> {
    /// A list of this number of entries without attackers.
    pub fn of_none(entries: usize) -> List<W> {
        let none = Bitboard::EMPTY;
        let empty = Entry { zone_attackers: none, xray_attackers: none, rays: none, first: 0 };
        match sets::Builder::<W>::USED {
            true => List { entries: Vec::new(), numbers: vec![Numbers::default(); entries] },
            false => List { entries: vec![empty; entries], numbers: Vec::new() },
        }
    }

    /// Stores an entry.
    pub fn set(&mut self, index: usize, found: Collected<W>, sets: &mut sets::Builder<W>) {
        let Collected { zone_attackers, leaps, rays, first, .. } = found;
        if sets::Builder::<W>::USED {
            let [zone_attackers, leaps, rays] = [zone_attackers, leaps, rays].map(|set| sets.number(&set));
            self.numbers[index] = Numbers { zone_attackers, leaps, rays, first };
        } else {
            self.entries[index] = Entry { zone_attackers, xray_attackers: leaps | rays, rays, first };
        }
    }

    /// An entry. `sets` has the sets that are stored by number.
    #[inline(always)]
    pub fn get<'t>(&'t self, index: usize, sets: &'t [Bitboard<W>]) -> Sources<'t, W> {
        match sets::Builder::<W>::USED {
            true => self.numbers[index].sources(sets),
            false => self.entries[index].sources(),
        }
    }

    /// Consecutive entries, each paired with an element of a list of sets.
    #[inline(always)]
    pub fn beside<'t>(
        &'t self,
        range: Range<usize>,
        sets: &'t [Bitboard<W>],
        others: &'t [Bitboard<W>],
    ) -> Beside<'t, W> {
        let used = sets::Builder::<W>::USED;
        let entries = if used { [].as_slice() } else { &self.entries[range.clone()] };
        let numbers = if used { &self.numbers[range] } else { [].as_slice() };
        Beside { entries: entries.iter().zip(others), numbers: numbers.iter().zip(others), sets }
    }

    /// Memory used, in bytes.
    pub fn bytes(&self) -> usize {
        std::mem::size_of_val(self.entries.as_slice()) + std::mem::size_of_val(self.numbers.as_slice())
    }
}

impl<const W: usize> Entry<W> {
    #[inline(always)]
    fn sources(&self) -> Sources<'_, W> {
        let Entry { zone_attackers, xray_attackers, rays, first } = self;
        Sources { zone_attackers, rays, others: xray_attackers, first: *first }
    }
}

impl Numbers {
    #[inline(always)]
    fn sources<'t, const W: usize>(&self, sets: &'t [Bitboard<W>]) -> Sources<'t, W> {
        let [zone_attackers, leaps, rays] =
            [self.zone_attackers, self.leaps, self.rays].map(|number| &sets[number as usize]);
        Sources { zone_attackers, rays, others: leaps, first: self.first }
    }
}

/// Consecutive entries of a list, each paired with an element of a list of sets.
pub struct Beside<'t, const W: usize> {
    entries: Zip<Iter<'t, Entry<W>>, Iter<'t, Bitboard<W>>>,
    numbers: Zip<Iter<'t, Numbers>, Iter<'t, Bitboard<W>>>,
    sets: &'t [Bitboard<W>],
}

impl<'t, const W: usize> Iterator for Beside<'t, W> {
    type Item = (Sources<'t, W>, &'t Bitboard<W>);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        match sets::Builder::<W>::USED {
            true => self.numbers.next().map(|(numbers, other)| (numbers.sources(self.sets), other)),
            false => self.entries.next().map(|(entry, other)| (entry.sources(), other)),
        }
    }
}
