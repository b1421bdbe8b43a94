//! How many actions a turn has, and which.

use crate::board::{BySide, Side, SquareSet};

use super::PieceId;

/// How many actions a turn has, and which.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Turns {
    /// The actions of a turn.
    pub actions: BySide<u16>,
    /// Those of the first turn of the game, if that is otherwise.
    pub first: Option<u16>,
    /// How many more each turn has than the one before it.
    pub grows: u16,
    /// Whether a check ends the turn.
    pub until_check: bool,
    /// Whether a side may take back the last move of the enemy, who then has to make another.
    pub refusable: bool,
    /// What must follow an action.
    pub follow: Option<Follow>,
    /// What a side does with its first turns, one after the other: one of these pieces becomes another where it stands.
    pub opening: Vec<Vec<[PieceId; 2]>>,
    /// What fills the board from time to time.
    pub fill: Option<Fill>,
    /// How a side proposes its moves, if the other side chooses who makes them.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub proposals: Option<Proposals>,
    /// Two boards on each of which the sides move in turn: the one on which White begins, and the one on which Black does.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub boards: Option<BySide<SquareSet>>,
    /// Whether dice say before each move which kind of piece may be moved.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "std::ops::Not::not"))]
    pub dice: bool,
}

/// Moves of which a side says where they end and the other side which of its pieces makes one.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Proposals {
    /// What marks an empty square until then. It is of the other side.
    pub mark: PieceId,
    /// What pieces are while they are to be taken there.
    pub marked: Vec<[PieceId; 2]>,
}

impl Proposals {
    /// What a piece is while it is to be taken.
    pub fn marked(&self, piece: PieceId) -> Option<PieceId> {
        self.marked.iter().find(|forms| forms[0] == piece).map(|forms| forms[1])
    }

    /// What has been marked as this piece, if anything has.
    pub fn unmarked(&self, piece: PieceId) -> Option<PieceId> {
        self.marked.iter().find(|forms| forms[1] == piece).map(|forms| forms[0])
    }
}

/// Pieces that fill the board from time to time, when pieces that stand alone vanish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Fill {
    /// After how many turns of both sides.
    pub every: u16,
    /// What comes on empty squares. It is Black's.
    pub with: PieceId,
}

/// What must follow an action in the same turn.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Follow {
    /// After a capture the taker goes on as what it took would, without taking.
    AsTaken,
    /// What is taken changes sides and moves on at once.
    Converted,
    /// What is taken is put back on an empty square; some pieces only on one of the colour on which they were taken.
    Replaced(Vec<PieceId>),
    /// An enemy piece of these kinds goes one square ahead.
    Advance(Vec<PieceId>),
}

impl Turns {
    /// How many actions a side has in a turn.
    pub fn actions_of(&self, side: Side, fullmove: u32) -> u8 {
        let turn = fullmove.saturating_sub(1).saturating_mul(2).saturating_add(side.index() as u32);
        let actions = match self.first {
            Some(first) if turn == 0 => u32::from(first),
            _ => u32::from(self.actions[side]).saturating_add(u32::from(self.grows).saturating_mul(turn)),
        };
        actions.min(u32::from(u8::MAX)) as u8
    }
}

impl Default for Turns {
    fn default() -> Turns {
        let actions = BySide { white: 1, black: 1 };
        Turns {
            actions,
            first: None,
            grows: 0,
            until_check: false,
            follow: None,
            opening: Vec::new(),
            fill: None,
            refusable: false,
            proposals: None,
            boards: None,
            dice: false,
        }
    }
}
