//! Shuffled starts, castling, and rules for all pieces.

#[cfg(feature = "schema")]
use schemars::JsonSchema;

use super::area::Area;
use super::beyond::Takes;
#[cfg(feature = "schema")]
use super::forms;
use super::pieces::{Nothing, Pieces};
use crate::source::Spanned;
use crate::variant::node::{Named, Node, Phrase, Problems, Read, Value, expect_map, record, words, wrong_word};

record! {
    /// How shuffled start positions are made: steps that fill a rank in turn.
    "the shuffle" pub struct Shuffle {
        /// White's rank; Black's pieces stand on the same files of the rank opposite.
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 64)))]
        "rank" rank: Spanned<u32>,
        /// The steps. A position's number is read in mixed radix, the first step being the least significant.
        "place" place: Vec<Place>,
    }
}

record! {
    /// A step of a shuffle.
    #[cfg_attr(feature = "schema", schemars(extend("not" = forms::both("piece", "pieces"), "anyOf" = forms::either("piece", "pieces"))))]
    "a step of the shuffle" pub struct Place {
        /// A piece that takes a free square.
        "piece" piece: Option<Phrase>,
        /// Pieces that take free squares, from left to right in this order.
        #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
        "pieces" pieces: Option<Vec<Phrase>>,
        /// The squares they may take. Default: all of the rank.
        #[cfg_attr(feature = "schema", schemars(regex(pattern = forms::REGION)))]
        "on" on: Option<Phrase>,
    }
}

/// Castling moves.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(untagged))]
pub enum Castling {
    /// There is no castling.
    None(Nothing),
    /// The moves, by their letter.
    Moves(
        #[cfg_attr(feature = "schema", schemars(extend("propertyNames" = forms::castling_letter(), "maxProperties" = 16)))]
         Named<CastlingMove>,
    ),
}

impl Read for Castling {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        match &node.value {
            Value::Map(_) => Named::read(node, problems).map(Castling::Moves),
            _ => Nothing::read(node, problems).map(Castling::None),
        }
    }
}

record! {
    /// A castling move.
    "a castling move" pub struct CastlingMove {
        /// The castling piece with its start square and destination: `king e1-g1`, or `king any-g1` for shuffled start
        /// positions.
        #[cfg_attr(feature = "schema", schemars(regex(pattern = forms::CASTLING)))]
        "move" castler: Phrase,
        /// Its partner: `rook h1-f1`, or `rook right-f1` for the outermost rook to the right of the king.
        #[cfg_attr(feature = "schema", schemars(regex(pattern = forms::CASTLING)))]
        "with" with: Phrase,
        /// If `true`, the right also arises when both pieces have been dropped on their squares. Default: `false`.
        "dropped" dropped: Option<bool>,
        /// The letter, or letters, of rights that are lost when this one is used.
        "ends" ends: Option<Pieces>,
    }
}

record! {
    /// How moves are written.
    "the notation" pub struct Notation {
        /// How castling is written.
        "castling" castling: Option<CastlingWriting>,
    }
}

words! {
    /// How castling is written.
    pub enum CastlingWriting {
        /// As the move of the castling piece: `e1g1`.
        KingMoves = "king moves",
        /// From the castling piece to its partner: `e1h1`.
        KingTakesPartner = "king takes partner",
    }
}

words! {
    /// The pieces that sides may hold in hand, to be dropped on the board.
    pub enum Hand {
        /// The pieces of the setup, and captured pieces.
        Captured = "captured",
        /// The pieces of the setup, and their own pieces that they capture.
        Own = "own",
        /// The pieces of the setup, and their own pieces that either side captures.
        Returned = "returned",
        /// The pieces of the setup.
        Setup = "setup",
        /// Any number of every piece.
        Unlimited = "unlimited",
    }
}

record! {
    /// Rules that hold for all pieces.
    "the rules" pub struct General {
        /// The squares on which unmoved pieces are tracked. A FEN names their files beside the castling rights.
        "unmoved" unmoved: Option<Area>,
        /// Rules about the capturing piece and the captured pieces.
        "takes" takes: Option<Takes>,
    }
}
