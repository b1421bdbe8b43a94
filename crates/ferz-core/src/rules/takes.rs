//! What becomes of the pieces of a capture.

use crate::board::{BySide, SquareSet, Step};

use super::{PieceId, Rebirth, Way};

/// What becomes of the piece that takes and of the piece taken.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Takes {
    /// Whether the piece that takes stays where it is.
    pub from_afar: bool,
    /// Whether the piece taken goes to the square that the taker leaves.
    pub exchanges: bool,
    /// What takers become: the first that fits.
    pub merges: Vec<Merge>,
    /// Into what pieces may split.
    pub splits: Vec<Split>,
    /// Whether a piece that is split must not be under attack.
    pub splits_in_peace: bool,
    /// How quiet moves take.
    pub ways: Vec<Way>,
    /// The pieces that jump what they take, again and again.
    pub chains: Vec<Jumps>,
    /// Whether of the chains of jumps only those may be made that take most.
    pub longest: bool,
    /// The pieces that others may take in passing on squares that they have passed; who ends there takes them.
    pub passing: Vec<PieceId>,
    /// The pieces of which a side must have one on the board to take.
    pub needs: Vec<PieceId>,
    /// The pieces that may blow up, with all that stands beside them.
    pub bombs: Vec<PieceId>,
    /// The pieces that take friends as they take enemies; one that takes a royal friend must be safe where it ends.
    pub friends: Vec<PieceId>,
    /// Whether pieces are taken only by being attacked without a move that could save them.
    pub by_mate: bool,
    /// The plies from the start of the game in which nothing may be taken.
    pub none_before: u16,
    /// The pieces that make two steps in one move.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub two_steps: Vec<TwoSteps>,
    /// Captures of some pieces beside those of their notations.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub strikes: Vec<Strike>,
    /// The pieces of which a move takes in one of their ways only.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub single_way: Vec<PieceId>,
    /// Where moves end only to take what no shorter move of the piece takes, if there are such squares.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub last_resort: Option<BySide<SquareSet>>,
    /// What a capture puts on another square: the first that fits, for the taker and for each piece taken.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub reborn: Vec<Rebirth>,
    /// The pieces that take only what no other piece could take back.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub unguarded_only: Vec<PieceId>,
    /// Pairs of pieces: what is one of them goes to a hand as the other.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub in_hand_as: Vec<[PieceId; 2]>,
}

impl Takes {
    /// What a piece goes to a hand as.
    pub fn held_as(&self, piece: PieceId) -> PieceId {
        let other = self.in_hand_as.iter().find_map(|pair| match *pair {
            [one, other] if one == piece => Some(other),
            [other, one] if one == piece => Some(other),
            _ => None,
        });
        other.unwrap_or(piece)
    }
}

/// Pieces that jump what they take and go on as long as they can.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Jumps {
    /// The pieces.
    pub by: Vec<PieceId>,
    /// The enemies that they take so.
    pub of: Vec<PieceId>,
    /// The directions of jumps, as White sees them, and whether a jump may be of any length.
    pub jumps: Vec<(Step, bool)>,
    /// Where a chain ends even if another jump is possible.
    pub ends_in: BySide<SquareSet>,
    /// Whether a piece promotes within a chain, and goes on as what it has become.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "std::ops::Not::not"))]
    pub promotes_at_once: bool,
}

/// Captures that pieces make beside those of their notations.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Strike {
    /// The pieces.
    pub by: Vec<PieceId>,
    /// The enemies that they take so.
    pub of: Vec<PieceId>,
    /// The piece whose captures these are; `None` for their own.
    pub moves: Option<PieceId>,
    /// What becomes of the taker.
    pub taker: Taker,
    /// How far from the taker, or in line from another friend with nothing between, the piece taken may stand; 0 if it may stand
    /// anywhere.
    pub within: u16,
}

/// What becomes of a piece that takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Taker {
    /// It goes to the square of the piece taken.
    Goes,
    /// It stays where it is.
    Stays,
    /// It vanishes, too.
    Vanishes,
}

/// Pieces that make two steps in one move, and take with each.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TwoSteps {
    /// The pieces.
    pub by: Vec<PieceId>,
    /// The steps, as White sees them.
    pub steps: Vec<Step>,
    /// Whether the second step goes straight on, or back.
    pub straight: bool,
}

/// What a piece becomes by taking another.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Merge {
    /// The pieces that take.
    pub by: Vec<PieceId>,
    /// The pieces taken.
    pub of: Vec<PieceId>,
    /// What the taker becomes; `None` for what it takes.
    pub to: Option<PieceId>,
    /// Whether the piece taken is a friend.
    pub friend: bool,
    /// The pieces of which the side must have none.
    pub without: Vec<PieceId>,
}

/// A piece of two parts, of which one may leave the other.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Split {
    /// The piece.
    pub piece: PieceId,
    /// The part that goes, without taking.
    pub goes: PieceId,
    /// The part that stays.
    pub stays: PieceId,
    /// Whether every move of the piece splits it, as the part that goes moves and takes.
    pub always: bool,
}
