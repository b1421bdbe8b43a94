//! Look of a game for people: names of the sides, and how the board is drawn. Nothing here is a rule.

use crate::board::{BySide, Side, SquareSet};

/// How the squares of a board are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Squares {
    /// Light and dark in turn.
    #[default]
    Checked,
    /// All alike, between lines.
    Plain,
    /// As points where lines cross.
    Points,
}

/// Part of the board that a side sees.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Sight {
    /// Everything.
    #[default]
    All,
    /// Its own pieces, and the squares to which they could move or on which they could capture.
    Reached,
    /// Its own pieces.
    Own,
}

/// How a game is shown to people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Look {
    /// Names of the sides.
    pub sides: BySide<String>,
    /// How squares are drawn.
    pub squares: Squares,
    /// The rank behind which the lines of the files are broken, from 1.
    pub gap: Option<usize>,
    /// Parts of the board whose diagonals are drawn.
    pub diagonals: Vec<SquareSet>,
    /// Part of the board that each side sees.
    pub sight: Sight,
}

impl Default for Look {
    fn default() -> Look {
        let sides = BySide::from_fn(|side| match side {
            Side::White => "White".to_owned(),
            Side::Black => "Black".to_owned(),
        });
        Look { sides, squares: Squares::default(), gap: None, diagonals: Vec::new(), sight: Sight::default() }
    }
}
