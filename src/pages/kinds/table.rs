//! Tables of pieces: names, letters, values, notations and remarks; and tables that count pieces.

use std::collections::HashMap;

use crate::board::Side;
use crate::pages::claim::{Finding, Verdict};
use crate::pages::context::Context;
use crate::pages::grammar::GRAMMAR;
use crate::pages::moves::{Difference, difference, later_moves, movement_of, names, setup_of};
use crate::pages::phrases::number;
use crate::pages::sentence::{Row, Topic};
use crate::rules::{Movement, PieceId};

/// The columns of a table of pieces.
#[derive(Clone, Copy, Default, Debug)]
struct Columns {
    name: Option<usize>,
    id: Option<usize>,
    value: Option<usize>,
    moves: Option<usize>,
    remarks: Option<usize>,
    count: Option<usize>,
}

/// Reads all tables. Returns the piece of the row for each cell of remarks, and the cells that were read.
pub fn find(cx: &mut Context<'_>) -> (HashMap<usize, PieceId>, Vec<usize>) {
    let (mut subjects, mut done) = (HashMap::new(), Vec::new());
    let mut rows = 0;
    for table in cx.page.tables() {
        let Some(head) = table.first() else { continue };
        // Tables written by Ferz are read from their attributes.
        if head.iter().any(|cell| cx.page.blocks[*cell].generated) {
            continue;
        }
        let columns = columns(cx, head);
        if columns.name.is_none() || columns.moves.is_none() && columns.count.is_none() {
            continue;
        }
        done.extend(head.iter().copied());
        for row in &table[1..] {
            rows += 1;
            if rows > MOST_ROWS {
                let line = row.first().map_or(1, |cell| cx.page.blocks[*cell].line);
                let finding = Finding::not_understood("there are too many rows: those from here on have not been read");
                cx.claim("piece", line, "(the rest of the tables)", finding);
                return (subjects, done);
            }
            read_row(cx, row, columns, &mut subjects, &mut done);
        }
    }
    (subjects, done)
}

fn text<'c>(cx: &'c Context<'_>, cell: usize) -> &'c str {
    cx.page.blocks[cell].text.as_str().trim()
}

fn columns(cx: &Context<'_>, head: &[usize]) -> Columns {
    let mut columns = Columns::default();
    for (index, cell) in head.iter().enumerate() {
        let title = text(cx, *cell).to_lowercase();
        let column = match title.as_str() {
            "piece" | "name" | "pieces" => &mut columns.name,
            "id" | "letter" | "symbol" | "abbreviation" => &mut columns.id,
            "value" | "values" | "worth" => &mut columns.value,
            "count" | "number" => &mut columns.count,
            "remarks" | "remark" | "notes" | "comment" => &mut columns.remarks,
            _ if title.contains("betza") || title.starts_with("moves") => &mut columns.moves,
            _ => continue,
        };
        column.get_or_insert(index);
    }
    columns
}

fn read_row(
    cx: &mut Context<'_>,
    row: &[usize],
    columns: Columns,
    subjects: &mut HashMap<usize, PieceId>,
    done: &mut Vec<usize>,
) {
    let cell = |column: Option<usize>| column.and_then(|column| row.get(column).copied());
    let Some(name_cell) = cell(columns.name) else { return };
    let name = text(cx, name_cell).to_owned();
    let id = cell(columns.id).map(|cell| text(cx, cell).to_owned()).unwrap_or_default();
    let by_id = || cx.rules.piece_with_symbol(id.trim()).map(|(piece, _)| piece);
    let piece = cx.piece(&name).or_else(by_id);
    // `One square, any direction` is read as a sentence about the piece.
    let notation = cell(columns.moves).filter(|cell| !is_prose(text(cx, *cell)));
    if let Some(moves) = notation {
        let line = cx.page.blocks[name_cell].line;
        cx.rows.push(Row { line, name: name.clone(), letter: id.clone(), notation: text(cx, moves).to_owned(), piece });
    }
    done.extend(
        [cell(columns.name), cell(columns.id), cell(columns.value), notation, cell(columns.count)]
            .into_iter()
            .flatten(),
    );
    let line = cx.page.blocks[name_cell].line;
    let Some(piece) = piece else {
        if !name.is_empty() {
            let finding = Finding::not_understood(format!("the rules have no piece called `{name}`"));
            cx.claim("piece", line, &format!("{name} {id}"), finding);
        }
        return;
    };
    cx.learn(&name, piece);
    let prose = cell(columns.moves).filter(|_| notation.is_none());
    subjects.extend(cell(columns.remarks).into_iter().chain(prose).map(|cell| (cell, piece)));
    if !id.is_empty() && id.len() <= 3 {
        let symbol = cx.rules.piece(piece).symbol.white.clone();
        let finding = match symbol.eq_ignore_ascii_case(id.trim()) {
            true => Finding::confirmed("the letter of the rules"),
            false => Finding::new(Verdict::Suspicious, format!("the rules write it `{symbol}`")),
        };
        cx.claim("letter", line, &format!("{name}: {id}"), finding);
    }
    if let Some(value) = cell(columns.value).map(|cell| text(cx, cell).to_owned()).filter(|value| !value.is_empty()) {
        cx.claim(
            "value",
            line,
            &format!("{name}: value {value}"),
            Finding::not_checkable("rules have no values of pieces"),
        );
    }
    if let Some(cell) = cell(columns.count) {
        check_count(cx, piece, cell, &name);
    }
    if let Some(cell) = notation.filter(|cell| !text(cx, *cell).is_empty()) {
        check_notation(cx, piece, cell, &name);
    }
}

/// The spellings of a cell with notations.
fn spellings(said: &str) -> impl Iterator<Item = &str> {
    said.split(" or ").flat_map(|part| part.split([',', ';'])).map(str::trim).filter(|part| !part.is_empty())
}

/// Returns `true` if a cell describes moves in words.
fn is_prose(said: &str) -> bool {
    let words = |text: &str| {
        text.to_lowercase().split(|c: char| !c.is_alphabetic()).any(|word| word.len() > 2 && GRAMMAR.knows(word))
    };
    spellings(said).all(|spelling| movement_of(spelling).is_none()) && words(said)
}

fn check_count(cx: &mut Context<'_>, piece: PieceId, cell: usize, name: &str) {
    let said = text(cx, cell).to_owned();
    let Some(wanted) = number(&said.to_lowercase()) else { return };
    let counts = Side::ALL.map(|side| cx.placed(piece, Some(side)).count());
    let fits = counts.contains(&wanted) || counts[0] + counts[1] == wanted;
    let finding = Finding::of(fits, format!("the setup has {} for White and {} for Black", counts[0], counts[1]));
    let start = crate::fen::write(&cx.rules.setup, &*cx.rules);
    cx.said.insert(Topic::Setup);
    cx.claim("setup", cx.page.blocks[cell].line, &format!("{name}: {said}"), finding.shown(start));
}

/// The largest number of rows that are read.
const MOST_ROWS: usize = 5_000;

/// The largest number of different notations that are compared.
const MOST: usize = 300;

/// A notation, or several spellings joined by `or`.
fn check_notation(cx: &mut Context<'_>, piece: PieceId, cell: usize, name: &str) {
    let said = text(cx, cell).to_owned();
    let line = cx.page.blocks[cell].line;
    for spelling in spellings(&said) {
        cx.says_wrap |= spelling.contains('o');
        let words = format!("{name}: {spelling}");
        let Some(movement) = movement_of(spelling) else {
            cx.claim("betza", line, &words, Finding::not_understood("this notation cannot be read"));
            continue;
        };
        cx.said.insert(Topic::Moves(piece));
        let key = (piece, spelling.to_owned());
        let known = cx.known.notations.get(&key).cloned();
        if known.is_none() && cx.known.notations.len() >= MOST {
            let finding = Finding::not_understood("there are too many notations: this one has not been looked at");
            cx.claim("betza", line, &words, finding);
            continue;
        }
        let same = cx.rules.piece(piece).notation == spelling;
        let compared = || match same {
            true => (Finding::confirmed(format!("the rules say `{spelling}`")), None),
            false => compare(cx, piece, &movement),
        };
        let (finding, first) = known.unwrap_or_else(compared);
        cx.known.notations.insert(key, (finding.clone(), first.clone()));
        cx.claim("betza", line, &words, finding);
        if let Some(first) = first {
            cx.claim("first move", line, &words, first);
        }
    }
}

/// Whether a notation does what the rules say: apart from first moves, and then those.
pub fn compare(cx: &Context<'_>, piece: PieceId, movement: &Movement) -> (Finding, Option<Finding>) {
    let rules = &cx.rules;
    let geometry = &rules.geometry;
    let own = &rules.piece(piece).movement;
    if !rules.piece(piece).extra.is_empty() {
        return (Finding::new(Verdict::Incomplete, "the rules give it more moves on some squares"), None);
    }
    // A page's `o` states what the board of the rules does by itself. A page without it may mean the flat board.
    let later = (later_moves(movement), later_moves(own));
    if let Some(found) = difference((&later.0, geometry), (&later.1, geometry), Side::White) {
        return (differs(cx, piece, &found), None);
    }
    let flat = geometry.clone().with_topology(crate::board::Topology::Rectangle);
    let wraps = geometry.topology() != flat.topology();
    let spelt = difference((&later.0, &flat), (&later.1, geometry), Side::White).is_none();
    let detail = match (wraps, spelt) {
        (true, false) => {
            format!("the same moves as `{}`, if the notation is read on the joined board", rules.piece(piece).notation)
        }
        (true, true) => {
            format!("the same moves as `{}` on the joined board, from every square", rules.piece(piece).notation)
        }
        _ => format!("the same moves as `{}`, from every square", rules.piece(piece).notation),
    };
    let first = |movement: &Movement| movement.patterns.iter().any(|pattern| pattern.initial);
    let first = match (first(movement), first(own)) {
        (false, true) => Some(Finding::new(
            Verdict::Incomplete,
            "the notation leaves out the moves of a piece that has not moved yet; the text may have them",
        )),
        _ => None,
    };
    (Finding::confirmed(detail), first)
}

fn differs(cx: &Context<'_>, piece: PieceId, found: &Difference) -> Finding {
    let geometry = &cx.rules.geometry;
    let own = &cx.rules.piece(piece).notation;
    let mut pieces = vec![(found.from, piece, Side::White)];
    let enemy =
        cx.rules.piece_ids().find(|id| cx.rules.piece(*id).royalty != crate::rules::Royalty::Royal).unwrap_or(piece);
    pieces.extend(found.enemies.iter().map(|square| (square, enemy, Side::Black)));
    let position = crate::fen::write(&setup_of(&cx.rules, &pieces, Side::White), &*cx.rules);
    let detail = format!(
        "the rules say `{own}`: from {}, only the page reaches {}, only the rules reach {}",
        geometry.name(found.from),
        names(geometry, found.first),
        names(geometry, found.second),
    );
    Finding::contradicted(detail).shown(position)
}
