//! Duties and prohibitions: kings in check, and captures that must be made.

use crate::pages::context::Context;

use super::clause::{Clause, Item, tag};
use super::found::Found;

/// `No move may leave the own king in check`, `a king in check must be relieved`.
pub(super) fn exposed(cx: &Context<'_>, clause: &Clause<'_>) -> Option<Vec<Found>> {
    let royal = |item: Item| matches!(item, Item::Piece(piece) if cx.rules.piece(piece).royalty.is_ever_royal());
    let around = [
        "check", "exposed", "leave", "not", "barred", "must", "own", "move", "any", "all", "player", "turn", "answer",
        "capture", "foe", "when", "square", "time",
    ];
    let kings = clause.notes(royal);
    let subject = clause.subject.is_some_and(|piece| cx.rules.piece(piece).royalty.is_ever_royal());
    let danger = clause.has("check") || clause.has("exposed");
    let plain = |item: Item| royal(item) || item == Item::Number(1);
    if kings.len() > 1 || kings.is_empty() && !subject || !danger || !clause.is_only(&around, plain) {
        return None;
    }
    let denied = clause.count("not") + clause.count("barred");
    let leaves = clause.has("leave") || clause.has("move") || clause.has("exposed");
    match (clause.has("must"), denied) {
        (true, 0) if clause.has("answer") && !clause.has("capture") => Some(vec![Found::new("answer", Vec::new())]),
        (_, 1) if leaves && !clause.has("answer") && !clause.has("capture") => {
            Some(vec![Found::new("expose", vec![tag("not")])])
        }
        _ => None,
    }
}

/// `Capturing is compulsory`, `whoever can take must take`.
pub(super) fn captures(_: &Context<'_>, clause: &Clause<'_>) -> Option<Vec<Found>> {
    let around = ["capture", "must", "able", "when", "any", "all", "player", "not", "choice", "time", "move", "exist"];
    let plain = |item: Item| item == Item::Number(1);
    // `Must not capture` says something else than `need not capture`.
    let duty = clause.has("must") && clause.has("capture");
    if !duty || clause.has("not") || !clause.is_only(&around, plain) {
        return None;
    }
    // `A capture must be played with the king` is no duty to capture.
    let choice = clause.has("choice") && !clause.has("able");
    (!choice).then(|| vec![Found::new("captureforced", Vec::new())])
}
