//! `idle-piece`: see its page in the rule book.

use super::own::own;
use crate::board::{Side, SquareSet};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{HandRule, PieceId, Rules};
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, problems: &mut Problems) {
    let present = present(rules);
    for id in rules.piece_ids().filter(|id| !present[id.index()]) {
        let piece = rules.piece(id);
        let Some(span) = own(piece.source) else { continue };
        let message = format!("`{}` never comes onto the board", piece.name);
        let help = "put it into the setup or into a hand, let a piece promote to it, or remove it";
        problems.push(Diagnostic::warning(Code::IdlePiece, span, message).help(help));
    }
}

/// Pieces that can come onto the board: those of the setup, of hands and of shuffles, and the pieces that these can
/// become.
fn present(rules: &Rules) -> Vec<bool> {
    let setup = &rules.setup;
    let mut present = vec![false; rules.pieces.len()];
    let on_board = setup.pieces.iter().flatten().map(|placed| placed.piece);
    let shuffled = rules.shuffle.iter().flat_map(|shuffle| &shuffle.steps).flat_map(|step| step.pieces.iter().copied());
    let held = rules.piece_ids().filter(|id| Side::ALL.iter().any(|side| comes_in(rules, *side, *id)));
    if rules.hand == Some(HandRule::Unlimited) {
        present.fill(true);
    }
    let mut open: Vec<PieceId> = on_board.chain(shuffled).chain(held).collect();
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
    rules.setup.hands[side][id.index()] > 0
        && (dropped || rules.effects.gating.contains(&id) || !rules.beyond.is_empty())
}
