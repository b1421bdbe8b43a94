//! Tables of moves and attacks, made from the rays of a variant's pieces. This module knows nothing of turns and
//! legality.

mod attack;
mod attack_tables;
mod attackers;
mod barred;
mod board_tables;
mod compile;
mod conditional;
mod courses;
mod drops;
mod ends;
mod folds;
mod groups;
mod held;
mod lookup;
mod move_tables;
mod patterns;
mod piece;
mod rays;
mod reach;
mod reach_list;
mod room;
mod sets;
mod setwise;
mod sight;
mod sources;
mod wake;

pub(crate) use attack::{Attacks, ConditionalAttack};
pub(crate) use attack_tables::AttackTables;
pub(crate) use board_tables::BoardTables;
pub(crate) use compile::compile;
pub(crate) use conditional::Conditional;
pub(crate) use courses::{WalkedCourse, walked_courses};
pub(crate) use drops::DropTable;
pub(crate) use ends::Ends;
pub(crate) use groups::Leapers;
pub(crate) use held::{Held, held};
#[cfg(target_arch = "x86_64")]
pub(crate) use lookup::Pext;
pub(crate) use lookup::{Index, Indexing, Multiply, make_portable_tables};
pub(crate) use move_tables::MoveTables;
pub(crate) use patterns::no_captures;
pub(crate) use piece::{Divergent, PieceTable, PromotionTable};
