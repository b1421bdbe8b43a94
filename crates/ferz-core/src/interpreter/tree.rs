//! Counting the leaves of trees of moves.
//!
//! The recursion is compiled for each way of indexing, like the generator: making moves gains as much by the instructions
//! of the processor as finding them.

use std::marker::PhantomData;

use crate::position::Position;

use super::dispatch::Task;
use super::ends::Wanted;
use super::engine::Engine;
use super::lookup::Index;
use super::make::After;
use super::mobility::Mobility;
use super::sets::Sets;

/// Does one of the ends of a game, by its place in [`Rules::ends`](crate::rules::Rules), that can end it at once hold in a
/// position? `None` of a game without such ends.
pub(crate) type Holds<const W: usize> = Option<fn(&Engine<W>, &Position<W>, usize) -> bool>;

/// Adds up the legal moves of positions of games that have not ended.
struct Leaves<'a, const W: usize, I> {
    engine: &'a Engine<W>,
    holds: Holds<W>,
    /// What is known of the moves of the side that is to move then.
    known: Mobility<W>,
    total: u64,
    /// Room for the moves, where they are not only counted.
    moves: Sets<W>,
    indexing: PhantomData<I>,
}

impl<const W: usize, I: Index> After<W> for Leaves<'_, W, I> {
    #[inline(always)]
    fn visit(&mut self, position: &mut Position<W>) {
        let engine = self.engine;
        if engine.has_ended(position, self.holds) {
            return;
        }
        if !I::COUNTS {
            engine.legal_sets(position, &mut self.moves);
            self.total += self.moves.len() as u64;
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

/// A tree to count.
struct Tree<'a, const W: usize> {
    position: &'a mut Position<W>,
    room: &'a mut [Sets<W>],
    holds: Holds<W>,
}

impl<const W: usize> Task<W> for Tree<'_, W> {
    type Output = u64;

    #[inline(always)]
    fn run<I: Index>(self, engine: &Engine<W>) -> u64 {
        let Tree { position, room, holds } = self;
        if engine.has_ended(position, holds) {
            return 0;
        }
        let Some((moves, room)) = room.split_first_mut() else { return engine.count_moves(position) };
        engine.legal_sets(position, moves);
        // Nearly all positions are of the last ply: they are not worth a call each.
        if room.is_empty() {
            let known =
                if I::COUNTS { engine.mobility_of_others::<I>(position, moves.len()) } else { Mobility::UNKNOWN };
            let moves_then = Sets::default();
            let mut leaves = Leaves { engine, holds, known, total: 0, moves: moves_then, indexing: PhantomData::<I> };
            engine.make_each(position, moves, &mut leaves);
            return leaves.total;
        }
        let mut total = 0;
        engine.make_each(position, moves, &mut |position: &mut Position<W>| {
            total += engine.count_tree(position, room, holds);
        });
        total
    }
}

impl<const W: usize> Engine<W> {
    /// The number of sequences of legal moves as many plies long as there is room for, and one more, of a game that goes
    /// on until one of its ends [holds](Holds).
    pub(crate) fn count_tree(&self, position: &mut Position<W>, room: &mut [Sets<W>], holds: Holds<W>) -> u64 {
        self.dispatch(Tree { position, room, holds })
    }

    #[inline(always)]
    fn has_ended(&self, position: &Position<W>, holds: Holds<W>) -> bool {
        match holds {
            None => false,
            Some(holds) => self.has_ended_at_once(position, |position, end| holds(self, position, end)),
        }
    }
}
