//! Input and output of the walker.

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::board::{Square, SquareSet};
use crate::rules;

/// Content of a square as the moving side sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Content {
    /// Nothing.
    Empty,
    /// A blocked square: occupied, and never captured.
    Wall,
    /// A piece that can be neither captured nor passed over, and that is no hurdle for hoppers.
    Barrier,
    /// A piece.
    PlacedPiece {
        /// `true` if it is on the side that moves.
        friend: bool,
        /// `true` if it is a royal piece.
        royal: bool,
    },
}

/// Occupancy of the board, for the walker.
pub trait Occupancy {
    /// Content of a square as the moving side sees it. Never called for the square of the walked piece.
    fn content(&self, square: Square) -> Content;
}

/// The right to capture a piece en passant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EnPassant {
    /// The squares it passed.
    pub targets: SquareSet,
    /// Square of the piece.
    pub victim: Square,
    /// Content of `victim` as the moving piece sees it, if it does not see the piece there (because the piece is on
    /// another board).
    pub unseen: Option<Content>,
}

impl From<rules::EnPassant> for EnPassant {
    fn from(right: rules::EnPassant) -> EnPassant {
        EnPassant { targets: right.targets, victim: right.victim, unseen: None }
    }
}

/// State that a move depends on in addition to the board.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// `true` if the moving piece has not moved before.
    pub virgin: bool,
    /// The enemy that may be captured en passant.
    pub en_passant: Option<EnPassant>,
    /// The friends that have never moved and may castle.
    pub castling_partners: &'a SquareSet,
}

/// One way to move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Walk {
    /// Destination; the start square if the piece came back.
    pub to: Square,
    /// The squares of all captured pieces, in the order of the path.
    pub captures: SmallVec<[Square; 2]>,
    /// `true` if it is an en passant capture.
    pub en_passant: bool,
    /// The squares passed on which the piece may be captured en passant in return.
    pub trail: SmallVec<[Square; 2]>,
    /// In castling, where the partner stands and where it goes.
    pub castling: Option<(Square, Square)>,
}

impl Walk {
    pub(super) fn to(square: Square) -> Walk {
        Walk { to: square, captures: SmallVec::new(), en_passant: false, trail: SmallVec::new(), castling: None }
    }

    /// Returns `true` for a pass: the piece ends on its start square and captures nothing.
    pub fn is_pass(&self, from: Square) -> bool {
        self.to == from && self.captures.is_empty()
    }
}

/// The squares of a set, sorted.
pub(super) fn sorted(squares: &[Square]) -> SmallVec<[Square; 2]> {
    let mut squares = SmallVec::from_slice(squares);
    squares.sort_unstable();
    squares
}

/// Key of a path: two paths with the same key are one move.
type Key = (Square, SmallVec<[Square; 2]>, Option<(Square, Square)>);

/// The moves already visited.
#[derive(Default, Debug)]
pub struct Seen(FxHashSet<Key>);

impl Seen {
    /// Returns `true` if the move has not been visited before, and records it.
    pub fn is_new(&mut self, walk: &Walk) -> bool {
        self.0.insert((walk.to, sorted(&walk.captures), walk.castling))
    }

    /// The number of moves visited.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}
