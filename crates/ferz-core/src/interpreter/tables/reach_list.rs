//! Lists of reaches, one for each square.

use crate::board::Bitboard;

use super::lookup::{Index, has_tables};
use super::patterns::Mode;
use super::rays::SharedRay;
use super::reach::{Builder, Numbers, Reach, Reaches};

/// Reaches from squares, `N` for each square. Boards with tables store the reaches themselves; others store numbers.
#[derive(Clone, Default, Debug)]
pub(crate) struct List<const W: usize, const N: usize> {
    reaches: Vec<[Reach<W>; N]>,
    numbers: Vec<[Numbers; N]>,
}

impl<const W: usize, const N: usize> List<W, N> {
    /// An empty list with capacity for this number of entries.
    pub fn with_capacity(entries: usize) -> List<W, N> {
        let (mut reaches, mut numbers) = (Vec::new(), Vec::new());
        if has_tables(W) {
            reaches.reserve_exact(entries)
        } else {
            numbers.reserve_exact(entries)
        }
        List { reaches, numbers }
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        if has_tables(W) { self.reaches.len() } else { self.numbers.len() }
    }

    /// The reaches of the rays from each square, in each of some modes.
    pub fn of(builder: &mut Builder<W>, modes: [Mode; N], rays: &[Vec<(SharedRay, Mode)>]) -> List<W, N> {
        let mut list = List::with_capacity(rays.len());
        rays.iter().for_each(|rays| list.add(builder, modes, rays));
        list
    }

    /// Appends the reaches of rays from a square, one for each mode.
    pub fn add(&mut self, builder: &mut Builder<W>, modes: [Mode; N], rays: &[(SharedRay, Mode)]) {
        let reaches = modes.map(|mode| builder.reach(rays, mode));
        match has_tables(W) {
            true => self.reaches.push(reaches),
            false => self.numbers.push(reaches.map(|reach| reach.numbered(&mut builder.sets.borrow_mut()))),
        }
    }

    /// Appends entries that reach nothing, until the list has this number of entries.
    pub fn fill(&mut self, entries: usize) {
        match has_tables(W) {
            true => self.reaches.resize(entries, [Reach::default(); N]),
            false => self.numbers.resize(entries, [Numbers::default(); N]),
        }
    }

    /// The number of the parts that a reach has besides leaps and its first table; 0 if there are none.
    pub fn more(&self, index: usize, which: usize) -> u32 {
        if has_tables(W) { self.reaches[index][which].more() } else { self.numbers[index][which].more }
    }

    /// The squares reached by one of the reaches from a square, captures included.
    #[inline(always)]
    pub fn reach<I: Index>(
        &self,
        (index, which): (usize, usize),
        reaches: &Reaches<W>,
        occupied: &Bitboard<W>,
    ) -> Bitboard<W> {
        match has_tables(W) {
            true => reaches.reach::<I>(&self.reaches[index][which], occupied),
            false => reaches.reach_by_number(self.numbers[index][which], occupied),
        }
    }

    /// The first reach of an entry, without bounds checks.
    ///
    /// # Safety
    /// The board must have tables, and `index` must be less than [`len`](List::len).
    #[inline(always)]
    pub unsafe fn get_unchecked(&self, index: usize) -> &Reach<W> {
        debug_assert!(index < self.reaches.len());
        // SAFETY: the caller promises that there is such an entry. (Measured: see docs/performance.md.)
        unsafe { &self.reaches.get_unchecked(index)[0] }
    }
}
