//! Talking with other programs: `ferz batch` in JSON Lines; engines in UCI, USI, UCCI and CECP.
//!
//! Of a batch, one request a line, one answer a line, in order. No input ends the conversation but its own end: whatever
//! cannot be answered gets an error answer, and the next line is read. Memory stays bounded however long the conversation
//! is, and so does what a request may cost.

mod batch;
mod catalog;
pub mod cecp;
pub mod dialect;
pub mod fields;
mod greeting;
mod limits;
pub mod lines;
mod oracle;
pub mod order;
mod piece;
mod queue;
mod seat;
mod store;
pub mod uci;
mod variants;
mod verbs;

pub use batch::{Options, run};
pub use dialect::Dialect;
pub use fields::{Fault, Refusal};
pub use limits::Limits;
pub use lines::LONGEST;
pub use piece::parse_board;
pub use verbs::{End, Moves, Roll, Rolls, Texts};
