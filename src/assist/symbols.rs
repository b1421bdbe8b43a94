//! Symbols of pieces: their letters in positions and in the moves of tests.

use std::ops::Range;

use super::document::Document;
use super::lines::Change;
use super::place::{self, Found, inside};
use super::schema::{Kind, Step};
use crate::source::Span;
use crate::variant::Node;

/// The symbol of a piece at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// The piece.
    pub piece: String,
    /// The symbol as written under the piece.
    pub text: String,
    /// Its bytes at the place.
    pub range: Range<usize>,
    /// Where it is introduced.
    pub span: Span,
}

/// The symbol at a byte: under a piece, or a letter of a position.
pub fn at(document: &Document, offset: usize) -> Option<Symbol> {
    let place = place::at(document.own.as_ref()?, offset)?;
    let Found::Scalar(phrase) = place.found else { return None };
    let range = inside(phrase)?;
    match (place.kind()?, place.path.as_slice()) {
        (Kind::Symbol, [Step::Key(section), Step::Key(piece), Step::Key(_)]) if section == "pieces" => {
            Some(Symbol { piece: piece.clone(), text: phrase.text.clone(), range, span: phrase.span })
        }
        (Kind::Fen, _) => {
            let letters = in_position(&phrase.text);
            let part = letters
                .into_iter()
                .find(|part| range.start + part.end > offset && range.start + part.start <= offset)?;
            let letter = &phrase.text[part.clone()];
            let (piece, node) = with_symbol(document, letter)?;
            let found = node.text()?;
            let range = range.start + part.start..range.start + part.end;
            Some(Symbol { piece, text: found.text.clone(), range, span: found.span })
        }
        _ => None,
    }
}

/// The piece with a letter, if both sides have the same one, and the node of its symbol.
fn with_symbol<'a>(document: &'a Document, letter: &str) -> Option<(String, &'a Node)> {
    let pieces = document.tree()?.get("pieces")?.map()?;
    pieces.iter().find_map(|(name, entry)| {
        let node = entry.value.get("symbol")?;
        node.text()?.text.eq_ignore_ascii_case(letter).then(|| (name.clone(), node))
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
        if let Some((piece, _)) = with_symbol(document, new) {
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
    let mut changes = Vec::new();
    for place in place::all(own) {
        let Found::Scalar(phrase) = &place.found else { continue };
        let (Some(kind), Some(range)) = (place.kind(), inside(phrase)) else { continue };
        let mut write = |part: Range<usize>, text: String| {
            changes.push(Change { start: range.start + part.start, end: range.start + part.end, text });
        };
        match (kind, place.path.as_slice()) {
            (Kind::Symbol, [_, Step::Key(piece), _]) if *piece == symbol.piece => {
                // `'` and `+` may need quotes, which a change of one letter does not.
                write(0..phrase.text.len(), new.to_owned());
            }
            (Kind::Fen | Kind::Move, _) => {
                let parts = if kind == Kind::Fen { in_position(&phrase.text) } else { in_move(&phrase.text) };
                for part in parts {
                    let letter = &phrase.text[part.clone()];
                    if letter == symbol.text {
                        write(part, new.to_owned());
                    } else if letter == symbol.text.to_lowercase() {
                        write(part, new.to_lowercase());
                    }
                }
            }
            _ => {}
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
