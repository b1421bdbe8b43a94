//! Generating and making moves, for any variant.
//!
//! Two generators with one meaning: the plain one (the rooms [`walker`](crate::walker) and [`oracle`](crate::oracle))
//! follows every piece square by square and makes every move to look at it; the fast one (`generate`) reads tables that were
//! made from the same rays and knows in closed form which moves are legal (`check_info`). This room never sees a notation or a file, and no piece
//! or variant has code here.

mod apply;
mod beyond;
mod can_move;
mod captures;
mod check_avoidance;
mod check_info;
mod dispatch;
mod drops;
mod effects;
mod engine;
mod generate;
mod moves;
mod plan;
pub(crate) mod reference;
mod royal_danger;
mod royals;
mod sets;
mod sight;
mod special;
mod specials;
mod tables;
mod verify;
mod walked;
mod walls;

pub use captures::Captures;
pub(crate) use check_info::CheckInfo;
pub(crate) use dispatch::Task;
pub(crate) use engine::Engine;
pub(crate) use moves::{AttackSource, Count, Wanted};
pub use moves::{Gate, Move, MoveKind, Outline};
pub(crate) use plan::Applies;
pub(crate) use sets::{Origin, Set, Sets, Walls};
pub(crate) use tables::{Ends, Index, make_portable_tables};
pub(crate) use verify::Known;
