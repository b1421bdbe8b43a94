//! Generating and making moves, for any variant.
//!
//! Two generators with one meaning: the plain one (`reference`, by the room [`walker`](crate::walker)) follows every piece square by square and
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
mod looks;
mod lookup;
mod mobility;
mod moves;
mod orthodox;
mod patterns;
mod piece;
mod ray;
mod reach;
mod reference;
mod sets;
mod setwise;
mod silence;
mod specials;
mod walls;

pub(crate) use apply::Short;
pub use captures::Captures;
pub(crate) use dispatch::Task;
pub(crate) use ends::Wanted;
pub(crate) use engine::Engine;
pub(crate) use lookup::Index;
pub(crate) use lookup::make_portable_tables;
pub(crate) use mobility::Mobility;
pub use moves::{Move, MoveKind};
pub(crate) use sets::{Origin, Set, Sets, Walls};
