//! Elements of sets.

use ferz_core::board::{Square, SquareSet};
use ferz_core::rules::PieceId;
use ferz_core::rules::tree::StateId;

use crate::cell::Cell;
use crate::player::Player;

/// An element of a set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Element {
    /// A square, with its content.
    On(Square),
    /// A captured piece, with the square on which it stood.
    Gone(Square, Cell),
    /// A piece in a hand, or in a store of the state.
    Held(Player, Option<StateId>, PieceId),
}

/// A set of elements, in order: first the squares of the board, then captured and held pieces.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Elements {
    on: SquareSet,
    /// Captured and held pieces, sorted.
    others: Vec<Element>,
}

impl Element {
    /// The square on which the element is, or was.
    pub(crate) fn square(self) -> Option<Square> {
        match self {
            Element::On(square) | Element::Gone(square, _) => Some(square),
            Element::Held(..) => None,
        }
    }
}

impl Elements {
    /// The set without elements.
    pub(crate) fn new() -> Elements {
        Elements::default()
    }

    /// Some squares.
    pub(crate) fn on(squares: SquareSet) -> Elements {
        Elements { on: squares, others: Vec::new() }
    }

    /// All elements in their order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Element> + '_ {
        self.on.iter().map(Element::On).chain(self.others.iter().copied())
    }

    /// The first element in the order of the board.
    pub(crate) fn first(&self) -> Option<Element> {
        self.iter().next()
    }

    /// `true` if the set has no element.
    pub(crate) fn is_empty(&self) -> bool {
        self.others.is_empty() && self.on.is_empty()
    }

    /// The number of elements.
    pub(crate) fn len(&self) -> usize {
        self.on.count() as usize + self.others.len()
    }

    /// `true` if the set has this element.
    pub(crate) fn contains(&self, element: Element) -> bool {
        match element {
            Element::On(square) => self.on.contains(square),
            other => self.others.binary_search(&other).is_ok(),
        }
    }

    /// Adds an element, and returns `true` if it is new.
    pub(crate) fn insert(&mut self, element: Element) -> bool {
        match (element, self.others.binary_search(&element)) {
            (Element::On(square), _) => {
                let fresh = !self.on.contains(square);
                self.on.insert(square);
                fresh
            }
            (other, Err(place)) => {
                self.others.insert(place, other);
                true
            }
            (_, Ok(_)) => false,
        }
    }

    /// The elements that pass a test.
    pub(crate) fn filtered(self, test: impl Fn(Element) -> bool) -> Elements {
        let on = self.on.iter().filter(|square| test(Element::On(*square))).collect();
        let others = self.others.into_iter().filter(|one| test(*one)).collect();
        Elements { on, others }
    }

    /// The elements on `squares`, and the elements off the board that pass a test.
    pub(crate) fn within(self, squares: &SquareSet, test: impl Fn(Element) -> bool) -> Elements {
        Elements { on: self.on & *squares, others: self.others.into_iter().filter(|one| test(*one)).collect() }
    }

    /// The elements that are not in another set.
    pub(crate) fn without(self, other: &Elements) -> Elements {
        let others = self.others.into_iter().filter(|one| !other.contains(*one)).collect();
        Elements { on: self.on & !other.on, others }
    }

    /// The squares on which elements are, or were.
    pub(crate) fn squares(&self) -> SquareSet {
        let gone = self.others.iter().filter_map(|one| one.square());
        gone.fold(self.on, |all, square| all | SquareSet::of(square))
    }
}

impl Extend<Element> for Elements {
    fn extend<T: IntoIterator<Item = Element>>(&mut self, elements: T) {
        elements.into_iter().for_each(|element| {
            self.insert(element);
        });
    }
}

impl FromIterator<Element> for Elements {
    fn from_iter<T: IntoIterator<Item = Element>>(elements: T) -> Elements {
        let mut all = Elements::new();
        all.extend(elements);
        all
    }
}
