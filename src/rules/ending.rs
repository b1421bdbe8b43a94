//! How games end.

use crate::board::{BySide, Side, SquareSet};

use super::{PieceId, Source};

/// The result for the side that a condition speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// That side wins.
    Win,
    /// That side loses.
    Loss,
    /// Nobody wins.
    Draw,
    /// This side wins, whomever the condition speaks of.
    Wins(Side),
}

/// The result of a game that is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A side has won.
    Won(Side),
    /// Nobody has.
    Draw,
}

impl Verdict {
    /// The result of the game when the verdict is spoken of a side.
    pub fn of(self, side: Side) -> Outcome {
        match self {
            Verdict::Win => Outcome::Won(side),
            Verdict::Loss => Outcome::Won(!side),
            Verdict::Draw => Outcome::Draw,
            Verdict::Wins(winner) => Outcome::Won(winner),
        }
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Outcome::Won(Side::White) => "1-0",
            Outcome::Won(Side::Black) => "0-1",
            Outcome::Draw => "1/2-1/2",
        })
    }
}

/// What ends a game.
#[derive(Clone, Debug)]
pub enum Condition {
    /// The side to move has no legal move and is (or is not, or either) in check. Speaks of the side to move.
    Stuck {
        /// In check, not in check, or no matter.
        in_check: Option<bool>,
    },
    /// A piece of the side that has just moved stands in the region. Speaks of that side.
    Reached {
        /// The pieces that count.
        pieces: Vec<PieceId>,
        /// Where.
        region: Box<BySide<SquareSet>>,
    },
    /// A side has no more than a number of the pieces left. Speaks of that side.
    Extinct {
        /// The pieces counted; in `any` mode one kind at a time.
        pieces: Vec<PieceId>,
        /// Count all the pieces together, or is one kind enough?
        any: bool,
        /// As many or fewer end the game.
        at_most: u16,
    },
    /// The position has occurred so many times, with the same side to move and the same rights. Speaks of the side to
    /// move.
    Repetition {
        /// How often, counting this time.
        times: u16,
    },
    /// The position has occurred so many times, and one side alone has given check with every move since the first of
    /// them. Speaks of that side.
    PerpetualCheck {
        /// How often, counting this time.
        times: u16,
    },
    /// The last move was a drop of one of the pieces, and the side to move is mated. Speaks of the side to move.
    MatedByDrop {
        /// The pieces.
        pieces: Vec<PieceId>,
    },
    /// So many plies without a capture or a move of one of the pieces. Speaks of the side to move.
    NoProgress {
        /// Plies (two a full move).
        plies: u16,
        /// The pieces whose moves start the count anew.
        reset_by: Vec<PieceId>,
    },
    /// Neither side has the men to reach mate by any sequence of moves. Speaks of the side to move.
    InsufficientMaterial,
}

impl Condition {
    /// Is this an end that a player may claim, so that the game could go on? Such ends never cut a perft tree.
    pub fn is_claim(&self) -> bool {
        matches!(
            self,
            Condition::Repetition { .. }
                | Condition::PerpetualCheck { .. }
                | Condition::NoProgress { .. }
                | Condition::InsufficientMaterial
        )
    }
}

/// One end of the game.
#[derive(Clone, Debug)]
pub struct End {
    /// What the file calls it, such as `checkmate`.
    pub name: String,
    /// When it holds.
    pub condition: Condition,
    /// What it means for the side that the condition speaks of.
    pub verdict: Verdict,
    /// Where it is written.
    pub source: Source,
}
