//! The rules of the [tree](crate::rules::Tree) in play.
//!
//! Every candidate move is made on a copy of the position (`complete`), with its further steps (`onward`), its effects in every way in
//! which the player may choose (`effects`, `places`) and the end of its turn (`turns`). Sets are bitboards (`sets`, `relations`), conditions
//! and numbers read them (`conditions`, `numbers`, `deeds`, `questions`). Attacks come in layers (`attacks`, `ways`): see the
//! [tree](crate::rules::tree). `index` sorts the rules by what they do, once for each variant.

mod aims;
mod attacks;
mod bounds;
mod candidates;
mod complete;
mod concern;
mod conditions;
mod deeds;
mod dependence;
mod doing;
mod duplicates;
mod effects;
mod element;
mod ends;
mod forbidden;
mod frame;
mod given;
mod index;
mod instead;
mod lent;
mod lines;
mod notations;
mod numbers;
mod onward;
mod open_board;
mod open_targets;
mod places;
mod plain;
mod questions;
mod reaching;
mod relations;
mod sets;
mod settled;
mod settling;
mod steady;
mod still;
mod tabled;
mod turns;
mod unmade;
mod unmoving;
mod untouched;
mod viewer;
mod ways;

pub use frame::Story;
pub(super) use index::TreeIndex;
