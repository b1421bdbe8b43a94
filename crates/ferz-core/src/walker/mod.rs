//! The plain generator: follows the legs of a move square by square, on any board.
//!
//! It is slow and simple. Tests compare all faster code with it. Moves of one leg follow the rays of [`lines`]; moves
//! of several legs are searched state by state in `legs`.

mod approach;
mod castling;
mod content;
mod landing;
mod legs;
mod line;
mod potential;
mod ray;
mod reachable;
mod walk;

pub use approach::{Approach, Scene};
pub use content::{Content, Context, EnPassant, Occupancy, Seen, Walk};
pub use legs::Goal;
pub(crate) use legs::jumps;
pub use line::{Line, LineStep, line, lines, ways};
pub use potential::{ghost, potential, quiet_ends};
pub(crate) use ray::{Path, Ray, RayCell, RayKind};
pub use reachable::visit_reachable_squares;
pub use walk::{walk, walk_pattern, walk_towards};
