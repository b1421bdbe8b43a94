//! Conditions that end the game, with their results.

use crate::pages::context::Context;
use crate::pages::grammar::Note;

use super::clause::{Clause, Item, tag};
use super::found::Found;

/// Words that change nothing in a clause about a result.
const AROUND: [&str; 12] =
    ["all", "any", "game", "player", "foe", "when", "position", "same", "time", "move", "turn", "piece"];

/// `Stalemate is a draw`, `whoever is mated loses`, `a position seen three times is a draw`.
pub(super) fn result(cx: &Context<'_>, clause: &Clause<'_>) -> Option<Vec<Found>> {
    let results: Vec<&'static str> = ["win", "lose", "draw"].into_iter().filter(|name| clause.has(name)).collect();
    let [result] = results[..] else { return None };
    let royal = |piece| cx.rules.piece(piece).royalty.is_ever_royal();
    let plain = |item: Item| matches!(item, Item::Piece(piece) if royal(piece)) || item == Item::Number(1);
    let only = |more: &[&str], other: &dyn Fn(Item) -> bool| {
        let all = [&AROUND[..], more, &results].concat();
        clause.is_only(&all, |item| plain(item) || other(item))
    };
    let none = |_: Item| false;
    if result == "draw" && clause.has("capture") {
        return quiet(cx, clause);
    }
    if result == "win" && clause.has("reach") {
        return arrival(clause);
    }
    let notes = match () {
        () if clause.has("repeat") || clause.has("thrice") || clause.has("fourfold") => {
            let counted = |item: Item| matches!(item, Item::Number(2..) | Item::Ordinal(2..));
            if !only(&["repeat", "thrice", "fourfold"], &counted) {
                return None;
            }
            let times = match () {
                () if clause.has("thrice") => tag("n3"),
                () if clause.has("fourfold") => tag("n4"),
                () => clause.notes(counted).first().copied()?,
            };
            vec![tag("crepeat"), times]
        }
        () if clause.has("nomove") && only(&["nomove", "notcheck", "stale", "stalemated"], &none) => {
            stuck(clause, result)?
        }
        () if clause.has("nomove") && only(&["nomove", "check"], &none) => mated(result, true)?,
        () if (clause.has("stale") || clause.has("stalemated")) && only(&["stale", "stalemated"], &none) => {
            stuck(clause, result)?
        }
        () if clause.has("mate") && only(&["mate"], &none) => mated(result, false)?,
        () if clause.has("mated") && only(&["mated"], &none) => mated(result, true)?,
        () if clause.has("check") => {
            let counted = |item: Item| matches!(item, Item::Number(2..) | Item::Ordinal(2..));
            let times = clause.notes(counted);
            if result != "win" || times.len() > 1 || !only(&["check", "thrice", "first"], &counted) {
                return None;
            }
            let times = times.first().copied().or(clause.has("thrice").then_some(tag("n3")))?;
            vec![tag("cchecks"), times]
        }
        () => return None,
    };
    let said = match result {
        "win" => "win",
        "lose" => "loss",
        _ => "draw",
    };
    Some(vec![Found::new("end", [notes, vec![tag(said)]].concat())])
}

/// `Fifty moves without a capture or a pawn move are a draw`.
fn quiet(cx: &Context<'_>, clause: &Clause<'_>) -> Option<Vec<Found>> {
    let promotes = |item: Item| matches!(item, Item::Piece(piece) if cx.promotes(piece));
    let counted = |item: Item| matches!(item, Item::Number(2..));
    let around = [&AROUND[..], &["capture", "not", "quietly", "draw"]].concat();
    let numbers = clause.notes(counted);
    let fits = clause.is_only(&around, |item| promotes(item) || counted(item) || item == Item::Number(1));
    if numbers.len() != 1 || !fits || !clause.has("move") || !(clause.has("not") || clause.has("quietly")) {
        return None;
    }
    let pieces = clause.notes(promotes);
    let notes = [vec![tag("cquiet"), tag("n")], numbers, vec![tag("quietcap")], pieces, vec![tag("draw")]].concat();
    Some(vec![Found::new("end", notes)])
}

/// `The first king to reach the eighth rank wins`.
fn arrival(clause: &Clause<'_>) -> Option<Vec<Found>> {
    let ordinals = clause.notes(|item| matches!(item, Item::Ordinal(2..)));
    let pieces = clause.notes(|item| matches!(item, Item::Piece(_)));
    let around = [&AROUND[..], &["reach", "rank", "last", "win", "first"]].concat();
    let plain = |item: Item| matches!(item, Item::Piece(_) | Item::Ordinal(_) | Item::Number(1));
    let last = clause.has("last") && ordinals.is_empty();
    if pieces.len() > 1 || !clause.has("rank") || !(last || ordinals.len() == 1) || !clause.is_only(&around, plain) {
        return None;
    }
    let rank = if last { vec![tag("lastrank")] } else { ordinals };
    Some(vec![Found::new("end", [vec![tag("carrive")], pieces, rank, vec![tag("win")]].concat())])
}

/// A side without a move. A win or a loss is one of the side that is named before it.
fn stuck(clause: &Clause<'_>, result: &str) -> Option<Vec<Note>> {
    let noun = clause.has("stale") && !clause.has("nomove") && !clause.has("stalemated");
    if result != "draw" && (noun || clause.has("foe") || !comes_before(clause, &["nomove", "stalemated"], result)) {
        return None;
    }
    Some(vec![tag("cstuck")])
}

/// A mated side. `passive` is `true` if the words speak of the side that suffers it.
fn mated(result: &str, passive: bool) -> Option<Vec<Note>> {
    match (result, passive) {
        ("draw", _) | ("lose", _) => Some(vec![tag("cmate")]),
        // The side that mates wins.
        (_, false) => Some(vec![tag("cmate"), tag("flip")]),
        (_, true) => None,
    }
}

fn comes_before(clause: &Clause<'_>, first: &[&str], then: &str) -> bool {
    let place = first.iter().filter_map(|name| clause.place(name)).min();
    place.zip(clause.place(then)).is_some_and(|(one, other)| one < other)
}
