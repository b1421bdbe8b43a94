//! What searches find.

use std::time::Duration;

use crate::interpreter::Move;

/// The score of a won game; less by the number of plies until then.
pub(super) const WON: i32 = 1_000_000;
/// Scores beyond this are of games won or lost by force.
pub(super) const SURELY_WON: i32 = WON - 10_000;
/// The deepest iteration.
pub(super) const DEEPEST: u32 = 99;

/// What a position is worth to the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// In hundredths of what a piece of little mobility is worth.
    Centipawns(i32),
    /// Won (or, if negative, lost) by force within so many moves.
    Mate(i32),
}

impl Score {
    pub(super) fn of(score: i32) -> Score {
        let moves = |plies: i32| (plies + 1) / 2;
        if score > SURELY_WON {
            Score::Mate(moves(WON - score))
        } else if score < -SURELY_WON {
            Score::Mate(-moves(WON + score))
        } else {
            Score::Centipawns(score)
        }
    }
}

/// What an iteration has found.
#[derive(Clone, Debug)]
pub struct Info {
    /// How deep it was.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub longest: u32,
    /// What the position is worth.
    pub score: Score,
    /// How many positions have been looked at.
    pub nodes: u64,
    /// Since the search began.
    pub time: Duration,
    /// How full the hash table is, of 1,000.
    pub hashfull: u32,
    /// The best line.
    pub line: Vec<Move>,
}

/// The answer.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The best move; none if there is no legal move, or none of those asked for.
    pub best: Option<Move>,
    /// The answer expected to it.
    pub reply: Option<Move>,
    /// What the position is worth, if an iteration was finished.
    pub score: Option<Score>,
}
