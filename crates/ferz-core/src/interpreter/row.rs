//! A list of moves that is written over old moves.

use super::moves::Move;

/// Moves in a row.
///
/// Old moves stay behind the last one. New moves are written over them, so that the room for all moves of a position
/// is tested once, not at each move.
#[derive(Clone, Default, Debug)]
pub struct Row {
    places: Vec<Move>,
    used: usize,
}

impl Row {
    /// The number of moves that are written together.
    pub(super) const BATCH: usize = 4;

    /// Forgets all moves.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.used = 0;
    }

    /// The moves.
    #[inline(always)]
    pub(crate) fn moves(&self) -> &[Move] {
        &self.places[..self.used]
    }

    /// Adds this number of moves, which the caller writes. A few places follow them, so that the caller can write a whole number
    /// of [batches](Row::BATCH).
    #[inline(always)]
    pub(super) fn add(&mut self, count: usize) -> &mut [Move] {
        let first = self.used;
        self.used += count;
        if self.used + Row::BATCH > self.places.len() {
            self.grow();
        }
        &mut self.places[first..]
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        self.places.resize((self.used + Row::BATCH).next_multiple_of(64), Move::NONE);
    }

    /// Removes the moves that do not fit, and keeps the order of the others.
    pub(crate) fn retain(&mut self, fits: impl Fn(&Move) -> bool) {
        let mut kept = 0;
        for at in 0..self.used {
            if fits(&self.places[at]) {
                self.places.swap(kept, at);
                kept += 1;
            }
        }
        self.used = kept;
    }
}
