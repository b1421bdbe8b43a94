//! The moves of a piece as marks on a board: the kinds of moves to each square. They are found by running the walker on
//! many test boards.
//!
//! A [`Mark`] has [`Kind`]s of moves. [`tokens`] turns these into the few signs that are drawn, which a terminal
//! shows as characters ([`diagram`]) and a picture as shapes ([`svg`](super::svg)).

mod mark;
mod probe;
mod text;

pub use mark::{Act, Condition, Kind, Kinds, Manner, Mark, Subject, Token, all_tokens, middle, tokens};
pub use probe::marks;
pub use text::{Marked, diagram, list};
