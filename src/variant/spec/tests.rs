//! Tests that are written in a variant file.

#[cfg(feature = "schema")]
use schemars::JsonSchema;

#[cfg(feature = "schema")]
use super::forms;
use crate::source::Spanned;
use crate::variant::node::{Node, Phrase, Problems, Read, Value, expect_map, record, words, wrong_word};

record! {
    /// Tests of the variant.
    "the tests" pub struct Tests {
        /// Numbers of leaf nodes at depth 1, 2, …: from the start, or a list of positions.
        "perft" perft: Option<Perft>,
        /// Expected legal and illegal moves.
        "moves" moves: Option<Vec<Spanned<MovesTest>>>,
        /// How games end.
        "ends" ends: Option<Vec<Spanned<EndTest>>>,
    }
}

/// Perft tests.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(untagged))]
pub enum Perft {
    /// From the start: the counts at depth 1, 2, ….
    Start(Vec<Spanned<u64>>),
    /// From positions.
    Positions(Vec<PerftPosition>),
}

record! {
    /// A perft test of a position.
    "a perft test" pub struct PerftPosition {
        /// The position. Default: the start.
        #[cfg_attr(feature = "schema", schemars(regex(pattern = forms::FEN)))]
        "fen" fen: Option<Phrase>,
        /// The counts at depth 1, 2, ….
        "nodes" nodes: Vec<Spanned<u64>>,
    }
}

impl Read for Perft {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        match &node.value {
            Value::List(items) if items.iter().any(|item| item.map().is_some()) => {
                Vec::read(node, problems).map(Perft::Positions)
            }
            _ => Vec::read(node, problems).map(Perft::Start),
        }
    }
}

record! {
    /// A test of legal moves.
    #[cfg_attr(feature = "schema", schemars(extend("dependentRequired" = forms::together("from", "to"), "not" = forms::no_question())))]
    "a test of moves" pub struct MovesTest {
        /// The position. Default: the start.
        #[cfg_attr(feature = "schema", schemars(regex(pattern = forms::FEN)))]
        "fen" fen: Option<Phrase>,
        /// Moves to play first.
        "play" play: Option<Vec<Phrase>>,
        /// The square of a piece. `to` lists all squares that it can go to.
        #[cfg_attr(feature = "schema", schemars(regex(pattern = forms::SQUARE)))]
        "from" from: Option<Phrase>,
        /// All the squares that the piece on `from` can go to.
        #[cfg_attr(feature = "schema", schemars(inner(regex(pattern = forms::SQUARE))))]
        "to" to: Option<Vec<Phrase>>,
        /// All legal moves.
        "moves" moves: Option<Vec<Phrase>>,
        /// Some legal moves.
        "legal" legal: Option<Vec<Phrase>>,
        /// Some moves that are not legal.
        "illegal" illegal: Option<Vec<Phrase>>,
    }
}

record! {
    /// A test of an end.
    "a test of an end" pub struct EndTest {
        /// The position. Default: the start.
        #[cfg_attr(feature = "schema", schemars(regex(pattern = forms::FEN)))]
        "fen" fen: Option<Phrase>,
        /// Moves to play first.
        "play" play: Option<Vec<Phrase>>,
        /// The result.
        "result" result: TestResult,
        /// The name of the end.
        "reason" reason: Option<Phrase>,
        /// The names of the sides that have won, in a game for more than two sides.
        "winners" winners: Option<Vec<Phrase>>,
    }
}

words! {
    /// The result of a game.
    pub enum TestResult {
        /// White has won.
        White = "1-0",
        /// Black has won.
        Black = "0-1",
        /// The sides of `winners` have won, in a game for more than two sides.
        Won = "won",
        /// Neither side has won.
        Draw = "draw",
        /// The game goes on.
        None = "none",
    }
}
