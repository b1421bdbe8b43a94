//! Claims about the squares that are used, and about ranks, files, corners and middles at the start.

use std::collections::BTreeSet;

use crate::board::{Side, Square, SquareSet};
use crate::pages::claim::Finding;
use crate::pages::context::Context;
use crate::pages::moves::names;
use crate::rules::PieceId;

use super::goals::middle;
use super::movement;
use super::told::{Judged, Told, army, of, row};

/// The verdict on a claim of this kind.
pub fn judge(cx: &mut Context<'_>, told: &Told<'_>) -> Vec<Judged> {
    let found = match told.reading.shape {
        "usedcolour" => ("board", used_colour(cx, told)),
        "onranks" => ("setup", on_ranks(cx, told)),
        "emptyrank" => ("setup", empty_rank(cx, told)),
        "emptyboard" => {
            let empty = Side::ALL.iter().all(|side| army(cx, *side).is_empty());
            ("setup", Some(of(cx, empty != told.has("not"), "at the start")))
        }
        "incentre" => ("setup", in_the_centre(cx, told)),
        "rowlist" => ("setup", in_a_row(cx, told)),
        _ => return Vec::new(),
    };
    found.1.map(|finding| (found.0, finding)).into_iter().collect()
}

/// The squares on which pieces stand at the start or to which they can go.
fn used(cx: &mut Context<'_>) -> SquareSet {
    let mut all = SquareSet::EMPTY;
    for piece in cx.rules.clone().piece_ids() {
        let placed = cx.placed(piece, Some(Side::White));
        if !placed.is_empty() {
            all |= movement::ever_on(cx, piece);
        }
        all |= cx.placed(piece, Some(Side::Black));
    }
    all
}

/// `Only the dark squares are used`, `all squares are used`. A page cannot say this of a game in which pieces are dropped.
pub fn used_colour(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    if cx.rules.hand.is_some() {
        return None;
    }
    let used = used(cx);
    let squares = cx.rules.geometry.squares();
    let detail = format!("pieces can stand on {} squares", used.count());
    if told.has("allsq") {
        let both =
            [true, false].iter().all(|dark| used.iter().any(|square| cx.rules.geometry.is_dark(square) == *dark));
        return Some(of(cx, both || used == squares, detail));
    }
    let dark = told.has("ondark");
    (!used.is_empty()).then(|| of(cx, used.iter().all(|square| cx.rules.geometry.is_dark(square) == dark), detail))
}

/// The pieces that a claim names, or those of its side, or all.
fn named(cx: &Context<'_>, told: &Told<'_>, side: Side) -> SquareSet {
    match told.subjects.is_empty() || told.has("allkinds") {
        true => army(cx, side),
        false => told.subjects.iter().fold(SquareSet::EMPTY, |all, piece| all | cx.placed(*piece, Some(side))),
    }
}

/// `The pieces fill the first three ranks`: these ranks and no others, counted from each side's own.
fn on_ranks(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let geometry = &cx.rules.geometry;
    let ordinals: BTreeSet<usize> = told.numbers("ordinal").into_iter().map(|rank| rank as usize).collect();
    let deep = told.after("firstn").first().and_then(|note| told.number(note)).map(|deep| deep as usize);
    let wanted: BTreeSet<usize> = deep.map_or(ordinals, |deep| (1..=deep).collect());
    let files = told.has("onfiles");
    let below = told.has("below") || files;
    let line = |side: Side, square: Square| match (files, below || side == Side::White) {
        (true, _) => geometry.file(square) + 1,
        (false, true) => geometry.rank(square) + 1,
        (false, false) => geometry.ranks() - geometry.rank(square),
    };
    let sides = told.side().map_or(Side::ALL.to_vec(), |side| vec![side]);
    let lines: Vec<BTreeSet<usize>> = sides
        .iter()
        .map(|side| named(cx, told, *side).iter().map(|square| line(*side, square)).collect())
        .filter(|lines: &BTreeSet<usize>| !lines.is_empty())
        .collect();
    let detail = format!("at the start they stand on {}", row(lines.iter().flatten().collect::<BTreeSet<_>>()));
    // `Eight men each on the first rank`: the number is compared too.
    let counted = told.numbers("number").into_iter().filter(|count| deep != Some(*count as usize));
    let counted = counted.into_iter().all(|count| sides.iter().all(|side| named(cx, told, *side).count() == count));
    let dark = told.has("ondark").then_some(true).or(told.has("onlight").then_some(false));
    let colour = |square: Square| dark.is_none_or(|dark| geometry.is_dark(square) == dark);
    let coloured = sides.iter().all(|side| named(cx, told, *side).iter().all(colour));
    // Where both armies start side by side, ranks are counted from below.
    let joint = || {
        let ranks = Side::ALL.map(|side| -> BTreeSet<usize> {
            named(cx, told, side).iter().map(|square| geometry.rank(square) + 1).collect()
        });
        told.side().is_none() && ranks == [wanted.clone(), wanted.clone()]
    };
    let holds = (lines.iter().all(|lines| *lines == wanted) || joint()) && counted && coloured;
    (!wanted.is_empty() && !lines.is_empty()).then(|| of(cx, holds, detail))
}

/// `The back rank stays empty`.
fn empty_rank(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let geometry = &cx.rules.geometry;
    let rank = told.numbers("ordinal").first().map_or(1, |rank| *rank as usize);
    let own = |side: Side, square: Square| match side {
        Side::White => geometry.rank(square) + 1,
        Side::Black => geometry.ranks() - geometry.rank(square),
    };
    let taken: SquareSet = Side::ALL.iter().fold(SquareSet::EMPTY, |all, side| {
        all | army(cx, *side).iter().filter(|square| own(*side, *square) == rank).collect()
    });
    Some(of(cx, taken.is_empty(), format!("on that rank: {}", names(geometry, taken))))
}

/// `The king starts in the centre`, `four discs stand in the middle`.
fn in_the_centre(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let centre = middle(cx);
    let pieces: Vec<PieceId> = if told.has("allkinds") { Vec::new() } else { told.subjects.clone() };
    let placed: SquareSet = match pieces.is_empty() {
        true => Side::ALL.iter().fold(SquareSet::EMPTY, |all, side| all | army(cx, *side)),
        false => pieces.iter().fold(SquareSet::EMPTY, |all, piece| all | cx.placed(*piece, None)),
    };
    let detail = format!("at the start: {}", names(&cx.rules.geometry, placed));
    let counted = told.numbers("number").first().is_none_or(|count| *count == (placed & centre).count());
    let inside = if pieces.is_empty() { placed.intersects(&centre) } else { placed.is_subset(&centre) };
    (!placed.is_empty()).then(|| of(cx, inside && counted, detail))
}

/// `The first row is: rook, knight, …`: pieces that stand side by side along a rank or a file, from either end.
fn in_a_row(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let order = told.pieces(told.after("order"));
    let geometry = &cx.rules.geometry;
    let (files, ranks) = (geometry.files(), geometry.ranks());
    let on = |file: usize, rank: usize| {
        let placed = cx.rules.setup.pieces[geometry.at(file, rank)?.index()];
        placed.filter(|placed| told.side().is_none_or(|side| placed.side == side)).map(|placed| placed.piece)
    };
    // A rank with a number is counted from either side.
    let named = told.numbers("ordinal").first().map(|rank| *rank as usize);
    let meant = |rank: &usize| named.is_none_or(|named| rank + 1 == named || ranks - rank == named);
    let along_ranks =
        (0..ranks).filter(meant).map(|rank| (0..files).filter_map(|file| on(file, rank)).collect::<Vec<_>>());
    let along_files = (0..files)
        .filter(|_| named.is_none())
        .map(|file| (0..ranks).filter_map(|rank| on(file, rank)).collect::<Vec<_>>());
    let turned: Vec<PieceId> = order.iter().rev().copied().collect();
    let (mut same, mut mixed) = (false, false);
    for line in along_ranks.chain(along_files) {
        let has = |row: &[PieceId]| line.windows(row.len()).any(|window| window == row);
        same |= has(&order) || has(&turned);
        mixed |= line.iter().copied().collect::<BTreeSet<_>>() == order.iter().copied().collect();
    }
    let detail = if same { "in this order at the start" } else { "the pieces stand in another order at the start" };
    (order.len() > 2 && (same || mixed || order.len() == files)).then(|| of(cx, same, detail))
}
