//! Talking with other programs: `ferz batch`, JSON Lines in and out.
//!
//! One request a line, one answer a line, in order. No input ends the conversation but its own end: whatever cannot be
//! answered gets an error answer, and the next line is read. Memory stays bounded however long the conversation is.

mod batch;
mod fields;
mod lines;
mod piece;
mod variants;
mod verbs;

pub use batch::run;
pub use fields::Refusal;
pub use lines::LONGEST;
pub use piece::parse_board;
pub use verbs::{End, Moves, Texts};
