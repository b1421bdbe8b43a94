//! `odd-result`: see its page in the rule book.

use super::army::Army;
use super::dead_end;
use super::never_promotes::plays_for_mate;
use super::own::{key, own};
use crate::board::Side;
use crate::diagnostic::{Code, Diagnostic, one_of};
use crate::rules::{Condition, End, PieceId, Rules, Verdict};
use crate::variant::Node;
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, root: &Node, problems: &mut Problems) {
    no_winner(rules, root, problems);
    contradiction(rules, problems);
    // If captures are compulsory, losing all pieces is often the aim.
    if rules.constraints.must_capture {
        return;
    }
    for end in &rules.ends {
        let Some(place) = own(end.source) else { continue };
        let Some(sentence) = reversed(rules, end) else { continue };
        let message = format!("by `{}` {sentence}", end.name);
        let help = "`result` is that of the side that the condition is about: exchange `win` and `loss`, \
            or write `allow: [odd-result]` if you intend that";
        problems.push(Diagnostic::warning(Code::OddResult, place, message).help(help));
    }
}

/// Reports two ends with opposite results for a side without pieces, because it is also a side without moves.
fn contradiction(rules: &Rules, problems: &mut Problems) {
    let all = |end: &&End| match &end.condition {
        Condition::Extinct { pieces, any: false, .. } => rules.piece_ids().all(|id| pieces.contains(&id)),
        _ => false,
    };
    let stuck = |end: &&End| matches!(end.condition, Condition::Stuck { in_check: None | Some(false) });
    let (Some(extinct), Some(stuck)) = (rules.ends.iter().find(all), rules.ends.iter().find(stuck)) else { return };
    let (without_pieces, without_moves) = match (&extinct.verdict, &stuck.verdict) {
        (Verdict::Win, Verdict::Loss) => ("wins", "loses"),
        (Verdict::Loss, Verdict::Win) => ("loses", "wins"),
        _ => return,
    };
    let Some(place) = own(extinct.source).or_else(|| own(stuck.source)) else { return };
    let message = format!(
        "a side without pieces {without_pieces} by `{}`, and a side without moves {without_moves} by `{}`",
        extinct.name, stuck.name
    );
    let help = "a side that has lost its pieces has no moves: give both ends the same result, \
        or write `allow: [odd-result]` if you intend that";
    problems.push(Diagnostic::warning(Code::OddResult, place, message).help(help));
}

/// Reports a game that no side can win.
fn no_winner(rules: &Rules, root: &Node, problems: &mut Problems) {
    let drawn = !rules.ends.is_empty() && rules.ends.iter().all(|end| end.verdict == Verdict::Draw);
    if let Some(place) = key(root, &["end"]).filter(|_| drawn) {
        let message = "no side can win: every end of the game is a draw";
        let help = "say who wins, for example `{when: {stuck: in_check}, result: loss}`";
        problems.push(Diagnostic::warning(Code::OddResult, place, message).help(help));
        return;
    }
    // `dead-end` reports ends of the file itself. These are inherited.
    let dead = |end: &&End| end.verdict != Verdict::Draw && dead_end::is_dead(rules, end);
    let decisive = rules.ends.iter().filter(|end| end.verdict != Verdict::Draw).count();
    let names: Vec<&str> = rules.ends.iter().filter(dead).map(|end| end.name.as_str()).collect();
    let inherited = rules.ends.iter().filter(dead).all(|end| own(end.source).is_none());
    let known = || rules.known.iter().find_map(|known| own(known.rule.source));
    let place = key(root, &["rules"]).or_else(known);
    let place = place.or_else(|| key(root, &["board"])).or_else(|| key(root, &["pieces"]));
    if let Some(place) = place.filter(|_| decisive > 0 && names.len() == decisive && inherited) {
        let message = format!("no side can win: nothing makes {} hold", one_of(names));
        let help = "`end` needs a condition that can hold, for example `{when: {reached: …}, result: win}`";
        problems.push(Diagnostic::warning(Code::OddResult, place, message).help(help));
    }
}

/// The meaning of an end in words, if its result is the opposite of the usual one.
fn reversed(rules: &Rules, end: &End) -> Option<&'static str> {
    let royal = |pieces: &[PieceId]| pieces.iter().any(|id| rules.piece(*id).royalty.is_ever_royal());
    match (&end.condition, &end.verdict) {
        (Condition::Stuck { in_check: Some(true) } | Condition::MatedBy { .. }, Verdict::Win) => {
            Some("the side that is mated wins")
        }
        (Condition::Checks { .. }, Verdict::Loss) => Some("the side that gives the checks loses"),
        (Condition::Reached(_), Verdict::Loss) => Some("the side that reaches its goal loses"),
        (Condition::InARow { .. } | Condition::Block { .. }, Verdict::Loss) => {
            Some("the side that lines up its pieces loses")
        }
        (Condition::Connected(_), Verdict::Loss) => Some("the side that connects its regions loses"),
        (Condition::Extinct { pieces, .. }, Verdict::Win) if royal(pieces) => {
            Some("the side that loses its royal piece wins")
        }
        (Condition::Extinct { pieces, .. }, Verdict::Win) if plays_for_mate(rules) || is_single(rules, pieces) => {
            Some("the side that has lost these pieces wins")
        }
        (Condition::PerpetualCheck { .. } | Condition::PerpetualChase(_), Verdict::Win) => {
            Some("the side that gives perpetual check or chase wins")
        }
        // After an even number of passes, the side to move is the one that has passed first.
        (Condition::Passes { times }, Verdict::Win) if times % 2 == 0 => Some("the side that has passed first wins"),
        (Condition::Passes { times }, Verdict::Loss) if times % 2 == 1 => Some("the side that has passed wins"),
        _ => None,
    }
}

/// Returns `true` if each side begins with exactly one of these pieces, like a king, and with other pieces.
fn is_single(rules: &Rules, pieces: &[PieceId]) -> bool {
    let single = |army: &Army| {
        let count: usize = pieces.iter().map(|id| army.pieces[id.index()]).sum();
        count == 1 && army.any(|id| !pieces.contains(&id))
    };
    let armies = Army::of_both(rules);
    Side::ALL.into_iter().all(|side| single(&armies[side]))
}
