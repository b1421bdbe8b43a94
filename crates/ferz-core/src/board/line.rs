//! Lines without lookup tables: bit arithmetic finds the first piece in the way.
//!
//! On large boards a table indexed by the occupancy of a whole ray would not fit into memory. A run is a part of a line
//! with rising or falling indices. On a rectangle every straight ray is one run. On a cylinder a ray that wraps has one
//! more run for every lap. Within a run, the first piece is the lowest or the highest bit.

use super::bitboard::Bitboard;
use super::square::Square;

/// Squares of a line with rising, or falling, indices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run<const W: usize> {
    squares: Bitboard<W>,
    rising: bool,
}

/// A line whose reach depends only on which of its squares are occupied.
#[derive(Clone, Debug)]
pub(crate) struct Line<const W: usize> {
    runs: Vec<Run<W>>,
    /// The squares on which it may end.
    land: Bitboard<W>,
    /// `true` if the move must pass over one piece first.
    hops: bool,
}

impl<const W: usize> Line<W> {
    /// Line through the given squares, in order. The piece may stop on each of them.
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

    /// The same line, ending on these squares only.
    pub fn ending_on(self, land: Bitboard<W>) -> Line<W> {
        Line { land, ..self }
    }

    /// The same line for a hopper: it starts behind the first piece on it.
    pub fn hopping(self) -> Line<W> {
        Line { hops: true, ..self }
    }

    /// The single run of a plain slide; `None` for a line that wraps or hops, or that passes squares on which it may
    /// not end.
    pub fn slide(&self) -> Option<Run<W>> {
        match self.runs.as_slice() {
            [run] if !self.hops && run.squares == run.squares & self.land => Some(*run),
            _ => None,
        }
    }

    /// The squares reached with the given occupancy, captures included.
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

impl<const W: usize> Run<W> {
    /// The squares it passes.
    pub fn squares(&self) -> Bitboard<W> {
        self.squares
    }

    /// Returns `true` if their indices rise.
    pub fn is_rising(&self) -> bool {
        self.rising
    }

    /// All squares of the board up to the first square of a set, in the direction of the run; all squares if the set is
    /// empty.
    #[inline(always)]
    fn until_first(&self, pieces: Bitboard<W>) -> Bitboard<W> {
        if self.rising { pieces.up_to_lowest() } else { pieces.down_to_highest() }
    }
}
