//! Shuffled starts, castling, and rules for all pieces.

use schemars::JsonSchema;

use crate::source::Spanned;
use crate::variant::node::{Named, Node, Phrase, Problems, Read, Value, expect_map, record, words, wrong_word};

record! {
    /// How shuffled start positions are made: steps that fill a rank in turn.
    "the shuffle" pub struct Shuffle {
        /// White's rank; Black's men stand on the same files of the rank opposite.
        "rank" rank: Spanned<u32>,
        /// The steps. A position's number is read in mixed radix, the first step being the least significant.
        "place" place: Vec<Place>,
    }
}

record! {
    /// A step of a shuffle.
    "a step of the shuffle" pub struct Place {
        /// A piece that takes a free square.
        "piece" piece: Option<Phrase>,
        /// Pieces that take free squares, from left to right in this order.
        "pieces" pieces: Option<Vec<Phrase>>,
        /// The squares they may take. Without it: all of the rank.
        "on" on: Option<Phrase>,
    }
}

/// Castling moves.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged)]
pub enum Castling {
    /// There is no castling.
    None(Nothing),
    /// The moves, by their letter.
    Moves(Named<CastlingMove>),
}

words! {
    /// The word for nothing.
    pub enum Nothing {
        /// Nothing.
        None = "none",
    }
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
        /// Who castles, from where to where: `king e1-g1`, or `king any-g1` for shuffled starts.
        "move" castler: Phrase,
        /// Its partner: `rook h1-f1`, or `rook right-f1` for the outermost one on that side.
        "with" with: Phrase,
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
    /// What sides may hold in hand, to be dropped on the board.
    pub enum Hand {
        /// What the setup gives them, and what they take.
        Captured = "captured",
        /// What the setup gives them.
        Setup = "setup",
    }
}

record! {
    /// Rules that hold for all pieces.
    "the rules" pub struct General {
        /// Must a side capture when it can?
        "must_capture" must_capture: Option<bool>,
    }
}
