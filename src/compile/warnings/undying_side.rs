//! `undying-side`: see its page in the rule book.

use super::army::Army;
use super::own::{known, setup};
use crate::board::Side;
use crate::diagnostic::{Code, Diagnostic};
use crate::english;
use crate::rules::{Condition, PieceId, Rules};
use crate::variant::Node;
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, root: &Node, problems: &mut Problems) {
    held_royals(rules, root, problems);
    flipped_royals(rules, problems);
    let Some(blast) = &rules.effects.blast else { return };
    let (Some(place), false) = (known(rules, "blast"), rules.ends.is_empty()) else { return };
    let blown_up = |piece: &PieceId| {
        rules.piece(*piece).royalty.is_ever_royal() && !blast.spares.contains(piece) && !blast.immune.contains(piece)
    };
    if let Some(piece) = rules.piece_ids().find(|piece| blown_up(piece) && !counts(rules, piece)) {
        let name = &rules.piece(piece).name;
        let message = format!("a side whose `{name}` is blown up goes on playing, and can never be mated");
        let help = format!(
            "add `end: {{blown_up: {{when: {{extinct: [{name}]}}, result: loss}}}}`, or except `{name}` from the blast"
        );
        problems.push(Diagnostic::warning(Code::UndyingSide, place, message).help(help));
    }
}

/// Reports a royal piece that starts in hand, and that its side may keep there.
fn held_royals(rules: &Rules, root: &Node, problems: &mut Problems) {
    let Some(place) = setup(root).filter(|_| rules.hand.is_some() && rules.tree.is_empty()) else { return };
    let armies = Army::of_both(rules);
    let royal = |id: &PieceId| rules.piece(*id).royalty.is_ever_royal();
    let waits = |side: Side| {
        let army = &armies[side];
        let on_board = rules.piece_ids().any(|id| royal(&id) && army.placed[id.index()] > 0);
        let mut held = rules.piece_ids().filter(|id| royal(id) && rules.setup.hands[side][id.index()] > 0);
        held.find(|_| !on_board)
    };
    let needed = |id: &PieceId| rules.constraints.must_drop.contains(id);
    let free = |id: &PieceId| !needed(id) && rules.shuffle.is_none();
    let found = Side::ALL.into_iter().find_map(|side| Some((side, waits(side).filter(free)?)));
    if let Some((side, id)) = found {
        let name = &rules.piece(id).name;
        let message = format!(
            "{} begins with its `{name}` in hand and need not drop it, so it cannot be mated",
            english::capitalised(side.name())
        );
        let help = format!("add `rules: {{must_drop: {{must: drop of {name}}}}}`, or put the piece onto the board");
        problems.push(Diagnostic::warning(Code::UndyingSide, place, message).help(help));
    }
}

/// Returns `true` if the loss of a piece can end the game.
fn counts(rules: &Rules, piece: &PieceId) -> bool {
    let mut conditions = rules.ends.iter().map(|end| &end.condition);
    conditions.any(|condition| matches!(condition, Condition::Extinct { pieces, .. } if pieces.contains(piece)))
}

/// Reports royal pieces that change sides like other pieces, if the game does not end when that happens.
fn flipped_royals(rules: &Rules, problems: &mut Problems) {
    let Some(place) = known(rules, "flips").filter(|_| rules.effects.flips.is_some()) else { return };
    let royal = |id: &PieceId| rules.piece(*id).royalty.is_ever_royal() && !counts(rules, id);
    if let Some(id) = rules.piece_ids().find(royal).filter(|_| !rules.ends.is_empty()) {
        let name = &rules.piece(id).name;
        let message = format!("a side whose `{name}` changes sides goes on playing, and can never be mated");
        let help = format!("add `end: {{lost: {{when: {{extinct: [{name}]}}, result: loss}}}}`");
        problems.push(Diagnostic::warning(Code::UndyingSide, place, message).help(help));
    }
}
