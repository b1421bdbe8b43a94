//! How compiled moves become rays.

use crate::board::{Side, Square, SquareSet};
use crate::rules::movement::{Between, Hop, Leg, Pattern};
use crate::rules::{ExtraMoves, Movement, Piece, PieceId, Rules};

use super::ray::{Ray, RayCell, RayKind};
use super::walker::{self, Content, Context, Line, LineStep, Occupancy};

/// What a move may do on the square where it ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mode {
    /// Go to an empty square or take an enemy.
    Both,
    /// Only go to an empty square.
    Quiet,
    /// Only take an enemy.
    Capture,
}

impl Mode {
    /// Can it take?
    pub fn takes(self) -> bool {
        self != Mode::Quiet
    }

    fn of(leg: &Leg) -> Option<Mode> {
        match (leg.terms.quiet, leg.terms.enemy) {
            (true, true) => Some(Mode::Both),
            (true, false) => Some(Mode::Quiet),
            (false, true) => Some(Mode::Capture),
            (false, false) => None,
        }
    }
}

/// Can all moves of a pattern be read from tables? That takes a single leg which depends on few squares and treats all
/// enemies alike, and no condition beside the square on which the man stands.
pub fn has_table(rules: &Rules, piece: &Piece, extra: Option<&ExtraMoves>, pattern: &Pattern) -> bool {
    let remembered = |side: Side| rules.unmoved.as_ref().is_some_and(|all| all[side].intersects(&piece.initial[side]));
    if !piece.blocked_by.is_empty()
        || extra.is_some_and(|extra| extra.unless_check)
        || (pattern.initial && Side::ALL.into_iter().any(remembered))
    {
        return false;
    }
    pattern.single_leg().is_some_and(|leg| {
        let terms = &leg.terms;
        !terms.friend && !terms.royal_only && !terms.spares_royal
    })
}

/// Does a piece have moves that no table holds?
pub fn has_walked(rules: &Rules, piece: &Piece) -> bool {
    movements(piece)
        .any(|(movement, extra)| movement.patterns.iter().any(|pattern| !has_table(rules, piece, extra, pattern)))
}

/// Does a piece have captures that no table holds?
pub fn walked_takes(rules: &Rules, piece: &Piece) -> bool {
    movements(piece).any(|(movement, extra)| {
        movement.patterns.iter().any(|pattern| !has_table(rules, piece, extra, pattern) && pattern.captures())
    })
}

fn movements(piece: &Piece) -> impl Iterator<Item = (&Movement, Option<&ExtraMoves>)> {
    std::iter::once((&piece.movement, None)).chain(piece.extra.iter().map(|extra| (&extra.movement, Some(extra))))
}

/// A pattern that a piece has on a square.
struct Placed<'a> {
    pattern: &'a Pattern,
    /// The squares on which it may end.
    land: SquareSet,
    /// Is it read from tables?
    tabled: bool,
}

/// The patterns that a piece has on a square.
fn patterns(rules: &Rules, side: Side, piece: PieceId, from: Square) -> impl Iterator<Item = Placed<'_>> {
    let definition = rules.piece(piece);
    let confined = definition.confined[side];
    let extra = definition.extra.iter().filter(move |extra| extra.from[side].contains(from));
    let all = std::iter::once((&definition.movement, confined, None))
        .chain(extra.map(move |extra| (&extra.movement, confined & extra.to[side], Some(extra))));
    let virgin = definition.initial[side].contains(from);
    all.flat_map(move |(movement, land, extra)| {
        let patterns = movement.patterns.iter().filter(move |pattern| virgin || !pattern.initial);
        patterns.map(move |pattern| Placed { pattern, land, tabled: has_table(rules, definition, extra, pattern) })
    })
}

/// The rays of a piece on a square, with what each may do at its end.
pub fn rays(rules: &Rules, side: Side, piece: PieceId, from: Square) -> Vec<(Ray, Mode)> {
    let mut all = Vec::new();
    for Placed { pattern, land, .. } in patterns(rules, side, piece, from).filter(|placed| placed.tabled) {
        if let Some(mode) = pattern.single_leg().and_then(Mode::of) {
            let rays = pattern_rays(rules, pattern, (side, from), land);
            all.extend(rays.into_iter().map(|ray| (ray, mode)));
        }
    }
    all
}

/// The rays of a piece on a square that may end with an en passant capture.
pub fn en_passant_rays(rules: &Rules, side: Side, piece: PieceId, from: Square) -> Vec<Ray> {
    let tables = patterns(rules, side, piece, from).filter(|placed| placed.tabled);
    let passing = tables.filter(|placed| placed.pattern.single_leg().is_some_and(|leg| leg.terms.en_passant));
    passing.flat_map(|placed| pattern_rays(rules, placed.pattern, (side, from), placed.land)).collect()
}

fn pattern_rays(rules: &Rules, pattern: &Pattern, (side, from): (Side, Square), land: SquareSet) -> Vec<Ray> {
    let Some(leg) = pattern.single_leg() else { return Vec::new() };
    let lines = walker::lines(pattern, &rules.geometry, side, from).unwrap_or_default();
    let rays = lines.into_iter().map(|line| ray(leg, line, land).trimmed());
    rays.filter(|ray| !ray.cells.is_empty()).collect()
}

fn ray(leg: &Leg, line: Line, land: SquareSet) -> Ray {
    let cell = |step: LineStep| match leg.between {
        Between::Occupied => RayCell { square: step.square, empty: Default::default(), full: step.blockers },
        _ => RayCell { square: step.square, empty: step.blockers, full: Default::default() },
    };
    let kind = match leg.hop {
        Hop::None => RayKind::Slide,
        Hop::Over => RayKind::Over,
        Hop::Next => RayKind::Next,
    };
    Ray { cells: line.steps.into_iter().map(cell).collect(), kind, skip: usize::from(leg.skip), land }
}

/// The moves of a piece on a square that leave an en passant right behind: where each ends, and the squares passed.
pub fn trails(rules: &Rules, side: Side, piece: PieceId, from: Square) -> Vec<(Square, SquareSet)> {
    struct Alone;
    impl Occupancy for Alone {
        fn content(&self, _: Square) -> Content {
            Content::Empty
        }
    }
    let context = Context { virgin: true, en_passant: None, castling_partners: &SquareSet::EMPTY };
    let mut found = Vec::new();
    for Placed { pattern, land, .. } in patterns(rules, side, piece, from) {
        if !pattern.legs().iter().any(|leg| leg.trail) {
            continue;
        }
        walker::walk_pattern(pattern, &rules.geometry, side, from, &Alone, &context, &mut |walk| {
            if !walk.trail.is_empty() && land.contains(walk.to) {
                found.push((walk.to, walk.trail.iter().copied().collect()));
            }
        });
    }
    found
}
