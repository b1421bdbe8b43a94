//! The evaluation of games in which a stone turns over its neighbours: a stone is safe when no square beside it is empty.

use crate::board::{Side, Square, SquareSet};
use crate::game::Position;
use crate::rules::{Flips, Rules};

use super::near::beside;

/// The part of a stone's value that it loses for each empty square beside it, in hundredths.
const EXPOSED: i32 = 5;

/// The squares of such a game.
#[derive(Clone, Debug)]
pub(super) struct Exposed {
    /// The squares beside each square.
    beside: Vec<SquareSet>,
    /// By piece, what it loses for each empty square beside it.
    losses: Vec<i32>,
}

impl Exposed {
    /// The squares of a game, with the values of its pieces; `None` if stones do not turn over their neighbours.
    pub(super) fn new(rules: &Rules, values: &[i32]) -> Option<Exposed> {
        let geometry = &rules.geometry;
        let around = |index: usize| beside(geometry, Square::new(index as u16)) & geometry.squares();
        matches!(rules.effects.flips, Some(Flips::Neighbours | Flips::NeighboursWithFriend)).then(|| Exposed {
            beside: (0..geometry.len()).map(around).collect(),
            losses: values.iter().map(|value| value * EXPOSED / 100).collect(),
        })
    }

    /// The score of a side, less that of the other one.
    pub(super) fn score(&self, position: &Position<'_>, side: Side) -> i32 {
        let mut taken = SquareSet::EMPTY;
        position.each_piece(&mut |square, _| taken.insert(square));
        let mut score = 0;
        position.each_piece(&mut |square, placed| {
            let empty = (self.beside[square.index()] & !taken).count() as i32;
            let loss = empty * self.losses[placed.piece.index()];
            score += if placed.side == side { -loss } else { loss };
        });
        score
    }
}
