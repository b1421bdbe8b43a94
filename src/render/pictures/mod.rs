//! Pictures of pieces. They are data: shapes, and tables that say which moves and names a picture stands for.
//!
//! The picture of a piece follows from its moves, compared by meaning. A name picks among pictures with the same moves,
//! and is asked alone only where the moves are no help. The letter of a piece counts for nothing.

mod catalogue;
mod choice;
mod drawing;
mod paints;
mod parts;

pub use catalogue::{Catalogue, Entry, Model};
pub use choice::{Picture, of_all, of_movement};
pub use drawing::{Frame, Part, expression, markup};
pub use paints::{Paints, paints};
