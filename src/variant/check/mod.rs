//! Checks of a specification that need neither a board nor the meaning of a notation: one file for each.
//!
//! Other checks run during compilation. A problem has the same form and code wherever it is found.

mod duplicate_symbol;
mod missing_key;
mod piece_names;
mod self_promotion;
mod symbol_form;

use super::node::{Node, Problems};
use super::spec::Specification;
use crate::source::Span;

pub use symbol_form::symbols;

/// Runs all checks. `root` is the tree of the specification, and `head` the place for missing keys.
pub fn run(spec: &Specification, root: &Node, head: Span, problems: &mut Problems) {
    missing_key::check(root, head, problems);
    piece_names::check(spec, problems);
    symbol_form::check(spec, problems);
    duplicate_symbol::check(spec, problems);
    self_promotion::check(spec, problems);
}
