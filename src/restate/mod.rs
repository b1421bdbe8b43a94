//! Today's keys of `rules:` said in the language of rules.
//!
//! [`restate`] turns the constraints, effects and further rules of a variant into a [`Tree`](crate::rules::Tree). What reads the tree (the oracle, a
//! printer, words) then knows every variant without knowing a key. A key that the tree cannot say is reported by name. What a
//! piece, the board, the setup, castling, hands and ends are stays in [`Rules`](crate::rules::Rules).
//!
//! One file holds the keys of one family; `book` collects the rules, `say` has the words they are made of.

mod actions;
mod book;
mod captures;
mod chains;
mod constraints;
mod effects;
mod handovers;
mod loans;
mod merges;
mod notations;
mod order;
mod rebirth;
mod relations;
mod restated;
mod say;
mod splits;
mod swaps;
mod walls;
mod ways;

pub use order::restate;
pub use restated::{Restated, Unsaid};
