//! Generating and making moves, for any variant.
//!
//! Two generators with one meaning: the plain one ([`walker`], `reference`) follows every piece square by square and
//! makes every move to look at it; the fast one (`generate`, in short `orthodox`) reads tables that were made from the same
//! rays and knows in closed form which moves are legal (`legality`). This room never sees a notation or a file, and no piece or
//! variant has code here.

mod apply;
mod attack;
mod barred;
mod captures;
mod careful;
mod conditional;
mod constraints;
mod danger;
mod dispatch;
mod drops;
mod effects;
mod ends;
mod engine;
mod features;
mod generate;
mod groups;
mod legality;
mod line;
mod looks;
mod lookup;
mod make;
mod mobility;
mod moves;
mod orthodox;
mod patterns;
mod piece;
mod ray;
mod reach;
mod reference;
mod rows;
mod sets;
mod setwise;
mod shapes;
mod silence;
mod specials;
mod surroundings;
mod tree;
mod triggers;
pub mod walker;
mod walls;

pub(crate) use apply::Short;
pub use captures::Captures;
pub(crate) use engine::Engine;
pub(crate) use lookup::make_portable_tables;
pub use moves::{Move, MoveKind};
pub use reference::wanderings;
pub(crate) use sets::Sets;
pub(crate) use shapes::Shape;
