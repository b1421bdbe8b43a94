//! `instant-promotion`: see its page in the rule book.

use super::never_promotes::zone_of;
use super::own::{OWN, key};
use super::reach::ends;
use crate::board::{Side, Square, SquareSet};
use crate::compile::drafts::squares_of;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{PieceId, Promotion, PromotionZone, Rules};
use crate::variant::node::Problems;
use crate::variant::{Node, Specification};

pub(super) fn check(rules: &Rules, spec: &Specification, root: &Node, problems: &mut Problems) {
    for id in rules.piece_ids() {
        inside(rules, spec, root, id, problems);
        // A piece that comes back from a hand has its first move again.
        let piece = rules.piece(id);
        if rules.hand.is_some() {
            continue;
        }
        let Some(promotion) = piece.promotion.as_ref().filter(|promotion| promotion.when == PromotionZone::Arriving)
        else {
            continue;
        };
        let Some(place) = zone_of(spec, &piece.name).filter(|zone| zone.source == OWN) else { continue };
        if Side::ALL.into_iter().all(|side| at_once(rules, id, promotion, side)) {
            let message = format!("each `{}` must promote with its first move", piece.name);
            let help = "name a smaller `zone`, for example `{each: last rank}`, or `mandatory: false`";
            problems.push(Diagnostic::warning(Code::InstantPromotion, place, message).help(help));
        }
    }
}

/// Reports pieces that all stand in their promotion zone at the start.
fn inside(rules: &Rules, spec: &Specification, root: &Node, id: PieceId, problems: &mut Problems) {
    let (piece, squares) = (rules.piece(id), rules.geometry.squares());
    let Some(promotion) = &piece.promotion else { return };
    let by_square = matches!(promotion.when, PromotionZone::Arriving | PromotionZone::Touching);
    // An inherited zone may be a region of this file.
    let place = zone_of(spec, &piece.name).filter(|zone| zone.source == OWN).or_else(|| key(root, &["regions"]));
    let Some(place) = place.filter(|_| by_square) else { return };
    let in_part = |side: Side| !squares.is_subset(&promotion.zone[side]);
    let starts = |side: Side| squares_of(&rules.setup, side, id);
    let begins = |side: Side| !starts(side).is_empty() && starts(side).is_subset(&promotion.zone[side]);
    // Another message covers pieces that must promote.
    let must = Side::ALL.into_iter().all(|side| rules.hand.is_none() && at_once(rules, id, promotion, side));
    if Side::ALL.into_iter().all(|side| in_part(side) && begins(side)) && !must {
        let message = format!("each `{}` of the setup begins in its promotion zone", piece.name);
        let help = "name a smaller `zone`, for example `{each: last rank}`";
        problems.push(Diagnostic::warning(Code::InstantPromotion, place, message).help(help));
    }
}

/// Returns `true` if every move from the squares of the setup ends where promotion is mandatory.
fn at_once(rules: &Rules, id: PieceId, promotion: &Promotion, side: Side) -> bool {
    let must = promotion.zone[side] & promotion.mandatory[side];
    let starts: SquareSet = squares_of(&rules.setup, side, id);
    let reached = |from: Square| ends(rules, rules.piece(id), side, from);
    starts.count() > 1 && starts.iter().all(|from| !reached(from).is_empty() && reached(from).is_subset(&must))
}
