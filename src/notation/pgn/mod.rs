//! Games in PGN: read from a stream of any length, held as values, written.
//!
//! [`Pgn`] is one game. [`Reader`] reads games one after the other and holds no more than one. A program that needs
//! only parts of games uses a [`Visitor`].
//!
//! In addition to the export format, the reader accepts:
//!
//! - tags with quotes inside, several on a line, unknown ones, none at all; a byte order mark; text in Latin-1;
//! - `%` at the start of a line, comments in braces and behind `;`, move numbers glued to moves, missing or wrong;
//! - `!`, `?` and their kin as well as `$1`; `0-0`; `Z0` and `--` for a null move; `e.p.`; a missing result;
//! - a game that begins on the line on which the last one ended.
//!
//! Errors are reported with line and column, and reading continues with the next game.

mod build;
mod error;
mod lines;
mod play;
mod reader;
#[cfg(feature = "batch")]
mod sides;
mod value;
mod visitor;
mod write;

pub use build::Games;
pub use error::PgnError;
pub use play::{ReplayError, ReplayFault};
pub use reader::Reader;
#[cfg(feature = "cli")]
pub(crate) use reader::tag;
#[cfg(feature = "batch")]
pub use sides::{Ply, of_sides};
pub use value::{Nag, Pgn, PgnMove, Variation};
pub use visitor::Visitor;

use crate::game::Game;
use crate::interpreter::Move;

/// Writes a game: `start` before the first move, and the moves, each legal where it is played.
///
/// ```
/// use ferz::notation::{self, pgn};
/// let mut game = ferz::load("chess").unwrap().start().unwrap();
/// let start = game.clone();
/// let made = notation::parse(&mut game, "e4").unwrap();
/// let text = pgn::write(&start, &[made]);
/// assert!(text.contains("[Variant \"chess\"]") && text.ends_with("1. e4 *\n"));
/// ```
pub fn write(start: &Game, moves: &[Move]) -> String {
    Pgn::of(start, moves).to_string()
}
