//! Moves that a search makes and takes back, in a short form without the journal.

use crate::board::{Side, Square};
use crate::rules::PieceId;

use super::cell::Cell;
use super::key::Key;
use super::state::{Mark, State};

/// A move made in short form: its squares, the moved piece and the former content of the destination.
///
/// Each part is read as it was written. Reading several parts at once soon after writing them stalls the processor, so
/// functions that are inlined get it by reference.
#[derive(Clone, Copy, Debug)]
pub struct Short {
    /// Start square; the destination for a drop.
    pub from: Square,
    /// Destination.
    pub to: Square,
    /// Content of the destination before the move. For a drop, the dropped piece.
    pub taken: Cell,
    /// The moved piece. For a drop, the piece in hand.
    pub piece: PieceId,
    /// For a [simple](How::Simply) move, the byte of the square with the moved piece: see
    /// [`byte_inside`](super::Position::byte_inside).
    pub byte: u8,
    /// How the move is made.
    pub how: How,
}

/// How a move is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// It changes its two squares and nothing else, no key is kept, and the sets of squares are inside the position.
    Simply,
    /// The same for a move that captures nothing.
    Quietly,
    /// It also changes a hand or the record of unmoved pieces.
    More,
    /// It is a drop. `held`: of a piece that is in hand.
    Drop {
        /// `true` if the piece was in hand.
        held: bool,
    },
    /// It is in the journal.
    Whole,
}

impl Short {
    /// A move that is in the journal.
    pub fn whole() -> Short {
        let nowhere = Square::new(0);
        Short { from: nowhere, to: nowhere, taken: Cell::EMPTY, piece: PieceId::new(0), byte: 0, how: How::Whole }
    }
}

/// State before a move, kept to unmake it.
#[derive(Clone, Copy, Debug)]
pub struct Made<const W: usize> {
    pub(super) state: State<W>,
    /// The move.
    pub short: Short,
    /// How many changes the journal had before.
    pub(super) changes: u32,
}

impl<const W: usize> Made<W> {
    /// The point in the journal before the move.
    pub(super) fn mark(&self) -> Mark<W> {
        Mark::new(self.state, self.changes as usize)
    }

    /// The side that made the move.
    pub fn side(&self) -> Side {
        self.state.turn
    }
}

/// The moves made in a position, for taking them back.
#[derive(Debug)]
pub(super) struct Line<const W: usize> {
    /// The moves: the first `depth` of these. Old ones stay behind them, to be overwritten.
    pub made: Vec<Made<W>>,
    pub depth: usize,
    /// Moves with a shape below this go [simply](How::Simply). 0 if a key is kept, or sets of squares are apart.
    pub simple: u8,
    pub keys: Option<Keys>,
    /// The depth at which the state of the position is already in `made`, because the last move there was taken back. The next
    /// move does not wait for it to be copied there again.
    pub kept_at: usize,
}

impl<const W: usize> Default for Line<W> {
    fn default() -> Line<W> {
        Line { made: Vec::new(), depth: 0, simple: 0, keys: None, kept_at: usize::MAX }
    }
}

impl<const W: usize> Line<W> {
    /// The line of a copy of the position: with a key that is kept, but no moves.
    pub fn for_copy(&self) -> Line<W> {
        Line { keys: self.keys.clone(), ..Line::default() }
    }
}

/// The key of the material, kept up to date.
#[derive(Clone, Debug)]
pub struct Keys {
    /// The key now.
    pub material: Key,
    /// The keys before the moves made, for taking them back.
    pub before: Vec<Key>,
}

impl Keys {
    pub(super) fn back(&mut self) {
        self.material = self.before.pop().unwrap_or(self.material);
    }
}
