//! Protocols for other programs: `ferz batch` in JSON Lines; engines in UCI, USI, UCCI and CECP.
//!
//! A batch has one request and one answer per line, in order. Only the end of the input ends the session: a request
//! that cannot be answered gets an error as its answer. Memory and the cost of each request are limited.

mod about;
#[cfg(feature = "assist")]
mod aid;
mod batch;
mod body;
mod catalog;
pub mod cecp;
pub mod dialect;
pub mod fields;
mod greeting;
mod kept;
mod limits;
mod line;
pub mod lines;
#[cfg(feature = "cli")]
pub mod lsp;
#[cfg(not(feature = "assist"))]
mod no_aid;
mod options;
mod oracle;
pub mod order;
mod page;
mod peer;
#[cfg(feature = "svg")]
mod picture;
mod piece;
mod played;
#[cfg(feature = "assist")]
mod preview;
mod put;
mod queue;
mod reasons;
mod request;
mod seat;
mod session;
mod steps;
mod store;
mod strength;
mod think;
pub mod uci;
mod variants;
mod verbs;
pub mod xboard;

pub use about::PROTOCOL;
pub use batch::run;
pub use dialect::Dialect;
pub use fields::{Fault, Refusal};
pub use limits::Limits;
pub use lines::LONGEST;
#[cfg(not(feature = "assist"))]
use no_aid as aid;
#[cfg(not(feature = "assist"))]
use no_aid as preview;
pub use options::Options;
pub(crate) use oracle::end as end_told;
pub use piece::parse_board;
pub use request::Request;
pub use session::Session;
pub use verbs::{End, Moves, Roll, Rolls, Texts};
