//! `shadowed-end`: see its page in the rule book.

use super::own::own;
use crate::board::Side;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Condition, End, PieceId, Rules, Stage};
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, problems: &mut Problems) {
    rules.ends.iter().for_each(|end| stages(end, problems));
    for (index, end) in rules.ends.iter().enumerate() {
        let earlier = &rules.ends[..index];
        let by_one = earlier.iter().find(|other| implies(&end.condition, &other.condition));
        let Some(shadow) = by_one.or_else(|| by_two(&end.condition, earlier)) else { continue };
        let (place, other) = match (own(end.source), own(shadow.source)) {
            (Some(place), _) => (place, shadow.source.span),
            // If the later end is inherited, the earlier one is reported.
            (None, Some(place)) => (place, end.source.span),
            (None, None) => continue,
        };
        let message = format!("the end `{}` never decides: whenever it holds, `{}` holds first", end.name, shadow.name);
        let mut problem = Diagnostic::warning(Code::ShadowedEnd, place, message);
        if let Some(other) = other.filter(|other| *other != place) {
            problem = problem.label(other, "the other end");
        }
        problems.push(problem.help("conditions are tested in the order of the file: put the narrower one first"));
    }
}

/// Reports stages of a countdown after a stage that fits whenever they fit.
fn stages(end: &End, problems: &mut Problems) {
    let (Condition::Countdown { stages }, Some(place)) = (&end.condition, own(end.source)) else { return };
    for (index, stage) in stages.iter().enumerate() {
        let Some(shadow) = stages[..index].iter().position(|earlier| fits_whenever(earlier, stage)) else { continue };
        let message = format!(
            "stage {} of the countdown `{}` never applies: whenever it fits, stage {} fits first",
            index + 1,
            end.name,
            shadow + 1
        );
        let help = "the first stage that fits decides: put the narrower one first";
        problems.push(Diagnostic::warning(Code::ShadowedEnd, place, message).help(help));
    }
}

/// Returns `true` if one stage of a countdown fits whenever another does.
fn fits_whenever(stage: &Stage, other: &Stage) -> bool {
    let most = |stage: &Stage| stage.pieces.unwrap_or(u16::MAX);
    let has =
        |(piece, count): &(PieceId, u16)| other.against.iter().any(|(other, more)| other == piece && more >= count);
    most(stage) >= most(other) && subset(&stage.without, &other.without) && stage.against.iter().all(has)
}

/// An earlier end, if a condition for `always` follows ends for both `in_check` and `not_in_check`, which together
/// cover it.
fn by_two<'a>(condition: &Condition, earlier: &'a [End]) -> Option<&'a End> {
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
        Extinct, InsufficientMaterial, MatedBy, MatedByDrop, MatedWithout, NoProgress, PerpetualCheck, Reached,
        Repetition, Stuck,
    };
    match (condition, other) {
        (Stuck { in_check }, Stuck { in_check: other }) => other.is_none() || in_check == other,
        (MatedByDrop { .. } | MatedBy { .. } | MatedWithout { .. }, Stuck { in_check }) => *in_check != Some(false),
        (MatedBy { pieces }, MatedBy { pieces: other }) => subset(pieces, other),
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
