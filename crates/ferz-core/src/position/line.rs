//! The line of moves that a search has made: moves are kept in it and taken back from it.

use super::made::{How, Keys, Made, Short};
use super::{Cell, Key, Mark, Position};

impl<const W: usize> Position<W> {
    /// Returns `true` if the position has nothing but its own pieces, hands and state: no journal, no moves to take back, no
    /// key.
    #[inline(always)]
    pub fn is_alone(&self) -> bool {
        self.aside.is_none() && self.many.is_none()
    }

    /// Returns `true` if all sets of squares are in the position itself.
    #[inline(always)]
    pub fn has_few(&self) -> bool {
        self.many.is_none()
    }

    /// Moves with a shape below this can be made [simply](How::Simply), and have room to be [kept](Position::keep_simple).
    #[inline(always)]
    pub fn simple_shapes(&self) -> u8 {
        self.aside.as_ref().map_or(0, |aside| aside.line.simple)
    }

    /// The number of moves made.
    #[inline(always)]
    pub fn depth(&self) -> usize {
        self.aside.as_ref().map_or(0, |aside| aside.line.depth)
    }

    /// Makes room for the next move. `simple`: see [`simple_shapes`](Position::simple_shapes).
    #[cold]
    pub fn make_room(&mut self, simple: u8) {
        let made = Made { state: self.state, short: Short::whole(), changes: 0 };
        let few = self.has_few();
        let line = &mut self.aside_mut().line;
        if line.depth == line.made.len() {
            line.made.resize(line.depth + 64, made);
        }
        line.kept_at = usize::MAX;
        line.simple = if few && line.keys.is_none() { simple } else { 0 };
    }

    /// Keeps a simple move and the state before it, and returns the number of moves made before. `None`, with nothing kept, if
    /// there is no room.
    #[inline(always)]
    pub fn keep_simple(&mut self, short: &Short) -> Option<usize> {
        let line = &mut self.aside.as_mut()?.line;
        let depth = line.depth;
        let made = line.made.get_mut(depth)?;
        if line.kept_at != depth {
            // Into its place at once: the state is copied once.
            made.state = self.state;
        }
        made.short = *short;
        line.depth = depth + 1;
        Some(depth)
    }

    /// Forgets that the state is kept already, because it is about to change.
    pub fn forget_kept_state(&mut self) {
        if let Some(aside) = &mut *self.aside {
            aside.line.kept_at = usize::MAX;
        }
    }

    /// Keeps the state at a mark before a move.
    pub fn keep(&mut self, mark: &Mark<W>, short: Short) {
        let line = &mut self.aside_mut().line;
        if let Some(made) = line.made.get_mut(line.depth) {
            *made = Made { state: mark.state(), short, changes: mark.changes() as u32 };
            line.depth += 1;
        }
    }

    /// Takes back the last move, if it is the one at `depth` and a [quiet](How::Quietly) one. Returns `false`, and changes
    /// nothing, for another move.
    #[inline(always)]
    pub fn take_back_quietly(&mut self, depth: usize) -> bool {
        self.take_back_last(depth, How::Quietly)
    }

    /// The same for a [simple](How::Simply) one.
    pub fn take_back_simply(&mut self, depth: usize) -> bool {
        self.take_back_last(depth, How::Simply)
    }

    #[inline(always)]
    fn take_back_last(&mut self, depth: usize, how: How) -> bool {
        let Some(aside) = &mut *self.aside else { return false };
        let line = &mut aside.line;
        let Some(made) = line.made.get(depth) else { return false };
        if line.depth != depth + 1 || made.short.how != how {
            return false;
        }
        // Not from the state before: a part of it that is read alone splits the copy of the whole, which then stalls.
        let us = !self.state.turn;
        self.state = made.state;
        let taken = if how == How::Quietly { Cell::EMPTY } else { made.short.taken };
        self.board.go_back_inside(us, &Short { taken, ..made.short });
        (line.depth, line.kept_at) = (depth, depth);
        true
    }

    /// The last move down to the number `depth`, which is no longer among the moves made. Its changes are still there.
    pub fn pop_made(&mut self, depth: usize) -> Option<Made<W>> {
        let line = &mut self.aside.as_mut()?.line;
        if line.depth <= depth {
            return None;
        }
        line.depth -= 1;
        line.kept_at = usize::MAX;
        if let Some(keys) = &mut line.keys {
            keys.back();
        }
        line.made.get(line.depth).copied()
    }

    /// Takes back a move that is in the journal.
    pub fn take_back_whole(&mut self, made: &Made<W>) {
        self.undo(&made.mark());
    }

    /// Sets the state to that before a move.
    pub fn restore_state(&mut self, made: &Made<W>) {
        self.state = made.state;
    }

    /// The key of the material, if it is kept up to date.
    pub fn keys(&self) -> Option<&Keys> {
        self.aside.as_ref()?.line.keys.as_ref()
    }

    /// Keeps the key of the material up to date from now on. Moves made before can no longer be taken back.
    pub fn keep_key(&mut self) {
        self.forget();
        let material = self.material_key();
        let line = &mut self.aside_mut().line;
        line.depth = 0;
        line.simple = 0;
        line.keys = Some(Keys { material, before: Vec::new() });
    }

    /// Sets the key of the material after the last move made, given the key before it.
    pub fn update_key(&mut self, update: impl FnOnce(&Position<W>, Key, &Made<W>) -> Key) {
        let Some(Keys { material, .. }) = self.keys() else { return };
        let (before, made) = (*material, self.last_made());
        let Some(made) = made else { return };
        let after = match made.short.how {
            How::Whole => self.material_key_since(before, &made.mark()),
            _ => update(self, before, &made),
        };
        if let Some(keys) = self.aside.as_mut().and_then(|aside| aside.line.keys.as_mut()) {
            keys.before.push(before);
            keys.material = after;
        }
    }

    fn last_made(&self) -> Option<Made<W>> {
        let line = &self.aside.as_ref()?.line;
        line.made.get(line.depth.checked_sub(1)?).copied()
    }
}
