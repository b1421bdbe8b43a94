//! Elements of sets.

use std::collections::BTreeSet;

use ferz_core::board::{Side, Square};
use ferz_core::rules::PieceId;
use ferz_core::rules::tree::StateId;

use crate::cell::Cell;

/// An element of a set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Element {
    /// A square, with what stands there.
    On(Square),
    /// A captured piece, with the square on which it stood.
    Gone(Square, Cell),
    /// A piece in a hand, or in a store of the state.
    Held(Side, Option<StateId>, PieceId),
}

/// A set of elements, in the order of the board.
pub(crate) type Elements = BTreeSet<Element>;

impl Element {
    /// The square on which the element is, or was.
    pub(crate) fn square(self) -> Option<Square> {
        match self {
            Element::On(square) | Element::Gone(square, _) => Some(square),
            Element::Held(..) => None,
        }
    }
}

/// The squares of elements.
pub(crate) fn squares(elements: &Elements) -> Vec<Square> {
    elements.iter().filter_map(|element| element.square()).collect()
}
