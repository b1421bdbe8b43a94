//! Ferz turns a chess variant written as a YAML file into a rules engine.
//!
//! Pieces are written in Betza notation, everything else in a file that a player of the game can read. There is no code
//! for a variant and none for a piece: a file is compiled into look-up tables that one generic interpreter consumes.
//!
//! A [`Compiled`] variant makes [`Game`]s; [`Fen`], [`San`], [`Uci`] and [`Pgn`] are texts as values.
//!
//! # Examples
//!
//! A position, its legal moves, and a move written by a person:
//!
//! ```
//! use ferz::{Fen, San};
//!
//! let chess = ferz::load("chess")?;
//! let fen: Fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4".parse()?;
//! let mut game = fen.game(&chess)?;
//! assert_eq!(game.legal_moves().len(), 43);
//!
//! let mate = "Qxf7#".parse::<San>()?.to_move(&mut game)?;
//! game.play(&mate);
//! assert_eq!(&*game.end().unwrap().reason, "checkmate");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Games from a stream, however long it is:
//!
//! ```
//! use ferz::pgn::Reader;
//!
//! let text = "[Variant \"crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e6 {[%clk 0:02:59]} *\n";
//! for game in Reader::new(text.as_bytes()).games() {
//!     let game = game?;
//!     let variant = ferz::load(game.variant().unwrap_or("chess"))?;
//!     assert_eq!(game.replay(&variant)?.len(), 5);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Your own variant with a perft count, and an error message with its place and a suggestion:
//!
//! ```
//! let nimble = ferz::load_text("name: Nimble\nextends: chess\npieces: {king: {moves: KN}}")?;
//! assert_eq!(nimble.start()?.perft(2), 484);
//!
//! let error = ferz::load_text("name: Oops\nextends: chess\nsetpu: 8/8").unwrap_err().to_string();
//! assert!(error.contains("variant:3:1") && error.contains("did you mean `setup`?"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! By default, everything that the command needs is enabled (`cli`). Users of the library can set `default-features =
//! false` and enable single features: `assist` (help for authors in an editor), `batch` (JSON Lines), `batch-fairy` (the same
//! with what concerns Fairy-Stockfish), `batch-pages` (the same with rules pages that are read), `drawing`
//! (problems with excerpts of the file), `fairy` (variants.ini in and out), `pages` (rules pages), `schema` (JSON Schema), `serde`, `svg` (pictures).

// The inner modules. They are public only for the tests and the other packages of the repository. They are not part of
// the public interface: `cargo doc` does not show them, and they may change at any time.
#[cfg(feature = "assist")]
#[doc(hidden)]
pub mod assist;
#[doc(hidden)]
pub mod bench;
#[doc(hidden)]
pub mod betza;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod compile;
#[doc(hidden)]
pub mod diagnostic;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod diagram;
#[doc(hidden)]
pub mod english;
#[cfg(feature = "fairy")]
#[doc(hidden)]
pub mod fairy;
#[doc(hidden)]
pub mod fen;
#[doc(hidden)]
pub mod image;
#[doc(hidden)]
pub mod language;
mod load;
#[doc(hidden)]
pub mod notation;
#[cfg(feature = "pages")]
#[doc(hidden)]
pub mod pages;
#[doc(hidden)]
pub mod play;
#[cfg(feature = "batch")]
#[doc(hidden)]
pub mod protocol;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod referee;
#[doc(hidden)]
pub mod render;
#[doc(hidden)]
pub mod restate;
#[doc(hidden)]
pub mod search;
#[doc(hidden)]
pub mod source;
pub mod testing;
#[doc(hidden)]
pub mod variant;
#[doc(hidden)]
pub mod why;

#[doc(hidden)]
pub use ferz_core::{board, game, interpreter, machine, outcome, perft, position, rules, walker, work};

pub use board::{BySide, Geometry, Side, Square, SquareSet, Topology};
pub use compile::{LoadError as UnreadableError, shuffle};
pub use diagnostic::{Code, Diagnostic, Severity};
#[cfg(feature = "fairy")]
pub use fairy::{Import, Imported, export as export_ini, import as import_ini};
pub use game::{Check, Compiled, Game, IllegalMove, MoveList, Played, Position, PositionError, Step, Undo};
pub use interpreter::{Further, Gate, Move, MoveKind, Outline, Pick, Picks};
pub use load::{LoadError, check, load, load_text, missing_royal};
pub use machine::{Counting, available as machine_bytes, most_threads};
pub use notation::{
    Epd, Fen, MoveError, ParseFenError, ParseSanError, ParseUciError, Pgn, San, Uci, Written, list as written_moves,
    parse as parse_move, pgn,
};
pub use outcome::Ended;
#[cfg(feature = "pages")]
pub use pages::render::{html as rules_page, markdown as rules_page_markdown};
pub use perft::Table;
pub use play::{Opponent, Random, Table as PlayedGame};
pub use position::Key;
#[cfg(feature = "batch")]
pub use protocol::run as batch;
#[cfg(feature = "svg")]
pub use render::svg::{Arrow, Colour, Colours, Shown, position as svg, position_as as svg_as};
#[cfg(feature = "batch")]
pub use restate::{NoOracle, oracle};
pub use rules::{CastlingRight, EnPassant, Outcome, Piece, PieceId, PlacedPiece, Rules, Setup};
pub use variant::library;
#[cfg(feature = "schema")]
pub use variant::schema;
pub use why::{Answer, Note, Unclear, explain as why_legal};

/// The examples of the pages for programmers, which run as doc tests.
#[cfg(doctest)]
mod pages_with_examples {
    #[doc = include_str!("../README.md")]
    mod readme {}
    #[doc = include_str!("../docs/library.md")]
    mod library {}
}
