//! Attacks without a closed form: attacks of several legs, and others that only the walker can find.
//!
//! Most of the pieces with such attacks attack nothing. The squares from which a course may capture on a target are
//! searched backwards, for all pieces at once. Only pieces on these squares are walked.

use std::cell::{Cell, RefCell};

use crate::board::{Bitboard, Side, Square, SquareSet};
use crate::position::Position;
use crate::rules::movement::Course;
use crate::walker::{Approach, Goal, Scene};

use super::engine::Engine;
use super::reference;
use super::tables::WalkedCourse;

/// At this many king steps a distance test no longer pays.
const FAR: usize = 8;

/// The pieces that may attack one square by a course.
struct Coming<'a, const W: usize> {
    course: &'a WalkedCourse,
    /// Pieces that may attack the square.
    pieces: Bitboard<W>,
    /// The result of the backward search, if there is one.
    approach: Option<Approach<W>>,
}

/// Threats to royal pieces by attacks without a closed form.
#[derive(Clone, Copy, Debug)]
pub(super) enum Threats<const W: usize> {
    /// There is no threat, and there will be none while these squares do not change.
    None(Bitboard<W>),
    /// There is a threat, which stands while these squares do not change.
    Attack(Bitboard<W>),
    /// There is no threat, but the squares on which this depends are unknown.
    Unknown,
}

impl<const W: usize> Engine<W> {
    /// Returns `true` if a square is attacked by pieces of `by` with attacks that have no closed form. Pieces on
    /// squares of `gone` do not count.
    pub(crate) fn attacks_by_walker_only(
        &self,
        position: &Position<W>,
        target: Square,
        by: Side,
        gone: &Bitboard<W>,
    ) -> bool {
        let free = !(*gone | Bitboard::of(target));
        let own = position.of_side(by) & free;
        self.walked[by].iter().any(|course| {
            // Most of these pieces are far away.
            let near = || own & self.within(target, course.farthest) & position.of_pieces(&course.pieces);
            if course.farthest < FAR && near().is_empty() {
                return false;
            }
            let coming = self.coming(position, course, (by, target), &free);
            coming.is_some_and(|coming| self.taker(position, &coming, (by, target), None).is_some())
        })
    }

    /// Threats to some squares by attacks without a closed form.
    pub(super) fn walked_threats(&self, position: &Position<W>, targets: Bitboard<W>, by: Side) -> Threats<W> {
        let (mut seen, mut known) = (targets, true);
        for target in targets {
            for course in &self.walked[by] {
                let Some(coming) = self.coming(position, course, (by, target), &!Bitboard::of(target)) else {
                    continue;
                };
                let looked_at = RefCell::new(SquareSet::of(target));
                if let Some(from) = self.taker(position, &coming, (by, target), Some(&looked_at)) {
                    let path: Bitboard<W> = looked_at.into_inner().resize();
                    return Threats::Attack(path | Bitboard::of(from));
                }
                match &coming.approach {
                    Some(approach) => seen |= approach.seen,
                    None => known = false,
                }
            }
        }
        if known { Threats::None(seen) } else { Threats::Unknown }
    }

    /// The pieces of `by` that may capture on a square by a course; `None` if there are no such pieces.
    fn coming<'a>(
        &self,
        position: &Position<W>,
        course: &'a WalkedCourse,
        (by, target): (Side, Square),
        free: &Bitboard<W>,
    ) -> Option<Coming<'a, W>> {
        let movers = position.of_pieces(&course.pieces) & position.of_side(by);
        let mut pieces = movers & *free;
        if pieces.is_empty() {
            return None;
        }
        let approach = match &course.course {
            // A piece that does not see all other pieces needs the walker.
            Course::Legs(legs) if self.rules.beyond.levels.forms.is_empty() => {
                let scene = Scene {
                    geometry: &self.rules.geometry,
                    files: &self.board.files,
                    side: by,
                    all: self.board.all_squares,
                    empty: self.board.all_squares & !position.occupied(),
                    friends: position.of_side(by),
                    enemies: position.of_side(!by),
                    movers,
                };
                Approach::of(legs, &scene, target)
            }
            _ => None,
        };
        match &approach {
            Some(approach) => pieces &= approach.starts(),
            // Walking a piece takes long, so distant pieces are left out first.
            None => pieces &= self.within(target, course.farthest),
        }
        Some(Coming { course, pieces, approach })
    }

    /// The squares within a number of king steps.
    fn within(&self, target: Square, steps: usize) -> Bitboard<W> {
        let geometry = &self.rules.geometry;
        let (files, ranks) = (geometry.files(), geometry.ranks());
        if steps >= files.max(ranks) {
            return self.board.all_squares;
        }
        let (file, rank) = (geometry.file(target), geometry.rank(target));
        let columns = &self.board.files[file.saturating_sub(steps)..files.min(file + steps + 1)];
        let below = Bitboard::first(rank.saturating_sub(steps) * files);
        let rows = Bitboard::first(ranks.min(rank + steps + 1) * files) & !below;
        columns.iter().fold(Bitboard::EMPTY, |all, column| all | *column) & rows
    }

    /// One of the pieces that can capture on a square; `None` if none can.
    fn taker(
        &self,
        position: &Position<W>,
        coming: &Coming<'_, W>,
        (by, target): (Side, Square),
        looked_at: Option<&RefCell<SquareSet>>,
    ) -> Option<Square> {
        let begins = |leg: usize, heading: u8, square: Square| {
            coming.approach.as_ref().is_none_or(|approach| approach.begins(leg, heading, square))
        };
        coming.pieces.iter().find(|from| {
            let found = Cell::new(false);
            let goal = Goal { target, begins: &begins, found: &found };
            if let Some(looked_at) = looked_at {
                looked_at.replace(SquareSet::of(target));
            }
            let placed = position.cell(*from).piece().map(|piece| (by, piece, *from));
            let takes =
                |placed| reference::takes_by_course(self, position, placed, (&coming.course.course, goal), looked_at);
            placed.is_some_and(takes)
        })
    }
}
