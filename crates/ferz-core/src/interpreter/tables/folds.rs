//! Leaps that are made step by step, so that they can pass over walls.

use crate::board::{BySide, Side, Square, SquareSet, Step};
use crate::rules::movement::{Between, Leg, Pattern};
use crate::rules::{PieceId, Rules};

/// A leap made step by step: some steps in one direction, then some in another.
#[derive(Clone, Debug)]
pub(crate) struct Fold {
    /// The two directions, by number, and the number of steps in each.
    pub ways: [(usize, u8); 2],
    /// `true` if the leap is lame: all squares before the last one must be empty.
    pub lame: bool,
    /// `true` if only a piece that has not moved has the leap.
    pub initial: bool,
    /// Whether the leap may end on an empty square, on an enemy, and on a friend.
    pub ends: [bool; 3],
    /// Its start squares and its destinations.
    pub squares: [SquareSet; 2],
}

/// All these leaps; empty in a game in which steps do not pass over walls.
#[derive(Clone, Debug, Default)]
pub(crate) struct Folds {
    /// The square next to each in each direction.
    neighbours: Vec<[Option<Square>; 8]>,
    /// The leaps of each piece.
    leaps: BySide<Vec<Vec<Fold>>>,
}

/// One step in each direction.
const STEPS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

impl Folds {
    /// Builds the table of a variant.
    pub fn of(rules: &Rules) -> Folds {
        if !rules.beyond.relations.skips_walls {
            return Folds::default();
        }
        // Steps pass over holes, too.
        let geometry = rules.geometry.clone().with_holes(SquareSet::EMPTY);
        let next =
            |square, (files, ranks)| geometry.step(square, Step::new(files, ranks)).map(|landing| landing.square);
        let squares = (0..geometry.len()).map(|index| Square::new(index as u16));
        Folds {
            neighbours: squares.map(|square| STEPS.map(|step| next(square, step))).collect(),
            leaps: BySide::from_fn(|side| rules.piece_ids().map(|piece| of_piece(rules, side, piece)).collect()),
        }
    }

    /// The leaps of a piece.
    pub fn of_piece(&self, side: Side, piece: PieceId) -> &[Fold] {
        &self.leaps[side][piece.index()]
    }

    /// Destination of a leap; `None` if it leads off the board or is blocked.
    pub fn end(
        &self,
        from: Square,
        fold: &Fold,
        blocked: impl Fn(Square) -> bool,
        occupied: impl Fn(Square) -> bool,
    ) -> Option<Square> {
        let mut at = from;
        for (direction, steps) in fold.ways {
            for _ in 0..steps {
                if fold.lame && at != from && occupied(at) {
                    return None;
                }
                at = self.neighbours[at.index()][direction]?;
                while blocked(at) {
                    at = self.neighbours[at.index()][direction]?;
                }
            }
        }
        (at != from).then_some(at)
    }
}

/// The leaps of a piece of a side.
fn of_piece(rules: &Rules, side: Side, piece: PieceId) -> Vec<Fold> {
    let piece = rules.piece(piece);
    let confined = piece.confined[side];
    let all = rules.geometry.squares();
    let own = piece.movement.patterns.iter().map(|pattern| (pattern, all, confined));
    let extra = piece.extra.iter().flat_map(|extra| {
        let squares = (extra.from[side], extra.to[side] & confined);
        extra.movement.patterns.iter().map(move |pattern| (pattern, squares.0, squares.1))
    });
    let mut folds: Vec<Fold> = Vec::new();
    for (pattern, from, to) in own.chain(extra) {
        let from = if pattern.initial { from & piece.initial[side] } else { from };
        let Some(leg) = pattern.single_leg() else { continue };
        folds.extend(leg.steps().filter_map(|step| fold(pattern, leg, (side, step), [from, to])));
    }
    folds
}

/// A leap in one direction.
fn fold(pattern: &Pattern, leg: &Leg, (side, step): (Side, Step), squares: [SquareSet; 2]) -> Option<Fold> {
    let step = if side == Side::White { step } else { step.reversed() };
    let (files, ranks) = (step.files, step.ranks);
    let aslant = files.unsigned_abs().min(ranks.unsigned_abs());
    let straight = files.unsigned_abs().max(ranks.unsigned_abs()) - aslant;
    let number = |way: (i8, i8)| STEPS.iter().position(|step| *step == way);
    let along = match files.unsigned_abs() > ranks.unsigned_abs() {
        true => (files.signum(), 0),
        false => (0, ranks.signum()),
    };
    let ways = [
        (if straight > 0 { number(along)? } else { 0 }, straight),
        (if aslant > 0 { number((files.signum(), ranks.signum()))? } else { 0 }, aslant),
    ];
    let lame = leg.between == Between::Empty;
    let ends = [leg.terms.quiet, leg.terms.enemy, leg.terms.friend];
    Some(Fold { ways, lame, initial: pattern.initial, ends, squares })
}
