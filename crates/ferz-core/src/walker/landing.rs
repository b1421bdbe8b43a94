//! Permitted last squares of a leg, and captures there.

use smallvec::SmallVec;

use crate::board::Square;
use crate::rules::movement::{Between, Hop, Leg, Platform, Terms};

use super::content::{Content, Context, Walk};
use super::line::Line;

/// The steps of a line that a leg can reach, each with the content of its square. Whether the leg may end on this
/// content is not tested.
pub(super) fn ends(leg: &Leg, line: &Line, content: &dyn Fn(Square) -> Content, found: &mut dyn FnMut(usize, Content)) {
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
pub(super) fn landings(
    terms: &Terms,
    square: Square,
    there: Content,
    context: &Context<'_>,
    content: &dyn Fn(Square) -> Content,
    visit: &mut dyn FnMut(Walk),
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
        if takes(&any_enemy, right.unseen.unwrap_or_else(|| content(right.victim))) {
            visit(Walk { en_passant: true, ..taking(right.victim) });
        }
    }
}

/// Returns `true` if the terms permit capturing the content of a square.
pub(super) fn takes(terms: &Terms, there: Content) -> bool {
    match there {
        Content::Empty | Content::Wall | Content::Barrier => false,
        Content::PlacedPiece { friend, royal } => {
            let whose = if friend { terms.friend } else { terms.enemy };
            whose && (royal || !terms.royal_only) && !(royal && terms.spares_royal)
        }
    }
}

/// Returns `true` if a leg may end on this content without capturing it.
pub(super) fn is_platform(platform: Platform, there: Content) -> bool {
    match platform {
        Platform::None => false,
        Platform::Any => !matches!(there, Content::Empty | Content::Barrier),
        Platform::Friend => matches!(there, Content::PlacedPiece { friend: true, .. }),
    }
}
