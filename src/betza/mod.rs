//! The notation of pieces: text, tree, canonical text, English.
//!
//! A notation is a list of moves, each an atom (a capital letter for a leap) with modifiers (small letters) before it
//! and a range behind it: `fmWfceFifmnD` is the pawn of chess. This module reads it, checks it and writes it; it knows
//! neither boards nor files. What a move means on a board is worked out in `compile`.
//!
//! Accepted beside the canonical form: modifiers in any order, the older letters `L` and `J` for `C` and `Z`, and a
//! doubled leaper (`NN`) for an unlimited ride (`N0`). Constructs of the Interactive Diagram are read as well; the
//! compiler decides whether they can be played.
//!
//! ```
//! use ferz::betza::Notation;
//! let pawn = Notation::parse("mfWcefFimnfD").unwrap();
//! assert_eq!(pawn.to_string(), "fmWfceFifmnD");
//! assert_eq!(Notation::parse("fRbb").unwrap_err().column, 4);
//! ```

mod ast;
pub mod atom;
mod check;
mod diagnose;
pub mod direction;
mod error;
pub mod explain;
mod level;
mod notation;
mod parse;
mod print;
mod wrapped;

pub use ast::{
    Atom, Base, Direction, Group, Join, Leg, Letter, Limit, Modifier, Modifiers, Move, Reach, Repeated, Span, Suffix,
    Toward,
};
pub use atom::{Class, Leap};
pub use direction::{Compass, Headings, paired, turned};
pub use error::{ParseError, Warning};
pub use explain::{explain, explain_on, ways};
pub use level::{Construct, Level};
pub use notation::Notation;
pub use wrapped::wrapped;
