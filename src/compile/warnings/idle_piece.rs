//! `idle-piece`: see its page in the rule book.

use super::own::{key, known, own, setup as setup_place};
use crate::board::{Side, SquareSet};
use crate::compile::drafts::squares_of;
use crate::diagnostic::{Code, Diagnostic};
use crate::english;
use crate::rules::{HandRule, PieceId, Rules};
use crate::variant::Node;
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, root: &Node, problems: &mut Problems) {
    let present = present(rules);
    for id in rules.piece_ids().filter(|id| !present[id.index()]) {
        let piece = rules.piece(id);
        let Some(span) = own(piece.source) else { continue };
        let message = format!("`{}` never comes onto the board", piece.name);
        let help = "add it to the setup, to a hand or to a promotion, or remove it";
        problems.push(Diagnostic::warning(Code::IdlePiece, span, message).help(help));
    }
    for id in rules.piece_ids().filter(|id| present[id.index()]) {
        held_for_good(rules, root, id, problems);
    }
}

/// Reports a piece that one side holds and can never bring onto the board, while the other side can.
fn held_for_good(rules: &Rules, root: &Node, id: PieceId, problems: &mut Problems) {
    let name = &rules.piece(id).name;
    let held = |side: Side| rules.setup.hands[side][id.index()] > 0;
    let Some(side) = Side::ALL.into_iter().find(|side| held(*side) && !comes_in(rules, *side, id)) else { return };
    let gated = rules.effects.gating.contains(&id);
    let (what, place, help) = match gated {
        true => (
            "no unmoved piece lets it in",
            key(root, &["rules", "unmoved"]).or_else(|| known(rules, "gating")),
            "name squares of both sides in `unmoved`, for example `{each: first rank}`",
        ),
        false => (
            "it may not be dropped",
            key(root, &["pieces", name, "drop"]),
            "allow drops for both sides, for example `drop: {on: {each: rank 1-3}}`, or let it enter by a rule",
        ),
    };
    let Some(place) = place.or_else(|| setup_place(root)) else { return };
    let message =
        format!("{} holds a `{name}` that can never enter the board: {what}", english::capitalised(side.name()));
    problems.push(Diagnostic::warning(Code::IdlePiece, place, message).help(help));
}

/// For each piece, `true` if it can come onto the board: from the setup, a hand or a shuffle, or as a form of such a
/// piece.
fn present(rules: &Rules) -> Vec<bool> {
    let setup = &rules.setup;
    let mut present = vec![false; rules.pieces.len()];
    let on_board = setup.pieces.iter().flatten().map(|placed| placed.piece);
    let shuffled = rules.shuffle.iter().flat_map(|shuffle| &shuffle.steps).flat_map(|step| step.pieces.iter().copied());
    let held = rules.piece_ids().filter(|id| Side::ALL.iter().any(|side| comes_in(rules, *side, *id)));
    if rules.hand == Some(HandRule::Unlimited) {
        present.fill(true);
    }
    let mut open: Vec<PieceId> = on_board.chain(shuffled).chain(held).chain(rules.tree.kinds().made).collect();
    while let Some(id) = open.pop() {
        if std::mem::replace(&mut present[id.index()], true) {
            continue;
        }
        let piece = rules.piece(id);
        open.extend(rules.beyond.made_of(id));
        if rules.hand.is_some_and(HandRule::fills) {
            open.push(piece.captured_as);
        }
        if rules.hand.is_some() {
            open.extend(piece.drop.iter().flat_map(|drop| drop.also_as.iter().copied()));
        }
        if let Some(promotion) = &piece.promotion {
            let zones = Side::ALL.into_iter().filter(|side| promotion.zone[*side] != SquareSet::EMPTY);
            open.extend(zones.flat_map(|side| promotion.choices[side].iter().copied()));
        }
    }
    present
}

/// Returns `true` if a side holds a piece that it may drop or gate.
fn comes_in(rules: &Rules, side: Side, id: PieceId) -> bool {
    let dropped = rules
        .piece(id)
        .drop
        .as_ref()
        .is_some_and(|drop| drop.on[side].intersects(&rules.geometry.squares()) || !drop.also_as.is_empty());
    let gated = rules.effects.gating.contains(&id) && has_unmoved(rules, side);
    rules.setup.hands[side][id.index()] > 0 && (dropped || gated || !rules.tree.is_empty() || !rules.is_plain())
}

/// Returns `true` if a side begins with an unmoved piece whose first move lets another piece in.
fn has_unmoved(rules: &Rules, side: Side) -> bool {
    let shuffled = rules.shuffle.is_some();
    let own = |id| squares_of(&rules.setup, side, id);
    let begins = |squares: &SquareSet| rules.piece_ids().any(|id| own(id).intersects(squares));
    rules.unmoved.as_ref().is_none_or(|unmoved| shuffled || begins(&unmoved[side]))
}
