//! Move ordering.

use crate::board::{Side, Square};
use crate::game::Game;
use crate::interpreter::Move;
use crate::rules::{PieceId, Rules};

use super::evaluate::Evaluator;
use super::table::tag;

/// Swaps the best of the remaining moves to `index`.
pub(super) fn bring_best(moves: &mut [Move], rates: &mut [i32], index: usize) {
    let best = (index..moves.len()).max_by_key(|other| (rates[*other], usize::MAX - other)).unwrap_or(index);
    moves.swap(index, best);
    rates.swap(index, best);
}

/// The largest ply for which killer moves are stored.
const PLIES: usize = 128;
/// History values stay between this number and its negative.
const LARGE: i32 = 1 << 14;

/// Move ordering statistics of quiet moves, from earlier cut-offs.
#[derive(Debug)]
pub(super) struct Ordering {
    squares: usize,
    pieces: usize,
    history: Vec<i32>,
    killers: Vec<[u32; 2]>,
}

/// The order score of the first move; after it come captures, and then killer moves.
const FIRST: i32 = 1 << 30;
const CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 22;

impl Ordering {
    pub(super) fn new(rules: &Rules) -> Ordering {
        let (squares, pieces) = (rules.geometry.len(), rules.pieces.len());
        Ordering { squares, pieces, history: vec![0; 2 * squares * pieces], killers: vec![[0; 2]; PLIES] }
    }

    pub(super) fn clear(&mut self) {
        self.history.fill(0);
        self.killers.fill([0; 2]);
    }

    /// Reduces the weight of earlier searches.
    pub(super) fn age(&mut self) {
        self.history.iter_mut().for_each(|value| *value /= 4);
        self.killers.fill([0; 2]);
    }

    fn index(&self, side: Side, piece: PieceId, to: Square) -> usize {
        (side.index() * self.pieces + piece.index()) * self.squares + to.index()
    }

    /// Order score of each move. `first` is the tag of the move to search before all others.
    pub(super) fn rate(&self, game: &Game, moves: &[Move], first: u32, ply: usize, known: &Evaluator) -> Vec<i32> {
        let side = game.turn();
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        let rate = |mv: &Move| {
            let tag = tag(mv);
            if tag == first {
                return FIRST;
            }
            let gain = known.gain(game, mv);
            let quiet = self.history[self.index(side, mv.piece, mv.to)];
            if gain != 0 {
                // Captures of valuable pieces by cheap pieces come first, and losing captures last.
                let cost = if mv.is_capture() { known.value(mv.piece) / 16 } else { 0 };
                let good = gain > 0 && !known.loses_exchange(game, mv, gain);
                return if good { CAPTURE + (gain - cost) * 8 } else { gain.min(0) * 8 - LARGE + gain.max(0) - cost };
            }
            if killers.contains(&tag) { KILLER } else { quiet }
        };
        moves.iter().map(rate).collect()
    }

    /// Records that a move caused a beta cut-off at a depth, and that the moves before it did not.
    pub(super) fn cut(&mut self, side: Side, mv: &Move, before: &[Move], (depth, ply): (i32, usize)) {
        let bonus = (16 * depth * depth).min(1600);
        let tag = tag(mv);
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != tag
        {
            *killers = [tag, killers[0]];
        }
        self.add(side, mv, bonus);
        before.iter().filter(|mv| !mv.is_capture()).for_each(|mv| self.add(side, mv, -bonus / 2));
    }

    fn add(&mut self, side: Side, mv: &Move, bonus: i32) {
        let index = self.index(side, mv.piece, mv.to);
        // A history value changes less when it is near its limit.
        self.history[index] += bonus - self.history[index] * bonus.abs() / LARGE;
    }
}
