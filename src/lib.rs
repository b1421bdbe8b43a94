//! Ferz turns a chess variant written as a YAML file into a rules engine.
//!
//! Pieces are written in Betza notation, everything else in a file that a player of the game can read. There is no code
//! for a variant and none for a piece: a file is compiled into look-up tables that one generic interpreter consumes.
//!
//! The rooms of the crate follow the flow of data:
//!
//! | room | what it holds |
//! |---|---|
//! | [`betza`] | the notation of pieces: text, tree, canonical text, English |
//! | [`variant`] | variant files: spanned tree, `extends`, typed specification, library |
//! | [`rules`] | compiled rules: plain immutable data |
//! | [`compile`] | from specification to rules, or to diagnostics |
//! | [`fen`] | positions as text |
//! | [`position`] | pieces on squares, with changes that can be taken back |
//! | [`interpreter`] | moves: the walker, the tables made from it, legality |
//! | [`outcome`] | how games end |
//! | [`notation`] | moves as text: UCI and SAN |
//! | [`game`] | variants and positions for users of the crate |
//! | [`fairy`] | variants.ini of Fairy-Stockfish, in and out |
//! | [`bench`](mod@bench) | how fast all that is |
//! | [`referee`] | matches of engines
//! | [`search`] | an engine that plays every variant |
//! | [`play`] | a game with its past, opponents |
//! | [`testing`] | tests written in variant files, snapshots |
//! | [`why`] | which rule allows or forbids a move |
//!
//! # Examples
//!
//! Counting and listing moves:
//!
//! ```
//! let grand = ferz::load("grand").unwrap();
//! let mut game = grand.start().unwrap();
//! assert_eq!(game.perft(3), 259_514);
//! let moves = ferz::notation::list(&mut game);
//! assert_eq!(moves[0].uci, "a1a2");
//! ```
//!
//! A variant of one's own:
//!
//! ```
//! let nimble = ferz::load_text("name: Nimble\nextends: chess\npieces: {king: {moves: KN}}").unwrap();
//! assert_eq!(nimble.start().unwrap().legal_moves().len(), 22);
//! ```
//!
//! A mistake, with its place and what would be right:
//!
//! ```
//! let error = ferz::load_text("name: Oops\nextends: chess\nsetpu: 8/8").unwrap_err().to_string();
//! assert!(error.contains("variant:3:1") && error.contains("did you mean `setup`?"));
//! ```

pub mod bench;
pub mod betza;
#[cfg(feature = "cli")]
pub mod cli;
pub mod compile;
pub mod diagnostic;
pub mod fairy;
pub mod fen;
mod load;
pub mod notation;
pub mod pages;
pub mod play;
pub mod protocol;
pub mod referee;
pub mod render;
pub mod search;
pub mod source;
pub mod testing;
pub mod variant;
pub mod why;

pub use ferz_core::{board, game, interpreter, outcome, perft, position, rules};
pub use game::{Compiled, Game};
pub use load::{LoadError, load, load_text};
