//! Problems as data.

use serde::Serialize;

use super::code::Code;
use super::fix::{Edit, Fix};
use super::near::nearest;
use crate::source::{SourceMap, Span};

/// Its severity.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The text cannot be used.
    Error,
    /// The text can be used, but probably does not say what the author means.
    Warning,
}

impl Severity {
    /// The word: `error` or `warning`.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// A second place that belongs to a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The relation of this place to the problem.
    pub message: String,
}

/// One problem of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The check that found it.
    pub code: Code,
    /// Its severity.
    pub severity: Severity,
    /// The problem, in one line.
    pub message: String,
    /// The place.
    pub span: Span,
    /// Further places.
    pub labels: Vec<Label>,
    /// A suggestion to correct it.
    pub help: Option<String>,
    /// Changes of the text that remove it.
    pub fixes: Vec<Fix>,
}

impl Diagnostic {
    /// An error.
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        let (labels, fixes) = (Vec::new(), Vec::new());
        Diagnostic { code, severity: Severity::Error, message: message.into(), span, labels, help: None, fixes }
    }

    /// A warning.
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, span, message) }
    }

    /// The same problem with a help text.
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

    /// The same problem with a way to remove it, which is the one right answer.
    #[must_use]
    pub fn fix(mut self, title: impl Into<String>, edits: Vec<Edit>) -> Diagnostic {
        self.fixes.push(Fix { title: title.into(), edits, sure: true });
        self
    }

    /// The same problem with one of several ways to remove it.
    #[must_use]
    pub fn choice(mut self, title: impl Into<String>, edits: Vec<Edit>) -> Diagnostic {
        self.fixes.push(Fix { title: title.into(), edits, sure: false });
        self
    }

    /// The same problem with the text that belongs in place of the part at fault.
    #[must_use]
    pub fn write(self, text: impl Into<String>) -> Diagnostic {
        let text = text.into();
        let edit = Edit::new(self.span, text.clone());
        let title = if text.is_empty() { "Remove it".to_owned() } else { format!("Write `{}`", text.trim()) };
        self.fix(title, vec![edit])
    }

    /// The same problem, about a word that is not known, with the nearest known word as its fix.
    #[must_use]
    pub fn near<'a>(self, word: &str, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
        match nearest(word, known) {
            Some(near) => self.write(near),
            None => self,
        }
    }

    /// Returns `true` if it is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The problem as programs read it, with its fixes.
    pub fn fixable_record(&self, sources: &SourceMap) -> FixableRecord {
        let fixes = self.fixes.iter().map(|fix| FixRecord::of(fix, sources)).collect();
        FixableRecord { record: self.record(sources), fixes }
    }

    /// The problem as a record for programs.
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

/// A problem as a record for programs, with a line and a column.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Record {
    /// Its severity.
    pub severity: Severity,
    /// The check that found it.
    pub code: Code,
    /// The name of the text.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// The problem.
    pub message: String,
    /// A suggestion to correct it.
    pub help: Option<String>,
}

/// A problem as programs read it, with its fixes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FixableRecord {
    /// The problem.
    #[serde(flatten)]
    pub record: Record,
    /// Changes of the text that remove it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fixes: Vec<FixRecord>,
}

/// A fix as programs read it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FixRecord {
    /// The change as an instruction.
    pub title: String,
    /// Whether it is the one right answer.
    pub sure: bool,
    /// The parts of texts to replace.
    pub edits: Vec<EditRecord>,
}

/// A part of a text to replace: from a line and a column, in characters from 1, up to another place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EditRecord {
    /// The first line.
    pub line: usize,
    /// The first character.
    pub column: usize,
    /// The last line.
    pub end_line: usize,
    /// The character behind the last one.
    pub end_column: usize,
    /// The new text.
    pub text: String,
}

impl FixRecord {
    fn of(fix: &Fix, sources: &SourceMap) -> FixRecord {
        let edit = |edit: &Edit| {
            let (start, end) = (sources.line_column(edit.span), edit.span.range().end);
            let end = sources.line_column(Span::new(edit.span.source, end..end));
            let text = edit.text.clone();
            EditRecord { line: start.line, column: start.column, end_line: end.line, end_column: end.column, text }
        };
        FixRecord { title: fix.title.clone(), sure: fix.sure, edits: fix.edits.iter().map(edit).collect() }
    }
}
