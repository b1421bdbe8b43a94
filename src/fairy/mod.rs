//! Configuration files of Fairy-Stockfish, in and out.
//!
//! [`import`] turns every section of such a file into a variant file. The settings of a section are computed as
//! Fairy-Stockfish, here called the peer, computes them (`settings`), translated into our keys (`describe`), and
//! reduced by the rules that the parent has (`reduce`). The peer's built-in variants and piece types are data, in files
//! beside this one.

mod apply;
mod describe;
mod draft;
mod export;
mod fault;
mod import;
pub mod ini;
pub mod moves;
mod names;
mod print;
mod reduce;
mod settings;
mod squares;
mod table;
mod values;

pub use export::export;
pub use import::{Import, Imported, free_name, import, is_name};
pub use ini::MAX_BYTES;
