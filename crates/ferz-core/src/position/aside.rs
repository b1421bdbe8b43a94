//! What few positions have: the journal of changes, with which moves are taken back, and state that only some games have.

use std::sync::Arc;

use crate::board::{Side, Square};
use crate::rules::{PieceId, Told};

use super::made::Line;
use super::per_piece::Many;
use super::{Board, Cell, Earlier, Position, State};

/// Content of one place before a change.
#[derive(Clone, Copy, Debug)]
pub(super) enum Before {
    Cell(Square, Cell),
    Hand(Side, PieceId, u16),
    Wall(Square, bool),
}

/// A change that [`Position::undo`] takes back.
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

/// What few positions have.
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

/// What a copy of a position takes over. A separate function, because most positions have nothing aside.
#[cold]
#[inline(never)]
pub(super) fn copied<const W: usize>(aside: &Option<Box<Aside<W>>>) -> Option<Box<Aside<W>>> {
    let Aside { told, earlier, line, .. } = &**aside.as_ref()?;
    let nothing = told.is_none() && earlier.is_none() && line.keys.is_none();
    (!nothing).then(|| {
        Box::new(Aside { told: told.clone(), earlier: earlier.clone(), line: line.for_copy(), ..Aside::default() })
    })
}

/// A point in the journal to which [`Position::undo`] returns.
#[derive(Clone, Copy, Debug)]
pub struct Mark<const W: usize> {
    state: State<W>,
    changes: usize,
}

impl<const W: usize> Mark<W> {
    /// A mark with this state, after this number of changes in the journal.
    #[inline(always)]
    pub fn new(state: State<W>, changes: usize) -> Mark<W> {
        Mark { state, changes }
    }

    /// The state at the mark.
    #[inline(always)]
    pub fn state(&self) -> State<W> {
        self.state
    }

    /// How many changes the journal had.
    #[inline(always)]
    pub fn changes(&self) -> usize {
        self.changes
    }
}

impl<const W: usize> Position<W> {
    pub(super) fn aside_mut(&mut self) -> &mut Aside<W> {
        self.aside.get_or_insert_default()
    }

    /// The journal.
    #[inline(always)]
    pub(super) fn changes(&self) -> &[Change] {
        self.aside.as_ref().map_or(&[], |aside| &aside.changes)
    }

    #[inline(always)]
    pub(super) fn note(&mut self, change: Change) {
        if self.castlings.facts().logs {
            match &mut self.aside {
                Some(aside) => aside.changes.push(change),
                None => self.note_first(change),
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn note_first(&mut self, change: Change) {
        self.aside_mut().changes.push(change);
    }

    /// Switches the journal on or off. Changes that are not in the journal cannot be taken back.
    #[inline(always)]
    pub fn set_logging(&mut self, logs: bool) {
        self.castlings.facts_mut().logs = logs;
    }

    /// A mark to come back to with [`undo`](Position::undo).
    #[inline(always)]
    pub fn mark(&self) -> Mark<W> {
        Mark { state: self.state, changes: self.changes().len() }
    }

    /// Takes back all changes since a mark.
    #[inline(always)]
    pub fn undo(&mut self, mark: &Mark<W>) {
        while let Some(aside) = &mut self.aside
            && aside.changes.len() > mark.changes
        {
            let Some(change) = aside.changes.pop() else { break };
            self.take_back(change);
        }
        self.state = mark.state;
    }

    #[inline(always)]
    fn take_back(&mut self, change: Change) {
        match change {
            Change::One(Before::Cell(square, cell)) => {
                self.replace(square, cell);
            }
            Change::Went { from, to, left, taken } => {
                self.slide(to, from, left);
                self.put(to, taken);
            }
            Change::Came { to, side, piece, held } => {
                self.take(to);
                self.replace_hand((side, piece), |_| held);
            }
            Change::One(Before::Hand(side, piece, count)) => {
                self.replace_hand((side, piece), |_| count);
            }
            Change::One(Before::Wall(square, wall)) => self.replace_wall(square, wall),
            Change::Replaced => self.put_back(),
        }
    }

    /// Clears the journal, so that it does not grow in long games. Earlier changes can no longer be taken back.
    pub fn forget(&mut self) {
        if let Some(aside) = &mut self.aside {
            aside.changes.clear();
            aside.replaced.clear();
        }
    }
}
