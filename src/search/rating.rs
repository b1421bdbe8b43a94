//! The order scores of the moves of a node.

use crate::interpreter::Move;

use super::alphabeta::Worker;
use super::memory::Memory;
use super::ordering::{QUIET, Rated};

/// The order score of a move for each point by which its effects change the balance of pieces.
const EFFECT: i32 = 32;

/// The number of moves that are made between two readings of the clock.
const AT_ONCE: usize = 64;

impl Worker<'_> {
    /// The moves with their order scores.
    pub(super) fn rate(&mut self, moves: &[Move], first: u32) -> Vec<Rated> {
        let ply = self.line.ply();
        let mut rated = std::mem::take(&mut self.rooms[ply].rated);
        rated.clear();
        let Memory { ordering, evaluator, .. } = &*self.known;
        for (index, mv) in (0..).zip(moves) {
            let score = ordering.rate(self.line.position(), mv, (first, ply), evaluator);
            rated.push(Rated { score, index });
        }
        rated
    }

    /// In games whose moves have effects that captures do not tell: adds to the order scores of quiet moves how much each move
    /// changes the balance of pieces.
    pub(super) fn rate_effects(&mut self, moves: &[Move], rated: &mut [Rated]) {
        if !self.known.evaluator.has_effects {
            return;
        }
        let side = self.line.turn();
        let before = self.known.evaluator.balance(self.line.position(), side);
        for (index, rated) in rated.iter_mut().filter(|rated| rated.score < QUIET).enumerate() {
            // A list can have thousands of moves, and making them all can take longer than the clock has left.
            if index % AT_ONCE == AT_ONCE - 1 && self.is_late() {
                return;
            }
            self.line.make(&moves[rated.index as usize]);
            let gain = self.known.evaluator.balance(self.line.position(), side) - before;
            self.line.unmake();
            rated.score = rated.score.saturating_add(gain.saturating_mul(EFFECT)).min(QUIET - 1);
        }
    }
}
