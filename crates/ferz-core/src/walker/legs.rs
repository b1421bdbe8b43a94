//! Moves of several legs.
//!
//! This is a search through states. A state is a leg that is about to start, with its square, its heading and the
//! captures so far. Each state is visited once. Quiet legs are followed as sets of squares, because their number of
//! states is at most squares times headings. Captures multiply the states. `compile` limits their combinations, and
//! each state counts as [`work`], so a search that exceeds a limit ends with an error.

use std::cell::Cell;

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::board::{Geometry, Side, Square, SquareSet};
use crate::rules::movement::{Leg, Pattern, Platform, Terms, Wrap, headings};
use crate::work;

use super::content::{Content, Context, Occupancy, Walk, sorted};
use super::landing::{ends, is_platform, landings, takes};
use super::line::{self, Hand};

/// A leg about to start.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    leg: usize,
    square: Square,
    heading: u8,
    mirrored: bool,
    /// The number of leaps of the last sliding leg; 0 if no later leg must be as long.
    length: usize,
    /// Captured squares, in the order of the path.
    captures: SmallVec<[Square; 2]>,
}

impl State {
    /// The state with sorted captures, so that the order of captures does not matter.
    fn key(&self) -> State {
        State { captures: sorted(&self.captures), ..self.clone() }
    }
}

/// The states of a search. Most searches have few, which are compared one by one.
#[derive(Default)]
struct Visited {
    few: SmallVec<[State; 4]>,
    more: FxHashSet<State>,
}

impl Visited {
    /// Adds a state. `false` if it was there already.
    fn is_new(&mut self, state: &State) -> bool {
        let key = state.key();
        if self.few.contains(&key) {
            return false;
        }
        if self.few.len() == self.few.inline_size() {
            return self.more.insert(key);
        }
        self.few.push(key);
        true
    }
}

/// Limits the search to moves that capture on a square.
#[derive(Clone, Copy)]
pub struct Goal<'a> {
    /// The square.
    pub target: Square,
    /// Returns `true` if the move can still capture on the target when this leg (by number) begins on a square, after a
    /// leg with this heading.
    pub begins: &'a dyn Fn(usize, u8, Square) -> bool,
    /// Set to `true` when such a move is found, which ends the search.
    pub found: &'a Cell<bool>,
}

/// Where a leg ends, and in which direction it went.
#[derive(Clone, Copy)]
struct Place {
    square: Square,
    heading: u8,
    mirrored: bool,
}

/// Arguments of a search.
struct Search<'a> {
    legs: &'a [Leg],
    place: (&'a Geometry, Side, Square),
    board: &'a dyn Occupancy,
    context: &'a Context<'a>,
    /// `true` if some leg must be as long as another.
    measures: bool,
    goal: Option<Goal<'a>>,
}

/// Visits the moves of several legs. If there is a goal, only those that may reach it.
pub(super) fn walk(
    legs: &[Leg],
    place: (&Geometry, Side, Square),
    board: &dyn Occupancy,
    (context, goal): (&Context<'_>, Option<Goal<'_>>),
    visit: &mut dyn FnMut(Walk),
) {
    if let ([first, last], None) = (legs, goal)
        && is_jump(first, last)
    {
        return jump((first, last), place, board, context, visit);
    }
    let measures = legs.iter().any(|leg| leg.as_far);
    let search = Search { legs, place, board, context, measures, goal };
    if !measures && !legs.split_last().is_some_and(|(_, before)| before.iter().any(|leg| leg.terms.captures())) {
        return search.flood(visit);
    }
    let length = usize::from(measures);
    let start = State { leg: 0, square: place.2, heading: 0, mirrored: false, length, captures: SmallVec::new() };
    let (mut waiting, mut seen) = (SmallVec::<[State; 4]>::from_iter([start]), Visited::default());
    while let Some(state) = waiting.pop() {
        let leg = &legs[state.leg];
        let steps = (2 + 2 * leg.headings.count_ones() as usize) * if leg.slides() { 8 } else { 1 };
        if goal.is_some_and(|goal| goal.found.get()) || !work::spend(steps) {
            return;
        }
        search.expand(&state, visit, &mut |next: State| {
            if search.leads_on(&next) && seen.is_new(&next) {
                waiting.push(next);
            }
        });
    }
}

/// `true` for two leaps of which the first captures. Such moves need no search: no two ways lead to the same state.
fn is_jump(first: &Leg, last: &Leg) -> bool {
    let plain = |leg: &Leg| line::is_single(leg) && leg.wrap == Wrap::None && !leg.as_far;
    plain(first) && plain(last) && !first.terms.quiet && first.terms.platform == Platform::None
}

/// Visits the moves of [two leaps](is_jump), in the order of the search.
fn jump(
    (first, last): (&Leg, &Leg),
    (geometry, side, from): (&Geometry, Side, Square),
    board: &dyn Occupancy,
    context: &Context<'_>,
    visit: &mut dyn FnMut(Walk),
) {
    if !work::spend(2 + 2 * first.headings.count_ones() as usize) {
        return;
    }
    for heading in headings_from_last(first.headings & first.kept) {
        let Some(over) = line::single(first, (geometry, side, from), heading, false) else { continue };
        if !takes(&first.terms, board.content(over.square)) {
            continue;
        }
        // The piece has left its start, and the captured piece is gone.
        let content = |square| match square == from || square == over.square {
            true => Content::Empty,
            false => board.content(square),
        };
        for onward in headings(last.headings.rotate_left(u32::from(heading)) & last.kept) {
            let place = (geometry, side, over.square);
            let Some(landing) = line::single(last, place, onward, over.mirrored) else { continue };
            landings(&last.terms, landing.square, content(landing.square), context, &content, &mut |walk| {
                let captures = [over.square].iter().chain(&walk.captures).copied().collect();
                visit(Walk { captures, ..walk });
            });
        }
    }
}

/// The moves of a pattern that jumps over one enemy to an empty square: the square of the enemy and the end of each, in the order of the
/// search. `None` for other patterns.
pub(crate) fn jumps(pattern: &Pattern, geometry: &Geometry, side: Side, from: Square) -> Option<Vec<(Square, Square)>> {
    let [first, last] = pattern.legs() else { return None };
    let takes = first.terms == Terms { enemy: true, ..Terms::default() };
    let goes = last.terms == Terms { quiet: true, ..Terms::default() };
    if !is_jump(first, last) || !takes || !goes || pattern.initial || first.trail || last.trail {
        return None;
    }
    let mut found = Vec::new();
    for heading in headings_from_last(first.headings & first.kept) {
        let Some(over) = line::single(first, (geometry, side, from), heading, false) else { continue };
        for onward in headings(last.headings.rotate_left(u32::from(heading)) & last.kept) {
            let place = (geometry, side, over.square);
            let to = line::single(last, place, onward, over.mirrored).map(|landing| landing.square);
            found.extend(to.filter(|to| *to != from).map(|to| (over.square, to)));
        }
    }
    Some(found)
}

/// The headings of a set, the last one first.
fn headings_from_last(set: u8) -> impl Iterator<Item = u8> {
    (0..8).rev().filter(move |heading| set & 1 << heading != 0)
}

/// The squares that a leg has reached: for each heading, one set for an unmirrored board and one for a mirrored board.
type Front = [[SquareSet; 2]; 8];

/// All squares that a leg has reached.
fn union(front: &Front) -> SquareSet {
    front.iter().flatten().fold(SquareSet::EMPTY, |all, squares| all | *squares)
}

impl Search<'_> {
    /// Visits the moves of legs that capture nothing before the last leg, leg by leg. All ways to a square with a
    /// heading are merged.
    fn flood(&self, visit: &mut dyn FnMut(Walk)) {
        let mut front: Front = [[SquareSet::EMPTY; 2]; 8];
        front[0][0].insert(self.place.2);
        for (index, leg) in self.legs.iter().enumerate() {
            front = self.advance(leg, &front);
            if index + 1 < self.legs.len() {
                let all = union(&front);
                if !work::spend(all.count() as usize / 16) {
                    return;
                }
                let goes_on = |square: &Square| match self.seen(*square) {
                    Content::Empty => leg.terms.quiet,
                    there => is_platform(leg.terms.platform, there),
                };
                let left: SquareSet = all.iter().filter(goes_on).collect();
                if left.is_empty() {
                    return;
                }
                for (heading, squares) in front.iter_mut().enumerate() {
                    for squares in squares {
                        *squares &= left;
                        if let Some(goal) = self.goal.filter(|_| !squares.is_empty()) {
                            let leads_on = |square: &Square| (goal.begins)(index + 1, heading as u8, *square);
                            *squares = squares.iter().filter(leads_on).collect();
                        }
                    }
                }
            }
        }
        let Some(last) = self.legs.last() else { return };
        for square in union(&front).iter() {
            let there = self.seen(square);
            landings(&last.terms, square, there, self.context, &|square| self.seen(square), visit);
        }
    }

    /// Makes a leg from all squares of a front. The content of its last square is not tested. Squares from which the
    /// leg goes on with the same heading are joined, even if the headings before differed.
    fn advance(&self, leg: &Leg, front: &Front) -> Front {
        let mut next: Front = [[SquareSet::EMPTY; 2]; 8];
        let geometry = line::joined(self.place.0, leg.wrap);
        for mirrored in [false, true] {
            let mut starts = [SquareSet::EMPTY; 8];
            for (turned, squares) in front.iter().enumerate() {
                let squares = &squares[usize::from(mirrored)];
                if !squares.is_empty() {
                    let onward = headings(leg.headings.rotate_left(turned as u32) & leg.kept);
                    onward.for_each(|heading| starts[usize::from(heading)] |= *squares);
                }
            }
            for heading in headings(leg.kept) {
                let squares = &starts[usize::from(heading)];
                if !squares.is_empty() {
                    self.advance_in_line((leg, &geometry), (heading, mirrored), squares, &mut next);
                }
            }
        }
        next
    }

    /// Makes a leg with one heading from some squares.
    fn advance_in_line(
        &self,
        (leg, geometry): (&Leg, &Geometry),
        (heading, mirrored): (u8, bool),
        squares: &SquareSet,
        next: &mut Front,
    ) {
        let single = line::is_single(leg);
        let shifts = single && self.place.0.shifts() && leg.wrap == Wrap::None;
        let steps = match (shifts, single) {
            (true, _) => 2,
            (_, true) => squares.count() as usize / 2,
            (..) => squares.count() as usize,
        };
        if !work::spend(steps + 1) {
            return;
        }
        if shifts {
            let step = line::step(leg, heading, self.place.1, mirrored);
            next[usize::from(heading)][usize::from(mirrored)] |= geometry.shifted(squares, step);
            return;
        }
        for square in squares.iter() {
            let place = (geometry, self.place.1, square);
            if single {
                if let Some(landing) = line::single(leg, place, heading, mirrored) {
                    next[usize::from(heading)][usize::from(mirrored ^ landing.mirrored)].insert(landing.square);
                }
                continue;
            }
            let is_stop = |square| self.seen(square) != Content::Empty;
            let line = line::trace_until(leg, place, (heading, mirrored, Hand::Right), is_stop);
            if !work::spend(line.steps.len() / 4) {
                return;
            }
            ends(leg, &line, &|square| self.seen(square), &mut |index, _| {
                let step = &line.steps[index];
                next[usize::from(heading)][usize::from(step.mirrored)].insert(step.square);
            });
        }
    }

    /// Content of a square after the piece has left its start.
    fn seen(&self, square: Square) -> Content {
        if square == self.place.2 { Content::Empty } else { self.board.content(square) }
    }

    /// Returns `true` if the goal may still be reached, or has already been captured.
    fn leads_on(&self, next: &State) -> bool {
        self.goal.is_none_or(|goal| {
            next.captures.contains(&goal.target) || (goal.begins)(next.leg, next.heading, next.square)
        })
    }

    /// Makes one leg in every way: moves that end go to `visit`, others to `go_on`.
    fn expand(&self, state: &State, visit: &mut dyn FnMut(Walk), go_on: &mut dyn FnMut(State)) {
        let leg = &self.legs[state.leg];
        let geometry = line::joined(self.place.0, leg.wrap);
        let content = |square| self.content(state, square);
        for heading in headings(leg.headings.rotate_left(u32::from(state.heading)) & leg.kept) {
            let place = (&*geometry, self.place.1, state.square);
            if line::is_single(leg) {
                if let Some(landing) = line::single(leg, place, heading, state.mirrored) {
                    let place = Place { square: landing.square, heading, mirrored: state.mirrored ^ landing.mirrored };
                    self.reach(state, (place, 1), content(landing.square), (visit, go_on));
                }
                continue;
            }
            let is_stop = |square| content(square) != Content::Empty;
            let line = line::trace_until(leg, place, (heading, state.mirrored, Hand::Right), is_stop);
            if !work::spend(line.steps.len() / 16) {
                return;
            }
            ends(leg, &line, &content, &mut |index, there| {
                let step = &line.steps[index];
                let place = Place { square: step.square, heading, mirrored: step.mirrored };
                self.reach(state, (place, index + 1), there, (visit, go_on));
            });
        }
    }

    /// Ends a leg on a square, after a number of leaps.
    fn reach(
        &self,
        state: &State,
        (place, leaps): (Place, usize),
        there: Content,
        (visit, go_on): (&mut dyn FnMut(Walk), &mut dyn FnMut(State)),
    ) {
        if self.legs[state.leg].as_far && leaps != state.length {
            return;
        }
        match state.leg + 1 == self.legs.len() {
            true => self.end(state, place.square, there, visit),
            false => self.pass(state, (place, leaps), there, go_on),
        }
    }

    /// The content of a square during the move: the piece has left its start, and captured pieces are gone.
    fn content(&self, state: &State, square: Square) -> Content {
        match square == self.place.2 || state.captures.contains(&square) {
            true => Content::Empty,
            false => self.board.content(square),
        }
    }

    fn end(&self, state: &State, square: Square, there: Content, visit: &mut dyn FnMut(Walk)) {
        let terms = &self.legs[state.leg].terms;
        let content = |square| self.content(state, square);
        landings(terms, square, there, self.context, &content, &mut |walk| {
            let captures = state.captures.iter().chain(&walk.captures).copied().collect();
            visit(Walk { captures, ..walk });
        });
    }

    /// Ends an earlier leg on a square, after a number of leaps.
    fn pass(&self, state: &State, (place, leaps): (Place, usize), there: Content, go_on: &mut dyn FnMut(State)) {
        let leg = &self.legs[state.leg];
        let Place { square, heading, mirrored } = place;
        let length = if self.measures && leg.slides() { leaps } else { state.length };
        let captures = SmallVec::from_slice(&state.captures);
        let next = State { leg: state.leg + 1, square, heading, mirrored, length, captures };
        let untouched = match there {
            Content::Empty => leg.terms.quiet,
            _ => is_platform(leg.terms.platform, there),
        };
        if takes(&leg.terms, there) {
            let mut taking = next.clone();
            taking.captures.push(square);
            go_on(taking);
        }
        if untouched {
            go_on(next);
        }
    }
}
