//! Simple opponents, for trying out rules.

use crate::board::{Side, Square, SquareSet};
use crate::game::Game;
use crate::interpreter::Move;
use crate::rules::{Outcome, PieceId, Royalty, Rules};
use crate::walker::{self, Content, Context, Occupancy};

/// Random numbers that depend only on a seed (SplitMix64).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers of a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// A number below a bound, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound.max(1) as u64) as usize
    }
}

/// A kind of opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opponent {
    /// Any legal move.
    Random,
    /// A search of two plies that counts only material: the move with the best result after the best reply (or after
    /// the best next move of the same turn).
    Simple,
}

/// Positions with more moves than this are searched one ply deep.
const MANY_MOVES: usize = 120;
/// A won game, in hundredths of a square of mobility.
pub(super) const WON: i64 = 1 << 40;

impl Opponent {
    /// A legal move, if there is one.
    pub fn choose(self, game: &mut Game, random: &mut Random) -> Option<Move> {
        let mut moves = game.legal_moves();
        // Sorted, so that the choice does not depend on the order of move generation.
        moves.sort();
        if moves.is_empty() {
            return None;
        }
        if self == Opponent::Simple {
            let values = values(game.rules());
            let deep = moves.len() <= MANY_MOVES;
            let worth: Vec<i64> = moves.iter().map(|made| worth(game, made, &values, deep)).collect();
            let best = worth.iter().max().copied()?;
            let mut kept = worth.iter().map(|worth| *worth == best);
            moves.retain(|_| kept.next().unwrap_or(false));
        }
        Some(moves.swap_remove(random.below(moves.len())))
    }
}

/// Value of a move for the side that makes it, after the best reply.
fn worth(game: &Game, made: &Move, values: &[i64], deep: bool) -> i64 {
    let us = game.turn();
    let mut after = game.clone();
    after.play(made);
    if let Some(worth) = decided(&mut after, us) {
        return worth;
    }
    if !deep {
        return material(&mut after, us, values);
    }
    let answers = after.legal_moves();
    let goes_on = after.turn() == us;
    let answer = answers.iter().map(|answer| {
        let mut next = after.clone();
        next.play(answer);
        decided(&mut next, us).unwrap_or_else(|| material(&mut next, us, values))
    });
    // If a turn has several moves, the next move may be of the same side.
    if goes_on { answer.max().unwrap_or(0) } else { answer.min().unwrap_or(0) }
}

fn decided(game: &mut Game, us: Side) -> Option<i64> {
    game.end().map(|end| match end.outcome {
        Outcome::Draw => 0,
        Outcome::Won(side) if side == us => WON,
        Outcome::Won(_) => -WON,
    })
}

fn material(game: &mut Game, us: Side, values: &[i64]) -> i64 {
    let setup = game.setup();
    let pieces = setup.pieces.iter().flatten().map(|placed| (placed.side, values[placed.piece.index()]));
    let held = Side::ALL.into_iter().flat_map(|side| {
        let hand = setup.hands[side].iter().zip(values);
        hand.map(move |(count, value)| (side, i64::from(*count) * value)).collect::<Vec<_>>()
    });
    pieces.chain(held).map(|(side, value)| if side == us { value } else { -value }).sum()
}

/// Value of each piece: the average number of squares that it reaches on an empty board, in hundredths.
pub(super) fn values(rules: &Rules) -> Vec<i64> {
    struct Empty;
    impl Occupancy for Empty {
        fn content(&self, _: Square) -> Content {
            Content::Empty
        }
    }
    let squares: Vec<Square> = rules.geometry.squares().iter().collect();
    let context = Context { virgin: false, en_passant: None, castling_partners: &SquareSet::EMPTY };
    let reached = |piece: PieceId, from: Square| {
        let mut reached = SquareSet::EMPTY;
        let movement = &rules.piece(piece).movement;
        walker::walk(movement, &rules.geometry, Side::White, from, &Empty, &context, &mut |_, walk| {
            reached.insert(walk.to);
        });
        i64::from(reached.count())
    };
    let value = |piece: PieceId| match rules.piece(piece).royalty {
        Royalty::Royal => 0,
        _ => 100 + 100 * squares.iter().map(|from| reached(piece, *from)).sum::<i64>() / squares.len().max(1) as i64,
    };
    rules.piece_ids().map(value).collect()
}
