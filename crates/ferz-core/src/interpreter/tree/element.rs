//! Elements of sets: squares, and pieces off the board.

use crate::board::{Bitboard, Side, Square};
use crate::position::Cell;
use crate::rules::tree::StateId;
use crate::rules::{PieceId, PlacedPiece, Stood};

/// A piece with its marks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Body {
    pub cell: Cell,
    /// Bit `n` stands for the `n`-th declaration of the state.
    pub marks: u64,
}

impl Body {
    /// A piece without marks.
    pub fn plain(piece: PieceId, side: Side) -> Body {
        Body { cell: Cell::of(piece, side), marks: 0 }
    }

    /// The piece as a position remembers it.
    pub fn stood_on(self, square: Square) -> Stood {
        Stood { square, piece: self.cell.piece_at(), marks: self.marks }
    }
}

/// An element of a set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Element {
    /// A square, with what stands there.
    On(Square),
    /// A captured piece, with the square on which it stood.
    Gone(Square, Body),
    /// A piece in a hand, or in a store of the state.
    Held(Side, Option<StateId>, PieceId),
}

impl Element {
    /// The square on which the element is, or was.
    pub fn square(self) -> Option<Square> {
        match self {
            Element::On(square) | Element::Gone(square, _) => Some(square),
            Element::Held(..) => None,
        }
    }

    /// The element that a position remembers: a square, or a piece that stood there.
    pub fn remembered(stood: &Stood) -> Element {
        match stood.piece {
            None => Element::On(stood.square),
            Some(piece) => Element::Gone(stood.square, body_of(piece, stood.marks)),
        }
    }
}

/// A piece of a setup with its marks.
pub(super) fn body_of(piece: PlacedPiece, marks: u64) -> Body {
    Body { cell: Cell::from_piece(piece), marks }
}

/// A set of elements: squares, and others in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Elements<const W: usize> {
    pub on: Bitboard<W>,
    /// Captured and held pieces, sorted. The same piece may be held several times.
    pub others: Vec<Element>,
}

impl<const W: usize> Elements<W> {
    /// The set without elements.
    pub fn none() -> Elements<W> {
        Elements::on(Bitboard::EMPTY)
    }

    /// Some squares.
    pub fn on(squares: Bitboard<W>) -> Elements<W> {
        Elements { on: squares, others: Vec::new() }
    }

    /// All elements: squares in the order of the board, then the others.
    pub fn iter(&self) -> impl Iterator<Item = Element> + '_ {
        self.on.iter().map(Element::On).chain(self.others.iter().copied())
    }

    /// The first element.
    pub fn first(&self) -> Option<Element> {
        self.iter().next()
    }

    /// `true` if the set has no element.
    pub fn is_empty(&self) -> bool {
        self.others.is_empty() && self.on.is_empty()
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.on.count() as usize + self.others.len()
    }

    /// `true` if the set has this element.
    pub fn contains(&self, element: Element) -> bool {
        match element {
            Element::On(square) => self.on.contains(square),
            other => self.others.binary_search(&other).is_ok(),
        }
    }

    /// Adds an element; one that is there already is not added again.
    pub fn insert(&mut self, element: Element) {
        if let Element::On(square) = element {
            return self.on.insert(square);
        }
        if let Err(place) = self.others.binary_search(&element) {
            self.others.insert(place, element);
        }
    }

    /// The elements that pass a test.
    pub fn filtered(self, test: impl Fn(Element) -> bool) -> Elements<W> {
        let on = self.on.iter().filter(|square| test(Element::On(*square))).collect();
        Elements { on, others: kept(self.others, test) }
    }

    /// The elements on some squares, and of the others those that pass a test.
    pub fn within(self, squares: Bitboard<W>, test: impl Fn(Element) -> bool) -> Elements<W> {
        Elements { on: self.on & squares, others: kept(self.others, test) }
    }

    /// The elements that are not in another set.
    pub fn without(self, other: &Elements<W>) -> Elements<W> {
        Elements { on: self.on & !other.on, others: kept(self.others, |one| !other.contains(one)) }
    }

    /// The elements of both sets.
    pub fn and(mut self, other: Elements<W>) -> Elements<W> {
        self.on |= other.on;
        if !other.others.is_empty() {
            other.others.into_iter().for_each(|one| self.insert(one));
        }
        self
    }

    /// The squares on which elements are, or were.
    pub fn squares(&self) -> Bitboard<W> {
        let mut all = self.on;
        self.others.iter().filter_map(|one| one.square()).for_each(|square| all.insert(square));
        all
    }
}

/// The elements that pass a test. Mostly there are none, and nothing is to be moved.
#[inline]
fn kept(mut others: Vec<Element>, test: impl Fn(Element) -> bool) -> Vec<Element> {
    if !others.is_empty() {
        others.retain(|one| test(*one));
    }
    others
}

impl<const W: usize> FromIterator<Element> for Elements<W> {
    fn from_iter<T: IntoIterator<Item = Element>>(elements: T) -> Elements<W> {
        let mut all = Elements::none();
        elements.into_iter().for_each(|element| all.insert(element));
        all
    }
}
