//! How compiled moves become rays.

use crate::board::{Geometry, Side, Square, SquareSet, Topology};
use crate::rules::movement::{Bend, Between, Course, Hop, Leg, Pattern, Terms, Wrap, headings};
use crate::rules::{ExtraMoves, Movement, Piece, PieceId, Rules};

use crate::walker::{self, Content, Context, Occupancy};

use super::rays::{Rays, SharedRay};

/// Permitted actions of a move on its destination square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mode {
    /// Go to an empty square or take an enemy.
    Both,
    /// Only go to an empty square.
    Quiet,
    /// Only take an enemy.
    Capture,
    /// Only captures of a royal enemy, as of a general that faces the other.
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

/// How the moves of a pattern are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Held {
    /// In tables: they depend on few squares and treat all enemies alike, royal pieces aside.
    Table,
    /// Along rays, which end before pieces of some pieces.
    Barred,
    /// In tables, while the conditions of the piece or of the position hold.
    Conditional,
    /// By the walker.
    Not,
}

/// How the moves of a pattern are found. A table depends only on the squares that a move passes and the square of the
/// piece.
pub fn held(rules: &Rules, piece: &Piece, extra: Option<&ExtraMoves>, pattern: &Pattern) -> Held {
    let remembered = |side: Side| rules.unmoved.as_ref().is_some_and(|all| all[side].intersects(&piece.initial[side]));
    let conditional =
        extra.is_some_and(|extra| extra.unless_check) || (pattern.initial && Side::ALL.into_iter().any(remembered));
    let barred = !piece.blocked_by.is_empty();
    let leg = last_leg(pattern, &rules.geometry).filter(|leg| !leg.terms.friend && !leg.terms.spares_royal);
    match leg {
        None => Held::Not,
        Some(leg) if conditional && (barred || leg.trail || pattern.captures()) => Held::Not,
        Some(_) if conditional => Held::Conditional,
        Some(leg) if barred && (leg.terms.en_passant || leg.trail || pattern.legs().len() > 1) => Held::Not,
        Some(_) if barred => Held::Barred,
        Some(_) => Held::Table,
    }
}

/// The most ways over several legs that become rays; the walker finds the moves of others without following each.
const MOST_WAYS: u32 = 64;

/// The last leg of a move that is a ray: legs before it are single leaps to empty squares, from which no way leads back.
fn last_leg<'a>(pattern: &'a Pattern, geometry: &Geometry) -> Option<&'a Leg> {
    let (last, before) = pattern.legs().split_last()?;
    if before.is_empty() {
        return Some(last);
    }
    let leaps = |leg: &Leg| {
        let quiet = leg.terms == Terms { quiet: true, ..Terms::default() };
        let plain = leg.skip == 0 && leg.hop == Hop::None && leg.wrap == Wrap::None && !leg.trail;
        quiet && plain && !leg.slides() && leg.between != Between::Occupied
    };
    let measured = pattern.legs().iter().any(|leg| leg.as_far);
    let bent = last.bend != Bend::Straight || last.wrap != Wrap::None || last.hop == Hop::Next;
    let plane = matches!(geometry.topology(), Topology::Rectangle);
    let ways = pattern.legs().iter().fold(1u32, |all, leg| all.saturating_mul(leg.headings.count_ones()));
    let ray = plane && ways <= MOST_WAYS && before.iter().all(leaps) && !measured && !bent && !last.trail;
    (ray && !comes_back(pattern.legs(), geometry)).then_some(last)
}

/// Returns `true` if a way of several legs leads over the square of its start.
fn comes_back(legs: &[Leg], geometry: &Geometry) -> bool {
    let most = geometry.files().max(geometry.ranks()) as i32;
    let mut ways = vec![(0u8, (0i32, 0i32))];
    for (index, leg) in legs.iter().enumerate() {
        let mut next = Vec::new();
        for (heading, at) in &ways {
            for heading in headings(leg.headings.rotate_left(u32::from(*heading)) & leg.kept) {
                let step = leg.leap.step(heading);
                let after = |count: i32| (at.0 + count * i32::from(step.files), at.1 + count * i32::from(step.ranks));
                let count = if index + 1 == legs.len() { leg.range.map_or(most, i32::from).min(most) } else { 1 };
                if index > 0 && (1..=count).any(|count| after(count) == (0, 0)) {
                    return true;
                }
                next.push((heading, after(1)));
            }
        }
        ways = next;
    }
    false
}

/// The squares on which a piece has moves that no table holds.
pub fn walked_from(rules: &Rules, side: Side, piece: PieceId) -> SquareSet {
    let walks = |from: &Square| patterns(rules, side, piece, *from).any(|placed| placed.held == Held::Not);
    rules.geometry.squares().iter().filter(walks).collect()
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

/// All that a piece may do, where and when it may do more too.
pub fn movements(piece: &Piece) -> impl Iterator<Item = (&Movement, Option<&ExtraMoves>)> {
    std::iter::once((&piece.movement, None)).chain(piece.extra.iter().map(|extra| (&extra.movement, Some(extra))))
}

/// Conditions under which a piece has a conditional move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Conditions {
    /// The piece has not moved.
    pub unmoved: bool,
    /// Its side is not in check.
    pub unless_check: bool,
}

/// A pattern that a piece has on a square.
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
fn patterns(rules: &Rules, side: Side, piece: PieceId, from: Square) -> impl Iterator<Item = Placed<'_>> {
    let definition = rules.piece(piece);
    let confined = definition.confined[side];
    let extra = definition.extra.iter().filter(move |extra| extra.from[side].contains(from));
    let all = std::iter::once((&definition.movement, confined, None))
        .chain(extra.map(move |extra| (&extra.movement, confined & extra.to[side], Some(extra))));
    let virgin = definition.initial[side].contains(from);
    all.flat_map(move |(movement, land, extra)| {
        let patterns = movement.patterns.iter().filter(move |pattern| virgin || !pattern.initial);
        patterns.map(move |pattern| Placed {
            pattern,
            land,
            held: held(rules, definition, extra, pattern),
            conditions: Conditions {
                unmoved: pattern.initial && rules.keeps_account_of(side, from),
                unless_check: extra.is_some_and(|extra| extra.unless_check),
            },
        })
    })
}

/// The rays of a piece on a square, with what each may do at its end.
pub fn rays(rays: &mut Rays<'_>, side: Side, piece: PieceId, from: Square) -> Vec<(SharedRay, Mode)> {
    rays_held(rays, side, (piece, from), Held::Table)
}

/// As [`rays`], those that end before pieces of some pieces.
pub fn barred_rays(rays: &mut Rays<'_>, side: Side, piece: PieceId, from: Square) -> Vec<(SharedRay, Mode)> {
    rays_held(rays, side, (piece, from), Held::Barred)
}

/// The rays of the conditional moves of a piece on a square, each with its conditions.
pub fn conditional_rays(rays: &mut Rays<'_>, side: Side, piece: PieceId, from: Square) -> Vec<(Conditions, SharedRay)> {
    let mut all = Vec::new();
    let conditional = patterns(rays.rules, side, piece, from).filter(|placed| placed.held == Held::Conditional);
    for Placed { pattern, land, conditions, .. } in conditional {
        all.extend(rays.of(pattern, (side, from), land).into_iter().map(|ray| (conditions, ray)));
    }
    all
}

fn rays_held(rays: &mut Rays<'_>, side: Side, (piece, from): (PieceId, Square), held: Held) -> Vec<(SharedRay, Mode)> {
    let mut all = Vec::new();
    for Placed { pattern, land, .. } in patterns(rays.rules, side, piece, from).filter(|placed| placed.held == held) {
        let found = rays.of(pattern, (side, from), land);
        for mode in pattern.legs().last().into_iter().flat_map(Mode::of) {
            all.extend(found.iter().map(|ray| (ray.clone(), mode)));
        }
    }
    all
}

/// The rays of a piece on a square that may end with an en passant capture.
pub fn en_passant_rays(rays: &mut Rays<'_>, side: Side, piece: PieceId, from: Square) -> Vec<SharedRay> {
    let tables = patterns(rays.rules, side, piece, from).filter(|placed| placed.held == Held::Table);
    let passing = tables.filter(|placed| placed.pattern.legs().last().is_some_and(|leg| leg.terms.en_passant));
    passing.flat_map(|placed| rays.of(placed.pattern, (side, from), placed.land)).collect()
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
