//! Counting the leaves of trees of moves.
//!
//! Like the generator, the recursion is compiled for each indexing method: fast bit instructions speed up making moves
//! as much as finding them.

use std::marker::PhantomData;

use crate::interpreter::{Engine, Index, Sets, Task};
use crate::outcome::{self, Judge};
use crate::position::Position;

use super::bulk::{self, Mobility};
use super::make::After;

/// Adds up the numbers of legal moves of positions. A game that has ended has none.
struct Leaves<'a, const W: usize, I> {
    judge: &'a Judge<W>,
    /// Mobility of the side to move after the move.
    known: Mobility<W>,
    total: u64,
    /// Storage for the moves, if they are not only counted.
    moves: Sets<W>,
    indexing: PhantomData<I>,
}

impl<const W: usize, I: Index> After<W> for Leaves<'_, W, I> {
    #[inline(always)]
    fn visit(&mut self, position: &mut Position<W>) {
        let engine = self.judge;
        if outcome::has_ended_at_once(engine, position) {
            return;
        }
        if !I::COUNTS {
            engine.legal_sets(position, &mut self.moves);
            self.total += self.moves.len() as u64;
            return;
        }
        self.total += match engine.plan.obliges {
            true => engine.count_moves(position),
            false => bulk::count::<W, I>(engine, position, &self.known),
        };
    }

    fn effects_follow(&mut self) {
        self.known.forget_attackers();
    }
}

/// A tree to count.
struct Tree<'a, const W: usize> {
    judge: &'a Judge<W>,
    position: &'a mut Position<W>,
    room: &'a mut [Sets<W>],
}

impl<const W: usize> Task<W> for Tree<'_, W> {
    type Output = u64;

    #[inline(always)]
    fn run<I: Index>(self, engine: &Engine<W>) -> u64 {
        let Tree { judge, position, room } = self;
        if outcome::has_ended_at_once(judge, position) {
            return 0;
        }
        let Some((moves, room)) = room.split_first_mut() else { return engine.count_moves(position) };
        engine.legal_sets(position, moves);
        // Nearly all positions are of the last ply, so they are counted here without a call.
        if room.is_empty() {
            let known =
                if I::COUNTS { Mobility::of_opponent::<I>(engine, position, moves.len()) } else { Mobility::UNKNOWN };
            let moves_then = Sets::default();
            let mut leaves = Leaves { judge, known, total: 0, moves: moves_then, indexing: PhantomData::<I> };
            engine.make_each(position, moves, &mut leaves);
            return leaves.total;
        }
        let mut total = 0;
        engine.make_each(position, moves, &mut |position: &mut Position<W>| {
            total += count_tree(judge, position, room);
        });
        total
    }
}

/// The number of leaf nodes below a position. The depth is one more than the number of plies that `room` has storage
/// for.
pub(super) fn count_tree<const W: usize>(judge: &Judge<W>, position: &mut Position<W>, room: &mut [Sets<W>]) -> u64 {
    if Engine::<W>::RULED && judge.leads_by_rules() {
        return count_with_results(judge, position, room.len());
    }
    judge.dispatch(Tree { judge, position, room })
}

/// The same, where each legal move comes with the position to which it leads.
#[inline(never)]
fn count_with_results<const W: usize>(judge: &Judge<W>, position: &Position<W>, more: usize) -> u64 {
    if outcome::has_ended_at_once(judge, position) {
        return 0;
    }
    match more {
        0 => judge.count_by_rules(position),
        _ => judge
            .legal_moves_and_results(position, 0)
            .iter()
            .map(|(_, after)| count_with_results(judge, after, more - 1))
            .sum(),
    }
}
