//! Promotion.

use crate::pages::context::Context;
use crate::pages::grammar::Note;
use crate::rules::PieceId;

use super::clause::{Clause, Item, tag};
use super::found::Found;

/// `On the last rank a pawn becomes a queen, rook, bishop or knight`.
pub(super) fn promotion(cx: &Context<'_>, clause: &Clause<'_>) -> Option<Vec<Found>> {
    let place = clause.place("promote")?;
    let around =
        ["promote", "when", "last", "rank", "reach", "must", "choice", "player", "all", "any", "exist", "move"];
    let plain = |item: Item| matches!(item, Item::Piece(_) | Item::Ordinal(2..) | Item::Number(1));
    if !clause.is_only(&around, plain) || clause.has("drop") {
        return None;
    }
    let pieces = clause.pieces();
    let promotes = |(piece, at): &&(PieceId, usize)| cx.promotes(*piece) && *at < place.max(1) + 1;
    let subjects: Vec<PieceId> = pieces.iter().filter(promotes).map(|(piece, _)| *piece).collect();
    let choices = pieces.iter().filter(|(piece, at)| *at > place && !subjects.contains(piece));
    let choices: Vec<Note> = choices.map(|(_, at)| clause.note_at(*at)).collect();
    if pieces.len() != subjects.len() + choices.len() || choices.is_empty() && !clause.has("rank") {
        return None;
    }
    // `B/R/S may decline`, and `rooks and bishops promote to dragons and horses, respectively`.
    if choices.is_empty() && subjects.is_empty() || choices.len() > 1 && subjects.len() > 1 {
        return None;
    }
    let ordinals = clause.notes(|item| matches!(item, Item::Ordinal(_)));
    if !ordinals.is_empty() && !clause.has("rank") || ordinals.len() > 1 {
        return None;
    }
    let mut notes = Vec::new();
    if !choices.is_empty() {
        notes.push(tag("to"));
        notes.extend(choices);
    }
    if clause.has("rank") && clause.has("last") && ordinals.is_empty() {
        notes.push(tag("lastrank"));
    }
    notes.extend(ordinals);
    if subjects.is_empty() {
        return Some(vec![Found::new("promote", notes)]);
    }
    Some(subjects.into_iter().map(|piece| Found::about("promote", notes.clone(), vec![piece])).collect())
}
