//! Squares around a square and in line with it, as sets.
//!
//! The eight directions are numbered clockwise from straight up as White sees the board: the even ones lead along files
//! and ranks, and `(direction + 4) % 8` is opposite.

use super::bitboard::Bitboard;
use super::line::Line;
use super::square::{Square, Step};
use super::topology::Geometry;

/// One step in each direction.
const AROUND: [Step; 8] = [
    Step::new(0, 1),
    Step::new(1, 1),
    Step::new(1, 0),
    Step::new(1, -1),
    Step::new(0, -1),
    Step::new(-1, -1),
    Step::new(-1, 0),
    Step::new(-1, 1),
];

/// The surroundings of all squares; empty in a game that does not need them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Surroundings<const W: usize> {
    /// The squares beside each square.
    pub beside: Vec<Bitboard<W>>,
    /// The squares that lack a neighbour on their file or rank: those at an edge or beside a hole.
    pub edge: Bitboard<W>,
    /// The squares that follow each square in each direction.
    lines: Vec<[Line<W>; 8]>,
    /// The last square of each of these lines.
    ends: Vec<[Option<Square>; 8]>,
    /// For each direction, the index distances of its steps, each with the squares from which a step has this distance.
    steps: [Vec<(i32, Bitboard<W>)>; 8],
    /// The same for all directions together.
    around: Vec<(i32, Bitboard<W>)>,
    /// For each direction, the squares on which lines in it begin (no step in this direction leads to them).
    starts: [Bitboard<W>; 8],
    /// `true` if each direction stays the same all over the board.
    uniform: bool,
}

/// Groups pairs of squares by the distance between their indices: for each distance, the first squares.
fn shifts<const W: usize>(pairs: impl Iterator<Item = (Square, Square)>) -> Vec<(i32, Bitboard<W>)> {
    let mut shifts: Vec<(i32, Bitboard<W>)> = Vec::new();
    for (from, to) in pairs {
        let distance = to.index() as i32 - from.index() as i32;
        match shifts.iter_mut().find(|(other, _)| *other == distance) {
            Some((_, sources)) => sources.insert(from),
            None => shifts.push((distance, Bitboard::of(from))),
        }
    }
    shifts
}

/// For each pair whose first square is in the set, the second square.
#[inline(always)]
fn shifted<const W: usize>(set: Bitboard<W>, shifts: &[(i32, Bitboard<W>)]) -> Bitboard<W> {
    let mut shifted = Bitboard::EMPTY;
    for (distance, sources) in shifts {
        shifted |= (set & *sources).moved(*distance);
    }
    shifted
}

impl<const W: usize> Surroundings<W> {
    /// The surroundings of the squares of a board.
    pub fn of(geometry: &Geometry) -> Surroundings<W> {
        let squares = || (0..geometry.len()).map(|index| Square::new(index as u16));
        let on = |square, step| geometry.step(square, step).map(|landing| landing.square);
        let pair = |(from, step)| on(from, step).map(|to| (from, to));
        let ways = || squares().map(|square| AROUND.map(|step| squares_along(geometry, square, step)));
        let straight = |square, step| geometry.step(square, step).is_none_or(|landing| landing.onward == step);
        Surroundings {
            beside: squares()
                .map(|square| {
                    let steps = AROUND.iter().filter(|step| geometry.topology().is_neighbour(**step));
                    steps.filter_map(|step| on(square, *step)).collect()
                })
                .collect(),
            edge: squares()
                .filter(|square| AROUND.iter().step_by(2).any(|step| on(*square, *step).is_none()))
                .collect(),
            lines: ways().map(|ways| ways.map(|squares| Line::along(&squares))).collect(),
            ends: ways().map(|ways| ways.map(|squares| squares.last().copied())).collect(),
            steps: AROUND.map(|step| shifts(squares().map(|from| (from, step)).filter_map(pair))),
            around: shifts(squares().flat_map(|from| AROUND.map(|step| (from, step))).filter_map(pair)),
            starts: AROUND.map(|step| {
                let before = |square: &Square| on(*square, Step::new(-step.files, -step.ranks)).is_none();
                squares().filter(before).collect()
            }),
            uniform: squares().all(|square| AROUND.iter().all(|step| straight(square, *step))),
        }
    }

    /// All squares of a set after one step in a direction.
    fn stepped(&self, set: Bitboard<W>, direction: usize) -> Bitboard<W> {
        shifted(set, &self.steps[direction])
    }

    /// The squares beside those of a set on their ranks and files.
    pub fn beside_orthogonally(&self, set: Bitboard<W>) -> Bitboard<W> {
        (0..8).step_by(2).fold(Bitboard::EMPTY, |all, direction| all | self.stepped(set, direction))
    }

    /// The squares beside those of a set.
    pub fn beside_all(&self, set: Bitboard<W>) -> Bitboard<W> {
        shifted(set, &self.around)
    }

    /// The enemies that stand in a row between a square and an own piece.
    pub fn enclosed(&self, to: Square, own: &Bitboard<W>, enemies: &Bitboard<W>) -> Bitboard<W> {
        let others = !*enemies;
        let mut enclosed = Bitboard::EMPTY;
        for line in &self.lines[to.index()] {
            let reached = line.reach(&others);
            if reached.intersects(own) {
                enclosed |= reached & *enemies;
            }
        }
        enclosed
    }

    /// The squares of `squares` from which a row of enemies leads to an own piece.
    pub fn enclosing(&self, squares: Bitboard<W>, own: &Bitboard<W>, enemies: &Bitboard<W>) -> Bitboard<W> {
        if !self.uniform {
            return squares.iter().filter(|to| !self.enclosed(*to, own, enemies).is_empty()).collect();
        }
        let mut found = Bitboard::EMPTY;
        for direction in 0..8 {
            let (mut row, mut fresh) = (Bitboard::EMPTY, *own);
            loop {
                fresh = self.stepped(fresh, direction) & *enemies & !row;
                if fresh.is_empty() {
                    break;
                }
                row |= fresh;
            }
            found |= self.stepped(row, direction) & squares;
        }
        found
    }

    /// The empty squares on top of piles that stand on the first rank, in files whose last square is empty too.
    pub fn pile_tops(&self, occupied: &Bitboard<W>) -> Bitboard<W> {
        const UP: usize = 0;
        let starts = self.starts[UP];
        let held = self.stepped(*occupied, UP) | starts;
        if self.uniform && occupied.is_subset(&held) {
            // Piles have no gaps, so a file with an occupied last square is full.
            return held & !*occupied;
        }
        let (mut tops, mut level) = (Bitboard::EMPTY, starts);
        while !level.is_empty() {
            let open = |top: &Square| self.ends[top.index()][UP].is_none_or(|end| !occupied.contains(end));
            tops |= (level & !*occupied).iter().filter(open).collect();
            level = self.stepped(level & *occupied, UP);
        }
        tops
    }

    /// The empty squares on which a piece stops when it is pushed in from an edge along a file or rank.
    pub fn pushed(&self, occupied: &Bitboard<W>) -> Bitboard<W> {
        let mut rests = Bitboard::EMPTY;
        for direction in (0..8).step_by(2) {
            let goes_on = self.stepped(!*occupied, (direction + 4) % 8);
            let mut moving = self.starts[direction] & !*occupied;
            while !moving.is_empty() {
                rests |= moving & !goes_on;
                moving = self.stepped(moving & goes_on, direction);
            }
        }
        rests
    }
}

/// The squares that follow a square along its rank and its file, each way.
pub(crate) fn along_rows(geometry: &Geometry, from: Square) -> [Vec<Square>; 4] {
    [0, 2, 4, 6].map(|direction| squares_along(geometry, from, AROUND[direction]))
}

/// The squares that follow a square in a direction, up to the edge or until the line returns to it.
fn squares_along(geometry: &Geometry, from: Square, step: Step) -> Vec<Square> {
    let (mut line, mut at, mut step) = (Vec::new(), from, step);
    while let Some(landing) = geometry.step(at, step).filter(|landing| landing.square != from) {
        if line.contains(&landing.square) {
            break;
        }
        line.push(landing.square);
        (at, step) = (landing.square, landing.onward);
    }
    line
}
