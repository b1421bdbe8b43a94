//! Rules for all moves: obligations and prohibitions of a side, and effects of moves on the board.

use crate::board::{BySide, SquareSet};

use super::PieceId;

/// Obligations and prohibitions of a side.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Constraints {
    /// `true` if a side that can capture is obliged to.
    pub must_capture: bool,
    /// Pieces that must leave the hand before any other move is made; empty if there is no such rule.
    pub must_drop: Vec<PieceId>,
    /// `true` if giving check is illegal.
    pub no_checks: bool,
    /// `true` if a royal piece in check must stay where it is, unless it captures the only piece that gives check.
    pub royal_stays_in_check: bool,
    /// The pieces that must not face those of the other side. If they do, the side to move must end it or pass. It may
    /// pass for this reason even in check.
    pub face_off: Vec<PieceId>,
    /// When a side may pass.
    pub pass: Pass,
}

/// When a side may pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Pass {
    /// Never.
    #[default]
    Never,
    /// Always, unless that leaves a royal piece under attack.
    Always,
    /// When it has no other move.
    Stuck,
}

/// Effects of a move beside moving, capturing and promoting.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Effects {
    /// The blast of a capture.
    pub blast: Option<Blast>,
    /// The pieces that become a wall when they capture.
    pub petrifies: Vec<PieceId>,
    /// Enemy pieces that change sides.
    pub flips: Option<Flips>,
    /// The wall that each move puts up.
    pub walls: Option<Walls>,
    /// The pieces that may enter from the hand onto the square that a piece leaves with its first move.
    pub gating: Vec<PieceId>,
}

impl Effects {
    /// Returns `true` if no move has further effects.
    pub fn is_empty(&self) -> bool {
        *self == Effects::default()
    }
}

/// A capture removes the capturing piece and all pieces on the eight squares around.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Blast {
    /// The pieces that stay when they are beside it.
    pub spares: Vec<PieceId>,
    /// The pieces that survive even when they capture.
    pub immune: Vec<PieceId>,
}

/// Which enemy pieces change sides after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Flips {
    /// Pieces in a line between the moved piece and another of its side.
    Enclosed,
    /// Pieces beside the moved piece.
    Neighbours,
    /// Pieces beside the moved piece, if it was moved on the board or dropped beside a friend.
    NeighboursWithFriend,
    /// Pieces that the moved or dropped piece attacks.
    Attacked,
}

/// The wall that is put up with each move.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Walls {
    /// Place of the wall.
    pub built: WallPlace,
    /// The squares that may become walls.
    pub on: BySide<SquareSet>,
    /// `true` if a side either moves or puts up a wall.
    pub instead: bool,
}

/// Place of a wall.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum WallPlace {
    /// On the square that the moved piece has just left.
    Behind,
    /// On an empty square to which the moved piece could go next.
    Shot,
    /// On any empty square.
    Anywhere,
    /// On an empty square at an edge or beside a wall.
    Edge,
    /// The one wall of the board moves to any empty square.
    Moved,
}
