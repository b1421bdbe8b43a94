//! Sentences about hands: what goes there, and what comes onto the board from there.

use crate::board::Side;
use crate::rules::tree::{Rule, RuleKind};
use crate::rules::{DropPlace, DropRule, HandRule, Piece, PieceId, Rules};

use super::words::names;

/// The sentences about the hands of a variant; none if there are no hands.
pub fn in_words(rules: &Rules) -> Vec<String> {
    let mut all = Vec::new();
    match rules.hand {
        Some(HandRule::Captured) => {
            all.push("A captured piece changes sides and goes to the hand of the player who captured it.".to_owned());
        }
        Some(HandRule::Own) => all.push("A piece that its own side captures goes to that side's hand.".to_owned()),
        Some(HandRule::Returned) => all.push("A captured piece goes back to the hand of its owner.".to_owned()),
        Some(HandRule::Setup | HandRule::Unlimited) | None => {}
    }
    if rules.hand.is_some_and(HandRule::fills) {
        all.extend(turned_back(rules));
    }
    let dropped: Vec<PieceId> = rules.piece_ids().filter(|id| rules.piece(*id).drop.is_some()).collect();
    match rules.hand {
        None => {}
        Some(_) if dropped.is_empty() => {}
        Some(HandRule::Unlimited) => {
            let new = names(rules, &dropped);
            let beside =
                |id: &PieceId| rules.piece(*id).drop.as_ref().is_some_and(|drop| drop.place == DropPlace::BesideFriend);
            let place = if dropped.iter().all(beside) { " beside a piece of its side" } else { "" };
            all.push(match has_moves(rules) {
                true => format!("In place of a move, a player may put a new {new} on an empty square{place}."),
                false => format!("A turn puts a new {new} on an empty square{place}."),
            });
        }
        Some(_) => {
            // Pieces with a place of their own have it in their own sentences.
            let board = rules.geometry.squares();
            let free = |id: &PieceId| {
                let anywhere = |drop: &DropRule| Side::ALL.into_iter().all(|side| board.is_subset(&drop.on[side]));
                rules.piece(*id).drop.as_ref().is_some_and(|drop| drop.place == DropPlace::Free && anywhere(drop))
            };
            let place = if dropped.iter().any(free) { " on an empty square" } else { "" };
            all.push(match has_moves(rules) {
                true => format!("In place of a move, a player may drop a piece from the hand{place}."),
                false => format!("A turn is a drop of a piece from the hand{place}."),
            });
        }
    }
    if rules.hand.is_some_and(HandRule::fills) {
        all.extend(of_drops(rules, &dropped));
    }
    all
}

/// Checks, promotion and castling of dropped pieces.
fn of_drops(rules: &Rules, dropped: &[PieceId]) -> Vec<String> {
    let rule = |id: &PieceId| rules.piece(*id).drop.as_ref();
    let mut all = Vec::new();
    let royal = rules.pieces.iter().any(|piece| piece.royalty.is_ever_royal());
    if royal && !dropped.is_empty() && dropped.iter().filter_map(rule).all(|drop| drop.check && drop.mate) {
        all.push("A drop may give check or checkmate, and may end a check.".to_owned());
    }
    let promotes = |id: &PieceId| rules.piece(*id).promotion.is_some();
    let as_another = dropped.iter().filter_map(rule).any(|drop| !drop.also_as.is_empty());
    if !as_another && dropped.iter().any(promotes) {
        all.push("A dropped piece is not promoted, and can promote only with a later move.".to_owned());
    }
    let castles = |id: &&PieceId| rules.castling.iter().any(|rule| rule.partners.contains(id));
    if let Some(partner) = dropped.iter().find(castles).filter(|_| rules.unmoved.is_none()) {
        all.push(format!("A {} that has been dropped may not castle.", rules.piece(*partner).name));
    }
    all
}

/// Returns `false` if pieces never move, and can only be dropped.
fn has_moves(rules: &Rules) -> bool {
    let moves = |piece: &Piece| {
        let notations = piece.extra.iter().map(|extra| &extra.movement).chain([&piece.movement]);
        piece.promotion_move.is_some() || notations.into_iter().any(|movement| !movement.patterns.is_empty())
    };
    let given = |rule: &Rule| matches!(rule.kind.kind, RuleKind::Pieces(_) | RuleKind::Instead { .. });
    rules.pieces.iter().any(moves) || !rules.beyond.is_empty() || rules.tree.rules.iter().any(given)
}

/// Returns `true` if a piece can be in a hand, or be dropped as a form of one that is.
pub(super) fn may_be_held(rules: &Rules, piece: &Piece) -> bool {
    let ids = || rules.piece_ids().filter(|id| rules.piece(*id).name == piece.name);
    let is_form = |id: PieceId| {
        rules.pieces.iter().any(|other| other.drop.as_ref().is_some_and(|drop| drop.also_as.contains(&id)))
    };
    ids().any(|id| is_held(rules, id) || is_form(id))
}

fn is_held(rules: &Rules, id: PieceId) -> bool {
    let held = || Side::ALL.iter().any(|side| rules.setup.hands[*side].get(id.index()).is_some_and(|count| *count > 0));
    let taken = || rules.pieces.iter().any(|piece| piece.captured_as == id);
    match rules.hand {
        None => false,
        Some(HandRule::Unlimited) => true,
        Some(hand) => held() || (hand.fills() && taken()) || !rules.tree.rules.is_empty() || !rules.beyond.is_empty(),
    }
}

/// The sentence about captured promoted pieces; `None` if they stay what they are.
fn turned_back(rules: &Rules) -> Option<String> {
    let turns_back = |id: &PieceId| {
        let choices = rules.piece(*id).promotion.iter().flat_map(|promotion| &promotion.choices.white);
        let mut choices = choices.map(|choice| (*choice, rules.piece(*choice)));
        choices.any(|(choice, new)| new.captured_as == *id || new.reverts && !rules.is_demotion(*id, choice))
    };
    let back: Vec<PieceId> = rules.piece_ids().filter(turns_back).collect();
    match back.as_slice() {
        [] => None,
        [only] => Some(format!("A captured promoted piece goes to the hand as a {}.", rules.piece(*only).name)),
        _ => Some("A captured promoted piece goes to the hand as the piece that it was before.".to_owned()),
    }
}
