//! Counting the leaves of trees of moves.
//!
//! The recursion is compiled for each way of indexing, like the generator: making moves gains as much by the instructions
//! of the processor as finding them.

use std::marker::PhantomData;

use crate::position::Position;

use super::ends::Wanted;
use super::engine::Engine;
use super::lookup::{Index, Indexing, Multiply};
#[cfg(target_arch = "x86_64")]
use super::lookup::{Pext, has_bit_instructions};
use super::make::After;
use super::mobility::Mobility;
use super::sets::Sets;

/// Does one of the ends of a game, by its place in [`Rules::ends`](crate::rules::Rules), that can end it at once hold in a
/// position? `None` of a game without such ends.
pub(crate) type Holds<const W: usize> = Option<fn(&Engine<W>, &mut Position<W>, usize) -> bool>;

/// Adds up the legal moves of positions of games that have not ended.
struct Leaves<'a, const W: usize, I> {
    engine: &'a Engine<W>,
    holds: Holds<W>,
    /// What is known of the moves of the side that is to move then.
    known: Mobility<W>,
    total: u64,
    indexing: PhantomData<I>,
}

impl<const W: usize, I: Index> After<W> for Leaves<'_, W, I> {
    #[inline(always)]
    fn visit(&mut self, position: &mut Position<W>) {
        let engine = self.engine;
        if engine.has_ended(position, self.holds) {
            return;
        }
        if engine.rules.constraints.must_capture {
            self.total += engine.count_moves(position);
            return;
        }
        self.total += match engine.count_in_short::<I>(position, &self.known) {
            Some(count) => count,
            None => engine.count(position, Wanted::All),
        };
    }
}

impl<const W: usize> Engine<W> {
    /// The number of sequences of legal moves as many plies long as there is room for, and one more, of a game that goes
    /// on until one of its ends [holds](Holds).
    pub(crate) fn count_tree(&self, position: &mut Position<W>, room: &mut [Sets<W>], holds: Holds<W>) -> u64 {
        match self.indexing() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: tables are laid out for PEXT only where `Indexing::detect` has found these features.
            Indexing::Pext if Self::HAS_TABLES => unsafe { self.count_tree_with_pext(position, room, holds) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has been asked for these features.
            Indexing::Multiply if Self::KNOWS_ORTHODOX_GAMES && has_bit_instructions() => unsafe {
                self.count_tree_with_bit_instructions(position, room, holds)
            },
            _ => self.count_tree_with_multiply(position, room, holds),
        }
    }

    /// Old AMD processors have all these instructions, but a slow PEXT.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
    fn count_tree_with_bit_instructions(
        &self,
        position: &mut Position<W>,
        room: &mut [Sets<W>],
        holds: Holds<W>,
    ) -> u64 {
        self.count_tree_by::<Multiply>(position, room, holds)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
    fn count_tree_with_pext(&self, position: &mut Position<W>, room: &mut [Sets<W>], holds: Holds<W>) -> u64 {
        self.count_tree_by::<Pext>(position, room, holds)
    }

    fn count_tree_with_multiply(&self, position: &mut Position<W>, room: &mut [Sets<W>], holds: Holds<W>) -> u64 {
        self.count_tree_by::<Multiply>(position, room, holds)
    }

    #[inline(always)]
    fn count_tree_by<I: Index>(&self, position: &mut Position<W>, room: &mut [Sets<W>], holds: Holds<W>) -> u64 {
        if self.has_ended(position, holds) {
            return 0;
        }
        let Some((moves, room)) = room.split_first_mut() else { return self.count_moves(position) };
        self.legal_sets(position, moves);
        // Nearly all positions are of the last ply: they are not worth a call each.
        if room.is_empty() {
            let known = self.mobility_of_others::<I>(position, moves.len());
            let mut leaves = Leaves { engine: self, holds, known, total: 0, indexing: PhantomData::<I> };
            self.make_each(position, moves, &mut leaves);
            return leaves.total;
        }
        let mut total = 0;
        self.make_each(position, moves, &mut |position: &mut Position<W>| {
            total += self.count_tree(position, room, holds);
        });
        total
    }

    #[inline(always)]
    fn has_ended(&self, position: &mut Position<W>, holds: Holds<W>) -> bool {
        match holds {
            None => false,
            Some(holds) => self.has_ended_at_once(position, |position, end| holds(self, position, end)),
        }
    }
}
