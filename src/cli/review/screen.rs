//! A changed snapshot for the eyes of a reviewer: changed rules, and two boards with the moves that vanished and appeared.

use std::collections::BTreeSet;

use similar::{ChangeTag, TextDiff};

use super::sections::{Position, Section, sections};
use crate::diagnostic::Style;
use crate::render::paint;

/// The blanks between two boards.
const GAP: usize = 6;

/// The changes from one snapshot to another. A position that stayed the same is left out.
pub(in crate::cli) fn shown(before: &str, now: &str, style: Style) -> String {
    let (old, new) = (sections(before), sections(now));
    let mut out = String::new();
    for section in &new {
        let other = old.iter().find(|old| old.heading == section.heading);
        if other != Some(section) {
            out += &changed(other, Some(section), style);
        }
    }
    for section in old.iter().filter(|old| !new.iter().any(|new| new.heading == old.heading)) {
        out += &changed(Some(section), None, style);
    }
    out
}

/// A part that is different, or that only one of the snapshots has.
fn changed(old: Option<&Section<'_>>, new: Option<&Section<'_>>, style: Style) -> String {
    let heading = new.or(old).map_or("", |section| section.heading);
    let note = match (old, new) {
        (None, Some(_)) => " (new)",
        (Some(_), None) => " (no longer in the snapshot)",
        _ => "",
    };
    let title = if heading.is_empty() { "title" } else { heading };
    let head = paint(style, "1", &format!("{title}{note}")) + "\n";
    let (was, is) = (old.and_then(Section::position), new.and_then(Section::position));
    let body = match (was, is) {
        (None, None) => lines(lines_of(old), lines_of(new), style),
        (was, is) => position(&was.unwrap_or_default(), &is.unwrap_or_default(), style),
    };
    head + &body + "\n"
}

fn lines_of<'a, 'b>(section: Option<&'b Section<'a>>) -> &'b [&'a str] {
    section.map_or(&[], |section| &section.lines)
}

/// The lines that vanished and appeared.
fn lines(old: &[&str], new: &[&str], style: Style) -> String {
    let diff = TextDiff::from_slices(old, new);
    let signed = |change: similar::Change<&str>| match change.tag() {
        ChangeTag::Delete => Some(minus(change.value(), style)),
        ChangeTag::Insert => Some(plus(change.value(), style)),
        ChangeTag::Equal => None,
    };
    diff.iter_all_changes().filter_map(signed).collect()
}

fn minus(line: &str, style: Style) -> String {
    paint(style, "31", &format!("- {line}")) + "\n"
}

fn plus(line: &str, style: Style) -> String {
    paint(style, "32", &format!("+ {line}")) + "\n"
}

/// Two boards, the moves that vanished and appeared, and other lines that changed.
fn position(old: &Position<'_>, new: &Position<'_>, style: Style) -> String {
    let pieces: BTreeSet<&str> = old.moves.keys().chain(new.moves.keys()).copied().collect();
    let (mut listed, mut gone, mut come) = (String::new(), Vec::new(), Vec::new());
    for piece in pieces {
        let of = |position: &Position<'_>| -> BTreeSet<String> {
            position.moves.get(piece).into_iter().flatten().map(|san| (*san).to_owned()).collect()
        };
        let (was, is) = (of(old), of(new));
        for (left, right, sign, all) in
            [(&was, &is, minus as fn(&str, Style) -> String, &mut gone), (&is, &was, plus, &mut come)]
        {
            let sans: Vec<&str> = left.difference(right).map(String::as_str).collect();
            if !sans.is_empty() {
                listed += &sign(&format!("{piece}: {}", sans.join(" ")), style);
                all.extend(sans.iter().filter_map(|san| destination(san)).map(str::to_owned));
            }
        }
    }
    let mut out = side_by_side(&marked(&old.board, &gone), &marked(&new.board, &come));
    if old.fen == new.fen {
        out += &format!("{}\n", new.fen);
    } else {
        out += &lines(&one(old.fen), &one(new.fen), style);
    }
    out + &listed + &lines(&old.rest, &new.rest, style)
}

/// A line, unless it is empty.
fn one(line: &str) -> Vec<&str> {
    if line.is_empty() { Vec::new() } else { vec![line] }
}

/// The last square in the text of a move: `e4` of `Nxe4+`, `e8` of `exd8=Q`. Castling names none.
fn destination(san: &str) -> Option<&str> {
    let san = san.split(['=', '+', '#', ',', '/']).find(|part| !part.is_empty())?;
    let digits = san.len() - san.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let stem = &san[..san.len() - digits];
    let letters = stem.len() - stem.trim_end_matches(|c: char| c.is_ascii_lowercase() && c != 'x').len();
    (digits > 0 && letters > 0).then(|| &san[san.len() - digits - letters.min(2)..])
}

/// A board with a `*` on some squares: in place of the point of an empty square, and behind a piece.
fn marked(board: &[&str], squares: &[String]) -> Vec<String> {
    let mut cells: Vec<Vec<char>> = board.iter().map(|line| line.chars().collect()).collect();
    let places: Vec<(usize, usize)> = squares.iter().filter_map(|square| place(board, square)).collect();
    for (row, column) in places {
        match cells[row].get(column) {
            Some('.') => cells[row][column] = '*',
            Some(_) if cells[row].len() == column + 1 => cells[row].push('*'),
            Some(_) if cells[row][column + 1] == ' ' => cells[row][column + 1] = '*',
            _ => {}
        }
    }
    cells.into_iter().map(|line| line.into_iter().collect()).collect()
}

/// The line and the column of a square in a drawn board: the line that begins with its rank, above the letter of its file.
fn place(board: &[&str], square: &str) -> Option<(usize, usize)> {
    let at = square.find(|c: char| c.is_ascii_digit())?;
    let (file, rank) = square.split_at(at);
    let row = board.iter().position(|line| line.split_whitespace().next() == Some(rank))?;
    let last = board.last()?;
    // Only plain drawings have the letters of files in straight columns below them.
    let letter = |(column, word): (usize, &str)| (word == file).then_some(column);
    let column = words(last).find_map(letter)?;
    (row + 1 < board.len()).then_some((row, column))
}

/// The words of a line with the column at which each begins.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut column = 0;
    line.split(' ').filter_map(move |word| {
        let at = column;
        column += word.chars().count() + 1;
        (!word.is_empty()).then_some((at, word))
    })
}

/// Two boards beside each other, under `before` and `now`. If they are the same, only one is drawn.
fn side_by_side(old: &[String], new: &[String]) -> String {
    if old == new {
        return new.iter().map(|line| format!("{line}\n")).collect();
    }
    let width = old.iter().map(|line| line.chars().count()).max().unwrap_or(0).max("before".len()) + GAP;
    let row = |left: &str, right: &str| {
        let line = format!("{left:<width$}{right}");
        format!("{}\n", line.trim_end())
    };
    let empty = String::new();
    let at = |board: &'_ [String], line: usize| board.get(line).unwrap_or(&empty).clone();
    let rows = (0..old.len().max(new.len())).map(|line| row(&at(old, line), &at(new, line)));
    row("before", "now") + &rows.collect::<String>()
}
