//! The language of rules: text to tree and tree to text.
//!
//! `grammar/rules.pest` has the grammar of expressions, and [`crate::rules::tree`] has their meaning.
//! `docs/rules-language.md` is for authors.

mod annotate;
mod areas;
mod beside;
mod blocks;
mod conditions;
mod deeds;
mod everyday;
mod expression;
mod fault;
mod file;
mod grammar;
mod numbers;
mod print;
mod reader;
mod relations;
mod scope;
mod sets;
mod tokens;
pub mod words;
mod write;

pub use annotate::annotated;
pub use areas::name_areas;
pub use blocks::KINDS;
pub use expression::{Expression, condition, deeds, expression, holder, number, place, set};
pub use fault::Fault;
pub use file::{Ground, Language, read};
pub use grammar::{begins, continuations, is_word};
pub use print::{Printer, decimal};
pub use scope::{Compile, Scope};
pub use write::{entries, sections, sections_of};
