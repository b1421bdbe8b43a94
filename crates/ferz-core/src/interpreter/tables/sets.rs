//! Sets of squares that tables of large boards refer to by number.
//!
//! Most squares of most pieces have the same leaps and the same attackers as others. On large boards, storing each set
//! separately would take nearly all of a variant's memory.

use rustc_hash::FxHashMap;

use crate::board::Bitboard;

use super::lookup::has_tables;
use super::room::grow;

/// Collects sets, each once. Number 0 is the empty set.
pub(super) struct Builder<const W: usize> {
    sets: Vec<Bitboard<W>>,
    /// For each set, the number of an earlier set with the same hash; 0 if there is none.
    next: Vec<u32>,
    /// For each hash, the number of the last set with this hash.
    last: FxHashMap<u64, u32>,
}

impl<const W: usize> Default for Builder<W> {
    fn default() -> Builder<W> {
        Builder::new()
    }
}

impl<const W: usize> Builder<W> {
    /// `true` if tables store the numbers of sets, and not the sets themselves.
    pub const USED: bool = !has_tables(W);

    /// A builder that holds only the empty set.
    pub fn new() -> Builder<W> {
        Builder { sets: vec![Bitboard::EMPTY], next: vec![0], last: FxHashMap::default() }
    }

    /// The number of a set, which is added if it is new; 0 if the program may not allocate more memory.
    pub fn number(&mut self, set: &Bitboard<W>) -> u32 {
        if set.is_empty() {
            return 0;
        }
        let last = self.last.entry(hash(set)).or_default();
        let mut number = *last;
        while number != 0 {
            if self.sets[number as usize] == *set {
                return number;
            }
            number = self.next[number as usize];
        }
        if !grow(&mut self.sets) || !grow(&mut self.next) {
            return 0;
        }
        self.sets.push(*set);
        self.next.push(*last);
        *last = self.sets.len() as u32 - 1;
        *last
    }

    /// The set with a number.
    pub fn of_number(&self, number: u32) -> Bitboard<W> {
        self.sets[number as usize]
    }

    /// All sets, by their numbers.
    pub fn finish(mut self) -> Vec<Bitboard<W>> {
        self.sets.shrink_to_fit();
        self.sets
    }
}

fn hash<const W: usize>(set: &Bitboard<W>) -> u64 {
    set.0.iter().fold(0, |hash: u64, word| (hash.rotate_left(29) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}
