//! The plain generator: it follows the legs of a move square by square, on any board.
//!
//! It is slow and obviously right, and everything faster is held against it. Moves of one leg are read off the rays that
//! [`lines`] gives; moves of several legs are searched state by state in `legs`.

mod castling;
mod legs;
mod line;
mod potential;

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::board::{Geometry, Side, Square, SquareSet};
use crate::rules;
use crate::rules::movement::{Between, Course, Hop, Leg, Movement, Pattern, Platform, Terms};

pub use line::{Line, LineStep, lines, ways};
pub use potential::{ghost, potential};

/// What the side that moves sees on a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Content {
    /// Nothing.
    Empty,
    /// A blocked square: occupied, and never taken.
    Wall,
    /// A piece that is neither taken nor passed over, and that serves no hopper.
    Barrier,
    /// A piece.
    PlacedPiece {
        /// Is it on the side that moves?
        friend: bool,
        /// Is it one that may not be left under attack?
        royal: bool,
    },
}

/// Who stands where, for the walker.
pub trait Occupancy {
    /// What the side that moves sees on a square. The square of the piece that is walked is never asked for.
    fn content(&self, square: Square) -> Content;
}

/// The right to capture a piece in passing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EnPassant {
    /// The squares it passed.
    pub targets: SquareSet,
    /// Where it stands.
    pub victim: Square,
}

impl From<rules::EnPassant> for EnPassant {
    fn from(right: rules::EnPassant) -> EnPassant {
        EnPassant { targets: right.targets, victim: right.victim }
    }
}

/// What a move depends on beside the board.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// Has the piece never moved?
    pub virgin: bool,
    /// The enemy that may be captured in passing.
    pub en_passant: Option<EnPassant>,
    /// The friends that have never moved and may castle.
    pub castling_partners: &'a SquareSet,
}

/// One way to move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Walk {
    /// Where the piece ends; where it started, if it came back.
    pub to: Square,
    /// Every square on which something is taken, in the order of the path.
    pub captures: SmallVec<[Square; 2]>,
    /// Is it an en passant capture?
    pub en_passant: bool,
    /// The squares passed on which the piece may be captured en passant in return.
    pub trail: SmallVec<[Square; 2]>,
    /// In castling, where the partner stands and where it goes.
    pub castling: Option<(Square, Square)>,
}

impl Walk {
    fn to(square: Square) -> Walk {
        Walk { to: square, captures: SmallVec::new(), en_passant: false, trail: SmallVec::new(), castling: None }
    }

    /// Does nothing happen: no capture, and an end on the square of the start?
    pub fn is_pass(&self, from: Square) -> bool {
        self.to == from && self.captures.is_empty()
    }
}

/// Visits every move of a piece on a square, each once: moves that end on the same square with the same captures are one.
pub fn walk<O: Occupancy + ?Sized>(
    movement: &Movement,
    geometry: &Geometry,
    side: Side,
    from: Square,
    board: &O,
    context: &Context<'_>,
    visit: &mut impl FnMut(&Pattern, Walk),
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
pub fn walk_pattern<O: Occupancy + ?Sized>(
    pattern: &Pattern,
    geometry: &Geometry,
    side: Side,
    from: Square,
    board: &O,
    context: &Context<'_>,
    visit: &mut impl FnMut(Walk),
) {
    if pattern.initial && !context.virgin {
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
            let lines = lines(pattern, geometry, side, from).unwrap_or_default();
            lines.iter().for_each(|line| ride(&legs[0], line, board, context, &mut visit));
        }
        Course::Legs(legs) => legs::walk(legs, (geometry, side, from), board, context, &mut visit),
        Course::Anywhere(terms) => {
            for square in geometry.squares().iter().filter(|square| *square != from) {
                landings(terms, square, board.content(square), context, &|square| board.content(square), &mut visit);
            }
        }
        Course::Castling(leap) => castling::walk(leap, (geometry, side, from), board, context, &mut visit),
    }
}

/// The moves along one line of a single leg.
fn ride<O: Occupancy + ?Sized>(leg: &Leg, line: &Line, board: &O, context: &Context<'_>, visit: &mut impl FnMut(Walk)) {
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
fn trail(line: &Line, index: usize, content: &impl Fn(Square) -> Content) -> SmallVec<[Square; 2]> {
    let end = line.steps[index].square;
    let passed = line.steps[..=index].iter().flat_map(|step| step.blockers.iter().copied().chain([step.square]));
    passed.filter(|square| *square != end && content(*square) == Content::Empty).collect()
}

/// The steps of a line on which a leg may end as far as the way there goes, with what stands on them.
fn ends(leg: &Leg, line: &Line, content: &impl Fn(Square) -> Content, found: &mut impl FnMut(usize, Content)) {
    let mut needs_hurdle = leg.hop != Hop::None;
    for (index, step) in line.steps.iter().enumerate() {
        let empty = |square: &Square| content(*square) == Content::Empty;
        let passable = match leg.between {
            Between::Anything => true,
            Between::Empty => step.blockers.iter().all(empty),
            Between::Occupied => !step.blockers.iter().any(empty),
        };
        if !passable {
            return;
        }
        if index < usize::from(leg.skip) {
            continue;
        }
        let there = content(step.square);
        let occupied = there != Content::Empty;
        if there == Content::Barrier && needs_hurdle {
            return;
        }
        if needs_hurdle {
            needs_hurdle = !occupied;
            continue;
        }
        found(index, there);
        if occupied || leg.hop == Hop::Next {
            return;
        }
    }
}

/// The ways to end a move on a square: none, one, or two where an empty square may also be an en passant target.
fn landings(
    terms: &Terms,
    square: Square,
    there: Content,
    context: &Context<'_>,
    content: &impl Fn(Square) -> Content,
    visit: &mut impl FnMut(Walk),
) {
    let taking = |victim| Walk { captures: SmallVec::from_slice(&[victim]), ..Walk::to(square) };
    if there != Content::Empty {
        if takes(terms, there) {
            visit(taking(square));
        }
        return;
    }
    if terms.quiet {
        visit(Walk::to(square));
    }
    let right = context.en_passant.filter(|right| terms.en_passant && right.targets.contains(square));
    if let Some(right) = right {
        let any_enemy = Terms { enemy: true, friend: false, ..*terms };
        if takes(&any_enemy, content(right.victim)) {
            visit(Walk { en_passant: true, ..taking(right.victim) });
        }
    }
}

/// May what stands on a square be taken?
fn takes(terms: &Terms, there: Content) -> bool {
    match there {
        Content::Empty | Content::Wall | Content::Barrier => false,
        Content::PlacedPiece { friend, royal } => {
            let whose = if friend { terms.friend } else { terms.enemy };
            whose && (royal || !terms.royal_only) && !(royal && terms.spares_royal)
        }
    }
}

/// May what stands on a square be passed over at the end of a leg?
fn is_platform(platform: Platform, there: Content) -> bool {
    match platform {
        Platform::None => false,
        Platform::Any => !matches!(there, Content::Empty | Content::Barrier),
        Platform::Friend => matches!(there, Content::PlacedPiece { friend: true, .. }),
    }
}

/// The squares of a set, sorted.
fn sorted(squares: &[Square]) -> SmallVec<[Square; 2]> {
    let mut squares = SmallVec::from_slice(squares);
    squares.sort_unstable();
    squares
}

/// What makes two ways to move different.
type Key = (Square, SmallVec<[Square; 2]>, Option<(Square, Square)>);

/// The moves already visited.
#[derive(Default, Debug)]
pub struct Seen(FxHashSet<Key>);

impl Seen {
    /// Is it none of those visited before? From now on it is one of them.
    pub fn is_new(&mut self, walk: &Walk) -> bool {
        self.0.insert((walk.to, sorted(&walk.captures), walk.castling))
    }
}
