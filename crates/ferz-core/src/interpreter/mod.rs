//! Generates and makes moves, for any variant.
//!
//! There are two generators with the same results. The plain one (the modules [`walker`](crate::walker) and
//! [`oracle`](crate::oracle)) follows every piece square by square, makes every move and tests it. The fast one
//! (`generate`) reads tables that were made from the same rays, and knows which moves are legal without making them
//! (`check_info`). This module never sees a notation or a file, and it has no code for any single piece or variant.

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
mod held;
mod moves;
mod picks;
mod plan;
pub(crate) mod reference;
mod row;
mod royal_danger;
mod royals;
mod sets;
mod sight;
mod spare;
mod special;
mod specials;
mod stock;
mod survey;
mod tables;
mod tree;
mod verify;
mod walked;
mod walls;

pub use captures::Captures;
pub(crate) use check_info::{Attackers, CheckInfo};
pub(crate) use dispatch::Task;
pub(crate) use drops::captured_as;
pub(crate) use engine::Engine;
pub(crate) use held::Held;
pub(crate) use moves::{AttackSource, Count, Wanted};
pub use moves::{Further, Gate, Move, MoveKind, Outline};
pub use picks::{Pick, Picks};
pub(crate) use plan::Applies;
pub use row::Row;
pub(crate) use sets::{Origin, Set, Sets, Walls};
pub use survey::{MOST_SURVEYED, Surveyed, Surveyor};
pub(crate) use tables::{Ends, Index, make_portable_tables};
pub use tree::Story;
pub(crate) use verify::Known;
