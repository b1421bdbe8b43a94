//! The squares of a board and their neighbourhood.
//!
//! This module knows nothing about pieces, notation or files. Only [`Geometry`] knows the size, the topology and the
//! holes of a board, and only [`Geometry::step`] computes where a leap ends.

mod bitboard;
mod line;
mod rows;
mod side;
mod square;
mod surroundings;
mod topology;

pub(crate) use bitboard::each_word;
pub use bitboard::{Bitboard, SquareSet, Squares};
pub(crate) use line::Line;
pub(crate) use rows::Rows;
pub use side::{BySide, Side};
pub use square::{Square, Step};
pub(crate) use surroundings::Surroundings;
pub use topology::{Geometry, GeometryError, Landing, Topology};
