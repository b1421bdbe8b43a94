//! What a variant may cost, estimated from the moves of its pieces before anything is made of them: memory for tables, and
//! work in a position.

use super::Compiler;
use super::drafts::Draft;
use crate::board::Geometry;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::Movement;
use crate::rules::movement::{Bend, Course, Leg, Pattern};

/// The most squares that all pieces of a side may come to from all squares, along all their ways: each takes memory.
/// The largest games that people have played come near it.
const MOST_SQUARES: u64 = 7_000_000;
/// The most ways that the pieces of one kind may go from one square in several legs: each is walked.
const MOST_WAYS: u64 = 2_048;

/// What one kind of piece costs.
#[derive(Clone, Copy, Default)]
struct Cost {
    /// Squares that it may come to, from all squares.
    squares: u64,
    /// Ways of several legs from one square.
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
            let message = format!("a `{}` has too many ways to go in several legs: {}", draft.name, cost.ways);
            let help = format!(
                "at most {MOST_WAYS} are allowed, and each leg multiplies them by its directions (and its length, if it slides \
                 without taking): take fewer legs, or name their directions"
            );
            self.problems.push(Diagnostic::error(Code::TooLarge, draft.spec.moves.0.span, message).help(help));
        }
        let total = costs.iter().fold(0_u64, |total, cost| total.saturating_add(cost.squares));
        let Some((draft, most)) = drafts.iter().zip(&costs).max_by_key(|(_, cost)| cost.squares) else { return };
        if total > MOST_SQUARES {
            let message = format!(
                "the pieces have too many moves for a board of {} squares: {} from all squares together, of which `{}` has {}",
                self.geometry.squares().count(),
                total,
                draft.name,
                most.squares
            );
            let help = format!(
                "at most {MOST_SQUARES} are allowed: let pieces slide less far (`Q5` in place of `Q`) or in fewer directions, \
                 have fewer pieces, or a smaller board"
            );
            self.problems.push(Diagnostic::error(Code::TooLarge, draft.spec.moves.0.span, message).help(help));
        }
    }
}

fn sum(a: Cost, b: Cost) -> Cost {
    Cost { squares: a.squares.saturating_add(b.squares), ways: a.ways.saturating_add(b.ways) }
}

fn of_movement(movement: &Movement, geometry: &Geometry) -> Cost {
    movement.patterns.iter().map(|pattern| of_pattern(pattern, geometry)).fold(Cost::default(), sum)
}

fn of_pattern(pattern: &Pattern, geometry: &Geometry) -> Cost {
    let Course::Legs(legs) = &pattern.course else { return Cost::default() };
    let Some((last, before)) = legs.split_last() else { return Cost::default() };
    let ways = before.iter().fold(1_u64, |ways, leg| {
        // On its way a leg takes the first piece in a direction, or stops on any square before it.
        let stops = if leg.terms.captures() && !leg.terms.quiet { 1 } else { length(leg, geometry) };
        ways.saturating_mul(directions(leg)).saturating_mul(stops)
    });
    let ends = directions(last).saturating_mul(length(last, geometry));
    let all = ways.saturating_mul(ends).saturating_mul(geometry.squares().count().into());
    match before {
        [] => Cost { squares: all, ways: 0 },
        // Without captures on the way, all ways to a square are one.
        _ if !before.iter().any(|leg| leg.terms.captures()) => Cost { squares: 0, ways: ways.min(MOST_WAYS / 4) },
        _ => Cost { squares: 0, ways: ways.saturating_mul(directions(last)) },
    }
}

fn directions(leg: &Leg) -> u64 {
    let hands = if leg.bend == Bend::Straight { 1 } else { 2 };
    hands * u64::from(leg.headings.count_ones())
}

/// The most leaps of a leg on a board.
fn length(leg: &Leg, geometry: &Geometry) -> u64 {
    let longest = geometry.files().max(geometry.ranks()) / usize::from(leg.leap.length()).max(1);
    leg.range.map_or(longest, |range| longest.min(range.into())).max(1) as u64
}
