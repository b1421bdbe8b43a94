//! How often each position of a game has occurred.

use rustc_hash::FxHashMap;

use crate::position::Key;

/// The positions since the last irreversible move.
///
/// The latest of them are compared one by one, which is faster than a table for few positions. The others are counted
/// in a table, so that the time per move does not grow in long games.
#[derive(Clone, Debug, Default)]
pub(super) struct Occurrences {
    latest: Vec<Key>,
    /// The lowest bits of the latest keys. Nearly always they tell that no position is the same, and several of them are
    /// compared at once.
    tags: Vec<u32>,
    earlier: FxHashMap<Key, u32>,
}

impl Occurrences {
    /// The number of latest positions that are compared one by one.
    const FEW: usize = 128;

    /// Forgets all positions.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.latest.clear();
        self.tags.clear();
        if !self.earlier.is_empty() {
            self.earlier.clear();
        }
    }

    /// Adds a position. Returns the number of its occurrences so far, this one included.
    #[inline]
    pub(super) fn add(&mut self, key: Key) -> usize {
        if self.latest.len() == Self::FEW {
            self.put_away();
        }
        let tag = key.0 as u32;
        let like = self.tags.iter().fold(0u32, |like, other| like + u32::from(*other == tag));
        let mut seen = 1;
        if like > 0 {
            seen += self.latest.iter().filter(|latest| **latest == key).count();
        }
        self.latest.push(key);
        self.tags.push(tag);
        if !self.earlier.is_empty() {
            seen += self.earlier.get(&key).map_or(0, |times| *times as usize);
        }
        seen
    }

    #[cold]
    fn put_away(&mut self) {
        self.latest.drain(..).for_each(|key| *self.earlier.entry(key).or_default() += 1);
        self.tags.clear();
    }
}
