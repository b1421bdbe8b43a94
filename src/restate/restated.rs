//! The result of restating: a tree, and the keys that it does not say.

use crate::rules::Tree;

/// The rules of a variant in the language of rules.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Restated {
    /// All that could be said.
    pub tree: Tree,
    /// The keys that the tree does not say; empty if the tree is whole.
    pub unsaid: Vec<Unsaid>,
}

/// A key that the tree does not say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsaid {
    /// The key as a path in the file, such as `rules/turns/dice`.
    pub key: &'static str,
    /// The part that the language lacks.
    pub why: &'static str,
}
