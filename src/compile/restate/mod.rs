//! Translation of the older keys of `rules:` into the language of rules.
//!
//! [`restate`] turns the constraints, effects and further rules of a variant into a [`Tree`](crate::rules::Tree). The
//! readers of the tree (the oracle, a printer, descriptions) then cover every variant without knowing any key. A key
//! that the tree cannot express is reported by name. Pieces, the board, the setup, castling, hands and ends stay in
//! [`Rules`](crate::rules::Rules).
//!
//! One file holds the keys of one family; `book` collects the rules, and `say` builds their parts.

mod actions;
mod book;
mod captures;
mod chains;
mod constraints;
mod effects;
mod levels;
mod magnets;
mod notations;
mod order;
mod persuasion;
mod proposals;
mod relations;
mod restated;
mod say;
mod two_steps;
mod walls;

pub use order::{restate, translate};
pub use restated::{Restated, Unsaid};
pub(super) use walls::{empties_few_squares, free};
