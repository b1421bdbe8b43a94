//! Look of a game for people: names of the sides, and how the board is drawn. Nothing here is a rule.

use std::sync::Arc;

use crate::board::{BySide, Side, Square, SquareSet};

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

/// How pieces are drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum Style {
    /// As figures that show the moves.
    #[default]
    Figures,
    /// As Chinese characters on discs.
    Chinese,
    /// As Chinese characters on octagons, as in Korea.
    Korean,
    /// As Chinese characters on tiles that point forwards, as in Japan.
    Japanese,
    /// As the letters that stand for them in a FEN.
    Letters,
}

/// How a game is shown to people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Look {
    /// Names of the sides.
    pub sides: BySide<String>,
    /// How squares are drawn.
    pub squares: Squares,
    /// The rank, from 1, above which the lines of the files are interrupted, as by a river.
    pub gap: Option<usize>,
    /// Parts of the board whose diagonals are drawn.
    pub diagonals: Vec<SquareSet>,
    /// Colours of squares, as an SVG writes them. The last entry with a square colours it.
    pub colours: Vec<(SquareSet, Arc<str>)>,
    /// Part of the board that each side sees.
    pub sight: Sight,
    /// The name of what stands on a square as a wall: `duck`.
    pub wall: Option<String>,
    /// How pieces are drawn.
    pub style: Style,
    /// The author's own pictures for White and Black, by piece. Shorter than the list of pieces if the last have none.
    pub images: Vec<Option<[Arc<str>; 2]>>,
}

impl Look {
    /// The colour of a square, if the author has chosen one.
    pub fn colour_of(&self, square: Square) -> Option<&str> {
        self.colours.iter().rev().find(|(squares, _)| squares.contains(square)).map(|(_, colour)| &**colour)
    }
}

impl Default for Look {
    fn default() -> Look {
        let sides = BySide::from_fn(|side| match side {
            Side::White => "White".to_owned(),
            Side::Black => "Black".to_owned(),
        });
        Look {
            sides,
            squares: Squares::default(),
            gap: None,
            diagonals: Vec::new(),
            colours: Vec::new(),
            sight: Sight::default(),
            wall: None,
            style: Style::default(),
            images: Vec::new(),
        }
    }
}
