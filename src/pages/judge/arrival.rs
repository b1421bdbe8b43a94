//! Pieces that arrive where the game is won: the squares that a sentence means, and what the rules and positions say.

use std::collections::BTreeSet;

use crate::board::{BySide, Side, Square, SquareSet};
use crate::pages::context::Context;
use crate::pages::moves::fen_of;
use crate::pages::trial;
use crate::rules::{Condition, PieceId};

use super::goals::middle;
use super::met::{Met, army_of, bearer, ends, pieces_of};
use super::told::{Told, ranks_of};

/// The squares of a goal as a sentence names them, for each side.
struct Goal {
    squares: [SquareSet; 2],
    /// The ranks, counted from the own side.
    ranks: Option<BTreeSet<usize>>,
}

/// `The last rank`, `the centre`, `a corner`, `d4 or e4`.
fn goal_of(cx: &Context<'_>, told: &Told<'_>) -> Goal {
    let geometry = &cx.rules.geometry;
    let noted = told.notes().iter().filter(|note| note.tag == "square");
    let listed: SquareSet = noted.filter_map(|note| cx.square(&told.word(note)?.text)).collect();
    let ranks = told.ranks(cx);
    let other = told.after("region").iter().find(|note| note.tag == "other").copied();
    let place = other.and_then(|note| named_region(cx, &told.word(&note)?.text));
    let (centre, corner, edge, zone) = (told.has("centre"), told.has("corner"), told.has("edge"), told.has("pzone"));
    let on_ranks = |side: Side, ranks: &BTreeSet<usize>| {
        let inside = |square: &Square| ranks_of(cx, side, SquareSet::of(*square)).is_subset(ranks);
        geometry.squares().iter().filter(inside).collect()
    };
    let squares = Side::ALL.map(|side| match (&ranks, &place) {
        _ if centre => middle(cx),
        _ if corner || edge => border(cx, corner),
        _ if zone => promotion_zone(cx, side),
        (_, Some(place)) => place[!side],
        (Some(ranks), _) => on_ranks(side, ranks),
        _ => listed,
    });
    Goal { squares, ranks: ranks.filter(|_| !centre && !corner && !edge && !zone) }
}

/// `A king that reaches the last rank`, `moving a pawn to d4`.
pub fn arrived(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Met> {
    let mut pieces = pieces_of(told);
    if pieces.is_empty() {
        // `The king wins by reaching the edge`.
        pieces.extend(told.after("spiece").first().and_then(|note| told.piece(note)));
    }
    let side = bearer(cx, told);
    let geometry = cx.rules.geometry.clone();
    if told.has("centre") && told.numbers("number").iter().any(|number| *number != middle(cx).count()) {
        return Some(Met::none("the middle has other squares"));
    }
    // `Or move the king into the last rank` speaks of a goal only if it is a royal piece.
    if told.has("royals") && !pieces.iter().all(|piece| cx.rules.piece(*piece).royalty.is_ever_royal()) {
        return None;
    }
    let goal = goal_of(cx, told);
    let (absolute, safe) = (told.has("rankn"), told.has("safe"));
    let inside = |side: Side, region: SquareSet| match &goal.ranks {
        Some(ranks) => {
            let own = ranks_of(cx, side, region);
            let below: BTreeSet<usize> =
                own.iter().map(|rank| if side == Side::White { *rank } else { geometry.ranks() + 1 - rank }).collect();
            own == *ranks || absolute && below == *ranks
        }
        None => goal.squares[side.index()] == region,
    };
    let fits = |condition: &Condition| match condition {
        Condition::Reached(goal) => {
            let sides = side.map_or(Side::ALL.to_vec(), |side| vec![side]);
            let region = |side: Side| goal.region[side] & geometry.squares();
            pieces.iter().all(|piece| goal.pieces.contains(piece))
                && (goal.safe || !safe)
                && (!pieces.is_empty() || goal.pieces.len() == army_of(cx, side).len() || goal.pieces.len() == 1)
                && sides.iter().any(|side| !region(*side).is_empty() && inside(*side, region(*side)))
        }
        _ => false,
    };
    let found = ends(cx, fits);
    let seen = if safe { None } else { seen_there(cx, side, &pieces, &goal) };
    // Where pieces promote, bringing them there is a way to win, but no end.
    if found.is_empty() && pieces.iter().any(|piece| cx.promotes(*piece)) {
        return None;
    }
    if found.is_empty() && (safe || seen.is_some()) {
        return seen;
    }
    let detail = if found.is_empty() { "being there does not end the game" } else { "a side that has come there" };
    Some(Met::of(found, detail).shown(seen.and_then(|met| met.shown)))
}

/// The squares on which pieces of a side promote.
fn promotion_zone(cx: &Context<'_>, side: Side) -> SquareSet {
    cx.promotions().iter().fold(SquareSet::EMPTY, |all, rule| all | rule.zone[side]) & cx.rules.geometry.squares()
}

/// A region of the rules by its name, in one or several.
fn named_region(cx: &Context<'_>, name: &str) -> Option<BySide<SquareSet>> {
    let same = |known: &str| known == name || known.trim_end_matches('s') == name.trim_end_matches('s');
    cx.rules.regions.iter().find(|(known, _)| same(known)).map(|(_, squares)| *squares)
}

/// The corners of the board, or all squares at its edge.
fn border(cx: &Context<'_>, corners: bool) -> SquareSet {
    let geometry = &cx.rules.geometry;
    let ends = |at: usize, count: usize| usize::from(at == 0 || at + 1 == count);
    let wanted = if corners { 2 } else { 1 };
    let inside = |square: &Square| {
        let (file, rank) = (geometry.file(*square), geometry.rank(*square));
        ends(file, geometry.files()) + ends(rank, geometry.ranks()) >= wanted
    };
    geometry.squares().iter().filter(inside).collect()
}

/// Tries positions in which the pieces have come to the squares. `None` if there are none.
fn seen_there(cx: &Context<'_>, side: Option<Side>, pieces: &[PieceId], goal: &Goal) -> Option<Met> {
    use trial::over::Arrival;
    let sides = side.map_or(Side::ALL.to_vec(), |side| vec![side]);
    let mut found = Vec::new();
    let mut shown = None;
    for side in sides {
        let army: Vec<PieceId> = army_of(cx, Some(side)).into_iter().collect();
        let pieces = if pieces.is_empty() { &army } else { pieces };
        for piece in pieces.iter().filter(|piece| army.contains(piece)) {
            match trial::over::brought(cx, side, *piece, goal.squares[side.index()]) {
                Arrival::Ends(over) => {
                    shown.get_or_insert_with(|| fen_of(&cx.rules, &over.setup));
                    found.push((over.index, over.result));
                }
                Arrival::Differs(setup) => {
                    let detail = "the game goes on with it there, or ends elsewhere too";
                    return Some(Met::none(detail).shown(Some(fen_of(&cx.rules, &setup))));
                }
                Arrival::Unseen => {}
            }
        }
    }
    (!found.is_empty()).then(|| Met::of(found, "a side that has come there").shown(shown))
}
