//! Common parts of all nodes of the tree: a place in a file, and ids of declarations.

use crate::board::{BySide, SquareSet};
use crate::rules::{Movement, Source};

/// A node of the tree with the place where it is written.
///
/// Two nodes are equal if they say the same: places are not compared.
#[derive(Clone, Debug)]
pub struct Node<T> {
    /// Content of the node.
    pub kind: T,
    /// Place in the file.
    pub source: Source,
}

impl<T> Node<T> {
    /// A node that is written at a place.
    pub fn new(kind: T, source: Source) -> Node<T> {
        Node { kind, source }
    }
}

impl<T> From<T> for Node<T> {
    /// A node without a place, because it is not written in a file.
    fn from(kind: T) -> Node<T> {
        Node { kind, source: Source::default() }
    }
}

impl<T: PartialEq> PartialEq for Node<T> {
    fn eq(&self, other: &Node<T>) -> bool {
        self.kind == other.kind
    }
}

macro_rules! ids {
    ($($(#[doc = $doc:literal])* $name:ident)+) => {$(
        $(#[doc = $doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub u16);

        impl $name {
            /// The index, from 0.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    )+};
}

ids! {
    /// A declaration of `state:`: an index into [`Tree::state`](super::Tree::state).
    StateId
    /// A declaration of `define:`: an index into [`Tree::defines`](super::Tree::defines).
    DefineId
    /// A rule: an index into [`Tree::rules`](super::Tree::rules).
    RuleId
    /// A choice of a rule: an index into [`RuleParts::choices`](super::RuleParts::choices).
    ChoiceId
    /// A side: an index into [`Sides::order`](super::Sides::order). 0 is White and 1 is Black in games of two sides.
    PlayerId
}

/// Squares that the board alone decides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Area {
    /// The area as text: a region's name, or `rank 8`, `last 2 ranks`, `d4-e5`, `light`. Empty until one is found.
    pub words: String,
    /// The squares, by the own side. `first` and `last` are counted from the own side's end of the board; ranks, files and
    /// squares with their names are the same for both sides; regions are as their file declares them.
    pub squares: BySide<SquareSet>,
}

/// Moves of pieces in Betza notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notation {
    /// The notation as written.
    pub text: String,
    /// Its moves.
    pub movement: Movement,
}
