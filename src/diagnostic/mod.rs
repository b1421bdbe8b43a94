//! What is wrong with a text, where, and what to do about it: plain data.
//!
//! This room knows no check and prints nothing; [`render`] makes the text that a person reads.

mod code;
mod render;

use serde::Serialize;

use crate::source::{SourceMap, Span};

pub use code::Code;
pub use render::{Statement, Style, render, render_all, render_statements};

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The text cannot be used.
    Error,
    /// The text can be used but hardly says what its author means.
    Warning,
}

/// A second place that belongs to a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What it has to do with the problem.
    pub message: String,
}

/// One problem of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The check that found it.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in one line.
    pub message: String,
    /// Where.
    pub span: Span,
    /// Further places.
    pub labels: Vec<Label>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error.
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { code, severity: Severity::Error, message: message.into(), span, labels: Vec::new(), help: None }
    }

    /// A warning.
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, span, message) }
    }

    /// The same problem with a word on what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// The same problem with a further place.
    #[must_use]
    pub fn label(mut self, span: Span, message: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, message: message.into() });
        self
    }

    /// Is it an error?
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The problem as programs read it.
    pub fn record(&self, sources: &SourceMap) -> Record {
        let place = sources.line_column(self.span);
        Record {
            severity: self.severity,
            code: self.code,
            file: sources.name(self.span.source).to_owned(),
            line: place.line,
            column: place.column,
            message: self.message.clone(),
            help: self.help.clone(),
        }
    }
}

/// A problem as programs read it: the place resolved to a line and a column.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Record {
    /// How bad it is.
    pub severity: Severity,
    /// The check that found it.
    pub code: Code,
    /// The name of the text.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

/// The known word nearest to one that is not known, if it is near enough to be meant.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let short = word.len().min(64);
    let word: String = word.chars().take(short).collect();
    let distance = |other: &&str| strsim::damerau_levenshtein(&word.to_lowercase(), &other.to_lowercase());
    let best = known.into_iter().min_by_key(distance)?;
    (distance(&best) <= 1 + best.chars().count().max(word.chars().count()) / 4).then_some(best)
}

/// "`a`, `b` or `c`": the words that would have been accepted.
pub fn one_of<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| format!("`{word}`")).collect();
    match words.split_last() {
        None => "nothing".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}

/// A word on the nearest known word, or on all of them when none is near and they are few.
pub fn suggest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let known: Vec<&str> = known.into_iter().collect();
    match nearest(word, known.iter().copied()) {
        Some(near) => Some(format!("did you mean `{near}`?")),
        None if known.is_empty() => None,
        None if known.len() <= 24 => Some(format!("known: {}", one_of(known))),
        None => None,
    }
}

/// A text cut to a length that fits a message.
pub fn shorten(text: &str) -> String {
    const LONGEST: usize = 48;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_suggested_and_a_far_one_is_not() {
        assert_eq!(nearest("promotoin", ["promotion", "pieces"]), Some("promotion"));
        assert_eq!(nearest("Board", ["board", "name"]), Some("board"));
        assert_eq!(nearest("xyzzy", ["board", "name"]), None);
        assert_eq!(suggest("xyzzy", ["board", "name"]).unwrap(), "known: `board` or `name`");
    }
}
