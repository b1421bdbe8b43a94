//! Captures that do not end on the square of the piece taken.

use super::PieceId;

/// A way in which quiet moves of some pieces take.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Way {
    /// The pieces that take so.
    pub by: Vec<PieceId>,
    /// The enemy pieces that they take so.
    pub of: Vec<PieceId>,
    /// How.
    pub how: How,
    /// Whether only moves along ranks and files take so.
    pub straight: bool,
}

/// How a quiet move takes.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum How {
    /// What stands on a rank or file between the square on which the piece ends and a friend.
    Custodian,
    /// What stands where the rank of the piece's end crosses the file of one of these friends, or the other way round.
    Coordination(Vec<PieceId>),
    /// What stands behind the piece when it starts, in line with its move.
    Withdrawal,
    /// What stands before the piece when it ends, in line with its move.
    Approach,
    /// What the piece jumps on its line, each with an empty square behind it; so many at most.
    Leap(u16),
}
