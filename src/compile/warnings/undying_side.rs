//! `undying-side`: see its page in the rule book.

use super::own::key;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Condition, PieceId, Rules};
use crate::variant::Node;
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, root: &Node, problems: &mut Problems) {
    let Some(blast) = &rules.effects.blast else { return };
    let (Some(place), false) = (key(root, &["rules", "blast"]), rules.ends.is_empty()) else { return };
    let blown_up = |piece: &PieceId| {
        rules.piece(*piece).royalty.is_ever_royal() && !blast.spares.contains(piece) && !blast.immune.contains(piece)
    };
    let counts = |piece: &PieceId| {
        let mut conditions = rules.ends.iter().map(|end| &end.condition);
        conditions.any(|condition| matches!(condition, Condition::Extinct { pieces, .. } if pieces.contains(piece)))
    };
    if let Some(piece) = rules.piece_ids().find(|piece| blown_up(piece) && !counts(piece)) {
        let name = &rules.piece(piece).name;
        let message = format!("a side whose `{name}` is blown up plays on, and can never be mated");
        let help = format!(
            "add `end: {{blown_up: {{when: {{extinct: [{name}]}}, result: loss}}}}`, or name `{name}` under `immune`"
        );
        problems.push(Diagnostic::warning(Code::UndyingSide, place, message).help(help));
    }
}
