//! The result of the translation: a tree, and the keys that it does not express.

use crate::rules::Tree;

/// The rules of a variant in the language of rules.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Restated {
    /// All translated rules.
    pub tree: Tree,
    /// The keys that the tree does not express; empty if the tree is complete.
    pub unsaid: Vec<Unsaid>,
}

/// A key that the tree does not express.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsaid {
    /// The key as a path in the file, such as `rules/turns/dice`.
    pub key: &'static str,
    /// The concept that the language lacks.
    pub why: &'static str,
}
