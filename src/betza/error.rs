//! Errors and warnings about a notation.

use std::fmt;
use std::ops::Range;

use super::ast::Span;

/// A notation that cannot be read, or asks for something that is not supported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// The offending bytes of the notation; empty where something is missing.
    pub span: Range<usize>,
    /// The offset of the first offending character, counted in characters from 0.
    pub column: usize,
    /// The fault, in one sentence.
    pub message: String,
    /// Text that would be accepted instead.
    pub help: Option<String>,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, column {}", self.message, self.column)?;
        self.help.iter().try_for_each(|help| write!(f, " ({help})"))
    }
}

impl std::error::Error for ParseError {}

/// Something allowed that is hardly meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// The bytes of the notation it is about.
    pub span: Range<usize>,
    /// The offset of the first of them, counted in characters from 0.
    pub column: usize,
    /// The unlikely part, and how Ferz reads it.
    pub message: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, column {}", self.message, self.column)
    }
}

/// A fault before its column is known.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    pub(super) span: Span,
    pub(super) message: String,
    pub(super) help: Option<String>,
}

impl Fault {
    pub(super) fn new(span: Span, message: impl Into<String>) -> Fault {
        Fault { span, message: message.into(), help: None }
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> Fault {
        self.help = Some(help.into());
        self
    }

    /// The error for a fault in this text.
    pub(super) fn in_text(self, text: &str) -> ParseError {
        let Fault { span, message, help } = self;
        ParseError { span: span.range(), column: column(text, span), message, help }
    }
}

/// How many characters come before a span.
pub(super) fn column(text: &str, span: Span) -> usize {
    text.char_indices().take_while(|(at, _)| *at < span.start).count()
}
