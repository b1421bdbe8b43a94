//! Cost of a variant, estimated from the moves of its pieces before any tables are built: memory for tables, and work
//! per position.

use std::collections::HashSet;

use super::Compiler;
use super::drafts::Draft;
use crate::board::{Geometry, Step, Topology};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::Movement;
use crate::rules::movement::{Bend, Between, Course, Hop, Leg, Pattern, Wrap, headings};

/// Largest memory, in bytes, for the moves and attacks of all pieces. The largest built-in game needs nearly all of
/// it.
const MOST_BYTES: u64 = 240 << 20;
/// The largest number of ways over several legs that one kind of piece may have from a square. The walker follows each
/// of them.
const MOST_WAYS: u64 = 2_048;

/// Cost of one kind of piece.
#[derive(Clone, Copy, Default)]
struct Cost {
    /// The number of pairs of squares that one leg connects.
    squares: u64,
    /// The number of ways over several legs from one square.
    ways: u64,
}

impl Compiler<'_> {
    /// Reports pieces that would take too much memory or too much time.
    pub(super) fn budget(&mut self, drafts: &[Draft<'_>]) {
        let cost = |draft: &Draft<'_>| {
            let movements = std::iter::once(&draft.movement).chain(&draft.also);
            movements.fold(Cost::default(), |cost, movement| sum(cost, of_movement(movement, &self.geometry)))
        };
        let costs: Vec<Cost> = drafts.iter().map(cost).collect();
        for (draft, cost) in drafts.iter().zip(&costs).filter(|(_, cost)| cost.ways > MOST_WAYS) {
            let message = format!("a `{}` has too many ways over several legs: {}", draft.name, cost.ways);
            let help = format!(
                "at most {MOST_WAYS} are allowed, and each leg multiplies them by its directions (and its length, if it slides \
                 without capturing): use fewer legs, or name their directions"
            );
            self.problems.push(Diagnostic::error(Code::TooLarge, draft.spec.moves.0.span, message).help(help));
        }
        let memory = Memory::of(&self.geometry);
        // Pieces with equal moves share tables, legs with equal directions share lines, and equal courses share ways.
        let (mut movements, mut lines, mut courses) = (HashSet::new(), HashSet::new(), HashSet::new());
        let bytes = drafts.iter().zip(&costs).map(|(draft, cost)| {
            let all = || std::iter::once(&draft.movement).chain(&draft.also);
            let tables = if movements.insert(all().collect::<Vec<_>>()) { cost.squares } else { 0 };
            let patterns = all().flat_map(|movement| &movement.patterns);
            let fresh = patterns.fold(0_u64, |bytes, pattern| {
                bytes.saturating_add(match pattern.legs() {
                    [leg] if leg.bend == Bend::Straight => memory.of_lines(leg, &self.geometry, &mut lines),
                    legs if courses.insert(legs) => memory.of_course(legs, &self.geometry),
                    _ => 0,
                })
            });
            memory.each.saturating_add(tables.saturating_mul(Memory::SQUARE)).saturating_add(fresh)
        });
        let bytes: Vec<u64> = bytes.collect();
        let total = bytes.iter().fold(0_u64, |total, bytes| total.saturating_add(*bytes));
        let Some((draft, most)) = drafts.iter().zip(&bytes).max_by_key(|(_, bytes)| **bytes) else { return };
        if total > MOST_BYTES {
            let megabytes = |bytes: u64| bytes.div_ceil(1 << 20);
            let message = format!(
                "the pieces have too many moves for a board of {} squares: they need {} MB, and `{}` alone needs {}",
                self.geometry.squares().count(),
                megabytes(total),
                draft.name,
                megabytes(*most)
            );
            let help = format!(
                "at most {} MB are allowed, and each piece takes {} here, wherever it goes: have fewer pieces, let them slide less \
                 far (`Q5` in place of `Q`) or in fewer directions, or have a smaller board",
                megabytes(MOST_BYTES),
                megabytes(memory.each)
            );
            self.problems.push(Diagnostic::error(Code::TooLarge, draft.spec.moves.0.span, message).help(help));
        }
    }
}

/// Properties that distinguish a line from others in its direction.
type Line = (Step, Option<u8>, u8, Between, Hop, Wrap);

/// Memory of moves and attacks on a board, in bytes.
struct Memory {
    squares: u64,
    /// A set of squares.
    set: u64,
    /// Memory for each kind of piece, independent of its moves.
    each: u64,
}

impl Memory {
    /// Memory for each pair of squares that a piece connects: moves and attacks of both sides.
    const SQUARE: u64 = 32;
    /// Memory for each pair of squares that a line connects, in addition to a set.
    const LINE: u64 = 72;
    /// The largest number of ways over several legs that are stored. The walker finds moves with more ways.
    const KEPT: u64 = 64;

    fn of(geometry: &Geometry) -> Memory {
        let squares = geometry.len() as u64;
        let words = [1, 2, 4, 16].into_iter().find(|words| squares <= 64 * words).unwrap_or(16);
        let set = 8 * words;
        Memory { squares, set, each: 2 * (squares * (3 * set + 8) + 64 * words * (2 * set + 24)) }
    }

    /// The number of squares on the lines of a straight leg, for both sides, without lines of earlier pieces.
    fn of_lines(&self, leg: &Leg, geometry: &Geometry, known: &mut HashSet<Line>) -> u64 {
        let most = length(leg, geometry);
        let steps = leg.steps().flat_map(|step| [step, Step { ranks: -step.ranks, levels: -step.levels, ..step }]);
        let fresh = steps.filter(|step| known.insert((*step, leg.range, leg.skip, leg.between, leg.hop, leg.wrap)));
        let squares = fresh.map(|step| squares_on(step, most, geometry)).fold(0, u64::saturating_add);
        squares.saturating_mul(self.set + Memory::LINE)
    }

    /// The number of stored ways of a course that bends or has several legs, and captures only at its end; 0 for
    /// courses that the walker follows.
    fn of_course(&self, legs: &[Leg], geometry: &Geometry) -> u64 {
        let Some((last, before)) = legs.split_last() else { return 0 };
        if before.is_empty() {
            return squares_of(last, geometry).saturating_mul(self.set + Memory::LINE);
        }
        if before.iter().any(|leg| leg.terms.captures()) {
            return 0;
        }
        let ways = before.iter().chain([last]).fold(1_u64, |ways, leg| ways.saturating_mul(directions(leg)));
        if ways > Memory::KEPT { 0 } else { 2 * self.squares * ways * (2 * self.set + 150) }
    }
}

fn sum(a: Cost, b: Cost) -> Cost {
    Cost { squares: a.squares.saturating_add(b.squares), ways: a.ways.saturating_add(b.ways) }
}

/// The cost of a movement. Equal patterns count once.
fn of_movement(movement: &Movement, geometry: &Geometry) -> Cost {
    let mut known = HashSet::new();
    let patterns = movement.patterns.iter().filter(|pattern| known.insert(*pattern));
    patterns.map(|pattern| of_pattern(pattern, geometry)).fold(Cost::default(), sum)
}

fn of_pattern(pattern: &Pattern, geometry: &Geometry) -> Cost {
    let Course::Legs(legs) = &pattern.course else { return Cost::default() };
    let Some((last, before)) = legs.split_last() else { return Cost::default() };
    let ways = before.iter().fold(1_u64, |ways, leg| {
        // On an earlier leg, a capture ends at the first piece in a direction; a quiet leg may stop on any square
        // before it.
        let stops = if leg.terms.captures() && !leg.terms.quiet { 1 } else { length(leg, geometry) };
        ways.saturating_mul(directions(leg)).saturating_mul(stops)
    });
    match before {
        [] => Cost { squares: squares_of(last, geometry), ways: 0 },
        // Without captures on the way, all ways to a square are the same move.
        _ if !before.iter().any(|leg| leg.terms.captures()) => Cost { squares: 0, ways: ways.min(MOST_WAYS / 4) },
        _ => Cost { squares: 0, ways: ways.saturating_mul(directions(last)) },
    }
}

fn directions(leg: &Leg) -> u64 {
    let hands = if leg.bend == Bend::Straight { 1 } else { 2 };
    hands * u64::from(leg.headings.count_ones())
}

/// The number of pairs of squares that a leg connects.
fn squares_of(leg: &Leg, geometry: &Geometry) -> u64 {
    let most = length(leg, geometry);
    if leg.bend == Bend::Straight {
        return headings(leg.headings)
            .map(|at| squares_on(leg.leap.step(at), most, geometry))
            .fold(0, u64::saturating_add);
    }
    directions(leg).saturating_mul(most).saturating_mul(geometry.squares().count().into())
}

/// The number of pairs of squares on all lines of a direction, with at most `most` leaps.
fn squares_on(step: Step, most: u64, geometry: &Geometry) -> u64 {
    if geometry.topology() != Topology::Rectangle || geometry.levels() > 1 {
        return most.saturating_mul(geometry.squares().count().into());
    }
    // Lines from squares near the edge are shorter.
    let inside =
        |squares: usize, leap: i8, leaps: u64| (squares as u64).saturating_sub(u64::from(leap.unsigned_abs()) * leaps);
    (1..=most).map(|at| inside(geometry.files(), step.files, at) * inside(geometry.ranks(), step.ranks, at)).sum()
}

/// The largest number of leaps of a leg on the board.
fn length(leg: &Leg, geometry: &Geometry) -> u64 {
    let longest = geometry.files().max(geometry.ranks()) / usize::from(leg.leap.length()).max(1);
    leg.range.map_or(longest, |range| longest.min(range.into())).max(1) as u64
}
