//! Obstacles to a move of a notation: the smallest set of squares whose content would have to change.
//!
//! A move of one leg follows a line, so its obstacles follow directly. For several legs, the walker is called
//! repeatedly, with more and more of the squares changed that it has read.

use std::cell::RefCell;
use std::collections::{BTreeSet, VecDeque};

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::board::{Square, SquareSet};
use crate::rules::EnPassant;
use crate::rules::movement::{Between, Course, Hop, Leg, Terms};
use crate::walker::{self, Content, Context, Line, Occupancy, lines};

use super::reason::{Need, Reason};
use super::view::{Atom, AtomId, View, is_virgin};

/// The largest number of squares to change at once for a move of several legs.
const MAX_CHANGES: usize = 4;
/// The largest number of walks for one move.
const MAX_WALKS: usize = 4_000;

/// The smallest set of changes that would let the move lead from one square to another. `None` if no change helps; an
/// empty list if the move is possible.
pub fn obstacles(
    view: &View<'_>,
    atom: &Atom<'_>,
    (from, to): (Square, Square),
    en_passant: Option<EnPassant>,
) -> Option<Vec<Reason>> {
    let by = atom.id;
    let mut found = on_the_board(view, atom, (from, to), en_passant)?;
    let placed = view.piece_at(from)?;
    let mut rules = Vec::new();
    if atom.pattern.initial && !is_virgin(view, placed.piece, from) {
        let set_up = view.rules.setup.pieces[from.index()] == Some(placed);
        let set_up = set_up && !view.rules.piece(placed.piece).initial[view.side].contains(from);
        rules.push(Reason::FirstMoveOnly { by, placed, from, set_up });
    }
    if atom.from.is_some_and(|region| !region[view.side].contains(from)) {
        rules.push(Reason::NotFromHere { by, from });
    }
    if atom.to.is_some_and(|region| !region[view.side].contains(to)) {
        rules.push(Reason::NotToThere { by, to });
    }
    if !view.rules.piece(placed.piece).confined[view.side].contains(to) {
        rules.push(Reason::Confined { piece: placed.piece, to });
    }
    rules.append(&mut found);
    Some(rules)
}

fn on_the_board(
    view: &View<'_>,
    atom: &Atom<'_>,
    (from, to): (Square, Square),
    en_passant: Option<EnPassant>,
) -> Option<Vec<Reason>> {
    let by = atom.id;
    let blocked_by = view.piece_at(from).map_or(&[][..], |placed| &view.rules.piece(placed.piece).blocked_by);
    let content = |square: Square| match view.piece_at(square) {
        _ if square == from => Content::Empty,
        Some(placed) if blocked_by.contains(&placed.piece) => Content::Barrier,
        _ => view.content(square),
    };
    match &atom.pattern.course {
        Course::Legs(legs) if legs.len() == 1 => {
            let lines = lines(atom.pattern, &view.rules.geometry, view.side, from)?;
            let ends =
                lines.iter().filter_map(|line| Some((line, line.steps.iter().position(|step| step.square == to)?)));
            let ways = ends.filter_map(|(line, end)| on_a_line(by, &legs[0], (line, end), &content, en_passant));
            ways.min_by_key(Vec::len)
        }
        Course::Legs(_) => fewest_obstacles(view, atom, (from, to), en_passant),
        Course::Anywhere(_) if from == to => None,
        Course::Anywhere(terms) => Some(landing(by, terms, to, content(to), en_passant)?.into_iter().collect()),
        Course::Castling(_) => None,
    }
}

/// Obstacles to a ride up to step `end` of a line.
fn on_a_line(
    by: AtomId,
    leg: &Leg,
    (line, end): (&Line, usize),
    content: &impl Fn(Square) -> Content,
    en_passant: Option<EnPassant>,
) -> Option<Vec<Reason>> {
    if end < usize::from(leg.skip) {
        return None;
    }
    let is_empty = |square: Square| content(square) == Content::Empty;
    let needs = |square: Square, need: Need| Reason::Square { by, square, need, ends: false };
    let mut found = Vec::new();
    let inside = line.steps[..=end].iter().flat_map(|step| step.blockers.iter().copied());
    let mut seen = SquareSet::EMPTY;
    for square in inside {
        let wrong = match leg.between {
            Between::Anything => None,
            Between::Empty => (!is_empty(square)).then_some(Need::Empty),
            Between::Occupied => is_empty(square).then_some(Need::Enemy),
        };
        if let Some(need) = wrong.filter(|_| !seen.contains(square)) {
            seen.insert(square);
            found.push(needs(square, need));
        }
    }
    let way: Vec<Square> = line.steps[usize::from(leg.skip)..end].iter().map(|step| step.square).collect();
    let pieces = || way.iter().copied().filter(|square| !is_empty(*square));
    match (leg.hop, way.split_last()) {
        (Hop::None, _) => found.extend(pieces().map(|square| needs(square, Need::Empty))),
        (_, None) => return None,
        (Hop::Over, Some(_)) if pieces().next().is_none() => found.push(Reason::NoHurdle { by, between: way.clone() }),
        (Hop::Over, Some(_)) => {
            // A barrier piece cannot be the hurdle, so it would have to be another piece.
            let barrier = pieces().take(1).filter(|square| content(*square) == Content::Barrier);
            found.extend(barrier.map(|square| needs(square, Need::Enemy)));
            found.extend(pieces().skip(1).map(|square| needs(square, Need::Empty)));
        }
        (Hop::Next, Some((mount, before))) => {
            found.extend(before.iter().filter(|square| !is_empty(**square)).map(|square| needs(*square, Need::Empty)));
            if is_empty(*mount) {
                found.push(Reason::NoHurdle { by, between: vec![*mount] });
            }
        }
    }
    let to = line.steps[end].square;
    found.extend(landing(by, &leg.terms, to, content(to), en_passant)?);
    Some(found)
}

/// The required change of the last square: an empty list if its content fits, and `None` if the move can never end
/// there.
fn landing(
    by: AtomId,
    terms: &Terms,
    to: Square,
    there: Content,
    en_passant: Option<EnPassant>,
) -> Option<Option<Reason>> {
    let takes = match there {
        Content::Empty => {
            terms.quiet || (terms.en_passant && en_passant.is_some_and(|right| right.targets.contains(to)))
        }
        Content::Wall | Content::Barrier => false,
        Content::PlacedPiece { friend, royal } => {
            let whose = if friend { terms.friend } else { terms.enemy };
            whose && (royal || !terms.royal_only) && !(royal && terms.spares_royal)
        }
    };
    if takes {
        return Some(None);
    }
    let enemy = if terms.royal_only { Need::Royal } else { Need::Enemy };
    let own = matches!(there, Content::PlacedPiece { friend: true, .. });
    let need = match () {
        () if there == Content::Wall && terms.quiet => Need::Empty,
        () if own && terms.enemy => enemy,
        () if terms.quiet && there != Content::Empty && !terms.enemy => Need::Empty,
        () if terms.enemy => enemy,
        () if terms.friend => Need::Friend,
        () if terms.quiet => Need::Empty,
        () if terms.en_passant => Need::EnPassant,
        () => return None,
    };
    Some(Some(Reason::Square { by, square: to, need, ends: true }))
}

/// A view that records the squares that are read.
struct Watched<'a, 'b> {
    view: &'a View<'b>,
    seen: &'a RefCell<BTreeSet<Square>>,
}

impl Occupancy for Watched<'_, '_> {
    fn content(&self, square: Square) -> Content {
        self.seen.borrow_mut().insert(square);
        self.view.content(square)
    }
}

type Changes = SmallVec<[(Square, Content); MAX_CHANGES]>;

/// Searches for the smallest number of changed squares with which the walker finds the move.
fn fewest_obstacles(
    view: &View<'_>,
    atom: &Atom<'_>,
    (from, to): (Square, Square),
    en_passant: Option<EnPassant>,
) -> Option<Vec<Reason>> {
    let mut waiting: VecDeque<Changes> = VecDeque::from([Changes::new()]);
    let mut tried = FxHashSet::default();
    for _ in 0..MAX_WALKS {
        let Some(changes) = waiting.pop_front() else { break };
        let (found, seen) = look(view, atom, (from, to), en_passant, &changes);
        if found {
            return Some(changes.iter().map(|change| as_reason(atom.id, view, to, *change)).collect());
        }
        if changes.len() == MAX_CHANGES {
            continue;
        }
        for square in seen.into_iter().filter(|square| !changes.iter().any(|(changed, _)| changed == square)) {
            let there = view.content(square);
            for need in [Need::Empty, Need::Enemy, Need::Friend, Need::Royal] {
                let mut more = changes.clone();
                more.push((square, need.content()));
                let mut key: Vec<(Square, u8)> =
                    more.iter().map(|(square, content)| (*square, number(*content))).collect();
                key.sort_unstable();
                if need.content() != there && tried.insert(key) {
                    waiting.push_back(more);
                }
            }
        }
    }
    obstacles_by_clearing(view, atom, (from, to), en_passant)
}

/// Finds many obstacles: starts from a cleared board, puts the pieces back, and keeps those that prevent the move.
fn obstacles_by_clearing(
    view: &View<'_>,
    atom: &Atom<'_>,
    (from, to): (Square, Square),
    en_passant: Option<EnPassant>,
) -> Option<Vec<Reason>> {
    let reaches = |changes: &Changes| look(view, atom, (from, to), en_passant, changes).0;
    let stands = |square: &Square| *square != from && *square != to && view.content(*square) != Content::Empty;
    let all: Changes =
        view.rules.geometry.squares().iter().filter(stands).map(|square| (square, Content::Empty)).collect();
    let ends = [None, Some(Need::Empty), Some(Need::Enemy), Some(Need::Friend), Some(Need::Royal)];
    let mut left = ends.into_iter().find_map(|end| {
        let mut changes = all.clone();
        changes.extend(end.map(|need| (to, need.content())));
        reaches(&changes).then_some(changes)
    })?;
    for change in all {
        let without: Changes = left.iter().copied().filter(|other| *other != change).collect();
        if reaches(&without) {
            left = without;
        }
    }
    Some(left.iter().map(|change| as_reason(atom.id, view, to, *change)).collect())
}

fn look(
    view: &View<'_>,
    atom: &Atom<'_>,
    (from, to): (Square, Square),
    en_passant: Option<EnPassant>,
    changes: &Changes,
) -> (bool, BTreeSet<Square>) {
    let seen = RefCell::new(BTreeSet::new());
    let changed = View { changes, ..*view };
    let watched = Watched { view: &changed, seen: &seen };
    let context =
        Context { virgin: true, en_passant: en_passant.map(Into::into), castling_partners: &SquareSet::EMPTY };
    let mut found = false;
    let geometry = &view.rules.geometry;
    walker::walk_pattern(atom.pattern, geometry, view.side, from, &watched, &context, &mut |walk| {
        found |= walk.to == to && walk.castling.is_none();
    });
    let mut seen = seen.into_inner();
    seen.remove(&from);
    (found, seen)
}

fn number(content: Content) -> u8 {
    match content {
        Content::Empty => 0,
        Content::Wall | Content::Barrier => 1,
        Content::PlacedPiece { friend, royal } => 2 + u8::from(friend) + 2 * u8::from(royal),
    }
}

fn as_reason(by: AtomId, view: &View<'_>, to: Square, (square, content): (Square, Content)) -> Reason {
    let need = match content {
        Content::PlacedPiece { friend: true, .. } => Need::Friend,
        Content::PlacedPiece { royal: true, .. } => Need::Royal,
        Content::PlacedPiece { .. } => Need::Enemy,
        Content::Empty | Content::Wall | Content::Barrier => Need::Empty,
    };
    let occupied = view.content(square) != Content::Empty;
    Reason::Square { by, square, need, ends: square == to && (occupied || need != Need::Empty) }
}
