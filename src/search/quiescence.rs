//! Quiescence search: captures that do not lose material, and all moves in check.

use crate::interpreter::Move;

use super::alphabeta::{Window, Worker};
use super::ordering::bring_best;
use super::score::WON;
use super::table::tag;

/// The number of plies for which captures are searched beyond the depth.
const PLIES: i32 = 10;
/// Largest gain that a capture in a quiet position can bring beyond the captured piece.
const MARGIN: i32 = 150;

impl Worker<'_> {
    /// Score of a position with these legal moves by captures alone; in check, by all moves.
    pub(super) fn quiet(&mut self, mut moves: Vec<Move>, window: Window, (depth, check): (i32, bool)) -> i32 {
        let ply = self.line.ply();
        let estimate = self.estimate(ply);
        let mut open = window;
        let mut best = if check { -WON + ply as i32 } else { estimate };
        if depth <= -PLIES {
            return estimate;
        }
        if best >= window.beta {
            return best;
        }
        open.alpha = open.alpha.max(best);
        let entry = self.known.table.get(self.line.key());
        let stored = entry.is_none_or(|entry| i32::from(entry.depth) <= depth);
        if !check {
            self.keep_gains(&mut moves, open.alpha - estimate - MARGIN);
        }
        let first = entry.map_or(0, |entry| entry.mv);
        let known = &self.known;
        let mut rates = known.ordering.rate(self.line.game(), &moves, first, ply, &known.evaluator);
        let mut mv = 0;
        for index in 0..moves.len() {
            bring_best(&mut moves, &mut rates, index);
            self.line.make(&moves[index]);
            let score = self.below(depth - 1, open, false);
            self.line.unmake();
            if self.over {
                return 0;
            }
            if score > best {
                best = score;
                mv = tag(&moves[index]);
            }
            if best >= window.beta {
                break;
            }
            open.alpha = open.alpha.max(best);
        }
        if stored {
            self.store((mv, best), depth, window);
        }
        best
    }

    /// Keeps the moves that gain more than `least`, without those that lose more in the exchange on their square.
    fn keep_gains(&mut self, moves: &mut Vec<Move>, least: i32) {
        let evaluator = &self.known.evaluator;
        let game = self.line.game();
        moves.retain(|mv| {
            let gain = evaluator.gain(game, mv);
            gain > 0 && gain > least && !evaluator.loses_exchange(game, mv, gain)
        });
    }
}
