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

/// The nominal Elo of each level, in even steps. Full strength is the last one.
const ELO: [u32; 21] = [
    500, 575, 650, 725, 800, 875, 950, 1025, 1100, 1175, 1250, 1325, 1400, 1475, 1550, 1625, 1700, 1775, 1850, 1925,
    2000,
];

impl Skill {
    /// The level of full strength.
    pub const FULL: u32 = 20;

    /// A level below full strength; `None` for full strength.
    pub fn new(level: u32) -> Option<Skill> {
        (level < Skill::FULL).then_some(Skill(level))
    }

    /// The level whose strength is nearest to an Elo; `None` for full strength.
    pub fn of_elo(elo: u32) -> Option<Skill> {
        let levels = ELO.iter().enumerate();
        let nearest = levels.min_by_key(|(_, known)| known.abs_diff(elo));
        nearest.and_then(|(level, _)| Skill::new(level as u32))
    }

    /// The Elo of the weakest level.
    pub fn weakest() -> u32 {
        ELO[0]
    }

    /// The Elo of full strength.
    pub fn strongest() -> u32 {
        ELO[Skill::FULL as usize]
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
