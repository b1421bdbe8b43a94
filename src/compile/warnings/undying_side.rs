//! `undying-side`: see its page in the rule book.

use super::own::OWN;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Condition, PieceId, Rules};
use crate::source::Span;
use crate::variant::Specification;
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, spec: &Specification, problems: &mut Problems) {
    let Some(blast) = &rules.effects.blast else { return };
    let (Some(place), false) = (place(spec), rules.ends.is_empty()) else { return };
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

/// Where the blast is written, if that is in the variant's own file.
fn place(spec: &Specification) -> Option<Span> {
    let blast = spec.rules.as_ref()?.blast.as_ref()?;
    let named = [&blast.spares, &blast.immune].into_iter().flatten().flat_map(|pieces| pieces.phrases());
    named.map(|phrase| phrase.span).find(|span| span.source == OWN)
}
