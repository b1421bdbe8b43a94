//! When two positions count as the same.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::Position;

impl<const W: usize> Position<W> {
    /// A key that is equal for positions that are the same for the repetition rule: the same men, hands, walls, side to
    /// move and rights. An en passant right counts as long as `capturable` says that somebody could use it.
    pub fn repetition_key(&self, capturable: bool) -> u64 {
        let mut hasher = FxHasher::default();
        self.cells.hash(&mut hasher);
        self.walls.hash(&mut hasher);
        self.hands.white.hash(&mut hasher);
        self.hands.black.hash(&mut hasher);
        (self.state.turn, self.state.rights).hash(&mut hasher);
        if capturable {
            self.state.passed.hash(&mut hasher);
        }
        hasher.finish()
    }
}
