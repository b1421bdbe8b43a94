//! Symbols of pieces: their letters in positions and in the moves of tests.

use std::ops::Range;

use super::document::Document;
use super::lines::Change;
use super::place::{self, Found, inside};
use super::schema::{Kind, Step};
use crate::board::Side;
use crate::source::Span;
use crate::variant::Node;

/// The symbol of a piece at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// The piece.
    pub piece: String,
    /// The side, if each side has a symbol of its own for the piece.
    pub side: Option<Side>,
    /// The symbol as written under the piece.
    pub text: String,
    /// Its bytes at the place.
    pub range: Range<usize>,
    /// Where it is introduced.
    pub span: Span,
}

impl Symbol {
    /// Returns `true` if a side has this symbol.
    fn is_of(&self, side: Side) -> bool {
        self.side.is_none_or(|own| own == side)
    }
}

/// The symbol at a byte: under a piece, or a letter of a position.
pub fn at(document: &Document, offset: usize) -> Option<Symbol> {
    let place = place::at(document.own.as_ref()?, offset)?;
    let Found::Scalar(phrase) = place.found else { return None };
    let range = inside(phrase)?;
    match place.kind()? {
        Kind::Symbol => {
            let (piece, side) = owner(&place.path)?;
            Some(Symbol { piece: piece.to_owned(), side, text: phrase.text.clone(), range, span: phrase.span })
        }
        Kind::Fen => {
            let letters = in_position(&phrase.text);
            let part = letters
                .into_iter()
                .find(|part| range.start + part.end > offset && range.start + part.start <= offset)?;
            let letter = &phrase.text[part.clone()];
            let side = side_of(letter);
            let (piece, node, each) = with_symbol(document, letter, side)?;
            let found = node.text()?;
            let range = range.start + part.start..range.start + part.end;
            Some(Symbol { piece, side: each.then_some(side), text: found.text.clone(), range, span: found.span })
        }
        _ => None,
    }
}

/// The piece that a symbol belongs to, by the path to it, and the side if there is one.
fn owner(path: &[Step]) -> Option<(&str, Option<Side>)> {
    let [Step::Key(section), Step::Key(piece), Step::Key(_), rest @ ..] = path else { return None };
    let side = match rest {
        [] => None,
        [Step::Key(side)] => Some(if side == "white" { Side::White } else { Side::Black }),
        _ => return None,
    };
    (section == "pieces").then_some((piece, side))
}

/// The side of a letter in a position.
fn side_of(letter: &str) -> Side {
    if letter.contains(|c: char| c.is_ascii_lowercase()) { Side::Black } else { Side::White }
}

/// The piece for which a letter stands, the node of its symbol, and whether each side has its own symbol.
fn with_symbol<'a>(document: &'a Document, letter: &str, side: Side) -> Option<(String, &'a Node, bool)> {
    let pieces = document.tree()?.get("pieces")?.map()?;
    let key = if side == Side::White { "white" } else { "black" };
    pieces.iter().find_map(|(name, entry)| {
        let symbol = entry.value.get("symbol")?;
        let (node, each) = if symbol.text().is_some() { (symbol, false) } else { (symbol.get(key)?, true) };
        node.text()?.text.eq_ignore_ascii_case(letter).then(|| (name.clone(), node, each))
    })
}

/// The changes that give a piece another symbol, in each document.
///
/// # Errors
/// When it cannot be a symbol or is taken.
pub fn rename(documents: &[&Document], symbol: &Symbol, new: &str) -> Result<Vec<Vec<Change>>, String> {
    let new = new.trim();
    let letter = new.strip_prefix('+').unwrap_or(new).trim_end_matches('\'');
    if letter.len() != 1 || !letter.bytes().all(|byte| byte.is_ascii_uppercase()) || new.len() > 5 {
        return Err(
            "a symbol is one letter from A to Z; `+` before it and up to three `'` behind it make more".to_owned()
        );
    }
    for document in documents {
        let taken = Side::ALL.into_iter().filter(|side| symbol.is_of(*side));
        if let Some((piece, ..)) = taken.filter_map(|side| with_symbol(document, new, side)).next() {
            return Err(format!("`{new}` stands for `{piece}` already"));
        }
        if document.sources.is_built_in(symbol.span.source) {
            return Err(format!(
                "`{}` is the symbol of a built-in variant: write another under `pieces:`",
                symbol.text
            ));
        }
    }
    Ok(documents.iter().map(|document| changes(document, symbol, new)).collect())
}

fn changes(document: &Document, symbol: &Symbol, new: &str) -> Vec<Change> {
    let Some(own) = &document.own else { return Vec::new() };
    // A move in a test does not say which side makes it.
    let other = symbol.side.and_then(|side| with_symbol(document, &symbol.text, !side));
    let in_moves = other.is_none();
    let mut changes = Vec::new();
    for place in place::all(own) {
        let Found::Scalar(phrase) = &place.found else { continue };
        let (Some(kind), Some(range)) = (place.kind(), inside(phrase)) else { continue };
        let parts = match kind {
            // Quotes around a symbol with `'` or `+` stay, because only the letter is replaced.
            Kind::Symbol if owner(&place.path) == Some((&*symbol.piece, symbol.side)) => {
                std::iter::once(0..phrase.text.len()).collect()
            }
            Kind::Fen => in_position(&phrase.text),
            Kind::Move if in_moves => in_move(&phrase.text),
            _ => continue,
        };
        for part in parts {
            let letter = &phrase.text[part.clone()];
            let is_of_side = kind != Kind::Fen || symbol.is_of(side_of(letter));
            if is_of_side && letter.eq_ignore_ascii_case(&symbol.text) {
                let text = if side_of(letter) == Side::White { new.to_owned() } else { new.to_lowercase() };
                changes.push(Change { start: range.start + part.start, end: range.start + part.end, text });
            }
        }
    }
    changes
}

/// The symbols in the first field of a position.
fn in_position(text: &str) -> Vec<Range<usize>> {
    let end = text.find(' ').unwrap_or(text.len());
    let mut found = Vec::new();
    let mut at = 0;
    while at < end {
        let rest = &text[at..end];
        let length = symbol_length(rest);
        if length > 0 {
            found.push(at..at + length);
        }
        at += length.max(rest.chars().next().map_or(1, char::len_utf8));
    }
    found
}

/// The bytes of a symbol at the start of a text: `+`, a letter, `'`.
fn symbol_length(text: &str) -> usize {
    let sign = usize::from(text.starts_with('+'));
    let Some(letter) = text[sign..].chars().next().filter(char::is_ascii_alphabetic) else { return 0 };
    let behind = &text[sign + letter.len_utf8()..];
    sign + 1 + (behind.len() - behind.trim_start_matches('\'').len())
}

/// The symbols in a move: a dropped piece, a piece of SAN, and the piece of a promotion.
fn in_move(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let length = symbol_length(text);
    let is_letter = text.trim_start_matches('+').starts_with(|c: char| c.is_ascii_uppercase());
    if length > 0 && is_letter && !text.starts_with("O-O") {
        found.push(0..length);
    }
    if let Some(at) = text.find('=') {
        let length = symbol_length(&text[at + 1..]);
        found.extend((length > 0).then(|| at + 1..at + 1 + length));
    } else if let Some(last) = text.rfind(|c: char| c.is_ascii_digit()) {
        let length = symbol_length(&text[last + 1..]);
        let is_coordinates = text.starts_with(|c: char| c.is_ascii_lowercase());
        found.extend((length > 0 && is_coordinates && last + 1 + length == text.len()).then(|| last + 1..text.len()));
    }
    found
}
