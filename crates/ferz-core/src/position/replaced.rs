//! Positions that replace others, with state that only rules of the [tree](crate::rules::Tree) read.
//!
//! A move with effects of such rules is made on a copy. The copy becomes the position, and the journal keeps the content before.

use std::sync::Arc;

use crate::board::Side;
use crate::rules::Told;

use super::aside::{Aside, Change, Whole};
use super::{Earlier, Position};

impl<const W: usize> Position<W> {
    #[cold]
    pub(super) fn put_back(&mut self) {
        let Some(aside) = &mut *self.aside else { return };
        if let Some(Whole { board, many, told, earlier }) = aside.replaced.pop() {
            (aside.told, aside.earlier) = (told, earlier);
            (self.board, self.many) = (board, many.into());
        }
    }

    /// Replaces the content by that of another position of the same game. The journal can take the change back.
    pub fn replace_all(&mut self, mut after: Position<W>) {
        let board = std::mem::replace(&mut self.board, after.board);
        let many = std::mem::replace(&mut *self.many, after.many.take());
        self.state = after.state;
        let logs = self.castlings.facts().logs;
        let (new_told, new_earlier) = match after.aside.take() {
            Some(aside) => (aside.told, aside.earlier),
            None => (None, None),
        };
        if self.aside.is_none() && !logs && new_told.is_none() && new_earlier.is_none() {
            return;
        }
        let Aside { changes, replaced, told, earlier, .. } = self.aside_mut();
        let (told, earlier) = (std::mem::replace(told, new_told), std::mem::replace(earlier, new_earlier));
        if logs {
            replaced.push(Whole { board, many, told, earlier });
            changes.push(Change::Replaced);
        }
    }

    /// State that only rules of the [tree](crate::rules::Tree) read.
    #[inline]
    pub fn told(&self) -> Option<&Told> {
        self.aside.as_ref()?.told.as_deref()
    }

    /// The side that made the last move: within a turn of several moves, the side to move.
    #[inline(always)]
    pub fn last_to_move(&self) -> Side {
        let turn = self.state.turn;
        if self.told().is_some_and(|told| told.made > 0) { turn } else { !turn }
    }

    /// The same, mutable. The journal does not record changes, so use this only in positions that [replace](Position::replace_all) others.
    pub(crate) fn told_mut(&mut self) -> &mut Told {
        Arc::make_mut(self.aside_mut().told.get_or_insert_default())
    }

    /// The positions before, where a rule asks how often a position has occurred.
    pub(crate) fn earlier(&self) -> Option<&Arc<Earlier>> {
        self.aside.as_ref()?.earlier.as_ref()
    }

    /// Stores the position that led to this one.
    pub(crate) fn set_earlier(&mut self, earlier: Option<Arc<Earlier>>) {
        if earlier.is_some() || self.aside.is_some() {
            self.aside_mut().earlier = earlier;
        }
    }

    /// A copy that logs no changes, to [replace](Position::replace_all) another position.
    pub(crate) fn unlogged_copy(&self) -> Position<W> {
        let mut copy = self.clone();
        copy.set_logging(false);
        copy
    }

    /// The same, in a box. The box comes first, so that the position is copied once.
    pub(crate) fn boxed_copy(&self) -> Box<Position<W>> {
        Box::write(Box::new_uninit(), self.unlogged_copy())
    }
}
