//! Rays over any number of squares without a table: the first piece in the way is found with bit arithmetic.
//!
//! On large boards a table indexed by the occupancy of a whole ray would not fit into memory. Squares of a ray that are
//! passed in the order of their index, or against it, form a run; on a rectangle every straight ray is one run, on a
//! cylinder a ray that wraps has one more for every lap. Within a run, the first piece is the lowest or highest bit.

use crate::board::{Bitboard, Square};

use super::ray::{Ray, RayKind};

/// Squares of a ray whose indices rise, or fall.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run<const W: usize> {
    squares: Bitboard<W>,
    rising: bool,
}

/// A ray that depends on nothing but the squares it passes.
#[derive(Clone, Debug)]
pub(super) struct Line<const W: usize> {
    runs: Vec<Run<W>>,
    /// The squares on which it may end.
    land: Bitboard<W>,
    /// Must it pass over one piece first?
    hops: bool,
}

impl<const W: usize> Line<W> {
    /// The ray as a line; `None` if it has other conditions than pieces in the way.
    pub fn of(ray: &Ray) -> Option<Line<W>> {
        let plain = ray.cells.iter().all(|cell| cell.empty.is_empty() && cell.full.is_empty());
        let distinct = ray.cells.iter().enumerate();
        let distinct = distinct.clone().all(|(index, cell)| ray.cells[..index].iter().all(|c| c.square != cell.square));
        if !plain || !distinct || ray.kind == RayKind::Next {
            return None;
        }
        let squares: Vec<Square> = ray.cells.iter().skip(ray.skip).map(|cell| cell.square).collect();
        Some(Line { land: ray.land.resize(), hops: ray.kind == RayKind::Over, ..Line::along(&squares) })
    }

    /// The line along some squares, on each of which it may end.
    pub fn along(squares: &[Square]) -> Line<W> {
        let mut runs: Vec<Run<W>> = Vec::new();
        let mut last: Option<Square> = None;
        for square in squares {
            let rises = last.is_some_and(|last| *square > last);
            match runs.last_mut() {
                Some(run) if run.squares.count() == 1 || run.rising == rises => {
                    run.rising = rises;
                    run.squares.insert(*square);
                }
                _ => runs.push(Run { squares: Bitboard::of(*square), rising: true }),
            }
            last = Some(*square);
        }
        Line { runs, land: !Bitboard::EMPTY, hops: false }
    }

    /// The one run that says all there is to say: of a ray that neither wraps nor hops nor passes over where it may end.
    pub fn slide(&self) -> Option<Run<W>> {
        match self.runs.as_slice() {
            [run] if !self.hops && run.squares == run.squares & self.land => Some(*run),
            _ => None,
        }
    }

    /// The squares reached when the squares of `occupied` are, captures included.
    #[inline(always)]
    pub fn reach(&self, occupied: &Bitboard<W>) -> Bitboard<W> {
        let mut reached = Bitboard::EMPTY;
        let mut hopped = !self.hops;
        for run in &self.runs {
            let mut rest = run.squares;
            if !hopped {
                let passed = run.until_first(rest & *occupied);
                if !(passed & rest).intersects(occupied) {
                    continue;
                }
                hopped = true;
                rest &= !passed;
            }
            let pieces = rest & *occupied;
            if !pieces.is_empty() {
                reached |= rest & run.until_first(pieces);
                break;
            }
            reached |= rest;
        }
        reached & self.land
    }
}

/// A ray that does not pass over pieces of some kinds.
#[derive(Clone, Debug)]
pub(super) enum BarredLine<const W: usize> {
    /// Along a line; where it hops, the squares up to the hurdle too.
    Line(Line<W>, Option<Line<W>>),
    /// Square by square.
    Scan(Ray),
}

impl<const W: usize> BarredLine<W> {
    /// The ray as a line, if it can be one.
    pub fn of(ray: &Ray) -> BarredLine<W> {
        match Line::of(ray) {
            None => BarredLine::Scan(ray.clone()),
            Some(line) => {
                let squares: Vec<Square> = ray.cells.iter().skip(ray.skip).map(|cell| cell.square).collect();
                let before = line.hops.then(|| Line::along(&squares));
                BarredLine::Line(line, before)
            }
        }
    }

    /// The squares reached when the squares of `occupied` are; the ray ends on the first barrier at the latest.
    pub fn reach(&self, occupied: &Bitboard<W>, barriers: &Bitboard<W>) -> Bitboard<W> {
        match self {
            BarredLine::Scan(ray) => ray.reach_up_to(occupied, barriers),
            BarredLine::Line(line, None) => line.reach(occupied),
            BarredLine::Line(line, Some(before)) => match before.reach(occupied).intersects(barriers) {
                true => Bitboard::EMPTY,
                false => line.reach(occupied),
            },
        }
    }
}

impl<const W: usize> Run<W> {
    /// The squares it passes.
    pub fn squares(&self) -> Bitboard<W> {
        self.squares
    }

    /// Do their indices rise?
    pub fn is_rising(&self) -> bool {
        self.rising
    }

    /// All squares of the board up to the first of a set, in the direction of the run; all of them if it is empty.
    #[inline(always)]
    fn until_first(&self, pieces: Bitboard<W>) -> Bitboard<W> {
        if self.rising { pieces.up_to_lowest() } else { pieces.down_to_highest() }
    }
}
