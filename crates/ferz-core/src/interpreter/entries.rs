//! What the rest of the program asks of a variant: its legal moves as a list, as a number, or one of them.
//!
//! The generator is compiled for each sink and each way of indexing. All that it calls is inlined into the functions
//! with `#[target_feature]`, so that it is compiled with these features too.

use crate::board::{Bitboard, Square};
use crate::position::Position;

use super::choice::Choice;
use super::ends::Wanted;
use super::engine::Engine;
use super::lookup::{Indexing, Multiply, Pext};
use super::moves::{Count, Move};
use super::sets::Sets;

impl<const W: usize> Engine<W> {
    /// Are there tables to index? Boards of more than 256 squares have none, and so no second copy of the generator.
    pub(super) const HAS_TABLES: bool = W <= 4;

    /// Is the generator compiled for counting, too? That of boards of more than 256 squares takes the longest to compile:
    /// there moves are kept in sets, and these are counted.
    const COUNTS: bool = W <= 4;

    /// Is the generator compiled for picking a move, too? That saves looks at moves of the royal piece in games on boards of
    /// usual sizes, and costs one more copy of it to compile. Elsewhere a move is picked of the same sets as in a count.
    const PICKS: bool = W <= 2;

    /// All legal moves, in no particular order. The position is changed on the way and comes back as it was.
    pub fn legal_moves(&self, position: &mut Position<W>) -> Vec<Move> {
        let mut sets = Sets::default();
        self.legal_sets(position, &mut sets);
        sets.into_moves(position)
    }

    /// As [`legal_moves`](Engine::legal_moves), as sets whose memory is used again. What was in them is forgotten.
    #[inline(always)]
    pub fn legal_sets(&self, position: &mut Position<W>, sets: &mut Sets<W>) {
        sets.clear();
        let wanted = self.wanted(position);
        self.gather(position, wanted, sets);
    }

    #[inline(always)]
    fn gather(&self, position: &mut Position<W>, wanted: Wanted, sets: &mut Sets<W>) {
        match self.indexing() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: tables are laid out for PEXT only where `Indexing::detect` has found these features.
            Indexing::Pext if Self::HAS_TABLES => unsafe { self.gather_with_pext(position, wanted, sets) },
            _ => self.gather_with_multiply(position, wanted, sets),
        }
    }

    /// The same moves as sets, to [`pick`](Engine::pick) one of them. The choice is empty only if there is none.
    pub fn choose(&self, position: &mut Position<W>, choice: &mut Choice<W>) {
        choice.clear();
        match self.indexing() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: tables are laid out for PEXT only where `Indexing::detect` has found these features.
            Indexing::Pext if Self::PICKS => unsafe {
                let wanted = self.wanted(position);
                self.choose_with_pext(position, wanted, choice);
            },
            _ => self.legal_sets(position, choice.certain_moves()),
        }
        if choice.is_certain() {
            return;
        }
        // There is a choice as soon as one of these is safe.
        if let Some((from, targets)) = choice.doubtful() {
            let is_unsafe = |to: &Square| !self.is_safe_for_royal(position, from, *to);
            choice.strike_royal(targets.iter().take_while(is_unsafe).collect());
        }
    }

    /// One of the moves of a choice made in this position. `pick` is told how many there may be and gives a number below;
    /// it is asked again when that was a move of the royal piece into danger.
    pub fn pick(
        &self,
        position: &Position<W>,
        choice: &mut Choice<W>,
        pick: &mut dyn FnMut(usize) -> usize,
    ) -> Option<Move> {
        loop {
            let moves = choice.len();
            if moves == 0 {
                return None;
            }
            let (made, doubtful) = choice.pick(position, pick(moves))?;
            if !doubtful || self.is_safe_for_royal(position, made.from, made.to) {
                return Some(made);
            }
            choice.strike_royal(Bitboard::of(made.to));
        }
    }

    /// The number of legal moves.
    #[inline]
    pub fn count_moves(&self, position: &mut Position<W>) -> u64 {
        if self.must_look_for_captures(position) {
            let captures = self.count(position, Wanted::Captures);
            if captures > 0 {
                return captures;
            }
        }
        self.count(position, Wanted::All)
    }

    /// Are captures compulsory? Drops that have to come before anything else come before them.
    #[inline(always)]
    fn must_look_for_captures(&self, position: &Position<W>) -> bool {
        self.rules.constraints.must_capture && !self.is_obliged_to_drop(position)
    }

    /// The moves that the rules ask for: captures alone, where these are compulsory and there is one.
    #[inline(always)]
    fn wanted(&self, position: &mut Position<W>) -> Wanted {
        if self.must_look_for_captures(position) && self.count(position, Wanted::Captures) > 0 {
            Wanted::Captures
        } else {
            Wanted::All
        }
    }

    #[inline]
    pub(super) fn count(&self, position: &mut Position<W>, wanted: Wanted) -> u64 {
        if !Self::COUNTS {
            let mut sets = Sets::default();
            self.gather(position, wanted, &mut sets);
            return sets.len() as u64;
        }
        match self.indexing() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: tables are laid out for PEXT only where `Indexing::detect` has found these features.
            Indexing::Pext if Self::HAS_TABLES => unsafe { self.count_with_pext(position, wanted) },
            _ => self.count_with_multiply(position, wanted),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
    #[inline(never)]
    fn count_with_pext(&self, position: &mut Position<W>, wanted: Wanted) -> u64 {
        let mut count = Count::default();
        self.generate::<Pext, _>(position, wanted, &mut count);
        count.0
    }

    #[inline(never)]
    fn count_with_multiply(&self, position: &mut Position<W>, wanted: Wanted) -> u64 {
        let mut count = Count::default();
        self.generate::<Multiply, _>(position, wanted, &mut count);
        count.0
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
    fn gather_with_pext(&self, position: &mut Position<W>, wanted: Wanted, sets: &mut Sets<W>) {
        self.generate::<Pext, _>(position, wanted, sets);
    }

    fn gather_with_multiply(&self, position: &mut Position<W>, wanted: Wanted, sets: &mut Sets<W>) {
        self.generate::<Multiply, _>(position, wanted, sets);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
    fn choose_with_pext(&self, position: &mut Position<W>, wanted: Wanted, choice: &mut Choice<W>) {
        self.generate::<Pext, _>(position, wanted, choice);
    }
}
