//! The kinds of actions of a turn.

use crate::board::{BySide, SquareSet};

use super::PieceId;

/// The kinds of actions of a turn. How many moves a turn has is said in the [tree](super::tree::Tree::turns).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Turns {
    /// Turns in two parts, if one side proposes a destination and the other side chooses the piece.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub proposals: Option<Proposals>,
    /// Two boards on which the sides take turns separately: the one on which White begins, and the one on which Black
    /// begins.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub boards: Option<BySide<SquareSet>>,
}

/// Turns in two parts: one side names the destination square, and the other side chooses the piece that moves there.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Proposals {
    /// The piece that marks an empty square until then. It belongs to the other side.
    pub mark: PieceId,
    /// Pairs of forms: a piece, and its form while its square is the proposed destination.
    pub marked: Vec<[PieceId; 2]>,
}

impl Proposals {
    /// Form of a piece while it is to be captured.
    pub fn marked(&self, piece: PieceId) -> Option<PieceId> {
        self.marked.iter().find(|forms| forms[0] == piece).map(|forms| forms[1])
    }

    /// The piece of a marked form; `None` if `piece` is not a marked form.
    pub fn unmarked(&self, piece: PieceId) -> Option<PieceId> {
        self.marked.iter().find(|forms| forms[1] == piece).map(|forms| forms[0])
    }
}
