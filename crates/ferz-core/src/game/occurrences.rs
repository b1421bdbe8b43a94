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
    earlier: FxHashMap<Key, u32>,
}

impl Occurrences {
    /// The number of latest positions that are compared one by one.
    const FEW: usize = 128;

    /// Forgets all positions.
    pub(super) fn clear(&mut self) {
        self.latest.clear();
        self.earlier.clear();
    }

    /// Adds a position. Returns the number of its occurrences so far, this one included.
    #[inline]
    pub(super) fn add(&mut self, key: Key) -> usize {
        if self.latest.len() == Self::FEW {
            self.latest.drain(..).for_each(|key| *self.earlier.entry(key).or_default() += 1);
        }
        self.latest.push(key);
        let mut seen = 0;
        for latest in &self.latest {
            seen += usize::from(*latest == key);
        }
        if !self.earlier.is_empty() {
            seen += self.earlier.get(&key).map_or(0, |times| *times as usize);
        }
        seen
    }
}
