//! Sentences about hands: what goes there, and what comes onto the board from there.

use crate::rules::{DropPlace, HandRule, PieceId, Rules};

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
            all.push(format!("In place of a move, a player may put a new {new} on an empty square{place}."));
        }
        Some(_) => {
            all.push("In place of a move, a player may drop a piece from the hand on an empty square.".to_owned());
        }
    }
    all
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
        [only] => Some(format!("A captured promoted piece becomes a {} again.", rules.piece(*only).name)),
        _ => Some("A captured promoted piece loses its promotion.".to_owned()),
    }
}
