//! Drops, hands, and what becomes of captured pieces.

use crate::pages::context::Context;
use crate::pages::grammar::Note;
use crate::rules::PieceId;

use super::clause::{Clause, Item, tag};
use super::found::Found;

/// Words that change nothing in a clause about a drop.
const AROUND: [&str; 12] =
    ["drop", "all", "any", "player", "turn", "when", "piece", "board", "hand", "time", "square", "move"];

/// `What is captured goes to the hand of the capturer`.
pub(super) fn hold(_: &Context<'_>, clause: &Clause<'_>) -> Option<Vec<Found>> {
    let around = [&AROUND[..], &["capture", "colour"]].concat();
    let plain = |item: Item| item == Item::Number(1);
    let reused = clause.has("hand") || clause.has("drop");
    if !clause.has("capture") || !reused || clause.has("foe") || !clause.is_only(&around, plain) {
        return None;
    }
    Some(vec![Found::new("hold", Vec::new())])
}

/// `A promoted piece that is captured becomes a pawn again`.
pub(super) fn reverts(cx: &Context<'_>, clause: &Clause<'_>) -> Option<Vec<Found>> {
    let plain = |item: Item| matches!(item, Item::Piece(piece) if cx.promotes(piece));
    let around = [&AROUND[..], &["promote", "capture", "again", "foe", "start"]].concat();
    let told = clause.has("promote") && clause.has("capture") && (clause.has("again") || clause.has("hand"));
    if !told || !clause.is_only(&around, plain) || clause.pieces().len() > 1 || cx.rules.hand.is_none() {
        return None;
    }
    let back = !clause.pieces().is_empty() || clause.has("again");
    back.then(|| vec![Found::new("reverts", clause.notes(plain))])
}

/// `A pawn may not be dropped on the last rank, on a file with a pawn, or with mate`.
pub(super) fn drops(cx: &Context<'_>, clause: &Clause<'_>) -> Option<Vec<Found>> {
    let more = ["not", "barred", "vacant", "mate", "check", "file", "rank", "last", "own", "unpromoted", "exist"];
    let around = [&AROUND[..], &more].concat();
    let plain = |item: Item| matches!(item, Item::Piece(_) | Item::Ordinal(_) | Item::Number(1));
    if !clause.has("drop") || clause.has("capture") || !clause.is_only(&around, plain) {
        return None;
    }
    let named = clause.pieces();
    let mut subjects: Vec<PieceId> = named.iter().map(|(piece, _)| *piece).collect();
    subjects.dedup();
    let subjects = if subjects.is_empty() { clause.subject.into_iter().collect() } else { subjects };
    let denied = clause.has("not") || clause.has("barred");
    let places = places(clause)?;
    if subjects.iter().any(|piece| cx.rules.piece(*piece).drop.is_none()) || subjects.len() > 1 && named.len() > 2 {
        return None;
    }
    let not = if denied { vec![tag("not")] } else { vec![tag("may")] };
    let notes = [not, places].concat();
    (notes.len() > 1).then(|| vec![Found::about("drop", notes, subjects)])
}

/// The places and effects of a drop. `None` if a word has no part in one.
fn places(clause: &Clause<'_>) -> Option<Vec<Note>> {
    let ordinals = clause.notes(|item| matches!(item, Item::Ordinal(_)));
    let mut notes = Vec::new();
    if clause.has("vacant") && !clause.has("rank") && !clause.has("file") {
        notes.push(tag("dempty"));
    }
    if clause.has("rank") {
        let last = if clause.has("last") { vec![tag("last")] } else { Vec::new() };
        let rank = [last, ordinals.clone()].concat();
        if rank.is_empty() {
            return None;
        }
        notes.extend([vec![tag("drank")], rank].concat());
    } else if !ordinals.is_empty() || clause.has("last") {
        return None;
    }
    if clause.has("file") {
        notes.push(tag("dfile"));
    }
    if clause.has("mate") {
        notes.push(tag("dmate"));
    } else if clause.has("check") {
        notes.push(tag("dcheck"));
    }
    // `Unpromoted` belongs to a file that has one already.
    let stray = clause.has("unpromoted") && !clause.has("file");
    (!stray).then_some(notes)
}
