//! Straight lines through two squares, each followed once.

use std::sync::{Arc, OnceLock};

use ferz_core::board::{Square, SquareSet};

/// The squares on the straight lines through two squares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    /// The squares between the two.
    pub between: SquareSet,
    /// The squares behind the second, as seen from the first.
    pub beyond: SquareSet,
    /// The first of the squares behind the second.
    pub just_beyond: SquareSet,
}

/// The pairs of one first square, by the second square.
type Row = Box<[OnceLock<Box<Pair>>]>;

/// The lines that have been followed.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    pairs: Arc<[OnceLock<Row>]>,
}

impl Lines {
    /// An empty cache for a board of this number of squares.
    pub(crate) fn new(squares: usize) -> Lines {
        Lines { pairs: (0..squares).map(|_| OnceLock::new()).collect() }
    }

    /// The squares on the lines from one square through another, which `follow` finds the first time.
    pub(crate) fn pair(&self, from: Square, to: Square, follow: impl FnOnce() -> Pair) -> &Pair {
        let row = self.pairs[from.index()].get_or_init(|| self.pairs.iter().map(|_| OnceLock::new()).collect());
        row[to.index()].get_or_init(|| Box::new(follow()))
    }
}
