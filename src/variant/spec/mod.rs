//! The specification: what an author may write, typed, with the place of every value.
//!
//! Each key stands here once. Its documentation becomes the JSON Schema; the reader and the list of known keys are made
//! from the same lines (see the macros of [`node`](super::node)).

mod area;
mod beyond;
mod ends;
#[cfg(feature = "schema")]
mod forms;
mod pieces;
mod start;
mod tests;

use super::node::{Named, Node, Phrase, Problems, Read, Value, expect_map, record, words, wrong_word};
use crate::source::Spanned;

pub use area::{Area, EachArea, SideAreas};
pub use beyond::{Chain, Takes};
pub use ends::{
    BackAndForth, Block, Chase, Condition, ConditionKeys, Connected, End, Ends, Extinct, ExtinctPieces, InARow, Line,
    PlainCondition, PlainVerdict, PointsVerdict, Progress, ProgressDetails, Reached, Seen, SideName, Stage, Stuck,
    Verdict,
};
pub use pieces::DropPlace;
pub use pieces::{
    Also, Betza, CapturedChoices, Choices, Drop, DropLimits, Mandatory, Nothing, Otherwise, Piece, Pieces,
};
pub use pieces::{Promotion, PromotionMove, Royal, RoyalFew, RoyalWord, SideChoices};
pub use pieces::{SideSymbols, Symbol, When};
pub use start::{Castling, CastlingMove, CastlingWriting, General, Hand, Notation, Place, Shuffle};
pub use tests::{EndTest, MovesTest, Perft, PerftPosition, TestResult, Tests};

record! {
    /// A chess variant.
    "the variant" pub struct Specification {
        /// The variant's name, as people call it.
        "name" name: Option<Phrase>,
        /// A description of the game, in a sentence or two.
        "description" description: Option<Phrase>,
        /// The variant that this one changes: a built-in name, or the path of a YAML file in the same folder or below. In a
        /// list, the files behind the first are laid over it: rule files (`rules/NAME`) or other variants.
        "extends" extends: Option<Parents>,
        /// The board.
        "board" board: Option<Board>,
        /// Sets of squares with names.
        #[cfg_attr(feature = "schema", schemars(extend("propertyNames" = forms::region_names(), "maxProperties" = 256)))]
        "regions" regions: Option<Named<Area>>,
        /// The look of the game for people: names of the sides, and drawing of the board. It changes no rule.
        "look" look: Option<Look>,
        /// The pieces, by name.
        #[cfg_attr(feature = "schema", schemars(extend("propertyNames" = forms::piece_names())))]
        "pieces" pieces: Option<Named<Piece>>,
        /// The position at the start, as a FEN.
        #[cfg_attr(feature = "schema", schemars(regex(pattern = forms::FEN)))]
        "setup" setup: Option<Phrase>,
        /// How shuffled start positions are made by number.
        "shuffle" shuffle: Option<Shuffle>,
        /// The castling moves by their letter in a FEN (upper case for White), or `none`.
        "castling" castling: Option<Castling>,
        /// Pieces in hand: those of the setup, or captured pieces too. They may be dropped on empty squares.
        "hand" hand: Option<Hand>,
        /// How moves are written.
        "notation" notation: Option<Notation>,
        /// Rules that hold for all pieces.
        "rules" rules: Option<General>,
        /// How the game ends: conditions in order, the first that holds decides. By name, or as a list.
        "end" end: Option<Ends>,
        /// Pages for people that describe the same rules.
        "rules_pages" rules_pages: Option<Vec<Phrase>>,
        /// Expected results, checked by `ferz test`.
        "tests" tests: Option<Tests>,
        /// Codes of warnings that are switched off because the author means what they warn of.
        #[cfg_attr(feature = "schema", schemars(schema_with = "forms::warnings"))]
        "allow" allow: Option<Vec<Phrase>>,
    }
}

/// The files that a variant extends.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(untagged))]
pub enum Parents {
    /// One.
    One(#[cfg_attr(feature = "schema", schemars(length(min = 1)))] Phrase),
    /// A game, and what is laid over it.
    List(Vec<Phrase>),
}

impl Read for Parents {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        match &node.value {
            Value::List(_) => Vec::read(node, problems).map(Parents::List),
            _ => Phrase::read(node, problems).map(Parents::One),
        }
    }
}

record! {
    /// The board.
    "the board" pub struct Board {
        /// The number of files (columns), from 1 to 64.
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 64)))]
        "files" files: Spanned<u32>,
        /// The number of ranks (rows), from 1 to 64.
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 64)))]
        "ranks" ranks: Spanned<u32>,
        /// The number of such boards, one above the other. Default: one.
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 64)))]
        "levels" levels: Option<Spanned<u32>>,
        /// The number of such boards, side by side. No piece moves from one to another. Default: one.
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 64)))]
        "boards" boards: Option<Spanned<u32>>,
        /// How the edges are joined.
        "topology" topology: Option<Edges>,
        /// Squares that do not exist: a region expression.
        #[cfg_attr(feature = "schema", schemars(regex(pattern = forms::REGION)))]
        "holes" holes: Option<Phrase>,
    }
}

record! {
    /// How the game is shown to people. It changes no rule.
    "the look" pub struct Look {
        /// The name of the side that the rules call White.
        #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
        "white" white: Option<Phrase>,
        /// The name of the side that the rules call Black.
        #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
        "black" black: Option<Phrase>,
        /// How the squares of the board are drawn.
        "squares" squares: Option<Squares>,
        /// The rank above which the lines of the files are interrupted, as by a river.
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 63)))]
        "gap" gap: Option<Spanned<u32>>,
        /// The part of the board whose diagonals are drawn, of each side.
        "diagonals" diagonals: Option<Area>,
        /// The colours of squares, by the names of regions: `#` with 3, 4, 6 or 8 hexadecimal digits, or a name such as `teal`.
        "colours" colours: Option<Named<Phrase>>,
        /// The part of the board that each side sees. Default: everything.
        "sight" sight: Option<Sight>,
        /// The name of what blocks a square as a wall: `duck`.
        #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
        "wall" wall: Option<Phrase>,
        /// How pieces are drawn. Default: as figures.
        "style" style: Option<Style>,
        /// The author's own pictures, by the names of pieces: SVG, or the path of an SVG file in the same folder or
        /// below.
        #[cfg_attr(feature = "schema", schemars(extend("propertyNames" = forms::piece_names())))]
        "images" images: Option<Named<Image>>,
    }
}

record! {
    /// The picture of a piece for each side.
    "the pictures of the sides" pub struct SideImages {
        /// White's.
        "white" white: Phrase,
        /// Black's.
        "black" black: Phrase,
    }
}

/// A picture for both sides, or one for each.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(untagged))]
pub enum Image {
    /// The same for both sides.
    Both(Phrase),
    /// One for each side.
    Each(SideImages),
}

impl Read for Image {
    fn read(node: &Node, problems: &mut Problems) -> Option<Image> {
        match node.map() {
            Some(_) => SideImages::read(node, problems).map(Image::Each),
            None => Phrase::read(node, problems).map(Image::Both),
        }
    }
}

words! {
    /// How pieces are drawn.
    pub enum Style {
        /// As figures that show the moves.
        Figures = "figures",
        /// As Chinese characters on discs.
        Chinese = "chinese",
        /// As Chinese characters on octagons, as in Korea.
        Korean = "korean",
        /// As Chinese characters on tiles that point forwards, as in Japan.
        Japanese = "japanese",
        /// As the letters that stand for them in a FEN.
        Letters = "letters",
    }
}

words! {
    /// The part of the board that a side sees.
    pub enum Sight {
        /// Everything.
        All = "all",
        /// Its own pieces, and the squares to which they could move or on which they could capture.
        Reached = "reached",
        /// Its own pieces.
        Own = "own",
    }
}

words! {
    /// How the squares of a board are drawn.
    pub enum Squares {
        /// Light and dark in turn.
        Checked = "checked",
        /// All alike, between lines.
        Plain = "plain",
        /// As points where lines cross.
        Points = "points",
    }
}

words! {
    /// How the edges of a board are joined.
    pub enum Edges {
        /// Edges end the board.
        Rectangle = "rectangle",
        /// The first and the last file are neighbours.
        Cylinder = "cylinder",
        /// A cylinder whose first and last rank are neighbours, too.
        Torus = "torus",
        /// The first and the last file are neighbours, with the ranks in reverse order.
        Moebius = "moebius",
        /// A Möbius strip whose first and last rank are neighbours, too.
        Klein = "klein",
        /// The first and the last rank are neighbours.
        Tube = "tube",
        /// Hexagons in vertical files. Each has a neighbour straight ahead.
        Hexagonal = "hexagonal",
        /// Hexagons in horizontal ranks. Each has two neighbours ahead, one to the left and one to the right.
        HexagonalRanks = "hexagonal ranks",
    }
}
