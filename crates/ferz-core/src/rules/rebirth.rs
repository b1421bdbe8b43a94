//! Pieces of a capture that are put on a square of the rules' choice.

use crate::board::{BySide, SquareSet};

use super::PieceId;

/// What is put on another square by a capture, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Rebirth {
    /// The pieces that are reborn.
    pub pieces: Vec<PieceId>,
    /// Whether it is the piece that takes, and not the piece taken.
    pub taker: bool,
    /// The squares on which it may come.
    pub on: RebirthOn,
    /// Which of these come into question; the first empty one is taken.
    pub same: Option<Same>,
    /// What it comes back as, if that is another piece.
    pub to: Option<PieceId>,
    /// Whether it comes back on the other side.
    pub turned: bool,
    /// Whether a capture may not be made after which none of the squares is empty.
    pub must: bool,
}

/// Where pieces are reborn.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum RebirthOn {
    /// On these squares, for what comes back.
    Squares(Vec<BySide<SquareSet>>),
    /// On the square that the taker has left.
    Left,
}

/// What the square has in common with the one of the capture.
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
