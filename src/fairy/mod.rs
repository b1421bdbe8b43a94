//! Imports and exports configuration files of Fairy-Stockfish.
//!
//! [`import`] turns every section of such a file into a variant file. The settings of a section are computed in the
//! same way as Fairy-Stockfish computes them (`settings`). They are translated into keys of variant files (`describe`).
//! Rules that the parent already has are then removed (`reduce`). Fairy-Stockfish's built-in variants and piece types
//! are data, in files beside this one.

pub mod answers;
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
