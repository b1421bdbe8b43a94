//! The journal: changes are written down and taken back.

use super::aside::{Aside, Before, Change};
use super::{Mark, Position};

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
            match &mut *self.aside {
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
        Mark::new(self.state, self.changes().len())
    }

    /// Takes back all changes since a mark.
    #[inline(always)]
    pub fn undo(&mut self, mark: &Mark<W>) {
        while let Some(aside) = &mut *self.aside
            && aside.changes.len() > mark.changes()
        {
            let Some(change) = aside.changes.pop() else { break };
            self.take_back(change);
        }
        self.state = mark.state();
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
        if let Some(aside) = &mut *self.aside {
            aside.changes.clear();
            aside.replaced.clear();
        }
    }
}
