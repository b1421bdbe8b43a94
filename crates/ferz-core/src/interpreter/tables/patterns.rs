//! Turns compiled moves into rays.

use crate::board::{Geometry, Side, Square, SquareSet, Topology};
use crate::rules::movement::{Bend, Course, Leg, Pattern, Platform, Terms, Wrap, headings};
use crate::rules::{Piece, PieceId, Rules};

use crate::walker::{self, Content, Context, Occupancy};

use super::held::{Held, held, movements};
use super::rays::{Rays, SharedRay};

/// Permitted actions of a move on its destination square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mode {
    /// Move to an empty square, or capture an enemy.
    Both,
    /// Only move to an empty square.
    Quiet,
    /// Only capture an enemy.
    Capture,
    /// Only capture a royal enemy, as a general does that faces the other general.
    Royal,
}

impl Mode {
    /// Returns `true` if it can capture.
    pub fn takes(self) -> bool {
        self != Mode::Quiet
    }

    /// Returns `true` if it can go to an empty square.
    pub fn goes(self) -> bool {
        matches!(self, Mode::Both | Mode::Quiet)
    }

    fn of(leg: &Leg) -> impl Iterator<Item = Mode> {
        let Terms { quiet, enemy, royal_only, .. } = leg.terms;
        let both = quiet && enemy && !royal_only;
        let modes = [
            (Mode::Both, both),
            (Mode::Quiet, quiet && !both),
            (Mode::Capture, enemy && !both && !royal_only),
            (Mode::Royal, enemy && royal_only),
        ];
        modes.into_iter().filter(|(_, is)| *is).map(|(mode, _)| mode)
    }
}

/// The squares on which a piece has moves that no table holds.
pub fn walked_from(rays: &mut Rays<'_>, side: Side, piece: PieceId) -> SquareSet {
    let squares = rays.rules.geometry.squares();
    let mut walks = |from: &Square| patterns(rays, side, piece, *from).any(|placed| placed.held == Held::Not);
    squares.iter().filter(|from| walks(from)).collect()
}

/// Where a piece of another side must stand for a piece to have any of its moves that no table holds, by the first legs of these
/// moves. `None` if one of them does not begin with a capture.
pub fn walked_prey(rays: &mut Rays<'_>, side: Side, piece: PieceId, from: Square) -> Option<SquareSet> {
    let geometry = &rays.rules.geometry;
    let mut prey = SquareSet::EMPTY;
    for Placed { pattern, .. } in patterns(rays, side, piece, from).filter(|placed| placed.held == Held::Not) {
        let Course::Legs(legs) = &pattern.course else { return None };
        let first = legs.first().filter(|leg| legs.len() > 1 && begins_with_capture(leg))?;
        for heading in headings(first.headings & first.kept) {
            prey |= walker::line(first, geometry, (side, from), heading).steps.iter().map(|step| step.square).collect();
        }
    }
    Some(prey)
}

/// The moves of a piece that no table holds: the square of the captured piece and the end of each. `None` if one of them does more than jump
/// over one enemy to an empty square, or depends on more than these two squares.
pub fn jumps(rays: &mut Rays<'_>, side: Side, piece: PieceId, from: Square) -> Option<Vec<(Square, Square)>> {
    let rules = rays.rules;
    if !rules.piece(piece).blocked_by.is_empty() || !rules.beyond.levels.forms.is_empty() {
        return None;
    }
    let mut found = Vec::new();
    for Placed { pattern, land, conditions, .. } in
        patterns(rays, side, piece, from).filter(|placed| placed.held == Held::Not)
    {
        if conditions.unmoved || conditions.unless_check {
            return None;
        }
        let jumps = walker::jumps(pattern, &rules.geometry, side, from)?;
        for jump in jumps.into_iter().filter(|(_, to)| land.contains(*to)) {
            if !found.contains(&jump) {
                found.push(jump);
            }
        }
    }
    Some(found)
}

/// `true` if a leg that comes first must capture a piece of another side.
fn begins_with_capture(leg: &Leg) -> bool {
    let Terms { quiet, friend, en_passant, platform, .. } = leg.terms;
    !quiet && !friend && !en_passant && platform == Platform::None && leg.bend == Bend::Straight
}

/// The destinations, on an empty board, of a piece's quiet moves that are not rays. First moves are left out.
pub fn walked_ends(rays: &mut Rays<'_>, side: Side, piece: PieceId, from: Square) -> SquareSet {
    let walked = |placed: &Placed<'_>| matches!(placed.held, Held::Not | Held::Barred) && !placed.conditions.unmoved;
    let mut ends = SquareSet::EMPTY;
    for Placed { pattern, land, .. } in patterns(rays, side, piece, from).filter(walked) {
        ends |= walker::quiet_ends(pattern, &rays.rules.geometry, side, from) & land;
    }
    ends
}

/// Largest distance of a pattern's captures, in king steps.
pub fn reach_of(pattern: &Pattern, geometry: &Geometry) -> usize {
    let everywhere = usize::MAX;
    if geometry.topology() != Topology::Rectangle || geometry.levels() > 1 {
        return everywhere;
    }
    match &pattern.course {
        Course::Castling(_) => 0,
        Course::Anywhere(_) => everywhere,
        Course::Legs(legs) => legs.iter().fold(0, |sum: usize, leg| match (leg.range, leg.wrap) {
            (Some(range), Wrap::None) if !leg.terms.en_passant => {
                sum.saturating_add(usize::from(range) * usize::from(leg.leap.length()))
            }
            _ => everywhere,
        }),
    }
}

/// Returns `true` if a piece has captures of enemies that no table holds.
pub fn walked_takes(rules: &Rules, piece: &Piece) -> bool {
    movements(piece).any(|(movement, extra)| {
        let takes = |pattern: &Pattern| pattern.takes_enemies() && held(rules, piece, extra, pattern) == Held::Not;
        movement.patterns.iter().any(takes)
    })
}

/// Returns `true` if no piece can capture, and none is royal.
pub fn no_captures(rules: &Rules) -> bool {
    let peaceful = |piece: &Piece| {
        !piece.royalty.is_ever_royal()
            && movements(piece).all(|(movement, _)| !movement.patterns.iter().any(Pattern::captures))
    };
    rules.pieces.iter().all(peaceful)
}

/// Conditions under which a piece has a conditional move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Conditions {
    /// The piece has not moved.
    pub unmoved: bool,
    /// Its side is not in check.
    pub unless_check: bool,
}

/// A pattern of a piece on a square.
struct Placed<'a> {
    pattern: &'a Pattern,
    /// The squares on which it may end.
    land: SquareSet,
    /// How its moves are found.
    held: Held,
    /// Conditions under which the piece has the pattern.
    conditions: Conditions,
}

/// The patterns that a piece has on a square.
fn patterns<'r>(
    rays: &mut Rays<'r>,
    side: Side,
    piece: PieceId,
    from: Square,
) -> impl Iterator<Item = Placed<'r>> + use<'r> {
    let (rules, held) = (rays.rules, rays.held(piece));
    let definition = rules.piece(piece);
    let virgin = definition.initial[side].contains(from);
    let all = movements(definition).flat_map(|(movement, extra)| movement.patterns.iter().map(move |one| (extra, one)));
    all.enumerate().filter_map(move |(index, (extra, pattern))| {
        if extra.is_some_and(|extra| !extra.from[side].contains(from)) || pattern.initial && !virgin {
            return None;
        }
        let confined = definition.confined[side];
        Some(Placed {
            pattern,
            land: extra.map_or(confined, |extra| confined & extra.to[side]),
            held: held[index],
            conditions: Conditions {
                unmoved: pattern.initial && rules.keeps_account_of(side, from),
                unless_check: extra.is_some_and(|extra| extra.unless_check),
            },
        })
    })
}

/// The rays of a piece on a square, each with its mode.
pub fn rays(rays: &mut Rays<'_>, side: Side, piece: PieceId, from: Square) -> Vec<(SharedRay, Mode)> {
    rays_held(rays, side, (piece, from), Held::Table)
}

/// The same as [`rays`], for rays that end before barrier pieces.
pub fn barred_rays(rays: &mut Rays<'_>, side: Side, piece: PieceId, from: Square) -> Vec<(SharedRay, Mode)> {
    rays_held(rays, side, (piece, from), Held::Barred)
}

/// The rays of the conditional moves of a piece on a square, each with its conditions.
pub fn conditional_rays(rays: &mut Rays<'_>, side: Side, piece: PieceId, from: Square) -> Vec<(Conditions, SharedRay)> {
    let mut all = Vec::new();
    let conditional = patterns(rays, side, piece, from).filter(|placed| placed.held == Held::Conditional);
    for Placed { pattern, land, conditions, .. } in conditional {
        all.extend(rays.of(pattern, (side, from), land).into_iter().map(|ray| (conditions, ray)));
    }
    all
}

fn rays_held(rays: &mut Rays<'_>, side: Side, (piece, from): (PieceId, Square), held: Held) -> Vec<(SharedRay, Mode)> {
    let mut all = Vec::new();
    for Placed { pattern, land, .. } in patterns(rays, side, piece, from).filter(|placed| placed.held == held) {
        let found = rays.of(pattern, (side, from), land);
        for mode in pattern.legs().last().into_iter().flat_map(Mode::of) {
            all.extend(found.iter().map(|ray| (ray.clone(), mode)));
        }
    }
    all
}

/// The rays of a piece on a square that may end with an en passant capture.
pub fn en_passant_rays(rays: &mut Rays<'_>, side: Side, piece: PieceId, from: Square) -> Vec<SharedRay> {
    let tables = patterns(rays, side, piece, from).filter(|placed| placed.held == Held::Table);
    let passing = tables.filter(|placed| placed.pattern.legs().last().is_some_and(|leg| leg.terms.en_passant));
    passing.flat_map(|placed| rays.of(placed.pattern, (side, from), placed.land)).collect()
}

/// The moves of a piece on a square that leave an en passant right behind: what each may do at its end, where it ends, and the
/// squares passed.
pub fn trails(rays: &mut Rays<'_>, side: Side, piece: PieceId, from: Square) -> Vec<(Mode, Square, SquareSet)> {
    struct Alone;
    impl Occupancy for Alone {
        fn content(&self, _: Square) -> Content {
            Content::Empty
        }
    }
    let context = Context { virgin: true, en_passant: None, castling_partners: &SquareSet::EMPTY };
    let mut found = Vec::new();
    for Placed { pattern, land, .. } in patterns(rays, side, piece, from) {
        if !pattern.legs().iter().any(|leg| leg.trail) {
            continue;
        }
        walker::walk_pattern(pattern, &rays.rules.geometry, side, from, &Alone, &context, &mut |walk| {
            if !walk.trail.is_empty() && land.contains(walk.to) {
                let passed: SquareSet = walk.trail.iter().copied().collect();
                let modes = pattern.legs().last().into_iter().flat_map(Mode::of);
                found.extend(modes.map(|mode| (mode, walk.to, passed)));
            }
        });
    }
    found
}
