//! Sides, by name and as an expression means them.

use super::PlayerId;
use crate::board::{BySide, Geometry, Square, SquareSet};
use crate::rules::PieceId;

/// A side, as the own side sees it.
///
/// The own side is the side that makes the move, even with a piece that is not its own. In an attack, it is the attacking side. In an
/// end, it is the side for which the end is tested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// The own side.
    Own,
    /// Every other side that is not a partner. If a single side is needed: the next such side to move.
    Enemy,
    /// Sides that win together with the own side.
    Partner,
    /// One of the sides of the game.
    Player(PlayerId),
}

/// The direction in which the pieces of a side face: the direction of `f` in their notations.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Facing {
    /// Up the ranks, as White's pieces.
    North,
    /// To the right of White.
    East,
    /// Down the ranks, as Black's pieces.
    South,
    /// To the left of White.
    West,
}

impl Facing {
    /// All directions, clockwise.
    pub const ALL: [Facing; 4] = [Facing::North, Facing::East, Facing::South, Facing::West];

    /// The name in a file: `north`.
    pub const fn name(self) -> &'static str {
        match self {
            Facing::North => "north",
            Facing::East => "east",
            Facing::South => "south",
            Facing::West => "west",
        }
    }

    /// A region as a side sees it whose pieces face in this direction. To the east and to the west, White's region is turned.
    pub fn region(self, regions: &BySide<SquareSet>, geometry: &Geometry) -> SquareSet {
        let turned = |square: Square| {
            let (file, rank) = (geometry.file(square), geometry.rank(square));
            match self {
                Facing::East => geometry.at(rank, geometry.ranks().checked_sub(file + 1)?),
                _ => geometry.at(geometry.files().checked_sub(rank + 1)?, file),
            }
        };
        match self {
            Facing::North => regions.white,
            Facing::South => regions.black,
            Facing::East | Facing::West => regions.white.iter().filter_map(turned).collect(),
        }
    }

    /// The directions for this number of sides around a board: two opposite ones, or more of them clockwise.
    pub fn around(sides: usize) -> Vec<Facing> {
        let step = if sides == 2 { 2 } else { 1 };
        (0..sides).map(|side| Facing::ALL[side * step % Facing::ALL.len()]).collect()
    }
}

/// The fate of the pieces of a side that drops out: `dropouts:`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Dropouts {
    /// They stay and can be captured. They attack nothing.
    #[default]
    Stay,
    /// They stay, and no piece can capture them or pass over them.
    Block,
    /// They are removed from the board.
    Vanish,
}

impl Dropouts {
    /// All of them.
    pub const ALL: [Dropouts; 3] = [Dropouts::Stay, Dropouts::Block, Dropouts::Vanish];

    /// The name in a file: `stay`.
    pub const fn name(self) -> &'static str {
        match self {
            Dropouts::Stay => "stay",
            Dropouts::Block => "block",
            Dropouts::Vanish => "vanish",
        }
    }
}

/// The sides of a game: `sides:`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sides {
    /// The names of the sides in the order in which they move.
    pub order: Vec<String>,
    /// Sides that win together.
    pub partners: Vec<Vec<PlayerId>>,
    /// The direction in which the pieces of each side face, in the order of the sides.
    pub facing: Vec<Facing>,
    /// The pieces that belong to no side: walls, arrows, balls. A FEN may write them in upper or lower case.
    pub neutral: Vec<PieceId>,
    /// The fate of the pieces of a side that drops out.
    pub dropouts: Dropouts,
}

impl Sides {
    /// In games of more than two sides, the counter of the side to move: its index in the order of the sides.
    pub const TO_MOVE: &'static str = "to_move";
    /// In games of more than two sides, the counter of the sides that have dropped out: a bit for each side.
    pub const OUT: &'static str = "out";
    /// The name of the end of a game in which all sides but one, or all but partners, have dropped out.
    pub const LAST_SIDE: &'static str = "last_side";

    /// The two sides whose pieces a position writes in upper and in lower case: `white` and `black`, or the first two.
    pub fn written(&self) -> [usize; 2] {
        let place = |name: &str, otherwise| self.order.iter().position(|side| side == name).unwrap_or(otherwise);
        [place("white", 0), place("black", 1)]
    }

    /// The names of the other sides. Their pieces have marks with these names.
    pub fn further(&self) -> impl Iterator<Item = &str> {
        let written = self.written();
        let others = self.order.iter().enumerate().filter(move |(place, _)| !written.contains(place));
        others.map(|(_, name)| name.as_str())
    }
}

impl Default for Sides {
    fn default() -> Sides {
        let order = vec!["white".to_owned(), "black".to_owned()];
        Sides {
            facing: Facing::around(order.len()),
            order,
            partners: Vec::new(),
            neutral: Vec::new(),
            dropouts: Dropouts::Stay,
        }
    }
}
