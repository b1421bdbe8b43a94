//! Data about the variants of Fairy-Stockfish.

/// The variants that Fairy-Stockfish has built in, as sections of a configuration file.
pub const BUILT_IN: &str = super::super::table::BUILT_IN;
/// The number of the notation of each variant that does not use SAN, one a line.
pub const NOTATIONS: &str = include_str!("../../../data/fairy/notations.tsv");
