//! Decides which moves tables hold, and which the walker has to find.

use std::rc::Rc;

use crate::board::{Geometry, Side, Topology};
use crate::rules::movement::{Bend, Between, Hop, Leg, Pattern, Terms, Wrap, headings};
use crate::rules::{ExtraMoves, Movement, Piece, Rules};

/// How the moves of a pattern are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Held {
    /// In tables: the moves depend on few squares, and treat all enemies alike (except royal pieces).
    Table,
    /// Along rays that end before barrier pieces.
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

/// The largest number of ways over several legs that are stored as rays. The walker finds moves with more ways.
const MOST_WAYS: u32 = 64;

/// The last leg, if the move can be stored as rays: the earlier legs must be single leaps to empty squares that never
/// lead back over the start.
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

/// The moves of a piece's notation, followed by its further moves (`also:`).
pub fn movements(piece: &Piece) -> impl Iterator<Item = (&Movement, Option<&ExtraMoves>)> {
    std::iter::once((&piece.movement, None)).chain(piece.extra.iter().map(|extra| (&extra.movement, Some(extra))))
}

/// How the moves of each pattern of a piece are found, in the order of [`movements`].
pub fn held_of(rules: &Rules, piece: &Piece) -> Rc<[Held]> {
    let all = movements(piece).flat_map(|(movement, extra)| movement.patterns.iter().map(move |one| (extra, one)));
    all.map(|(extra, pattern)| held(rules, piece, extra, pattern)).collect()
}
