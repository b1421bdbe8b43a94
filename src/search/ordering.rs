//! Move ordering.

use crate::board::{Side, Square};
use crate::game::Position;
use crate::interpreter::Move;
use crate::rules::{PieceId, Rules};

use super::evaluate::Evaluator;
use super::table::tag;

/// A move of a list, by its index there, with its order score.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rated {
    pub score: i32,
    pub index: u32,
}

impl Rated {
    /// A number by which moves are sorted, the best one first. Moves with equal scores stay in the order of the list.
    fn key(self) -> i64 {
        i64::from(self.index) - (i64::from(self.score) << 32)
    }
}

/// Brings the best of the remaining moves to `index`, and returns it. Expects to be called for each index in turn.
pub(super) fn bring_best(rated: &mut [Rated], index: usize) -> Rated {
    /// A node that has searched so many moves will probably search all of them, so the rest is sorted at once.
    const SORTED: usize = 6;
    if index >= SORTED {
        if index == SORTED {
            rated[index..].sort_unstable_by_key(|rated| rated.key());
        }
        return rated[index];
    }
    let (mut best, mut least) = (index, rated[index].key());
    for (other, rated) in rated.iter().enumerate().skip(index + 1) {
        let key = rated.key();
        if key < least {
            (best, least) = (other, key);
        }
    }
    rated.swap(index, best);
    rated[index]
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
/// Moves with a smaller order score are quiet: no captures, promotions or killers.
pub(super) const QUIET: i32 = KILLER;

/// Returns `true` for the order score of the first move, or of a move that gains and does not lose more in an exchange.
pub(super) fn is_good(score: i32) -> bool {
    score > KILLER
}

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

    /// The order score of a move. `first` is the tag of the move to search before all others.
    pub(super) fn rate(
        &self,
        position: &Position<'_>,
        mv: &Move,
        (first, ply): (u32, usize),
        known: &Evaluator,
    ) -> i32 {
        let tag = tag(mv);
        if tag == first {
            return FIRST;
        }
        let gain = known.gain(position, mv);
        if gain != 0 {
            // Captures of valuable pieces by cheap pieces come first, and losing captures last.
            let cost = if mv.is_capture() { known.value(mv.piece) / 16 } else { 0 };
            let good = gain > 0 && !known.loses_exchange(position, mv, gain);
            return if good { CAPTURE + (gain - cost) * 8 } else { gain.min(0) * 8 - LARGE + gain.max(0) - cost };
        }
        if self.killers.get(ply).is_some_and(|killers| killers.contains(&tag)) {
            return KILLER;
        }
        self.history[self.index(position.turn(), mv.piece, mv.to)]
    }

    /// Records that a move caused a beta cut-off at a depth, and that the moves before it did not.
    pub(super) fn cut<'m>(
        &mut self,
        side: Side,
        mv: &Move,
        before: impl Iterator<Item = &'m Move>,
        (depth, ply): (i32, usize),
    ) {
        let bonus = (16 * depth * depth).min(1600);
        let tag = tag(mv);
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != tag
        {
            *killers = [tag, killers[0]];
        }
        self.add(side, mv, bonus);
        before.filter(|mv| !mv.is_capture()).for_each(|mv| self.add(side, mv, -bonus / 2));
    }

    fn add(&mut self, side: Side, mv: &Move, bonus: i32) {
        let index = self.index(side, mv.piece, mv.to);
        // A history value changes less when it is near its limit.
        self.history[index] += bonus - self.history[index] * bonus.abs() / LARGE;
    }
}
