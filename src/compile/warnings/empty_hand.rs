//! `empty-hand`: see its page in the rule book.

use super::own::{key, known, setup as setup_place};
use crate::board::Side;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::movement::Pattern;
use crate::rules::{HandRule, Piece, PieceId, Rules};
use crate::variant::node::Problems;
use crate::variant::{Node, Specification};

pub(super) fn check(rules: &Rules, spec: &Specification, root: &Node, problems: &mut Problems) {
    let written = spec.setup.as_ref().map_or("", |phrase| phrase.text.as_str());
    let brackets = written.split_once('[').and_then(|(_, rest)| rest.split_once(']')).map(|(held, _)| held);
    if let (Some(place), None, Some(true)) = (setup_place(root), rules.hand, brackets.map(|held| !held.is_empty())) {
        let message = "the setup has pieces in hand, in a game without hands";
        let help = "add hands, for example `hand: setup`, or remove the brackets";
        problems.push(Diagnostic::warning(Code::EmptyHand, place, message).help(help));
    }
    let empty = Side::ALL.into_iter().all(|side| rules.setup.hands[side].iter().all(|held| *held == 0));
    let place = key(root, &["hand"]);
    // Pieces can enter an empty hand only by a special rule.
    let fed = brackets.is_some() && !rules.is_plain();
    if let (Some(place), Some(HandRule::Setup), true, false) = (place, rules.hand, empty, fed) {
        let message = "sides may drop only pieces that the setup gives them, but it gives them none";
        let help = "write the pieces after the ranks of the setup, for example `[Nn]`, or write `hand: captured`";
        problems.push(Diagnostic::warning(Code::EmptyHand, place, message).help(help));
    }
    let barred = || rules.pieces.iter().find_map(|piece| key(root, &["pieces", &piece.name, "drop"]));
    if let Some(place) = key(root, &["hand"]).or_else(barred).filter(|_| never_dropped(rules)) {
        let message = "captured pieces go to the hands, but none of them may be dropped";
        let help = "allow drops, for example `drop: {on: all}`, or remove `hand`";
        problems.push(Diagnostic::warning(Code::EmptyHand, place, message).help(help));
    }
    if let Some(place) = key(root, &["hand"]).filter(|_| empty && never_own(rules)) {
        let message = "only captured own pieces go to hands, but no piece captures friends";
        let help = "write `hand: captured`, or give pieces captures of friends (`d`), as in `RdR`";
        problems.push(Diagnostic::warning(Code::EmptyHand, place, message).help(help));
    }
    let fed = rules.hand.is_some_and(|hand| hand.fills() || hand == HandRule::Unlimited);
    let place = known(rules, "gating").filter(|_| brackets.is_none());
    let place = place.or_else(|| setup_place(root).filter(|_| !rules.effects.gating.is_empty()));
    if let Some(place) = place.filter(|_| empty && !fed) {
        let message = "pieces enter from the hand by gating, but no side ever holds one";
        let help = "write `hand: setup`, and the pieces after the ranks of the setup, for example `[Nn]`";
        problems.push(Diagnostic::warning(Code::EmptyHand, place, message).help(help));
    }
}

/// Returns `true` if only captured own pieces go to hands, and no piece captures its own side.
fn never_own(rules: &Rules) -> bool {
    let friend = |pattern: &Pattern| {
        pattern.legs().iter().any(|leg| leg.terms.friend) || pattern.terms().is_some_and(|terms| terms.friend)
    };
    let captured = rules.pieces.iter().flat_map(Piece::patterns).any(friend) || rules.effects.blast.is_some();
    rules.hand == Some(HandRule::Own) && rules.is_plain() && !captured
}

/// Returns `true` if captures fill the hands, and no piece in hand can be dropped.
fn never_dropped(rules: &Rules) -> bool {
    let dropped = |id: PieceId| {
        let drop = rules.piece(id).drop.as_ref();
        drop.is_some_and(|drop| {
            let squares = Side::ALL.into_iter().any(|side| drop.on[side].intersects(&rules.geometry.squares()));
            squares || !drop.also_as.is_empty()
        })
    };
    let common = |id: &PieceId| !rules.piece(*id).royalty.is_ever_royal();
    let mut held = rules.piece_ids().filter(common).map(|id| rules.piece(id).captured_as);
    let fills = rules.hand.is_some_and(HandRule::fills);
    fills && rules.is_plain() && rules.effects.gating.is_empty() && !held.any(dropped)
}
