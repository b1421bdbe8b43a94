//! Castling, promotion, captures in passing, and what is as in another game.

use crate::pages::context::Context;
use crate::pages::grammar::Note;
use crate::rules::PieceId;

use super::clause::{Clause, Item, tag};
use super::found::Found;

/// `The king goes from e1 to g1 and the rook from h1 to f1`.
pub(super) fn castling_squares(_: &Context<'_>, clause: &Clause<'_>) -> Option<Vec<Found>> {
    let plain = |item: Item| matches!(item, Item::Piece(_) | Item::Square | Item::Side);
    let around = ["castle", "move", "all", "when", "square", "player", "start"];
    let squares = clause.notes(|item| item == Item::Square);
    if !clause.has("castle") || squares.len() < 2 || !clause.is_only(&around, plain) {
        return None;
    }
    Some(vec![Found::new("castlesquares", squares)])
}

/// `Castling exists`, `no castling`.
pub(super) fn castling(_: &Context<'_>, clause: &Clause<'_>) -> Option<Vec<Found>> {
    let sides = clause.notes(|item| item == Item::Side);
    let around = ["castle", "exist", "barred", "not", "all", "any", "game", "player", "move", "piece", "only"];
    let denied = clause.count("not") + clause.count("barred");
    let says = clause.has("exist") || denied > 0;
    if !clause.has("castle") || !says || clause.has("only") || sides.len() > 1 {
        return None;
    }
    clause.is_only(&around, |item| item == Item::Side).then(|| {
        let not = if denied % 2 == 1 { vec![tag("not")] } else { Vec::new() };
        vec![Found::new("castling", [sides, not].concat())]
    })
}

/// `En passant exists`, `no double steps and no en passant`.
pub(super) fn passing(cx: &Context<'_>, clause: &Clause<'_>) -> Option<Vec<Found>> {
    let (passing, double) = (clause.has("inpassing"), clause.has("double"));
    let around = ["inpassing", "double", "exist", "barred", "not", "all", "any", "game", "move", "capture", "castle"];
    let promotes = |item: Item| matches!(item, Item::Piece(piece) if cx.promotes(piece));
    let denied = clause.has("not") || clause.has("barred");
    let says = clause.has("exist") || denied;
    if !(passing || double) || !says || clause.has("not") && clause.has("barred") || !clause.is_only(&around, promotes)
    {
        return None;
    }
    let not = || if denied { vec![tag("not")] } else { Vec::new() };
    let subjects: Vec<PieceId> = cx.rules.piece_ids().filter(|piece| cx.promotes(*piece)).take(1).collect();
    let found = |shape, subjects| Found::about(shape, not(), subjects);
    let mut all = Vec::new();
    if passing {
        all.push(found("passing", Vec::new()));
    }
    if double {
        all.push(found("double", subjects));
    }
    if clause.has("castle") {
        all.push(found("castling", Vec::new()));
    }
    Some(all)
}

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

/// `The gold never promotes`.
pub(super) fn no_promotion(_: &Context<'_>, clause: &Clause<'_>) -> Option<Vec<Found>> {
    let plain = |item: Item| matches!(item, Item::Piece(_));
    let denied = clause.count("not") == 1;
    let subjects: Vec<PieceId> = clause.pieces().into_iter().map(|(piece, _)| piece).collect();
    let before = clause.place("promote").is_some_and(|at| clause.pieces().iter().all(|(_, place)| *place < at));
    if !clause.has("promote") || !denied || subjects.is_empty() || !before {
        return None;
    }
    clause
        .is_only(&["promote", "not", "all", "exist"], plain)
        .then(|| vec![Found::about("nopromote", vec![tag("not")], subjects)])
}

/// `Castling and promotion are as usual`.
pub(super) fn as_usual(_: &Context<'_>, clause: &Clause<'_>) -> Option<Vec<Found>> {
    let usual = clause.has("usual") || clause.has("same") && !topics_of(clause).is_empty();
    let topics = topics_of(clause);
    let around = [
        "usual",
        "same",
        "castle",
        "inpassing",
        "promote",
        "stale",
        "mate",
        "start",
        "game",
        "all",
        "piece",
        "exist",
        "move",
        "position",
        "board",
    ];
    let subjects: Vec<PieceId> = clause.pieces().into_iter().map(|(piece, _)| piece).collect();
    let moves = topics.is_empty() && (clause.has("move") || !subjects.is_empty());
    if !usual || topics.is_empty() && !moves || !topics.is_empty() && !subjects.is_empty() {
        return None;
    }
    let topics = if moves { vec![tag("asmoves")] } else { topics };
    clause.is_only(&around, |item| matches!(item, Item::Piece(_))).then(|| {
        let notes = [topics, vec![tag("implied")]].concat();
        vec![Found::about("asgame", notes, subjects)]
    })
}

/// Parts of the rules that two games may share, each with its note.
const TOPICS: [(&str, &str); 6] = [
    ("castle", "ascastling"),
    ("inpassing", "aspassing"),
    ("promote", "aspromotion"),
    ("stale", "asstale"),
    ("mate", "asmate"),
    ("start", "assetup"),
];

fn topics_of(clause: &Clause<'_>) -> Vec<Note> {
    TOPICS.into_iter().filter(|(name, _)| clause.has(name)).map(|(_, note)| tag(note)).collect()
}
