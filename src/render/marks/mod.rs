//! A piece's moves as marks on a board: what may happen on each square, found by asking the walker on board after board.
//!
//! A [`Mark`] says it in [`Kind`]s; [`tokens`] turns these into the few signs that are drawn, which a terminal shows as
//! characters ([`diagram`]) and a picture as shapes ([`svg`](super::svg)).

mod mark;
mod probe;
mod text;

pub use mark::{Act, Condition, Kind, Kinds, Manner, Mark, Subject, Token, all_tokens, tokens};
pub use probe::marks;
pub use text::{Marked, diagram, list};
