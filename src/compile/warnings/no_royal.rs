//! `no-royal`: see its page in the rule book.

use super::own::{known, own};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Condition, Rules};
use crate::source::Span;
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, problems: &mut Problems) {
    if rules.pieces.iter().any(|piece| piece.royalty.is_ever_royal()) {
        return;
    }
    let mut places: Vec<Span> = Vec::new();
    places.extend(rules.ends.iter().filter(|end| asks_for_check(&end.condition)).filter_map(|end| own(end.source)));
    let asked = asked(rules).into_iter().filter(|(_, holds)| *holds);
    places.extend(asked.filter_map(|(name, _)| known(rules, name)));
    for place in places {
        let message = "this is about check, but no piece is royal, so no side is ever in check";
        let help = "add `royal: true` to the piece that must not be captured";
        problems.push(Diagnostic::warning(Code::NoRoyal, place, message).help(help));
    }
}

/// The rules that are about check, each with `true` if the rules use it.
fn asked(rules: &Rules) -> [(&'static str, bool); 2] {
    let constraints = &rules.constraints;
    [("no_checks", constraints.no_checks), ("royal_stays_in_check", constraints.royal_stays_in_check)]
}

/// Returns `true` if a condition never holds without a check.
pub(super) fn asks_for_check(condition: &Condition) -> bool {
    matches!(
        condition,
        Condition::Stuck { in_check: Some(true) }
            | Condition::Checks { .. }
            | Condition::PerpetualCheck { .. }
            | Condition::MatedBy { .. }
            | Condition::MatedByDrop { .. }
            | Condition::MatedWithout { .. }
    )
}
