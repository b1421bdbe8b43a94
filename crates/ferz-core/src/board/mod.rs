//! Which squares exist and how they join.
//!
//! This room knows nothing about pieces, notation or files: a [`Geometry`] is the one place that knows the size, the
//! topology and the holes of a board, and [`Geometry::step`] the one function that says where a leap ends.

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
pub(crate) use surroundings::{AROUND, Surroundings};
pub use topology::{Geometry, GeometryError, Landing, Topology};
