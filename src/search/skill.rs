//! Playing below full strength.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};

use crate::interpreter::Move;

/// A skill level below full strength. The engine searches less deeply, and does not always choose its best move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Skill(u32);

/// Largest loss that the weakest level accepts with a move, in hundredths of a pawn.
const GIVEN_AWAY: i32 = 400;
/// The number of best moves among which a weak level chooses.
const CHOICE: usize = 6;

impl Skill {
    /// The level of full strength.
    pub const FULL: u32 = 20;

    /// A level below full strength; `None` for full strength.
    pub fn new(level: u32) -> Option<Skill> {
        (level < Skill::FULL).then_some(Skill(level))
    }

    /// The deepest iteration.
    pub(super) fn depth(self) -> u32 {
        1 + self.0 / 2
    }

    /// The number of best lines to search, from which one is chosen.
    pub(super) fn lines(self) -> usize {
        CHOICE
    }

    /// Chooses one of the best lines: adds a random number to each score, and returns the index of the largest sum.
    pub(super) fn choose(self, best: &[(Vec<Move>, i32)]) -> usize {
        let most = (GIVEN_AWAY * (Skill::FULL - self.0) as i32 / Skill::FULL as i32).max(1);
        let state = RandomState::new();
        let noise = |index: usize| {
            let mut hasher = state.build_hasher();
            hasher.write_usize(index);
            (hasher.finish() % most as u64) as i32
        };
        let rate = |index: &usize| best[*index].1.saturating_add(noise(*index));
        (0..best.len()).max_by_key(rate).unwrap_or(0)
    }
}
