//! Results of searches.

use std::time::Duration;

use crate::interpreter::Move;

/// The score of a won game; less by the number of plies until then.
pub(super) const WON: i32 = 1_000_000;
/// Scores beyond this are of games won or lost by force.
pub(super) const SURELY_WON: i32 = WON - 10_000;
/// The deepest iteration.
pub(super) const DEEPEST: u32 = 99;

/// Score of a position for the side to move.
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

impl Score {
    /// How likely the side to move is to win, to draw and to lose, in thousandths: an estimate from the score alone.
    pub fn odds(self) -> [u32; 3] {
        /// With this score, a win is as likely as not.
        const EVEN: f64 = 200.0;
        /// How quickly that changes with the score.
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
    /// The place of the line among the best ones, from 1.
    pub rank: u32,
    /// How deep it was.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub longest: u32,
    /// Score of the position.
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
    /// The best move; `None` if there is no legal move, or none of the moves to search is legal.
    pub best: Option<Move>,
    /// The answer expected to it.
    pub reply: Option<Move>,
    /// Score of the position; `None` if no iteration was finished.
    pub score: Option<Score>,
}
