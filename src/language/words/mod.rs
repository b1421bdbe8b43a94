//! The tree of rules in English sentences.
//!
//! There is one function for each sort of node. A set becomes a noun (`noun`), whose number and article depend on the
//! sentence. Relations follow a noun or `is` (`sets`). Conditions are clauses, with the negation inside (`conditions`).
//! Effects are clauses in the passive voice (`effects`). A rule is a sentence (`rules`).

mod conditions;
mod deeds;
mod effects;
mod inlined;
mod measures;
mod noun;
mod rules;
mod sets;
mod speaker;
mod told;

pub use inlined::in_full;
pub use rules::{condition, declaration, define, end, one_of, opposite, rule, sides, turns};
pub use told::{Said, Told, told};
