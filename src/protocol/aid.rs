//! The verb `assist`, and the problems of `check` with their fixes: help for an author in an editor.
//!
//! Places in the text are counted in units of UTF-16, as JavaScript counts them.

use std::sync::Arc;

use serde::Serialize;

use crate::assist::{self, Change, Document, Sort};
use crate::compile::{LoadError, Loaded};
use crate::diagnostic::Record;
use crate::game::Compiled;
use crate::source::SourceId;

use super::fields::{Fault, Fields, Refusal};
use super::store::Key;

/// The answer to `check` with `fixes`.
#[derive(Serialize)]
pub(super) struct Problems {
    problems: Vec<Problem>,
}

/// A problem, with its place and with changes that remove it.
#[derive(Serialize)]
pub(super) struct Problem {
    #[serde(flatten)]
    record: Record,
    /// `false` if the problem is in a file that the text extends. Then `from` and `to` are 0.
    own: bool,
    from: usize,
    to: usize,
    fixes: Vec<Fix>,
}

/// A way to remove a problem.
#[derive(Serialize)]
struct Fix {
    title: String,
    /// `true` if it is the one right answer.
    sure: bool,
    changes: Vec<Edit>,
}

/// A part of the text, and the text in its place.
#[derive(Serialize)]
struct Edit {
    from: usize,
    to: usize,
    text: String,
}

/// The answer to `assist`.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Answer {
    Items(Vec<Item>),
    Hover(Option<Hover>),
    Text(String),
}

/// A completion.
#[derive(Serialize)]
pub(super) struct Item {
    label: String,
    sort: &'static str,
    detail: String,
    insert: String,
    from: usize,
    to: usize,
}

/// The meaning of a place, in Markdown.
#[derive(Serialize)]
pub(super) struct Hover {
    text: String,
    from: usize,
    to: usize,
}

/// A text whose places are counted in two ways.
struct Counted<'a>(&'a str);

impl Counted<'_> {
    /// The units of UTF-16 before a byte.
    fn units(&self, byte: usize) -> usize {
        let mut end = byte.min(self.0.len());
        while !self.0.is_char_boundary(end) {
            end -= 1;
        }
        self.0[..end].encode_utf16().count()
    }

    /// The byte behind a number of units of UTF-16.
    fn byte(&self, units: usize) -> usize {
        let mut before = 0;
        for (at, c) in self.0.char_indices() {
            if before >= units {
                return at;
            }
            before += c.len_utf16();
        }
        self.0.len()
    }

    fn edit(&self, change: &Change) -> Edit {
        Edit { from: self.units(change.start), to: self.units(change.end), text: change.text.clone() }
    }
}

/// The problems of a text, with their fixes. `known` is the variant of the text, if it has been compiled.
pub(super) fn problems(key: &Key, known: Option<Arc<Compiled>>) -> Result<Problems, Refusal> {
    let loaded = assist::checked_compiled(&key.source(), &key.text, key, known).map_err(unread)?;
    Ok(Problems { problems: with_fixes(key, &loaded) })
}

/// The text as it was read, with its problems, but without those of the first moves.
pub(super) fn read(key: &Key) -> Result<(Loaded, Vec<Problem>), Refusal> {
    let loaded = assist::read(&key.source(), &key.text, key).map_err(unread)?;
    let problems = with_fixes(key, &loaded);
    Ok((loaded, problems))
}

fn with_fixes(key: &Key, loaded: &Loaded) -> Vec<Problem> {
    if loaded.problems.is_empty() {
        return Vec::new();
    }
    let document = Document::read(&key.source(), &key.text, key);
    let text = Counted(&key.text);
    let mut actions = assist::actions(&document, &loaded.problems, &(0..key.text.len()));
    let problem = |(number, problem): (usize, &crate::diagnostic::Diagnostic)| {
        let own = problem.span.source == SourceId(0);
        let part = if own { problem.span.range() } else { 0..0 };
        let here = actions.extract_if(.., |action| action.problem == number);
        let fix = |action: assist::Action| Fix {
            changes: action.changes.iter().map(|change| text.edit(change)).collect(),
            title: action.title,
            sure: action.sure,
        };
        let fixes = here.map(fix).collect();
        let (from, to) = (text.units(part.start), text.units(part.end));
        Problem { record: problem.record(&loaded.sources), own, from, to, fixes }
    };
    loaded.problems.iter().enumerate().map(problem).collect()
}

/// Answers one of the questions about a text.
pub(super) fn answer(key: &Key, fields: Fields<'_>) -> Result<Answer, Refusal> {
    let text = Counted(&key.text);
    let at = fields.number("at")?.map(|at| text.byte(usize::try_from(at).unwrap_or(usize::MAX)));
    let need = || at.ok_or_else(|| Refusal::new("`at` is missing"));
    let document = || Document::read(&key.source(), &key.text, key);
    match fields.need_text("ask")? {
        "complete" => Ok(Answer::Items(items(&document(), need()?, key))),
        "hover" => Ok(Answer::Hover(assist::hover(&document(), need()?, key).map(|hover| Hover {
            from: text.units(hover.range.start),
            to: text.units(hover.range.end),
            text: hover.text,
        }))),
        "format" => {
            let formatted = assist::format(&key.text);
            formatted.map(Answer::Text).map_err(|_| Refusal::new("the text is not YAML").of(Fault::Variant))
        }
        "fix" => assist::fix_all(&key.source(), &key.text, key).map(|fixed| Answer::Text(fixed.text)).map_err(unread),
        _ => Err(Refusal::new("`ask` must be complete, hover, format or fix")),
    }
}

fn items(document: &Document, at: usize, key: &Key) -> Vec<Item> {
    if !assist::may_become_variant(&key.text) {
        return Vec::new();
    }
    let text = Counted(&key.text);
    let files: Vec<String> = key.files.iter().map(|(name, _)| name.clone()).collect();
    let item = |item: assist::Item| Item {
        from: text.units(item.range.start),
        to: text.units(item.range.end),
        label: item.label,
        sort: sort(item.sort),
        detail: item.detail,
        insert: item.insert,
    };
    assist::complete(document, at, &files).into_iter().map(item).collect()
}

fn sort(sort: Sort) -> &'static str {
    match sort {
        Sort::Key => "key",
        Sort::Name => "name",
        Sort::Word => "word",
        Sort::Letter => "letter",
        Sort::File => "file",
    }
}

fn unread(error: LoadError) -> Refusal {
    Refusal::new(error.to_string()).of(Fault::Variant)
}
