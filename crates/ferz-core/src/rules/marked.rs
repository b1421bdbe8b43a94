//! The squares that carry marks.

use smallvec::SmallVec;

use crate::board::{Bitboard, Square, SquareSet};

/// The squares with marks, and the squares of pieces with marks. A mark is named by the place of its declaration in
/// [`Tree::state`](super::Tree::state).
///
/// ```
/// use ferz_core::board::Square;
/// use ferz_core::rules::Marked;
///
/// let mut marked = Marked::default();
/// marked.insert(1, Square::new(9));
/// assert!(marked.contains(1, Square::new(9)));
/// assert!(marked.on::<1>(0).is_empty());
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Marked {
    /// Each mark on each square, sorted. Most positions have few, so that a copy takes no memory of its own.
    all: SmallVec<[(u16, Square); 6]>,
}

impl Marked {
    /// The squares with a mark.
    pub fn on<const W: usize>(&self, mark: usize) -> Bitboard<W> {
        let first = self.all.partition_point(|(other, _)| usize::from(*other) < mark);
        self.all[first..]
            .iter()
            .take_while(|(other, _)| usize::from(*other) == mark)
            .map(|(_, square)| *square)
            .collect()
    }

    /// `true` if a square has a mark.
    pub fn contains(&self, mark: usize, square: Square) -> bool {
        self.all.binary_search(&(mark as u16, square)).is_ok()
    }

    /// Marks a square.
    pub fn insert(&mut self, mark: usize, square: Square) {
        if let Err(place) = self.all.binary_search(&(mark as u16, square)) {
            self.all.insert(place, (mark as u16, square));
        }
    }

    /// Takes a mark from a square.
    pub fn remove(&mut self, mark: usize, square: Square) {
        if let Ok(place) = self.all.binary_search(&(mark as u16, square)) {
            self.all.remove(place);
        }
    }

    /// Gives a mark to these squares and to no others.
    pub fn put(&mut self, mark: usize, squares: &SquareSet) {
        self.all.retain(|(other, _)| usize::from(*other) != mark);
        squares.iter().for_each(|square| self.insert(mark, square));
    }

    /// Each mark with each of its squares, in order.
    pub fn iter(&self) -> impl Iterator<Item = (usize, Square)> + '_ {
        self.all.iter().map(|(mark, square)| (usize::from(*mark), *square))
    }
}

impl FromIterator<SquareSet> for Marked {
    /// The squares of each mark, in the order of the declarations.
    fn from_iter<T: IntoIterator<Item = SquareSet>>(sets: T) -> Marked {
        let mut all = Marked::default();
        sets.into_iter().enumerate().for_each(|(mark, squares)| all.put(mark, &squares));
        all
    }
}
