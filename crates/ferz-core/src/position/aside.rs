//! Parts that few positions have: the journal of changes, with which moves are taken back, and state that only some games have.

use std::sync::Arc;

use crate::board::{Side, Square};
use crate::rules::{PieceId, Told};

use super::board::Board;
use super::cell::Cell;
use super::key::Earlier;
use super::made::Line;
use super::per_piece::Many;

/// Content of one place before a change.
#[derive(Clone, Copy, Debug)]
pub(super) enum Before {
    Cell(Square, Cell),
    Hand(Side, PieceId, u16),
    Wall(Square, bool),
}

/// A change that [`Position::undo`](super::Position::undo) takes back.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change {
    /// One place has changed.
    One(Before),
    /// A piece moved from one square to another. `left` and `taken` hold the former content of the two squares.
    Went { from: Square, to: Square, left: Cell, taken: Cell },
    /// A piece was dropped on an empty square. `held` is the former number in hand.
    Came { to: Square, side: Side, piece: PieceId, held: u16 },
    /// The whole position was replaced. The last entry of [`Aside::replaced`] has its former content.
    Replaced,
}

/// The content of a position without its state and its journal.
#[derive(Debug)]
pub(super) struct Whole<const W: usize> {
    pub board: Board<W>,
    pub many: Option<Box<Many<W>>>,
    pub told: Option<Arc<Told>>,
    pub earlier: Option<Arc<Earlier>>,
}

/// The parts that few positions have.
#[derive(Debug)]
pub(super) struct Aside<const W: usize> {
    /// The journal.
    pub changes: Vec<Change>,
    /// The contents that a [`Change::Replaced`] brings back, the latest last.
    pub replaced: Vec<Whole<W>>,
    /// The moves made by a caller that takes them back.
    pub line: Line<W>,
    /// State that only rules of the [tree](crate::rules::Tree) read, in games that have any.
    pub told: Option<Arc<Told>>,
    /// The positions before, where a rule asks how often a position has occurred.
    pub earlier: Option<Arc<Earlier>>,
}

impl<const W: usize> Default for Aside<W> {
    fn default() -> Aside<W> {
        Aside { changes: Vec::new(), replaced: Vec::new(), line: Line::default(), told: None, earlier: None }
    }
}

impl<const W: usize> Aside<W> {
    /// Makes these the parts of a copy of a position with `other` parts, and keeps the memory of the journal.
    pub fn become_copy_of(&mut self, other: Option<&Aside<W>>) {
        self.changes.clear();
        self.replaced.clear();
        self.told = other.and_then(|other| other.told.clone());
        self.earlier = other.and_then(|other| other.earlier.clone());
        self.line = other.map_or_else(Line::default, |other| other.line.for_copy());
    }
}

/// The parts that a copy of a position takes over. A separate function, because most positions have nothing aside.
#[cold]
#[inline(never)]
pub(super) fn copied<const W: usize>(aside: &Option<Box<Aside<W>>>) -> Option<Box<Aside<W>>> {
    let Aside { told, earlier, line, .. } = &**aside.as_ref()?;
    let nothing = told.is_none() && earlier.is_none() && line.keys.is_none();
    (!nothing).then(|| {
        Box::new(Aside { told: told.clone(), earlier: earlier.clone(), line: line.for_copy(), ..Aside::default() })
    })
}
