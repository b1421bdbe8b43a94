//! Pictures of pieces. They are data: shapes, and tables with the moves and names that each picture stands for.
//!
//! The picture of a piece follows from its moves, compared by meaning. A name chooses among pictures with the same moves,
//! and decides alone only if no picture has the moves. The letter of a piece is never used.

mod catalogue;
mod choice;
mod drawing;
mod paints;
mod parts;

pub use catalogue::{Catalogue, Entry, Model, Shape};
pub use choice::{Picture, of_all, of_movement};
pub use drawing::{Frame, Part, expression, markup};
pub use paints::{Paints, paints};
