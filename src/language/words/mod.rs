//! The tree of rules in English sentences.
//!
//! One function for each sort of node. A set becomes a noun (`noun`), which knows its number and article only where it stands in
//! a sentence; relations stand behind it or behind `is` (`sets`); conditions are clauses, negated where they stand (`conditions`);
//! effects are clauses in the passive voice (`effects`); a rule is a sentence (`rules`).

mod conditions;
mod deeds;
mod effects;
mod noun;
mod rules;
mod sets;
mod speaker;

pub use rules::{condition, declaration, define, end, opposite, rule, sides, turns};
