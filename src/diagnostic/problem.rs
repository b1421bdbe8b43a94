//! Problems as data.

use serde::Serialize;

use super::code::Code;
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

    /// Returns `true` if it is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
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
