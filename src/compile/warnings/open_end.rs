//! `open-end`: see its page in the rule book.

use super::own::{key, own};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Condition, End, Pass, Rules};
use crate::variant::Node;
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, root: &Node, problems: &mut Problems) {
    filled(rules, root, problems);
    let stuck = || rules.ends.iter().filter(|end| matches!(end.condition, Condition::Stuck { .. }));
    let place = stuck().find_map(|end| own(end.source)).or_else(|| key(root, &["end"]));
    let (Some(place), true) = (place, rules.pieces.iter().any(|piece| piece.royalty.is_ever_royal())) else { return };
    let covers = |check: bool| {
        stuck().any(|end| match end.condition {
            Condition::Stuck { in_check } => in_check.is_none_or(|in_check| in_check == check),
            _ => false,
        })
    };
    let (mated, stalemated) = (covers(true), covers(false));
    let (never_in_check, never_stuck) = (rules.constraints.no_checks, rules.constraints.pass != Pass::Never);
    let (what, help) = if !mated && !never_in_check {
        ("is in check", "add `checkmate: {when: {stuck: in_check}, result: loss}`")
    } else if !stalemated && !never_stuck {
        ("is not in check", "add `stalemate: {when: {stuck: not_in_check}, result: draw}`")
    } else {
        return;
    };
    let message = format!("no end covers a side that has no legal move and {what}");
    problems.push(Diagnostic::warning(Code::OpenEnd, place, message).help(help));
}

/// Reports a game in which pieces are dropped and never move, without an end for a full board.
fn filled(rules: &Rules, root: &Node, problems: &mut Problems) {
    let still = rules.pieces.iter().all(|piece| piece.patterns().next().is_none());
    let ended = |end: &End| match end.condition {
        Condition::FullBoard | Condition::Passes { .. } => true,
        Condition::Stuck { in_check } => in_check != Some(true),
        _ => false,
    };
    let Some(place) = key(root, &["end"]).filter(|_| still && rules.hand.is_some()) else { return };
    if rules.is_plain() && !rules.ends.iter().any(ended) {
        let message = "no end covers a full board, or empty hands";
        let help = "add `full: {when: {stuck: always}, result: draw}`";
        problems.push(Diagnostic::warning(Code::OpenEnd, place, message).help(help));
    }
}
