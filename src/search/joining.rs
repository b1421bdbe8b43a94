//! The evaluation of games in which a side wins by connecting its pieces.

use crate::board::{Side, Square, SquareSet};
use crate::game::Position;
use crate::rules::tree::{Condition, ConditionKind, SetKind, Verdict};
use crate::rules::{Movement, Rules};
use crate::walker::potential;

use super::ends::{has, own};

/// The score of a square that a side still has to fill in order to connect its pieces.
const GAP: i32 = 30;
/// The distance of two squares that no steps connect, and the largest one that is told apart.
const FAR: u8 = 100;

/// An end that a side wins when steps connect all of its pieces.
#[derive(Clone, Debug)]
pub(super) struct Joining {
    /// The pieces that have to be connected.
    kinds: Vec<bool>,
    squares: usize,
    /// By two squares, the number of steps from one to the other.
    distances: Vec<u8>,
}

impl Joining {
    /// The end of this kind; `None` if there is none.
    pub(super) fn new(rules: &Rules) -> Option<Joining> {
        let wins = rules.tree.ends.iter().filter(|end| end.kind.verdict == Verdict::Win && end.kind.whose.is_none());
        let (set, movement) = wins.filter_map(|end| joined(&end.kind.condition)).next()?;
        Some(Joining {
            kinds: rules.piece_ids().map(|piece| has(set, piece)).collect(),
            squares: rules.geometry.len(),
            distances: distances(rules, movement),
        })
    }

    /// The score of a side for how few squares separate its pieces.
    pub(super) fn score(&self, position: &Position<'_>, side: Side) -> i32 {
        let mut pieces = Vec::new();
        position.each_piece(&mut |square, placed| {
            if placed.side == side && self.kinds[placed.piece.index()] {
                pieces.push(square);
            }
        });
        -GAP * self.gaps(&pieces)
    }

    /// The smallest number of further pieces that connect these pieces pair by pair.
    fn gaps(&self, pieces: &[Square]) -> i32 {
        let Some((first, others)) = pieces.split_first() else { return 0 };
        let distance = |one: Square, other: Square| self.distances[one.index() * self.squares + other.index()];
        // The distance of each piece that is not yet connected to the nearest piece that is.
        let mut open: Vec<(u8, Square)> = others.iter().map(|other| (distance(*first, *other), *other)).collect();
        let mut gaps = 0;
        while let Some(nearest) = (0..open.len()).min_by_key(|index| open[*index].0) {
            let (steps, square) = open.swap_remove(nearest);
            gaps += i32::from(steps) - 1;
            open.iter_mut().for_each(|(near, other)| *near = (*near).min(distance(square, *other)));
        }
        gaps
    }
}

/// The own pieces that a condition wants to be joined, and the steps by which.
fn joined(condition: &Condition) -> Option<(&SetKind, &Movement)> {
    match &condition.kind {
        ConditionKind::Joined(set, by) => own(set).map(|of| (&of.kind, &by.movement)),
        ConditionKind::Or(any) => any.iter().find_map(joined),
        _ => None,
    }
}

/// By two squares, the number of steps from one to the other.
fn distances(rules: &Rules, movement: &Movement) -> Vec<u8> {
    let geometry = &rules.geometry;
    let all: Vec<Square> = (0..geometry.len()).map(|index| Square::new(index as u16)).collect();
    let near = |from: &Square| {
        let mut near = SquareSet::EMPTY;
        movement.patterns.iter().for_each(|pattern| near |= potential(pattern, geometry, Side::White, *from, false));
        near & geometry.squares()
    };
    let near: Vec<SquareSet> = all.iter().map(near).collect();
    let mut distances = vec![FAR; all.len() * all.len()];
    for from in &all {
        let (mut known, mut edge) = (SquareSet::of(*from), SquareSet::of(*from));
        for steps in 0..FAR {
            edge.iter().for_each(|to| distances[from.index() * all.len() + to.index()] = steps);
            let mut next = SquareSet::EMPTY;
            edge.iter().for_each(|square| next |= near[square.index()]);
            edge = next & !known;
            known |= edge;
            if edge.is_empty() {
                break;
            }
        }
    }
    distances
}
