//! Rules that put a captured or capturing piece on another square.

use crate::board::{BySide, SquareSet};

use super::PieceId;

/// A rule that puts a captured or capturing piece on another square.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Rebirth {
    /// The pieces that are reborn.
    pub pieces: Vec<PieceId>,
    /// `true` for the capturing piece, `false` for the captured piece.
    pub taker: bool,
    /// The squares on which it may be put.
    pub on: RebirthOn,
    /// Limits the squares; the first empty one is used.
    pub same: Option<Same>,
    /// The form in which the piece comes back, if it differs.
    pub to: Option<PieceId>,
    /// `true` if it comes back on the other side.
    pub turned: bool,
    /// `true` if the capture is illegal when none of the squares is empty.
    pub must: bool,
}

/// Squares of rebirth.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum RebirthOn {
    /// These squares, by piece and side of the piece that comes back.
    Squares(Vec<BySide<SquareSet>>),
    /// The square that the capturing piece has left.
    Left,
}

/// Property that the square shares with the square of the capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Same {
    /// The file.
    File,
    /// The rank.
    Rank,
    /// The colour.
    Colour,
}
