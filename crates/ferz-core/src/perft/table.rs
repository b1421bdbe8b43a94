//! A transposition table of perft counts, for any number of threads.
//!
//! An entry holds the whole key of 128 bits, which includes the depth. A count is returned only if all 128 bits match.
//! Threads read and write without locks: both halves of the key are stored combined with the count. If two threads each
//! write a part of an entry, it matches no key.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::machine;
use crate::position::Key;

/// Counts by key, in a fixed amount of memory.
///
/// ```
/// let mut game = ferz::load("chess").unwrap().start().unwrap();
/// let table = ferz::perft::Table::new(1).unwrap();
/// assert_eq!(game.perft_with(4, &table), 197_281);
/// assert_eq!(game.perft_with(4, &table), 197_281); // the same count out of the table
/// ```
pub struct Table {
    /// The system provides zeroed memory, page by page on first use.
    buckets: Box<[[Entry; 2]]>,
}

/// The two halves of the key, each combined with the count, and the count.
#[derive(Default)]
struct Entry([AtomicU64; 3]);

// SAFETY: an `AtomicU64` may have all bits zero, and the type has no other fields.
unsafe impl bytemuck::Zeroable for Entry {}

/// There is not enough memory for the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoRoom {
    /// The requested size.
    pub megabytes: usize,
}

impl fmt::Display for NoRoom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is not enough memory for a table of {} MB", self.megabytes)
    }
}

impl std::error::Error for NoRoom {}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("entries", &(self.buckets.len() * 2)).finish()
    }
}

impl Table {
    /// An empty table of the given size in megabytes (2^20 bytes), at least one.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn new(megabytes: usize) -> Result<Table, NoRoom> {
        let no_room = NoRoom { megabytes };
        let bytes = megabytes.max(1).checked_mul(1 << 20).ok_or(no_room)?;
        let bytes = Some(bytes).filter(|bytes| machine::has_room(*bytes)).ok_or(no_room)?;
        let count = bytes / size_of::<[Entry; 2]>();
        let buckets = bytemuck::try_zeroed_slice_box(count).map_err(|()| no_room)?;
        Ok(Table { buckets })
    }

    /// The count stored with a key, if it is there.
    #[inline]
    pub fn get(&self, key: Key) -> Option<u64> {
        self.bucket(key).iter().find_map(|entry| entry.get(key))
    }

    /// Stores a count. The first entry of a bucket keeps the largest count, which took the longest to find; the second
    /// keeps the latest.
    #[inline]
    pub fn put(&self, key: Key, count: u64) {
        let [largest, latest] = self.bucket(key);
        let entry = if count >= largest.count() { largest } else { latest };
        entry.put(key, count);
    }

    fn bucket(&self, key: Key) -> &[Entry; 2] {
        let [high, _] = halves(key);
        let index = (u128::from(high) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }
}

impl Entry {
    fn count(&self) -> u64 {
        self.0[2].load(Ordering::Relaxed)
    }

    #[inline]
    fn get(&self, key: Key) -> Option<u64> {
        let count = self.count();
        let [high, low] = halves(key);
        let agrees = |half: usize, wanted: u64| self.0[half].load(Ordering::Relaxed) ^ count == wanted;
        (agrees(0, high) && agrees(1, low)).then_some(count)
    }

    #[inline]
    fn put(&self, key: Key, count: u64) {
        let [high, low] = halves(key);
        self.0[0].store(high ^ count, Ordering::Relaxed);
        self.0[1].store(low ^ count, Ordering::Relaxed);
        self.0[2].store(count, Ordering::Relaxed);
    }
}

fn halves(key: Key) -> [u64; 2] {
    [(key.0 >> 64) as u64, key.0 as u64]
}
