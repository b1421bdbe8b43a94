//! `short-list`: see its page in the rule book.

use super::army::Army;
use super::own::own;
use crate::board::Side;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Condition, End, PieceId, Rules, Verdict};
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, problems: &mut Problems) {
    for end in &rules.ends {
        points(rules, end, problems);
        let Condition::Extinct { pieces, any: false, .. } = &end.condition else { continue };
        let (Some(place), Some(left)) = (own(end.source), omitted(rules, pieces)) else { continue };
        let name = &rules.piece(left).name;
        let message = format!("`{}` counts all pieces except `{name}`", end.name);
        let help = format!("add `{name}` to the list, or write `allow: [short-list]` if it should not count");
        problems.push(Diagnostic::warning(Code::ShortList, place, message).help(help));
    }
}

/// Reports a result by points that leaves out one piece.
fn points(rules: &Rules, end: &End, problems: &mut Problems) {
    let Verdict::Points { points, .. } = &end.verdict else { return };
    let counted: Vec<PieceId> = rules.piece_ids().filter(|id| points[id.index()] > 0).collect();
    let (Some(place), Some(left)) = (own(end.source), omitted(rules, &counted)) else { return };
    let name = &rules.piece(left).name;
    let message = format!("`{}` gives points for all pieces except `{name}`", end.name);
    let help = format!("add `{name}` with its points, or write `allow: [short-list]` if it is worth nothing");
    problems.push(Diagnostic::warning(Code::ShortList, place, message).help(help));
}

/// The one piece of the setup, apart from royal ones, that a list of several such pieces leaves out.
fn omitted(rules: &Rules, pieces: &[PieceId]) -> Option<PieceId> {
    let armies = Army::of_both(rules);
    let common = |id: &PieceId| !rules.piece(*id).royalty.is_ever_royal();
    let starts = |id: &PieceId| Side::ALL.into_iter().any(|side| armies[side].pieces[id.index()] > 0);
    let army: Vec<PieceId> = rules.piece_ids().filter(|id| common(id) && starts(id)).collect();
    let (listed, left): (Vec<PieceId>, Vec<PieceId>) = army.into_iter().partition(|id| pieces.contains(id));
    let royal_too = !pieces.iter().all(common);
    // A piece whose loss ends the game counts as royal.
    let counted = |id: &PieceId| {
        rules.ends.iter().any(|end| matches!(&end.condition, Condition::Extinct { pieces, .. } if pieces.contains(id)))
    };
    let [left] = left[..] else { return None };
    (listed.len() > 1 && !royal_too && !counted(&left)).then_some(left)
}
