//! `shadowed-end`: see its page in the rule book.

use super::own::own;
use crate::board::Side;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Condition, PieceId, Rules};
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, problems: &mut Problems) {
    for (index, end) in rules.ends.iter().enumerate() {
        let earlier = &rules.ends[..index];
        let by_one = earlier.iter().find(|other| implies(&end.condition, &other.condition));
        let Some(shadow) = by_one.or_else(|| by_two(&end.condition, earlier)) else { continue };
        let (place, other) = match (own(end.source), own(shadow.source)) {
            (Some(place), _) => (place, shadow.source.span),
            // The earlier one may be what this file has changed.
            (None, Some(place)) => (place, end.source.span),
            (None, None) => continue,
        };
        let message =
            format!("the end `{}` is never reached: whenever it holds, `{}` comes first", end.name, shadow.name);
        let mut problem = Diagnostic::warning(Code::ShadowedEnd, place, message);
        if let Some(other) = other.filter(|other| *other != place) {
            problem = problem.label(other, "the other end");
        }
        problems.push(problem.help("conditions are asked in the order of the file: put the narrower one first"));
    }
}

/// Being stuck in any way is being stuck in check or not in check.
fn by_two<'a>(condition: &Condition, earlier: &'a [crate::rules::End]) -> Option<&'a crate::rules::End> {
    let stuck = |wanted: bool| {
        earlier
            .iter()
            .find(move |end| matches!(end.condition, Condition::Stuck { in_check: Some(check) } if check == wanted))
    };
    match condition {
        Condition::Stuck { in_check: None } => stuck(true).and(stuck(false)),
        _ => None,
    }
}

/// Returns `true` if one condition holds whenever another does.
fn implies(condition: &Condition, other: &Condition) -> bool {
    use Condition::{
        Extinct, InsufficientMaterial, MatedByDrop, NoProgress, PerpetualCheck, Reached, Repetition, Stuck,
    };
    match (condition, other) {
        (Stuck { in_check }, Stuck { in_check: other }) => other.is_none() || in_check == other,
        (MatedByDrop { .. }, Stuck { in_check }) => *in_check != Some(false),
        (MatedByDrop { pieces }, MatedByDrop { pieces: other }) => subset(pieces, other),
        (Repetition { times } | PerpetualCheck { times }, Repetition { times: other })
        | (PerpetualCheck { times }, PerpetualCheck { times: other }) => times >= other,
        (NoProgress { plies, reset_by }, NoProgress { plies: other, reset_by: resets }) => {
            plies >= other && subset(resets, reset_by)
        }
        (Reached(one), Reached(other)) => {
            subset(&one.pieces, &other.pieces)
                && Side::ALL.into_iter().all(|side| one.region[side].is_subset(&other.region[side]))
                && one.count >= other.count
                && (one.seen, one.safe, one.or_full, one.answer_of)
                    == (other.seen, other.safe, other.or_full, other.answer_of)
        }
        (
            Extinct { pieces, any, at_most, opponent_at_least, may_answer },
            Extinct {
                pieces: others,
                any: other_any,
                at_most: other_most,
                opponent_at_least: other_least,
                may_answer: other_answer,
            },
        ) => {
            at_most <= other_most
                && opponent_at_least >= other_least
                && may_answer == other_answer
                && match (any, other_any) {
                    (false, false) => subset(others, pieces),
                    (true, true) => subset(pieces, others),
                    (false, true) => pieces.iter().any(|piece| others.contains(piece)),
                    (true, false) => pieces.len() == 1 && others == pieces,
                }
        }
        (InsufficientMaterial, InsufficientMaterial) => true,
        _ => false,
    }
}

fn subset(these: &[PieceId], those: &[PieceId]) -> bool {
    these.iter().all(|piece| those.contains(piece))
}
