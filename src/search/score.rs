//! Results of searches.

use std::time::Duration;

use crate::interpreter::Move;

/// The score of a won game. The number of plies until the win is subtracted.
pub(super) const WON: i32 = 1_000_000;
/// Scores beyond this value are forced wins or losses.
pub(super) const SURELY_WON: i32 = WON - 10_000;
/// The deepest iteration.
pub(super) const DEEPEST: u32 = 99;

/// Score of a position for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// A score in hundredths of the value of a piece with little mobility.
    Centipawns(i32),
    /// A forced win (or, if negative, a forced loss) within this number of moves.
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

impl Score {
    /// The estimated chances of the side to move to win, draw and lose, in thousandths. They depend only on the score.
    pub fn odds(self) -> [u32; 3] {
        /// The score at which the chance of a win is one half.
        const EVEN: f64 = 200.0;
        /// The scale with which the chance changes with the score.
        const SCALE: f64 = 100.0;
        let won = |score: f64| (1000.0 / (1.0 + ((EVEN - score) / SCALE).exp())).round() as u32;
        match self {
            Score::Mate(moves) if moves > 0 => [1000, 0, 0],
            Score::Mate(_) => [0, 0, 1000],
            Score::Centipawns(score) => {
                let (wins, losses) = (won(f64::from(score)), won(-f64::from(score)));
                [wins, 1000_u32.saturating_sub(wins + losses), losses]
            }
        }
    }
}

/// Result of an iteration.
#[derive(Clone, Debug)]
pub struct Info {
    /// The rank of the line among the best ones, from 1.
    pub rank: u32,
    /// The depth of the iteration.
    pub depth: u32,
    /// The length of the longest searched line, in plies.
    pub longest: u32,
    /// Score of the position.
    pub score: Score,
    /// The number of searched positions.
    pub nodes: u64,
    /// The time since the search began.
    pub time: Duration,
    /// The used part of the hash table, in thousandths.
    pub hashfull: u32,
    /// The best line.
    pub line: Vec<Move>,
}

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The best move; `None` if there is no legal move, or none of the moves to search is legal.
    pub best: Option<Move>,
    /// The expected reply.
    pub reply: Option<Move>,
    /// Score of the position; `None` if no iteration was finished.
    pub score: Option<Score>,
}
