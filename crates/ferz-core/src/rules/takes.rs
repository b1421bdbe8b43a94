//! Rules about the pieces of a capture.

use crate::board::{BySide, SquareSet, Step};

use super::PieceId;

/// Rules about the capturing piece and the captured piece.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Takes {
    /// The pieces that capture by chains of jumps.
    pub chains: Vec<Jumps>,
    /// `true` if only the chains with the largest number of captures are legal.
    pub longest: bool,
    /// The pieces that make two steps in one move.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub two_steps: Vec<TwoSteps>,
    /// Pieces that capture only enemies that are unguarded, so that no piece could recapture.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub unguarded_only: Vec<PieceId>,
    /// Pairs of pieces that change into each other when they go to a hand.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub in_hand_as: Vec<[PieceId; 2]>,
}

impl Takes {
    /// The form of a piece in a hand.
    pub fn held_as(&self, piece: PieceId) -> PieceId {
        let other = self.in_hand_as.iter().find_map(|pair| match *pair {
            [one, other] if one == piece => Some(other),
            [other, one] if one == piece => Some(other),
            _ => None,
        });
        other.unwrap_or(piece)
    }
}

/// Pieces that capture by jumping, and go on jumping as long as they can.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Jumps {
    /// The pieces.
    pub by: Vec<PieceId>,
    /// The enemies that they capture this way.
    pub of: Vec<PieceId>,
    /// The directions of jumps, as White sees them, and whether a jump may be of any length.
    pub jumps: Vec<(Step, bool)>,
    /// Squares where a chain ends even if another jump is possible.
    pub ends_in: BySide<SquareSet>,
    /// `true` if a piece promotes within a chain and goes on as the new piece.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "std::ops::Not::not"))]
    pub promotes_at_once: bool,
}

/// Pieces that make two steps in one move, and can capture with each.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TwoSteps {
    /// The pieces.
    pub by: Vec<PieceId>,
    /// The steps, as White sees them.
    pub steps: Vec<Step>,
    /// `true` if the second step must go straight on, or back.
    pub straight: bool,
}
