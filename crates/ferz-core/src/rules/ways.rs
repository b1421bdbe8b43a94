//! Captures that do not end on the square of the captured piece.

use super::PieceId;

/// A way in which quiet moves of some pieces capture.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Way {
    /// The pieces that capture this way.
    pub by: Vec<PieceId>,
    /// The enemy pieces that they capture this way.
    pub of: Vec<PieceId>,
    /// The way of capturing.
    pub how: How,
    /// `true` if only moves along ranks and files capture this way.
    pub straight: bool,
}

/// Ways in which a quiet move captures.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum How {
    /// Captures the enemies on a rank or file between the destination square and a friend.
    Custodian,
    /// Captures enemies on the square where the rank of the destination crosses the file of one of these friends, and
    /// on the square where its file crosses their rank.
    Coordination(Vec<PieceId>),
    /// Captures the enemy behind the piece at the start, in line with its move.
    Withdrawal,
    /// Captures the enemy in front of the piece at the end, in line with its move.
    Approach,
    /// Captures the enemies that the piece jumps on its line, each with an empty square behind it. The number is the
    /// largest number of captures.
    Leap(u16),
}
