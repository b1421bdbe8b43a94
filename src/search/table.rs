//! Transposition table.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::interpreter::{Move, MoveKind, Picks};
use crate::machine;
use crate::perft::NoRoom;
use crate::position::Key;

/// The bit in the tag of a move of one piece that does no more than capture where it ends. A board has at most 1,024 squares.
const PLAIN: u32 = 1 << 31;

/// The further bit in the tag of a drop that does no more than put a piece on an empty square.
const DROP: u32 = 1 << 30;

/// Meaning of a score: exact, or a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Bound {
    /// An upper bound of the score.
    #[default]
    Upper,
    /// A lower bound of the score.
    Lower,
    /// The exact score.
    Exact,
}

/// Entry of a position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    check: u64,
    /// The tag of its best move; 0 if it is unknown.
    pub mv: u32,
    /// The score as seen from the position: plies to a forced end are counted from there.
    pub score: i32,
    pub depth: i16,
    pub bound: Bound,
    age: u8,
}

impl Entry {
    /// Returns `true` if the score, as seen from the root, makes a search with this window (alpha and beta)
    /// unnecessary.
    pub(super) fn decides(&self, score: i32, (alpha, beta): (i32, i32)) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        }
    }
}

/// A table of fixed size.
#[derive(Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
    age: u8,
}

impl Table {
    /// A table of this number of megabytes.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub(super) fn new(megabytes: usize) -> Result<Table, NoRoom> {
        let no_room = NoRoom { megabytes };
        let bytes = megabytes.max(1).checked_mul(1 << 20).filter(|bytes| machine::has_room(*bytes));
        let count = bytes.ok_or(no_room)? / size_of::<Entry>();
        let mut entries = Vec::new();
        entries.try_reserve_exact(count).map_err(|_| no_room)?;
        entries.resize(count, Entry::default());
        Ok(Table { entries, age: 1 })
    }

    /// A table of a single entry.
    pub(super) fn smallest() -> Table {
        Table { entries: vec![Entry::default()], age: 1 }
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill(Entry::default());
    }

    pub(super) fn new_search(&mut self) {
        self.age = self.age.wrapping_add(1).max(1);
    }

    pub(super) fn get(&self, key: Key) -> Option<Entry> {
        let entry = self.entries[self.place(key)];
        (entry.age != 0 && entry.check == check(key)).then_some(entry)
    }

    pub(super) fn put(&mut self, key: Key, mv: u32, score: i32, depth: i16, bound: Bound) {
        let place = self.place(key);
        let old = &self.entries[place];
        let same = old.check == check(key);
        // Replaces entries of earlier searches; within one search, deeper entries stay.
        if old.age != self.age || same || depth + 2 >= old.depth || bound == Bound::Exact {
            let mv = if mv == 0 && same { old.mv } else { mv };
            self.entries[place] = Entry { check: check(key), mv, score, depth, bound, age: self.age };
        }
    }

    /// The part of the entries that this search has filled, in thousandths.
    pub(super) fn fullness(&self) -> u32 {
        let sample = &self.entries[..self.entries.len().min(1000)];
        let filled = sample.iter().filter(|entry| entry.age == self.age).count();
        (filled * 1000 / sample.len().max(1)) as u32
    }

    fn place(&self, key: Key) -> usize {
        ((u128::from(key.0 as u64) * self.entries.len() as u128) >> 64) as usize
    }
}

fn check(key: Key) -> u64 {
    (key.0 >> 64) as u64
}

/// A number, never 0, that identifies a move among the moves of its position.
pub(super) fn tag(mv: &Move) -> u32 {
    let alone = mv.promotion().is_none() && mv.wall().is_none() && mv.gate().is_none() && mv.picks() == Picks::NONE;
    if alone && mv.kind() == MoveKind::Normal && mv.captures().are_only(mv.to) {
        return PLAIN | (mv.from.index() as u32) << 10 | mv.to.index() as u32;
    }
    if alone && mv.kind() == MoveKind::Drop && !mv.is_capture() {
        return PLAIN | DROP | (mv.piece.index() as u32) << 10 | mv.to.index() as u32;
    }
    let mut hasher = FxHasher::default();
    mv.hash(&mut hasher);
    (hasher.finish() >> 32) as u32 & !PLAIN | 1
}
