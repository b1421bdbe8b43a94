//! The squares of a leg, in order, regardless of their content.

use std::borrow::Cow;

use smallvec::SmallVec;

use crate::board::{Geometry, Landing, Side, Square, SquareSet, Step, Topology};
use crate::rules::movement::{Bend, Between, Hop, Leg, Pattern, Wrap, headings};

/// The squares that a leg may reach in one direction.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// One step for each leap, in order. No square occurs twice, and the start never occurs.
    pub steps: Vec<LineStep>,
}

/// One leap of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineStep {
    /// Last square.
    pub square: Square,
    /// The squares inside the leap that must be empty, or occupied, as the leg demands; none if their content does not
    /// matter.
    pub blockers: SmallVec<[Square; 2]>,
    /// `true` if the line has crossed a seam that exchanges left and right.
    pub mirrored: bool,
}

/// The lines of a move with a single leg; `None` for other moves.
pub fn lines(pattern: &Pattern, geometry: &Geometry, side: Side, from: Square) -> Option<Vec<Line>> {
    let leg = pattern.single_leg()?;
    let geometry = joined(geometry, leg.wrap);
    let hands: &[Hand] = if leg.bend == Bend::Straight { &[Hand::Right] } else { &[Hand::Right, Hand::Left] };
    let starts = headings(leg.headings & leg.kept).flat_map(|heading| hands.iter().map(move |hand| (heading, *hand)));
    Some(starts.map(|(heading, hand)| trace(leg, (&geometry, side, from), heading, false, hand)).collect())
}

/// The line of a single leg that keeps its heading.
pub fn line(leg: &Leg, geometry: &Geometry, (side, from): (Side, Square), heading: u8) -> Line {
    trace(leg, (&joined(geometry, leg.wrap), side, from), heading, false, Hand::Right)
}

/// The lines of the last leg of a move, each with the squares that the earlier legs visit or pass in lame leaps. The
/// earlier legs must be single leaps, and all these squares must be empty.
pub fn ways(pattern: &Pattern, geometry: &Geometry, side: Side, from: Square) -> Vec<(SmallVec<[Square; 2]>, Line)> {
    let Some((last, before)) = pattern.legs().split_last() else { return Vec::new() };
    if before.is_empty() {
        let lines = lines(pattern, geometry, side, from).unwrap_or_default();
        return lines.into_iter().map(|line| (SmallVec::new(), line)).collect();
    }
    let mut ways = vec![(SmallVec::<[Square; 2]>::new(), from, 0u8, false)];
    for leg in before {
        let mut next = Vec::new();
        for (passed, square, turned, mirrored) in &ways {
            for heading in headings(leg.headings.rotate_left(u32::from(*turned)) & leg.kept) {
                let line = trace(leg, (geometry, side, *square), heading, *mirrored, Hand::Right);
                if let Some(step) = line.steps.into_iter().next() {
                    let all = passed.iter().chain(&step.blockers).copied().chain([step.square]);
                    next.push((all.filter(|passed| *passed != from).collect(), step.square, heading, step.mirrored));
                }
            }
        }
        ways = next;
    }
    let mut found = Vec::new();
    for (passed, square, turned, mirrored) in ways {
        for heading in headings(last.headings.rotate_left(u32::from(turned)) & last.kept) {
            let mut line = trace(last, (geometry, side, square), heading, mirrored, Hand::Right);
            // The start square counts as empty, because the piece has left it.
            line.steps.iter_mut().for_each(|step| step.blockers.retain(|passed| *passed != from));
            found.push((passed.clone(), line));
        }
    }
    found
}

/// The board with the edges joined as `wrap` says.
pub(super) fn joined(geometry: &Geometry, wrap: Wrap) -> Cow<'_, Geometry> {
    let topology = match (wrap, geometry.topology()) {
        (Wrap::None, topology) => topology,
        (Wrap::Files | Wrap::FilesAndRanks, Topology::Klein) => Topology::Klein,
        (Wrap::Files, Topology::Rectangle) => Topology::Cylinder,
        (Wrap::Files, Topology::Tube) => Topology::Torus,
        (Wrap::Files, topology) => topology,
        (Wrap::FilesAndRanks, Topology::Moebius) => Topology::Klein,
        (Wrap::FilesAndRanks, _) => Topology::Torus,
    };
    match topology == geometry.topology() {
        true => Cow::Borrowed(geometry),
        false => Cow::Owned(geometry.clone().with_topology(topology)),
    }
}

/// The side to which a bent ride turns first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Hand {
    Left,
    Right,
}

/// The line that starts with a heading. `mirrored` is `true` if left and right are exchanged at its start.
pub(super) fn trace(leg: &Leg, place: (&Geometry, Side, Square), heading: u8, mirrored: bool, hand: Hand) -> Line {
    trace_until(leg, place, (heading, mirrored, hand), |_| false)
}

/// The same line, up to the first stop among the squares on which the leg may end. For a hopping leg it is the whole
/// line.
pub(super) fn trace_until(
    leg: &Leg,
    (geometry, side, from): (&Geometry, Side, Square),
    (mut heading, mut mirrored, mut hand): (u8, bool, Hand),
    is_stop: impl Fn(Square) -> bool,
) -> Line {
    let (mut line, mut visited, mut square) = (Line::default(), SquareSet::of(from), from);
    // Allocates once: growing the list would cost more than the steps.
    let longest = geometry.files().max(geometry.ranks());
    line.steps.reserve_exact(leg.range.map_or(longest, usize::from).min(longest));
    while leg.range.is_none_or(|range| line.steps.len() < usize::from(range)) {
        let step = step(leg, heading, side, mirrored);
        let Some(blockers) = blockers(leg.between, geometry, (from, square), step) else { break };
        let Some(landing) = geometry.step(square, step) else { break };
        if visited.contains(landing.square) {
            break;
        }
        square = landing.square;
        visited.insert(square);
        mirrored ^= landing.mirrored;
        line.steps.push(LineStep { square, blockers, mirrored });
        if leg.hop == Hop::None && line.steps.len() > usize::from(leg.skip) && is_stop(square) {
            break;
        }
        (heading, hand) = bent(leg.bend, heading, hand);
    }
    line
}

/// Returns `true` if a leg is a single leap that ignores the squares it passes.
pub(super) fn is_single(leg: &Leg) -> bool {
    leg.range == Some(1) && leg.between == Between::Anything && leg.hop == Hop::None && leg.skip == 0
}

/// Last square of a leg that [is a single leap](is_single); `None` if it leads off the board.
pub(super) fn single(
    leg: &Leg,
    (geometry, side, from): (&Geometry, Side, Square),
    heading: u8,
    mirrored: bool,
) -> Option<Landing> {
    geometry.step(from, step(leg, heading, side, mirrored)).filter(|landing| landing.square != from)
}

/// The step of a heading as White sees it.
pub(super) fn step(leg: &Leg, heading: u8, side: Side, mirrored: bool) -> Step {
    let ahead = leg.leap.step(heading);
    let step = match side {
        Side::White => ahead,
        Side::Black => ahead.reversed(),
    };
    if mirrored { Step::new(step.files, -step.ranks) } else { step }
}

/// The heading of the next leap of a ride, and the side to which it turns then.
fn bent(bend: Bend, heading: u8, hand: Hand) -> (u8, Hand) {
    let turned = |by: u8| match hand {
        Hand::Right => (heading + by) % 8,
        Hand::Left => (heading + 8 - by % 8) % 8,
    };
    let other = if hand == Hand::Right { Hand::Left } else { Hand::Right };
    match bend {
        Bend::Straight => (heading, hand),
        Bend::Crooked(by) => (turned(by), other),
        Bend::Circular(by) => (turned(by), hand),
    }
}

/// The squares that decide whether a leap is possible; `None` if it is impossible. The start counts as empty, because
/// the piece has left it.
fn blockers(
    between: Between,
    geometry: &Geometry,
    (start, from): (Square, Square),
    step: Step,
) -> Option<SmallVec<[Square; 2]>> {
    let mut squares = SmallVec::new();
    if between == Between::Anything {
        return Some(squares);
    }
    for inner in inside(step) {
        let square = geometry.step(from, inner)?.square;
        match (square == start, between) {
            (true, Between::Occupied) => return None,
            (true, _) => {}
            (false, _) => squares.push(square),
        }
    }
    Some(squares)
}

/// The squares that a lame leap passes: first straight along its longer direction, then diagonally.
fn inside(step: Step) -> impl Iterator<Item = Step> {
    let (files, ranks) = (step.files.abs(), step.ranks.abs());
    let straight = (files - ranks).abs();
    (1..files.max(ranks)).map(move |count| {
        let aside = (count - straight).max(0);
        let (right, ahead) = if files > ranks { (count, aside) } else { (aside, count) };
        Step::new(right * step.files.signum(), ahead * step.ranks.signum())
    })
}
