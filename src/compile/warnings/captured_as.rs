//! `no-captured-as`: see its page in the rule book.

use super::army::Army;
use super::own::{key, own};
use crate::board::Side;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{HandRule, PieceId, Rules};
use crate::variant::Node;
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, root: &Node, problems: &mut Problems) {
    if !rules.hand.is_some_and(HandRule::fills) {
        return;
    }
    turned_round(rules, root, problems);
    strangers(rules, root, problems);
    let starts = |id: PieceId| {
        let setup = &rules.setup;
        let mut shuffled = rules.shuffle.iter().flat_map(|shuffle| &shuffle.steps);
        setup.pieces.iter().flatten().any(|placed| placed.piece == id)
            || Side::ALL.into_iter().any(|side| setup.hands[side][id.index()] > 0)
            || shuffled.any(|step| step.pieces.contains(&id))
    };
    for id in rules.piece_ids().filter(|id| !starts(*id)) {
        let piece = rules.piece(id);
        let Some(place) = own(piece.source).filter(|_| piece.reverts) else { continue };
        let makes = |other: &&crate::rules::Piece| {
            other.promotion.as_ref().is_some_and(|promotion| promotion.choices.white.contains(&id))
        };
        // Two forms that turn into each other name each other, or promote back.
        let named = rules.piece_ids().any(|other| other != id && rules.piece(other).captured_as == id);
        if named || piece.promotion.is_some() {
            continue;
        }
        let Some(before) = rules.pieces.iter().find(makes) else { continue };
        let message =
            format!("`{}` only occurs by promotion, and has no `captured_as` for its form in a hand", piece.name);
        let help = format!("add `captured_as: {}`; without it, a FEN must mark each one with `~`", before.name);
        problems.push(Diagnostic::warning(Code::NoCapturedAs, place, message).help(help));
    }
}

/// Reports a promoted piece that goes to a hand as a piece that does not promote to it.
fn strangers(rules: &Rules, root: &Node, problems: &mut Problems) {
    let armies = Army::of_both(rules);
    let starts = |id: PieceId| Side::ALL.into_iter().any(|side| armies[side].pieces[id.index()] > 0);
    for id in rules.piece_ids().filter(|id| !starts(*id)) {
        let (name, held) = (&rules.piece(id).name, rules.piece(id).captured_as);
        let Some(place) = key(root, &["pieces", name, "captured_as"]) else { continue };
        let before = before(rules, id);
        let named = before.contains(&held) || !starts(held);
        if let Some(maker) = before.first().filter(|maker| !named && starts(**maker)) {
            let (maker, held) = (&rules.piece(*maker).name, &rules.piece(held).name);
            let message = format!("`{maker}` promotes to `{name}`, which goes to the hand as `{held}`");
            let help = format!("write `captured_as: {maker}`, or `allow: [no-captured-as]` if this is intended");
            problems.push(Diagnostic::warning(Code::NoCapturedAs, place, message).help(help));
        }
    }
}

/// All pieces that can become a piece by promotions.
fn before(rules: &Rules, id: PieceId) -> Vec<PieceId> {
    let mut known = vec![id];
    let mut next = 0;
    while let Some(made) = known.get(next).copied() {
        let promotes = |other: &PieceId| {
            let piece = rules.piece(*other);
            let choices = piece.promotion.iter().flat_map(|promotion| &promotion.choices.white);
            choices.chain(piece.promotion_move.iter().flat_map(|promotion| &promotion.choices)).any(|id| *id == made)
        };
        let new: Vec<PieceId> = rules.piece_ids().filter(|other| !known.contains(other) && promotes(other)).collect();
        known.extend(new);
        next += 1;
    }
    known.split_off(1)
}

/// Reports a piece that goes to a hand as the piece to which it promotes.
fn turned_round(rules: &Rules, root: &Node, problems: &mut Problems) {
    let becomes = |one: PieceId, other: PieceId| {
        rules.piece(one).promotion.as_ref().is_some_and(|promotion| promotion.choices.white.contains(&other))
    };
    for id in rules.piece_ids() {
        let (name, held) = (&rules.piece(id).name, rules.piece(id).captured_as);
        let place = key(root, &["pieces", name, "captured_as"]);
        if let Some(place) = place.filter(|_| held != id && becomes(id, held) && !becomes(held, id)) {
            let held = &rules.piece(held).name;
            let message = format!("a captured `{name}` goes to the hand as `{held}`, to which it promotes");
            let help = format!("write `captured_as: {name}` for `{held}`, and no `captured_as` here");
            problems.push(Diagnostic::warning(Code::NoCapturedAs, place, message).help(help));
        }
    }
}
