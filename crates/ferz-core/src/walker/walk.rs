//! Walking a pattern, or all of a piece.

use smallvec::SmallVec;

use crate::board::{Geometry, Side, Square};
use crate::rules::movement::{Course, Leg, Movement, Pattern};
use crate::work;

use super::castling;
use super::content::{Content, Context, Occupancy, Seen, Walk};
use super::landing::{ends, landings};
use super::legs::{self, Goal};
use super::line::{Line, lines};

/// Visits every move of a piece on a square, each once: moves that end on the same square with the same captures are one.
pub fn walk(
    movement: &Movement,
    geometry: &Geometry,
    side: Side,
    from: Square,
    board: &dyn Occupancy,
    context: &Context<'_>,
    visit: &mut dyn FnMut(&Pattern, Walk),
) {
    let mut seen = Seen::default();
    for pattern in &movement.patterns {
        walk_pattern(pattern, geometry, side, from, board, context, &mut |walk| {
            if seen.is_new(&walk) {
                visit(pattern, walk);
            }
        });
    }
}

/// Visits every move of one kind of a piece on a square, each once.
pub fn walk_pattern(
    pattern: &Pattern,
    geometry: &Geometry,
    side: Side,
    from: Square,
    board: &dyn Occupancy,
    context: &Context<'_>,
    visit: &mut dyn FnMut(Walk),
) {
    if pattern.initial && !context.virgin || !work::spend(4) {
        return;
    }
    let mut seen = Seen::default();
    let mut visit = |walk: Walk| {
        if seen.is_new(&walk) {
            visit(walk);
        }
    };
    match &pattern.course {
        Course::Legs(legs) if legs.len() == 1 => {
            let leg = &legs[0];
            if !work::spend(leg.headings.count_ones() as usize * if leg.slides() { 6 } else { 1 }) {
                return;
            }
            let lines = lines(pattern, geometry, side, from).unwrap_or_default();
            lines.iter().for_each(|line| ride(&legs[0], line, board, context, &mut visit));
        }
        Course::Legs(legs) => legs::walk(legs, (geometry, side, from), board, (context, None), &mut visit),
        Course::Anywhere(terms) => {
            if !work::spend(geometry.len() / 2) {
                return;
            }
            for square in geometry.squares().iter().filter(|square| *square != from) {
                landings(terms, square, board.content(square), context, &|square| board.content(square), &mut visit);
            }
        }
        Course::Castling(leap) => castling::walk(leap, (geometry, side, from), board, context, &mut visit),
    }
    work::spend(seen.len() / 4);
}

/// Does the same as [`walk_pattern`]. For a move of several legs, it visits only walks that can reach a goal, and may
/// visit each of them several times.
pub fn walk_towards(
    pattern: &Pattern,
    (geometry, side, from): (&Geometry, Side, Square),
    board: &dyn Occupancy,
    (context, goal): (&Context<'_>, Goal<'_>),
    visit: &mut dyn FnMut(Walk),
) {
    match &pattern.course {
        Course::Legs(legs) if legs.len() > 1 && (context.virgin || !pattern.initial) => {
            legs::walk(legs, (geometry, side, from), board, (context, Some(goal)), visit);
        }
        _ => walk_pattern(pattern, geometry, side, from, board, context, visit),
    }
}

/// The moves along one line of a single leg.
fn ride(leg: &Leg, line: &Line, board: &dyn Occupancy, context: &Context<'_>, visit: &mut dyn FnMut(Walk)) {
    let content = |square| board.content(square);
    ends(leg, line, &content, &mut |index, there| {
        let square = line.steps[index].square;
        landings(&leg.terms, square, there, context, &content, &mut |walk| {
            let trail = if leg.trail { trail(line, index, &content) } else { SmallVec::new() };
            visit(Walk { trail, ..walk });
        });
    });
}

/// The empty squares that a ride to step `index` passes.
fn trail(line: &Line, index: usize, content: &dyn Fn(Square) -> Content) -> SmallVec<[Square; 2]> {
    let end = line.steps[index].square;
    let passed = line.steps[..=index].iter().flat_map(|step| step.blockers.iter().copied().chain([step.square]));
    passed.filter(|square| *square != end && content(*square) == Content::Empty).collect()
}
