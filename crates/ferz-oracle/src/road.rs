//! The squares that one leg of a move reaches, in order, on an empty board.

use std::borrow::Cow;

use ferz_core::board::{Geometry, Square, SquareSet, Step, Topology};
use ferz_core::rules::movement::{Bend, Between, Leg, Wrap};

use crate::player::Player;

/// One leap of a leg.
pub(crate) struct Stop {
    /// The square on which the leap ends.
    pub square: Square,
    /// The squares inside the leap; empty if the leg ignores them.
    pub inside: Vec<Square>,
    /// `true` if the way has crossed a seam that turns the board over an odd number of times.
    pub flipped: bool,
}

/// Start of a leg.
#[derive(Clone, Copy)]
pub(crate) struct Departure {
    /// The side of the piece.
    pub side: Player,
    /// The square on which the leg starts.
    pub from: Square,
    /// `true` if the way to the start has turned the board over.
    pub flipped: bool,
}

/// The direction in which a bent ride turns first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Turning {
    Right,
    Left,
}

/// Follows a leg with a starting heading. The way never visits a square twice, and never returns to its start.
/// Steps go on over squares of `skips`.
pub(crate) fn follow(
    leg: &Leg,
    (geometry, skips): (&Geometry, &SquareSet),
    start: Departure,
    heading: u8,
    turning: Turning,
) -> Vec<Stop> {
    let geometry = with_joined_edges(geometry, leg.wrap);
    let (mut heading, mut right) = (i32::from(heading), turning == Turning::Right);
    let (mut square, mut flipped) = (start.from, start.flipped);
    let mut stops: Vec<Stop> = Vec::new();
    while leg.range.is_none_or(|range| stops.len() < usize::from(range)) {
        let step = step_of(leg, heading.rem_euclid(8) as u8, start.side, flipped);
        let (inside, landed, mirrored) = if skips.is_empty() {
            let Some(inside) = squares_inside(leg.between, &geometry, (start.from, square), step) else { break };
            let Some(landing) = geometry.step(square, step) else { break };
            (inside, landing.square, landing.mirrored)
        } else {
            let Some(mut stride) = stride(&geometry, skips, square, step) else { break };
            let Some(landed) = stride.pop() else { break };
            (if leg.between == Between::Anything { Vec::new() } else { stride }, landed, false)
        };
        if landed == start.from || stops.iter().any(|stop| stop.square == landed) {
            break;
        }
        flipped ^= mirrored;
        square = landed;
        stops.push(Stop { square, inside, flipped });
        let turn = |by: u8| if right { i32::from(by) } else { -i32::from(by) };
        match leg.bend {
            Bend::Straight => {}
            Bend::Crooked(by) => {
                heading += turn(by);
                right = !right;
            }
            Bend::Circular(by) => heading += turn(by),
        }
    }
    stops
}

/// The squares of a leap that is made step by step, first straight along its longer side, then diagonally, the last one its end. Squares
/// of `skips` are passed over.
fn stride(geometry: &Geometry, skips: &SquareSet, from: Square, step: Step) -> Option<Vec<Square>> {
    let (wide, high) = (i32::from(step.files), i32::from(step.ranks));
    let aslant = wide.abs().min(high.abs());
    let straight = wide.abs().max(high.abs()) - aslant;
    let along = match wide.abs() > high.abs() {
        true => Step::new(wide.signum() as i8, 0),
        false => Step::new(0, high.signum() as i8),
    };
    let diagonal = Step::new(wide.signum() as i8, high.signum() as i8);
    // Steps pass over holes, too.
    let whole = geometry.clone().with_holes(SquareSet::EMPTY);
    let (mut at, mut squares) = (from, Vec::new());
    for step in (0..straight).map(|_| along).chain((0..aslant).map(|_| diagonal)) {
        loop {
            at = whole.step(at, step)?.square;
            if !skips.contains(at) {
                break;
            }
        }
        squares.push(at);
    }
    Some(squares)
}

/// The leap in a heading, as White sees the board.
fn step_of(leg: &Leg, heading: u8, side: Player, flipped: bool) -> Step {
    let ahead = leg.leap.step(heading);
    let step = side.turned(ahead);
    if flipped { Step::new(step.files, -step.ranks) } else { step }
}

/// The squares that a lame leap passes, or that a leap must find occupied: first straight along the longer side, then
/// diagonally. `None` if the leap is always impossible.
fn squares_inside(
    between: Between,
    geometry: &Geometry,
    (start, from): (Square, Square),
    step: Step,
) -> Option<Vec<Square>> {
    if between == Between::Anything {
        return Some(Vec::new());
    }
    let (wide, high) = (i32::from(step.files), i32::from(step.ranks));
    let straight = (wide.abs() - high.abs()).abs();
    let mut squares = Vec::new();
    for count in 1..wide.abs().max(high.abs()) {
        let aside = (count - straight).max(0);
        let (files, ranks) = if wide.abs() > high.abs() { (count, aside) } else { (aside, count) };
        let part = Step::new((files * wide.signum()) as i8, (ranks * high.signum()) as i8);
        let square = geometry.step(from, part)?.square;
        if square != start {
            squares.push(square);
        } else if between == Between::Occupied {
            // The start counts as empty, because the piece has left it.
            return None;
        }
    }
    Some(squares)
}

/// The board with the edges joined as `wrap` says.
fn with_joined_edges(geometry: &Geometry, wrap: Wrap) -> Cow<'_, Geometry> {
    let now = geometry.topology();
    let (files, ranks) = match wrap {
        Wrap::None => return Cow::Borrowed(geometry),
        Wrap::Files => (true, now.wraps_ranks()),
        Wrap::FilesAndRanks => (true, true),
    };
    let turned_over = matches!(now, Topology::Moebius | Topology::Klein);
    let joined = match (files, ranks) {
        (true, true) if turned_over => Topology::Klein,
        (true, false) if turned_over => Topology::Moebius,
        (true, true) => Topology::Torus,
        _ if now == Topology::Rectangle => Topology::Cylinder,
        _ => now,
    };
    Cow::Owned(geometry.clone().with_topology(joined))
}
