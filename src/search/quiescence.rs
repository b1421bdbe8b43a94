//! Quiescence search: captures that do not lose material, and all moves in check.

use crate::interpreter::Move;

use super::alphabeta::{Window, Worker};
use super::ordering::{bring_best, is_good};
use super::score::WON;
use super::table::tag;

/// The number of plies for which captures are searched beyond the depth.
const PLIES: i32 = 10;
/// Largest gain that a capture in a quiet position can bring beyond the captured piece.
const MARGIN: i32 = 150;

impl Worker<'_> {
    /// Score of a position whose side to move is not in check, by captures alone. Most such positions are better than beta as
    /// they stand, and need no moves.
    pub(super) fn calm(&mut self, depth: i32, window: Window) -> i32 {
        let ply = self.line.ply();
        let estimate = self.estimate(ply, Some((window.alpha - MARGIN, window.beta)));
        if depth <= -PLIES || estimate >= window.beta {
            return estimate;
        }
        let mut list = std::mem::take(&mut self.rooms[ply].list);
        self.line.position().captures(&mut list);
        let score = self.quiet(&list, window, (depth, false), estimate);
        self.rooms[ply].list = list;
        score
    }

    /// Score of a position with these legal moves by captures alone; in check, by all moves.
    pub(super) fn quiet(&mut self, moves: &[Move], window: Window, (depth, check): (i32, bool), estimate: i32) -> i32 {
        let ply = self.line.ply();
        let mut open = window;
        // A side that must capture cannot leave the position as it is.
        let due = self.known.evaluator.must_capture && !moves.is_empty() && moves.iter().all(Move::is_capture);
        let forced = check || due;
        let mut best = if forced { -WON + ply as i32 } else { estimate };
        if depth <= -PLIES || self.known.evaluator.only_captures {
            return estimate;
        }
        if best >= window.beta {
            return best;
        }
        open.alpha = open.alpha.max(best);
        let entry = self.known.table.get(self.line.key());
        let stored = entry.is_none_or(|entry| i32::from(entry.depth) <= depth);
        let first = entry.map_or(0, |entry| entry.mv);
        let least = (!forced).then_some(open.alpha - estimate - MARGIN);
        let mut rated = self.rate(moves, first);
        if let Some(least) = least {
            let (evaluator, position) = (&self.known.evaluator, self.line.position());
            rated.retain(|rated| {
                let fits = |gain: i32| gain > 0 && gain > least;
                // A move with a low order score gains nothing, or loses more in the exchange on its square.
                is_good(rated.score) && fits(evaluator.gain(position, &moves[rated.index as usize]))
            });
        }
        let (mut mv, royal) = (0, self.enemy_royal());
        for index in 0..rated.len() {
            let made = &moves[bring_best(&mut rated, index).index as usize];
            let may_check = royal.is_none_or(|royal| self.may_check(made, royal));
            self.line.make(made);
            self.told = (!may_check).then_some(false);
            let score = self.below(depth - 1, open, false);
            self.line.unmake();
            if self.over {
                return 0;
            }
            if score > best {
                best = score;
                mv = tag(made);
            }
            if best >= window.beta {
                break;
            }
            open.alpha = open.alpha.max(best);
        }
        self.rooms[ply].rated = rated;
        if stored {
            self.store((mv, best), depth, window);
        }
        best
    }
}
