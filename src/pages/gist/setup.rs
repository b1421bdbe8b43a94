//! The board, the armies and their places.

use std::ops::Range;

use crate::pages::context::Context;
use crate::pages::grammar::Note;
use crate::rules::PieceId;

use super::clause::{Clause, Item, note, tag};
use super::found::Found;

/// `Nine files, ten ranks`, `8 by 8 squares`.
pub(super) fn board(_: &Context<'_>, clause: &Clause<'_>) -> Option<Vec<Found>> {
    let names = ["board", "file", "rank", "square"];
    let counted = |item: Item| matches!(item, Item::Number(2..) | Item::Size);
    let about = names.iter().filter(|name| clause.has(name)).count();
    if about == 0
        || !clause.is_only(
            &["board", "file", "rank", "square", "all", "any", "game", "times", "toaside", "sideways"],
            counted,
        )
    {
        return None;
    }
    let found = |shape, notes| Some(vec![Found::new(shape, notes)]);
    let sizes = clause.notes(|item| item == Item::Size);
    // The number of each unit stands before its word.
    let before = |name: &str| {
        let before = &clause.items[..clause.place(name)?];
        let place = before.iter().rposition(|(item, _)| *item != Item::Unknown)?;
        matches!(clause.items[place].0, Item::Number(_)).then(|| clause.note_at(place))
    };
    let numbers = clause.notes(|item| matches!(item, Item::Number(_)));
    match numbers[..] {
        // `9 times 9 fields`.
        [files, ranks] if clause.has("times") => {
            return found("size", vec![tag("files"), files, tag("ranks"), ranks]);
        }
        // `Nine squares to a side`.
        [both] if (clause.has("toaside") || clause.has("sideways")) => {
            return found("size", vec![tag("files"), both, tag("ranks"), both]);
        }
        _ => {}
    }
    match (sizes[..].len(), before("file"), before("rank"), before("square")) {
        (1, None, None, None) if numbers.is_empty() => found("size", sizes),
        (0, Some(files), Some(ranks), None) if numbers.len() == 2 => {
            found("size", vec![tag("files"), files, tag("ranks"), ranks])
        }
        (0, Some(files), Some(ranks), Some(all)) if numbers.len() == 3 => {
            found("boardcount", vec![all, tag("files"), files, tag("ranks"), ranks])
        }
        (0, None, None, Some(all)) if numbers.len() == 1 => found("boardcount", vec![all]),
        _ => None,
    }
}

/// `Each side has two rooks and eight pawns`: numbers, each before a piece.
pub(super) fn counts(_: &Context<'_>, clause: &Clause<'_>) -> Option<Vec<Found>> {
    let around = ["all", "player", "start", "piece", "game", "board", "usual", "rest", "another"];
    let plain = |item: Item| matches!(item, Item::Piece(_) | Item::Number(_) | Item::Side);
    if !clause.is_only(&around, plain) || (clause.has("cond") || clause.has("if")) {
        return None;
    }
    let numbers = clause.items.iter().filter(|(item, _)| matches!(item, Item::Number(_))).count();
    let pieces = clause.pieces();
    let counted = |place: usize| place > 0 && matches!(clause.items[place - 1].0, Item::Number(_));
    let all = pieces.iter().all(|(_, place)| counted(*place)) && numbers == pieces.len() && numbers > 0;
    if !all
        || numbers == 1
            && !["player", "start", "all"].iter().any(|name| clause.has(name))
            && clause.notes(|item| item == Item::Side).is_empty()
    {
        return None;
    }
    let sides = clause.notes(|item| item == Item::Side);
    let each = if clause.has("all") { vec![tag("each")] } else { Vec::new() };
    let pairs = pieces.iter().flat_map(|(_, place)| [clause.note_at(place - 1), clause.note_at(*place)]);
    let notes = [&sides[..sides.len().min(1)], &each, &pairs.collect::<Vec<_>>()].concat();
    (sides.len() < 2).then(|| vec![Found::new("counts", notes)])
}

/// `The king starts on e1, the queen on d1`: pieces with their squares.
pub(super) fn places(_: &Context<'_>, clause: &Clause<'_>) -> Option<Vec<Found>> {
    let plain = |item: Item| matches!(item, Item::Piece(_) | Item::Square | Item::Side);
    if !clause.has("start") || !clause.is_only(&["start", "all", "player", "square"], plain) {
        return None;
    }
    let mut found: Vec<Found> = Vec::new();
    let (mut pieces, mut squares, mut side): (Vec<PieceId>, Vec<Note>, Option<Note>) = Default::default();
    let mut finish = |pieces: &mut Vec<PieceId>, squares: &mut Vec<Note>, side: Option<Note>| {
        let (pieces, squares) = (std::mem::take(pieces), std::mem::take(squares));
        let zipped = pieces.len() == squares.len();
        for (at, piece) in pieces.iter().enumerate() {
            let own = if zipped { vec![squares[at]] } else { squares.clone() };
            if zipped || pieces.len() == 1 {
                let notes = [side.into_iter().collect(), own].concat();
                found.push(Found::about("onsquares", notes, vec![*piece]));
            }
        }
        zipped || pieces.len() == 1
    };
    let mut fits = true;
    for (item, at) in &clause.items {
        match item {
            Item::Piece(piece) => {
                if !squares.is_empty() && !pieces.is_empty() {
                    fits &= finish(&mut pieces, &mut squares, side.take());
                }
                pieces.push(*piece);
            }
            Item::Square => squares.push(note(*item, *at)),
            Item::Side => {
                if !squares.is_empty() && !pieces.is_empty() {
                    fits &= finish(&mut pieces, &mut squares, side.take());
                }
                side = Some(note(*item, *at));
            }
            _ => {}
        }
    }
    fits &= !squares.is_empty() && !pieces.is_empty() && finish(&mut pieces, &mut squares, side);
    (fits && !found.is_empty()).then_some(found)
}

/// `Rook, knight, bishop, queen, king, bishop, knight, rook`: the pieces of a rank from one end to the other.
pub(super) fn row(cx: &Context<'_>, clause: &Clause<'_>) -> Option<Vec<Found>> {
    let around = ["start", "rank", "file", "all", "player", "board", "piece", "last"];
    let plain =
        |item: Item| matches!(item, Item::Piece(_) | Item::Side | Item::Square | Item::Ordinal(1) | Item::Number(1));
    let named: Vec<PieceId> = clause.pieces().into_iter().map(|(piece, _)| piece).collect();
    let (pieces, fits) = match lettered(cx, clause) {
        Some((letters, range)) => (letters, clause.without(range).is_only(&around, plain)),
        None => (named, clause.is_only(&around, plain)),
    };
    let rows = ranks(cx);
    let whole = rows.iter().any(|row| row.len() == pieces.len() && row.len() >= LEAST_IN_A_ROW);
    if !whole || !fits {
        return None;
    }
    let mirrored: Vec<PieceId> = pieces.iter().rev().copied().collect();
    let stands = rows.iter().any(|row| *row == pieces || *row == mirrored);
    let alike = |row: &Vec<PieceId>| {
        let sorted = |mut row: Vec<PieceId>| {
            row.sort_unstable();
            row
        };
        sorted(row.clone()) == sorted(pieces.clone())
    };
    // A list of the kinds of pieces has each of them once.
    (stands || rows.iter().any(alike)).then(|| vec![Found::Row(stands)])
}

/// The pieces whose letters stand in a row, with the places of their words: `R N B Q K B N R`, `RNBQKBNR`.
fn lettered(cx: &Context<'_>, clause: &Clause<'_>) -> Option<(Vec<PieceId>, Range<usize>)> {
    let piece = |letter: char| Some(cx.rules.piece_with_symbol(&letter.to_uppercase().to_string())?.0);
    let pieces = |at: usize| {
        let word = &clause.words[at];
        let found = word.text.chars().map(piece).collect::<Option<Vec<_>>>()?;
        (word.capital && (found.len() == 1 || found.len() >= LEAST_IN_A_ROW)).then_some(found)
    };
    let places: Vec<usize> = clause.range().filter(|at| pieces(*at).is_some()).collect();
    let mut runs = places.chunk_by(|one, other| one + 1 == *other);
    runs.find_map(|run| {
        let all: Vec<PieceId> = run.iter().filter_map(|at| pieces(*at)).flatten().collect();
        (all.len() >= LEAST_IN_A_ROW).then(|| (all, run[0]..run[run.len() - 1] + 1))
    })
}

/// A row of fewer pieces is a list of kinds.
const LEAST_IN_A_ROW: usize = 5;

/// The pieces of each rank of the setup that is full, from the first file on.
fn ranks(cx: &Context<'_>) -> Vec<Vec<PieceId>> {
    let geometry = &cx.rules.geometry;
    let on =
        |file: usize, rank: usize| cx.rules.setup.pieces[geometry.at(file, rank)?.index()].map(|placed| placed.piece);
    let row = |rank: usize| (0..geometry.files()).map(|file| on(file, rank)).collect::<Option<Vec<_>>>();
    (0..geometry.ranks()).filter_map(row).filter(|row| row.iter().any(|piece| *piece != row[0])).collect()
}
