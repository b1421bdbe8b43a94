//! Pieces of a side at the start of a game, from all sources.

use crate::board::{BySide, Side};
use crate::rules::{HandRule, PieceId, Rules};

/// Pieces of a side at the start of a game, on the board, in hand, and from a shuffle.
pub(super) struct Army {
    /// How many of each piece stand on the board of the setup.
    pub(super) placed: Vec<usize>,
    /// How many of each piece the side has on the board and in hand. Pieces that only a shuffle places, or that a rule
    /// puts in place of another piece, count as one or more.
    pub(super) pieces: Vec<usize>,
}

impl Army {
    /// Counts the pieces of both sides.
    pub(super) fn of_both(rules: &Rules) -> BySide<Army> {
        BySide::from_fn(|side| Army::of(rules, side))
    }

    fn of(rules: &Rules, side: Side) -> Army {
        let mut placed = vec![0; rules.pieces.len()];
        for piece in rules.setup.pieces.iter().flatten().filter(|piece| piece.side == side) {
            placed[piece.piece.index()] += 1;
        }
        let mut pieces = placed.clone();
        for (index, held) in rules.setup.hands[side].iter().enumerate() {
            let unlimited = rules.hand == Some(HandRule::Unlimited);
            pieces[index] += usize::from(*held) + usize::from(unlimited);
        }
        for id in rules.shuffle.iter().flat_map(|shuffle| &shuffle.steps).flat_map(|step| &step.pieces) {
            pieces[id.index()] = pieces[id.index()].max(1);
        }
        // A piece that can become another piece, or that a rule puts in place of another, counts as both.
        for id in rules.piece_ids().filter(|id| pieces[id.index()] > 0).collect::<Vec<_>>() {
            for made in rules.beyond.made_of(id) {
                pieces[made.index()] = pieces[made.index()].max(1);
            }
        }
        Army { placed, pieces }
    }

    /// Returns `true` if the side has a piece for which `holds` is true.
    pub(super) fn any(&self, holds: impl Fn(PieceId) -> bool) -> bool {
        let had = self.pieces.iter().enumerate().filter(|(_, count)| **count > 0);
        had.into_iter().any(|(index, _)| holds(PieceId::new(index as u8)))
    }
}
