//! Generating and making moves, for any variant.
//!
//! Two generators with one meaning: the plain one (`reference`, by the room [`walker`](crate::walker)) follows every piece
//! square by square and makes every move to look at it; the fast one (`generate`) reads tables that were made from the same
//! rays and knows in closed form which moves are legal (`legality`). This room never sees a notation or a file, and no piece
//! or variant has code here.

mod apply;
mod captures;
mod careful;
mod conditional;
mod constraints;
mod danger;
mod dispatch;
mod drops;
mod effects;
mod engine;
mod generate;
mod legality;
mod looks;
mod mobility;
mod moves;
mod orthodox;
mod plan;
mod reference;
mod sets;
mod silence;
mod specials;
mod tables;
mod walls;

pub(crate) use apply::Short;
pub use captures::Captures;
pub(crate) use dispatch::Task;
pub(crate) use engine::Engine;
pub(crate) use mobility::Mobility;
pub(crate) use moves::Wanted;
pub use moves::{Move, MoveKind};
pub(crate) use sets::{Origin, Set, Sets, Walls};
pub(crate) use tables::{Index, make_portable_tables};
