//! The moves of a compiled notation from one square, followed leg by leg.

use std::collections::HashSet;

use ferz_core::board::{Geometry, Square, SquareSet};
use ferz_core::rules::movement::{Between, Course, Hop, Leg, Pattern, Platform, Terms, headings};

use ferz_core::rules::tree::Taker;
use ferz_core::work;

use crate::player::Player;
use crate::reach::turnings;
use crate::road::{Departure, follow};

/// A piece that can be captured en passant: the squares on which the capture may end, its square, and its content as
/// the moving side sees it.
pub(crate) type Passed = (SquareSet, Square, Seen);

/// A square as seen by the moving side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Seen {
    /// No piece and no wall.
    Empty,
    /// A wall.
    Wall,
    /// A barrier piece: the moving piece can neither capture nor pass it.
    Barrier,
    /// A piece.
    Piece {
        /// `true` if it belongs to the moving side.
        friend: bool,
        /// `true` if pieces of its kind can be royal.
        royal: bool,
    },
}

/// The data that a move depends on.
pub(crate) struct Scene<'a> {
    /// The board.
    pub geometry: &'a Geometry,
    /// Content of each square.
    pub seen: &'a dyn Fn(Square) -> Seen,
    /// The piece that can be captured en passant.
    pub en_passant: Option<Passed>,
    /// The squares over which steps go on as if they were not there.
    pub skips: SquareSet,
    /// `true` if moves that pass different squares are different moves.
    pub told_apart: bool,
}

impl<'a> Scene<'a> {
    /// The data for moves by a notation alone.
    pub fn plain(geometry: &'a Geometry, seen: &'a dyn Fn(Square) -> Seen) -> Scene<'a> {
        Scene { geometry, seen, en_passant: None, skips: SquareSet::EMPTY, told_apart: false }
    }
}

/// One way to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Walk {
    /// The square on which the piece ends.
    pub to: Square,
    /// The squares on which it captures, in the order of its path.
    pub captures: Vec<Square>,
    /// `true` if the last capture is en passant.
    pub en_passant: bool,
    /// The empty squares passed, on which the piece can then be captured en passant.
    pub trail: Vec<Square>,
    /// Fate of the piece after a capture.
    pub taker: Taker,
    /// The ends of its legs before the last one, if they distinguish moves.
    pub via: Vec<Square>,
}

/// A leg that is about to start.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    leg: usize,
    square: Square,
    heading: u8,
    flipped: bool,
    /// The number of leaps of the last leg of more than one leap.
    length: usize,
    captures: Vec<Square>,
    via: Vec<Square>,
}

/// The cost of following one heading of a leg, in steps of work.
const LOOK: usize = 4;

/// All ways in which a piece of `side` on `from` can move by a pattern.
pub(crate) fn walks(pattern: &Pattern, scene: &Scene<'_>, side: Player, from: Square) -> Vec<Walk> {
    let mut found = Vec::new();
    match &pattern.course {
        Course::Legs(legs) => follow_legs(legs, scene, side, from, &mut found),
        Course::Anywhere(terms) if work::spend(scene.geometry.len()) => {
            for square in scene.geometry.squares().iter().filter(|square| *square != from) {
                end_on(terms, scene, square, &[], &|square| (scene.seen)(square), &mut found);
            }
        }
        // Castling moves come from the rules.
        Course::Castling(_) | Course::Anywhere(_) => {}
    }
    found
}

fn follow_legs(legs: &[Leg], scene: &Scene<'_>, side: Player, from: Square, found: &mut Vec<Walk>) {
    let start =
        State { leg: 0, square: from, heading: 0, flipped: false, length: 1, captures: Vec::new(), via: Vec::new() };
    let (mut open, mut known) = (vec![start], HashSet::new());
    while let Some(state) = open.pop() {
        let leg = &legs[state.leg];
        if !work::spend(LOOK * leg.headings.count_ones() as usize) {
            return;
        }
        let last = state.leg + 1 == legs.len();
        // The start and the squares of captured pieces count as empty.
        let seen = |square: Square| match square == from || state.captures.contains(&square) {
            true => Seen::Empty,
            false => (scene.seen)(square),
        };
        for heading in headings(leg.headings.rotate_left(u32::from(state.heading)) & leg.kept) {
            for turning in turnings(leg, legs.len()) {
                let departure = Departure { side, from: state.square, flipped: state.flipped };
                let stops = follow(leg, (scene.geometry, &scene.skips), departure, heading, *turning);
                for (index, there) in possible_ends(leg, from, &stops, &seen) {
                    if leg.as_far && index + 1 != state.length {
                        continue;
                    }
                    let square = stops[index].square;
                    if last {
                        let before = found.len();
                        end_on(&leg.terms, scene, square, &state.captures, &seen, found);
                        found[before..].iter_mut().for_each(|walk| walk.via = state.via.clone());
                        if leg.trail && legs.len() == 1 {
                            let passed =
                                stops[..=index].iter().flat_map(|stop| stop.inside.iter().chain([&stop.square]));
                            let passed = passed.filter(|passed| **passed != square && seen(**passed) == Seen::Empty);
                            let trail: Vec<Square> = passed.copied().collect();
                            found[before..].iter_mut().for_each(|walk| walk.trail = trail.clone());
                        }
                        continue;
                    }
                    let via = state.via.iter().copied().chain(scene.told_apart.then_some(square)).collect();
                    let next = State {
                        leg: state.leg + 1,
                        square,
                        heading,
                        flipped: stops[index].flipped,
                        length: if leg.slides() { index + 1 } else { state.length },
                        captures: state.captures.clone(),
                        via,
                    };
                    let mut ways = Vec::new();
                    if is_captured(&leg.terms, there) {
                        let mut capturing = next.clone();
                        capturing.captures.push(square);
                        ways.push(capturing);
                    }
                    let passes = match there {
                        Seen::Empty => leg.terms.quiet,
                        there => is_platform(leg.terms.platform, there),
                    };
                    if passes {
                        ways.push(next);
                    }
                    for mut way in ways {
                        if !legs[way.leg..].iter().any(|leg| leg.as_far) {
                            way.length = 0;
                        }
                        let mut key = way.clone();
                        key.captures.sort_unstable();
                        if known.insert(key) {
                            open.push(way);
                        }
                    }
                }
            }
        }
    }
}

/// The stops that a leg can reach, with the content of each. Whether the leg may end on this content is not tested.
fn possible_ends(
    leg: &Leg,
    start: Square,
    stops: &[crate::road::Stop],
    seen: &dyn Fn(Square) -> Seen,
) -> Vec<(usize, Seen)> {
    let mut ends = Vec::new();
    // A leg with a hurdle has to pass exactly one piece.
    let mut hurdle_ahead = leg.hop != Hop::None;
    for (index, stop) in stops.iter().enumerate() {
        let is_empty = |square: &Square| *square == start || seen(*square) == Seen::Empty;
        let possible = match leg.between {
            Between::Anything => true,
            Between::Empty => stop.inside.iter().all(is_empty),
            Between::Occupied => !stop.inside.iter().any(is_empty),
        };
        if !possible {
            break;
        }
        if index < usize::from(leg.skip) {
            continue;
        }
        let there = seen(stop.square);
        if hurdle_ahead {
            match there {
                Seen::Barrier => break,
                Seen::Empty => {}
                _ => hurdle_ahead = false,
            }
            continue;
        }
        ends.push((index, there));
        if there != Seen::Empty || leg.hop == Hop::Next {
            break;
        }
    }
    ends
}

/// Adds the ways to end a move on a square: to move there, to capture the piece there, or to capture en passant.
fn end_on(
    terms: &Terms,
    scene: &Scene<'_>,
    to: Square,
    before: &[Square],
    seen: &dyn Fn(Square) -> Seen,
    found: &mut Vec<Walk>,
) {
    let mut add = |capture: Option<Square>, en_passant: bool| {
        let captures = before.iter().copied().chain(capture).collect();
        found.push(Walk { to, captures, en_passant, trail: Vec::new(), taker: Taker::Goes, via: Vec::new() });
    };
    let there = seen(to);
    if there != Seen::Empty {
        if is_captured(terms, there) {
            add(Some(to), false);
        }
        return;
    }
    if terms.quiet {
        add(None, false);
    }
    if let Some((targets, victim, there)) = scene.en_passant
        && terms.en_passant
        && targets.contains(to)
        && is_captured(&Terms { enemy: true, friend: false, ..*terms }, there)
    {
        add(Some(victim), true);
    }
}

fn is_captured(terms: &Terms, there: Seen) -> bool {
    match there {
        Seen::Piece { friend, royal } => {
            let whose = if friend { terms.friend } else { terms.enemy };
            whose && (royal || !terms.royal_only) && !(royal && terms.spares_royal)
        }
        Seen::Empty | Seen::Wall | Seen::Barrier => false,
    }
}

fn is_platform(platform: Platform, there: Seen) -> bool {
    match platform {
        Platform::None => false,
        Platform::Any => !matches!(there, Seen::Empty | Seen::Barrier),
        Platform::Friend => matches!(there, Seen::Piece { friend: true, .. }),
    }
}

/// The pattern without conditions on its last square, which the real board decides where a rule says what counts as empty.
pub(crate) fn ending_anywhere(pattern: &Pattern) -> Pattern {
    let mut open = pattern.clone();
    let last = match &mut open.course {
        Course::Legs(legs) => legs.last_mut().map(|leg| &mut leg.terms),
        Course::Anywhere(terms) => Some(terms),
        Course::Castling(_) => None,
    };
    last.into_iter().for_each(|terms| (terms.quiet, terms.enemy, terms.royal_only) = (true, true, false));
    open
}

/// The move to a square, for ways whose `through` differs from the empty squares.
pub(crate) fn as_it_stands(pattern: &Pattern, to: Square, there: Seen) -> Option<Walk> {
    let terms = pattern.terms()?;
    match there {
        Seen::Empty if terms.quiet => Some(a_walk(to, Vec::new())),
        Seen::Piece { friend: false, .. } if terms.enemy => Some(a_walk(to, vec![to])),
        Seen::Piece { friend: true, .. } if terms.friend => Some(a_walk(to, vec![to])),
        _ => None,
    }
}

pub(crate) fn a_walk(to: Square, captures: Vec<Square>) -> Walk {
    Walk { to, captures, en_passant: false, trail: Vec::new(), taker: Taker::Goes, via: Vec::new() }
}
