//! Rays: the reach of a single-leg move from one square, as data for tables and attack paths.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::board::{Bitboard, Line, Square, SquareSet};

/// One square of a ray.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RayCell {
    /// The square.
    pub square: Square,
    /// Additional conditions of the step onto it; most steps have none.
    needs: Option<Box<Needs>>,
}

/// Squares that a step passes without visiting them, with their required content.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
struct Needs {
    empty: SmallVec<[Square; 2]>,
    full: SmallVec<[Square; 2]>,
}

impl RayCell {
    /// A square that the ray reaches if some squares are empty and others are occupied.
    pub fn new(square: Square, empty: SmallVec<[Square; 2]>, full: SmallVec<[Square; 2]>) -> RayCell {
        let needs = (!empty.is_empty() || !full.is_empty()).then(|| Box::new(Needs { empty, full }));
        RayCell { square, needs }
    }

    /// Squares that must be empty for the step onto it (lame leapers).
    pub fn empty(&self) -> &[Square] {
        self.needs.as_ref().map_or(&[], |needs| &needs.empty)
    }

    /// Squares that must be occupied for the step onto it (jumpers that need something to jump).
    pub fn full(&self) -> &[Square] {
        self.needs.as_ref().map_or(&[], |needs| &needs.full)
    }

    /// Adds squares that must be empty.
    pub fn needs_empty(&mut self, squares: SmallVec<[Square; 2]>) {
        if !squares.is_empty() {
            self.needs.get_or_insert_default().empty.extend(squares);
        }
    }

    /// Returns `true` if the step has no further conditions.
    pub fn is_free(&self) -> bool {
        self.needs.is_none()
    }
}

/// How a ray treats pieces on its way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RayKind {
    /// Stops at the first piece (leapers are rays of one square).
    Slide,
    /// Passes over exactly one piece, and goes on behind it as a slide.
    Over,
    /// Passes over one piece, and ends on the square behind it.
    Next,
}

/// The squares that a piece may reach in one direction from one square.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ray {
    /// The squares in order.
    pub cells: Vec<RayCell>,
    /// How the ray treats pieces on its way.
    pub kind: RayKind,
    /// Number of squares at the beginning that are passed regardless of their content and cannot be the last.
    pub skip: usize,
    /// The squares on which it may end.
    pub land: Arc<SquareSet>,
}

/// The condition under which a ray attacks a square: of the squares `between`, exactly `hurdles` are occupied, and all of
/// `full` are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Path {
    /// The squares that decide.
    pub between: SquareSet,
    /// How many of them must be occupied.
    pub hurdles: u8,
    /// Further squares that must all be occupied.
    pub full: SquareSet,
    /// The squares among these on which a hurdle stands. A hurdle that the piece may not pass over ends the ray.
    pub hurdle: SquareSet,
}

/// The squares on the way to a square of a ray.
#[derive(Clone, Copy, Default)]
struct Way {
    /// Squares that the ray visits, without the skipped squares at its start.
    passed: SquareSet,
    /// Squares that must be empty.
    empty: SquareSet,
    /// Squares that must be occupied.
    full: SquareSet,
}

impl Ray {
    /// The ray without the part behind the last square on which it may end.
    pub fn trimmed(mut self) -> Ray {
        let last = self.cells.iter().rposition(|cell| self.land.contains(cell.square));
        self.cells.truncate(last.map_or(0, |last| last + 1));
        self
    }

    /// The squares reached with the given occupancy, captures included.
    pub fn reach<const W: usize>(&self, occupied: &Bitboard<W>) -> Bitboard<W> {
        self.reach_up_to(occupied, &Bitboard::EMPTY)
    }

    /// The same as [`reach`](Ray::reach), for a ray that cannot pass over the `barriers`. It ends on the first of them
    /// at the latest.
    pub fn reach_up_to<const W: usize>(&self, occupied: &Bitboard<W>, barriers: &Bitboard<W>) -> Bitboard<W> {
        let mut reached = Bitboard::EMPTY;
        let mut hopped = self.kind == RayKind::Slide;
        for (index, cell) in self.cells.iter().enumerate() {
            let blocked = cell.empty().iter().any(|square| occupied.contains(*square));
            if blocked || cell.full().iter().any(|square| !occupied.contains(*square)) {
                break;
            }
            if index < self.skip {
                continue;
            }
            let full = occupied.contains(cell.square);
            if !hopped {
                if barriers.contains(cell.square) {
                    break;
                }
                hopped = full;
                continue;
            }
            if self.land.contains(cell.square) {
                reached.insert(cell.square);
            }
            if full || self.kind == RayKind::Next {
                break;
            }
        }
        reached
    }

    /// The ray as a line; `None` if it depends on more than the pieces in its way.
    pub fn line<const W: usize>(&self) -> Option<Line<W>> {
        let plain = self.cells.iter().all(RayCell::is_free);
        let mut cells = self.cells.iter().enumerate();
        let distinct = cells.all(|(index, cell)| self.cells[..index].iter().all(|other| other.square != cell.square));
        if !plain || !distinct || self.kind == RayKind::Next {
            return None;
        }
        let line = Line::along(&self.passed()).ending_on(self.land.resize());
        Some(if self.kind == RayKind::Over { line.hopping() } else { line })
    }

    /// The squares of the ray, without the skipped ones at the beginning.
    pub fn passed(&self) -> Vec<Square> {
        self.cells.iter().skip(self.skip).map(|cell| cell.square).collect()
    }

    /// Returns `true` if the ray reaches the same squares with every occupancy.
    pub fn is_free(&self) -> bool {
        self.cells.len() <= self.skip + 1 && self.cells.iter().all(RayCell::is_free)
    }

    /// The squares whose occupancy can change what the ray reaches.
    pub fn depends_on(&self) -> SquareSet {
        let passed = self.cells.iter().skip(self.skip).rev().skip(1).map(|cell| cell.square);
        passed.chain(self.cells.iter().flat_map(|cell| cell.empty().iter().chain(cell.full()).copied())).collect()
    }

    /// Returns `true` for a slide that may stop anywhere. The squares that it reaches are then all squares on which it
    /// depends.
    pub fn shows_what_it_depends_on(&self) -> bool {
        let plain = |cell: &RayCell| cell.is_free() && self.land.contains(cell.square);
        self.kind == RayKind::Slide && self.skip == 0 && self.cells.iter().all(plain)
    }

    /// Each square on which the ray may end, with the condition for reaching it; `None` if a [`Path`] cannot express
    /// the condition.
    pub fn paths(&self) -> impl Iterator<Item = (Square, Option<Path>)> + '_ {
        let first = self.skip + usize::from(self.kind != RayKind::Slide);
        let mut way = Way::default();
        self.cells.iter().enumerate().filter_map(move |(index, cell)| {
            way.empty |= cell.empty().iter().copied().collect();
            way.full |= cell.full().iter().copied().collect();
            let ends = index >= first && self.land.contains(cell.square);
            let found = ends.then(|| (cell.square, self.path(index, way)));
            if index >= self.skip {
                way.passed.insert(cell.square);
            }
            found
        })
    }

    /// The condition for reaching the square with an index, given the squares on the way to it.
    fn path(&self, index: usize, Way { passed, empty, full }: Way) -> Option<Path> {
        let none = SquareSet::EMPTY;
        let path = |between: SquareSet, hurdles: u32, (full, hurdle): (SquareSet, SquareSet)| {
            Some(Path { between, hurdles: hurdles as u8, full, hurdle })
        };
        match self.kind {
            RayKind::Slide if full.is_empty() => path(passed | empty, 0, (none, none)),
            RayKind::Slide if (passed | empty).is_empty() => path(full, full.count(), (none, none)),
            RayKind::Slide => path(passed | empty, 0, (full, none)),
            RayKind::Over if (empty | full).is_empty() => path(passed, 1, (none, passed)),
            RayKind::Over => None,
            RayKind::Next if (empty | full).is_empty() && passed.count() == 1 => path(passed, 1, (none, passed)),
            RayKind::Next => {
                let hurdle = SquareSet::of(self.cells[index.checked_sub(1)?].square);
                let gaps = (passed & !hurdle) | empty;
                let apart = !gaps.intersects(&(full | hurdle));
                apart.then(|| path(gaps, 0, (full | hurdle, hurdle))).flatten()
            }
        }
    }
}
