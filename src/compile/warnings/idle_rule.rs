//! `idle-rule`: see its page in the rule book.

use super::own::key;
use crate::board::Side;
use crate::compile::drafts::squares_of;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{HandRule, PieceId, Rules};
use crate::variant::Node;
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, root: &Node, problems: &mut Problems) {
    let constraints = &rules.constraints;
    let mut warn = |name: &str, message: &str, help: &str| {
        if let Some(place) = key(root, &["rules", name]) {
            problems.push(Diagnostic::warning(Code::IdleRule, place, message).help(help));
        }
    };
    if constraints.must_capture && rules.beyond.is_empty() && !any_captures(rules) {
        warn(
            "must_capture",
            "a side must capture if it can, but no piece captures",
            "add captures (`c…`) to the moves",
        );
    }
    if rules.effects.blast.is_some() && rules.beyond.is_empty() && !any_captures(rules) {
        warn("blast", "captures blow up, but no piece captures", "add captures (`c…`) to the moves");
    }
    unmoved(rules, &mut warn);
    if !constraints.must_drop.is_empty() && !any_must_drop(rules) {
        warn(
            "must_drop",
            "none of these pieces is ever in hand",
            "put them into the hand: `[Pp]` behind the ranks of the setup",
        );
    }
}

/// Account that is kept of pieces that are not there, or that nothing asks for.
fn unmoved(rules: &Rules, warn: &mut impl FnMut(&str, &str, &str)) {
    let Some(unmoved) = &rules.unmoved else { return };
    let pieces = Side::ALL
        .into_iter()
        .any(|side| rules.piece_ids().any(|id| squares_of(&rules.setup, side, id).intersects(&unmoved[side])));
    if !pieces && rules.shuffle.is_none() && rules.hand.is_none_or(|hand| hand == HandRule::Setup) {
        warn(
            "unmoved",
            "account is kept of pieces on these squares, and the setup has none there",
            "name the squares on which the pieces begin, for example `{each: first rank}`",
        );
    }
}

fn any_captures(rules: &Rules) -> bool {
    rules.pieces.iter().any(|piece| {
        let movements = std::iter::once(&piece.movement).chain(piece.extra.iter().map(|extra| &extra.movement));
        movements.flat_map(|movement| &movement.patterns).any(crate::rules::movement::Pattern::captures)
    })
}

/// Returns `true` if a side can ever hold one of the pieces that must be dropped. Hands that are empty in the setup and that no
/// capture fills get their pieces from elsewhere: a partner, or a FEN.
fn any_must_drop(rules: &Rules) -> bool {
    let held = |id: &PieceId| Side::ALL.into_iter().any(|side| rules.setup.hands[side][id.index()] > 0);
    match rules.hand {
        None => false,
        Some(HandRule::Setup) => rules.constraints.must_drop.iter().any(held) || !rules.piece_ids().any(|id| held(&id)),
        Some(HandRule::Unlimited) => true,
        // A royal piece is not captured.
        Some(_) => rules.constraints.must_drop.iter().any(|id| {
            let goes =
                |other: PieceId| rules.piece(other).captured_as == *id && !rules.piece(other).royalty.is_ever_royal();
            held(id) || rules.piece_ids().any(goes) || !rules.beyond.is_empty()
        }),
    }
}
