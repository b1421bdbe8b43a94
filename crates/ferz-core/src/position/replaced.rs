//! Positions that replace others, with state that only rules of the [tree](crate::rules::Tree) read.
//!
//! A move with effects of such rules is made on a copy. The copy becomes the position, and the journal keeps the content before.

use std::sync::Arc;

use crate::rules::Told;

use super::{Change, Contents, Earlier, Position, Whole};

impl<const W: usize> Position<W> {
    #[cold]
    pub(super) fn put_back(&mut self, whole: Whole<W>) {
        let Whole { board, many, told, earlier } = whole;
        (self.board, self.many, self.told, self.earlier) = (board, many, told, earlier);
    }

    /// Replaces the content by that of another position of the same game. The journal can take the change back.
    pub fn replace_all(&mut self, after: Position<W>) {
        let logs = self.board.logs;
        let before = Whole {
            board: std::mem::replace(&mut self.board, after.board),
            many: std::mem::replace(&mut self.many, after.many),
            told: std::mem::replace(&mut self.told, after.told),
            earlier: std::mem::replace(&mut self.earlier, after.earlier),
        };
        self.state = after.state;
        self.board.logs = logs;
        if logs {
            self.replaced.get_or_insert_with(|| Box::new(Contents(Vec::new()))).0.push(before);
            self.changes.push(Change::Replaced);
        }
    }

    /// State that only rules of the [tree](crate::rules::Tree) read.
    #[inline]
    pub fn told(&self) -> Option<&Told> {
        self.told.as_deref()
    }

    /// The same, mutable. The journal does not record changes, so use this only in positions that [replace](Position::replace_all) others.
    pub(crate) fn told_mut(&mut self) -> &mut Told {
        Arc::make_mut(self.told.get_or_insert_default())
    }

    /// The positions before, where a rule asks how often a position has occurred.
    pub(crate) fn earlier(&self) -> Option<&Arc<Earlier>> {
        self.earlier.as_ref()
    }

    /// Stores the position that led to this one.
    pub(crate) fn set_earlier(&mut self, earlier: Option<Arc<Earlier>>) {
        self.earlier = earlier;
    }

    /// A copy that logs no changes, to [replace](Position::replace_all) another position.
    pub(crate) fn unlogged_copy(&self) -> Position<W> {
        let mut copy = self.clone();
        copy.board.logs = false;
        copy
    }

    /// The same, in a box. The box comes first, so that the position is copied once.
    pub(crate) fn boxed_copy(&self) -> Box<Position<W>> {
        Box::write(Box::new_uninit(), self.unlogged_copy())
    }
}
