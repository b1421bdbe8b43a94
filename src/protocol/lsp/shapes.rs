//! Answers as JSON, in the shapes of the Language Server Protocol.

use std::ops::Range;
use std::path::Path;

use serde_json::{Value, json};

use super::{folder, uri};
use crate::assist::{Change, Document, Item, Lines, Point, Sort, Symbol, TOKENS, Target, Token, What};
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::SourceMap;

/// The abilities of the server.
pub(super) fn capabilities() -> Value {
    json!({
        "positionEncoding": "utf-16",
        "textDocumentSync": {"openClose": true, "change": 2, "save": false},
        "completionProvider": {"triggerCharacters": [" ", ":", "\"", "[", "{", ",", "/", "-"]},
        "hoverProvider": true,
        "definitionProvider": true,
        "referencesProvider": true,
        "renameProvider": {"prepareProvider": true},
        "documentSymbolProvider": true,
        "foldingRangeProvider": true,
        "codeActionProvider": {"codeActionKinds": ["quickfix", "source.fixAll"]},
        "documentFormattingProvider": true,
        "inlayHintProvider": true,
        "semanticTokensProvider": {"legend": {"tokenTypes": TOKENS, "tokenModifiers": []}, "full": true},
    })
}

/// A place.
pub(super) fn point(point: Point) -> Value {
    json!({"line": point.line, "character": point.character})
}

/// A part of a text.
pub(super) fn range(text: &str, lines: &Lines, part: &Range<usize>) -> Value {
    json!({"start": point(lines.point(text, part.start)), "end": point(lines.point(text, part.end.max(part.start)))})
}

/// A part of a document.
pub(super) fn range_in(document: &Document, part: &Range<usize>) -> Value {
    range(&document.text, &document.lines, part)
}

/// Changes of a document.
pub(super) fn edits(document: &Document, changes: &[Change]) -> Value {
    let edit =
        |change: &Change| json!({"range": range_in(document, &(change.start..change.end)), "newText": change.text});
    changes.iter().map(edit).collect()
}

/// The JSON of a problem in an open document, with its range there.
pub(super) fn problem(problem: &Diagnostic, uri: &str, text: &str, sources: &SourceMap) -> Value {
    let lines = Lines::of(text);
    let own = problem.span.source.0 == 0;
    let mut part = if own { problem.span.range() } else { 0..0 };
    // An editor does not underline an empty range, so the range covers at least one character.
    let width = text.get(part.start..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    part.end = part.end.max(part.start + width);
    let help = problem.help.iter().map(|help| format!("\nhelp: {help}")).collect::<String>();
    let place = if own { String::new() } else { format!("{}: ", sources.name(problem.span.source)) };
    let related = |label: &crate::diagnostic::Label| {
        let other = label.span.source.0 == 0;
        other.then(|| json!({"location": {"uri": uri, "range": range(text, &lines, &label.span.range())}, "message": label.message}))
    };
    json!({
        "range": range(text, &lines, &part),
        "severity": if problem.severity == Severity::Error { 1 } else { 2 },
        "code": problem.code.name(),
        "source": "ferz",
        "message": format!("{place}{}{help}", problem.message),
        "relatedInformation": problem.labels.iter().filter_map(related).collect::<Vec<_>>(),
    })
}

/// A completion.
pub(super) fn item(document: &Document, number: usize, item: &Item) -> Value {
    let kind = match item.sort {
        Sort::Key => 10,
        Sort::Name => 7,
        Sort::Word => 12,
        Sort::Letter => 14,
        Sort::File => 17,
    };
    json!({
        "label": item.label,
        "kind": kind,
        "detail": item.detail,
        "sortText": format!("{number:05}"),
        "filterText": item.label,
        "textEdit": {"range": range_in(document, &item.range), "newText": item.insert},
    })
}

/// An entry of the outline.
pub(super) fn symbol(document: &Document, symbol: &Symbol) -> Value {
    let kind = match symbol.what {
        Some(What::Piece) => 5,
        Some(What::Region | What::Define | What::State) => 13,
        Some(What::Rule | What::End) => 12,
        None => 3,
    };
    json!({
        "name": symbol.name,
        "kind": kind,
        "range": range_in(document, &symbol.whole),
        "selectionRange": range_in(document, &symbol.key),
        "children": symbol.inner.iter().map(|inner| self::symbol(document, inner)).collect::<Vec<_>>(),
    })
}

/// Tokens, each relative to the one before.
pub(super) fn tokens(document: &Document, tokens: &[(Range<usize>, Token)]) -> Vec<u32> {
    let mut last = Point::default();
    let mut data = Vec::with_capacity(tokens.len() * 5);
    for (part, token) in tokens {
        let start = document.lines.point(&document.text, part.start);
        let length = document.text.get(part.clone()).map_or(0, |text| text.encode_utf16().count()) as u32;
        let column = if start.line == last.line { start.character - last.character } else { start.character };
        data.extend([start.line - last.line, column, length, *token as u32, 0]);
        last = start;
    }
    data
}

/// A place in a file; built-in variants are copied into a folder for that. `text_of` reads other files.
pub(super) fn location(
    target: &Target,
    own: (&str, &str),
    copies: Option<&Path>,
    text_of: &dyn Fn(&Path) -> Option<String>,
) -> Option<Value> {
    let (address, text, part) = match target {
        Target::File(None, part) => (own.0.to_owned(), own.1.to_owned(), part),
        Target::File(Some(path), part) => (uri::of(path), text_of(path)?, part),
        Target::BuiltIn(shown, part) => {
            let (path, text) = folder::copy_of(shown, copies)?;
            (uri::of(&path), text.to_owned(), part)
        }
    };
    Some(json!({"uri": address, "range": range(&text, &Lines::of(&text), part)}))
}
