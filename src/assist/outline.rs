//! The parts of a document: symbols for an outline, folds, and tokens for colours.

use std::ops::Range;

use super::document::Document;
use super::names::{Names, What, in_text};
use super::place::{self, Found, inside};
use super::schema::{self, Kind, Step};
use crate::language;
use crate::variant::Node;
use crate::variant::node::Phrase;

/// An entry of an outline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// The key.
    pub name: String,
    /// The kind of thing that it introduces, if it is a name.
    pub what: Option<What>,
    /// The bytes of key and value.
    pub whole: Range<usize>,
    /// The bytes of the key.
    pub key: Range<usize>,
    /// The entries inside it.
    pub inner: Vec<Symbol>,
}

/// The sections of a document with the names in them.
pub fn symbols(document: &Document) -> Vec<Symbol> {
    let Some(own) = &document.own else { return Vec::new() };
    entries(own, &mut Vec::new())
}

fn entries(node: &Node, path: &mut Vec<Step>) -> Vec<Symbol> {
    let what = match path.as_slice() {
        [Step::Key(section)] => What::ALL.into_iter().find(|what| what.section() == section),
        _ => None,
    };
    let symbol = |(name, entry): (&String, &crate::variant::node::Entry)| {
        let (key, value) = (entry.key.range(), entry.value.span.range());
        path.push(Step::Key(name.clone()));
        let inner = if path.len() < 2 { entries(&entry.value, path) } else { Vec::new() };
        path.pop();
        Symbol { name: name.clone(), what, whole: key.start..value.end.max(key.end), key, inner }
    };
    node.map().into_iter().flatten().map(symbol).collect()
}

/// The lines that can be folded, each from its first to its last one, from 0.
pub fn folds(document: &Document) -> Vec<(u32, u32)> {
    let mut folds = Vec::new();
    let Some(own) = &document.own else { return folds };
    for place in place::all(own) {
        let Found::Key { span, value, .. } = &place.found else { continue };
        let line = |offset: usize| document.lines.point(&document.text, offset).line;
        let (first, last) = (line(span.start), line(value.span.range().end.max(span.end)));
        if last > first {
            folds.push((first, last));
        }
    }
    folds
}

/// Kinds of tokens, in the order of [`TOKENS`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Token {
    /// A key of the format.
    Key,
    /// The name of a piece.
    Piece,
    /// The name of a region or of another set.
    Set,
    /// The name of a rule or an end.
    Rule,
    /// A word of the format.
    Word,
    /// A word of the language of rules.
    Keyword,
    /// A notation.
    Notation,
    /// A position.
    Position,
    /// A number.
    Number,
}

/// The names that editors know for the kinds of tokens.
pub const TOKENS: [&str; 9] =
    ["property", "class", "variable", "function", "enumMember", "keyword", "regexp", "string", "number"];

/// The tokens of a document with their bytes, in the order of the text. None spans several lines.
pub fn tokens(document: &Document) -> Vec<(Range<usize>, Token)> {
    let Some(own) = &document.own else { return Vec::new() };
    let names = document.tree().map(Names::of).unwrap_or_default();
    let mut tokens = Vec::new();
    for place in place::all(own) {
        match &place.found {
            Found::Key { span, .. } => {
                let above = &place.path[..place.path.len() - 1];
                let what = match above {
                    [Step::Key(section)] => What::ALL.into_iter().find(|what| what.section() == section),
                    _ => None,
                };
                let is_key = schema::forms(above)
                    .iter()
                    .filter_map(|form| form.keys())
                    .any(|keys| schema::last_key(&place.path).is_some_and(|name| keys.contains_key(name)));
                tokens.push((span.clone(), what.filter(|_| !is_key).map_or(Token::Key, of_name)));
            }
            Found::Scalar(phrase) => tokens.extend(of_scalar(&place, phrase, &names)),
        }
    }
    tokens.retain(|(range, _)| document.text.get(range.clone()).is_some_and(|text| !text.contains('\n')));
    tokens.sort_by_key(|(range, token)| (range.start, *token));
    tokens.dedup_by(|later, earlier| later.0.start < earlier.0.end);
    tokens
}

fn of_name(what: What) -> Token {
    match what {
        What::Piece => Token::Piece,
        What::Region | What::Define | What::State => Token::Set,
        What::Rule | What::End => Token::Rule,
    }
}

fn of_scalar(place: &place::Place<'_>, phrase: &Phrase, names: &Names) -> Vec<(Range<usize>, Token)> {
    let (Some(kind), Some(range)) = (place.kind(), inside(phrase)) else { return Vec::new() };
    let shift = |part: Range<usize>| range.start + part.start..range.start + part.end;
    let mut tokens: Vec<_> =
        in_text(kind, &phrase.text, names).into_iter().map(|(what, part)| (shift(part), of_name(what))).collect();
    let whole = match kind {
        Kind::Betza => Some(Token::Notation),
        Kind::Fen | Kind::Move => Some(Token::Position),
        Kind::Number => Some(Token::Number),
        Kind::Word | Kind::Check | Kind::Parent if tokens.is_empty() => Some(Token::Word),
        _ => None,
    };
    tokens.extend(whole.map(|token| (phrase.span.range(), token)));
    if matches!(kind, Kind::Rule | Kind::Region) {
        tokens.extend(keywords(&phrase.text).into_iter().map(|part| (shift(part), Token::Keyword)));
    }
    tokens
}

/// The words of the language in a text.
fn keywords(text: &str) -> Vec<Range<usize>> {
    let inner = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let starts = text.char_indices().filter(|(at, c)| inner(*c) && !text[..*at].ends_with(inner));
    let whole = |(at, _): (usize, char)| at..at + text[at..].find(|c| !inner(c)).unwrap_or(text.len() - at);
    starts.map(whole).filter(|part| language::is_word(&text[part.clone()])).collect()
}
