//! Sets of squares for boards of any size, because a variant may enlarge the board of its parent.

use crate::board::{BySide, Geometry, Side, SquareSet};

/// The largest number of ranks, and of files.
pub(super) const MOST: usize = 64;

/// Squares, by rank; each rank is a set of files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Squares(Box<[u64; MOST]>);

impl Squares {
    /// No square.
    pub(super) fn none() -> Squares {
        Squares(Box::new([0; MOST]))
    }

    /// All squares.
    pub(super) fn all() -> Squares {
        Squares(Box::new([u64::MAX; MOST]))
    }

    /// Returns `true` if the set is empty.
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|rank| *rank == 0)
    }

    /// Adds a square.
    pub(super) fn insert(&mut self, file: usize, rank: usize) {
        self.0[rank] |= 1 << file;
    }

    /// Adds a rank.
    pub(super) fn insert_rank(&mut self, rank: usize) {
        self.0[rank] = u64::MAX;
    }

    /// Adds a file.
    pub(super) fn insert_file(&mut self, file: usize) {
        self.0.iter_mut().for_each(|rank| *rank |= 1 << file);
    }

    /// Returns `true` if all squares are on the board. Squares outside Fairy-Stockfish's largest board are ignored.
    pub(super) fn fits(&self, board: &Geometry) -> bool {
        self.0
            .iter()
            .take(10)
            .enumerate()
            .all(|(rank, files)| (0..12).all(|file| files & 1 << file == 0 || board.at(file, rank).is_some()))
    }

    /// The squares that a board has.
    pub(super) fn on(&self, board: &Geometry) -> SquareSet {
        let inside = |square: &_| self.0[board.rank(*square)] & 1 << board.file(*square) != 0;
        board.squares().iter().filter(inside).collect()
    }
}

/// The squares of each side on a board.
pub(super) fn on(squares: &BySide<Squares>, board: &Geometry) -> BySide<SquareSet> {
    BySide::from_fn(|side| squares[side].on(board))
}

/// The squares from a rank on, counted from each side's own edge.
pub(super) fn ranks_from(board: &Geometry, first: usize) -> BySide<SquareSet> {
    BySide::from_fn(|side: Side| board.squares().iter().filter(|at| board.rank_for(side, *at) + 1 >= first).collect())
}
