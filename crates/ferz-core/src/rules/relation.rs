//! Rules about pieces that affect other pieces by where they stand, such as beside each other.

use crate::board::{BySide, SquareSet};

use super::PieceId;

/// Rules about pieces that affect other pieces by where they stand, such as beside each other.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Relations {
    /// The pieces that keep enemies beside them from moving and attacking.
    pub freezers: Vec<Freezer>,
    /// The pieces that protect friends beside them from enemy freezers.
    pub thawers: Vec<PieceId>,
    /// The pieces that no freezer holds.
    pub unfrozen: Vec<PieceId>,
    /// `true` if a piece can capture exactly the pieces that could capture it.
    pub takes_attackers: bool,
    /// The pieces that may change places.
    pub swaps: Vec<Swap>,
    /// Moves to any empty square that more friends than enemies attack.
    pub guarded: Vec<Guarded>,
    /// Worth of each piece for persuasion. A piece changes sides if the attacking enemies are worth more than the
    /// protecting friends. Empty if there is no such rule.
    pub persuasion: Vec<u32>,
    /// Pieces that may not move to a square where they would change sides by persuasion.
    pub wary: Vec<PieceId>,
    /// `true` if steps pass over walls as if they were not there.
    pub skips_walls: bool,
    /// Pieces that attract or repel the pieces on their lines, kings excepted, after they have moved.
    pub magnets: Vec<PieceId>,
    /// Pieces that protect friends beside them from capture.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub shields: Vec<Shield>,
}

/// Pieces that protect friends beside them from capture.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Shield {
    /// The pieces.
    pub by: Vec<PieceId>,
    /// The friends that they protect.
    pub of: Vec<PieceId>,
}

/// Pieces that may move to any empty square that more friends than enemies attack.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Guarded {
    /// The pieces.
    pub pieces: Vec<PieceId>,
    /// Permitted destinations.
    pub on: BySide<SquareSet>,
    /// `true` if the moves may be made in check.
    pub in_check: bool,
    /// `true` if attacks through friends that attack along the same line count.
    pub through: bool,
}

/// Pieces that hold enemies beside them.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Freezer {
    /// The pieces.
    pub by: Vec<PieceId>,
    /// The enemies that they hold.
    pub of: Vec<PieceId>,
}

/// Pieces that may change places with others.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Swap {
    /// The pieces.
    pub pieces: Vec<PieceId>,
    /// The pieces they change places with.
    pub with: Vec<PieceId>,
    /// The piece whose quiet moves lead to the other piece; `None` for their own moves.
    pub moves: Option<PieceId>,
    /// `true` if they may swap over any distance.
    pub anywhere: bool,
    /// `true` if the other piece is an enemy.
    pub enemy: bool,
    /// `true` if the swap may be made in check.
    pub in_check: bool,
    /// `true` if a piece that arrives on a square of mandatory promotion promotes; `false` if it may not go there.
    pub promotes: bool,
    /// `true` if a piece may change places with itself, which passes the turn.
    pub itself: bool,
    /// `true` if the next move may not undo the swap.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "std::ops::Not::not"))]
    pub stands: bool,
}
