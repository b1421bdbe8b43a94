//! Errors and warnings about a notation.

use std::fmt;
use std::ops::Range;

use super::ast::Span;

/// The error for a notation that cannot be read or is not supported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// The offending bytes of the notation; empty where something is missing.
    pub span: Range<usize>,
    /// The offset of the first offending character, counted in characters from 0.
    pub column: usize,
    /// The message, in one sentence.
    pub message: String,
    /// Text that would be accepted instead.
    pub help: Option<String>,
    /// The text that belongs in place of the span, if that is certain.
    pub instead: Option<String>,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, column {}", self.message, self.column)?;
        self.help.iter().try_for_each(|help| write!(f, " ({help})"))
    }
}

impl std::error::Error for ParseError {}

/// A warning about a part that is allowed but probably not intended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// The bytes of this part.
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

/// An error or warning whose column is not computed yet.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    pub(super) span: Span,
    pub(super) message: String,
    pub(super) help: Option<String>,
    pub(super) instead: Option<String>,
}

impl Fault {
    pub(super) fn new(span: Span, message: impl Into<String>) -> Fault {
        Fault { span, message: message.into(), help: None, instead: None }
    }

    /// The same fault with the text that belongs in place of its span.
    pub(super) fn instead(mut self, text: impl Into<String>) -> Fault {
        self.instead = Some(text.into());
        self
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> Fault {
        self.help = Some(help.into());
        self
    }

    /// The error for a fault in this text.
    pub(super) fn in_text(self, text: &str) -> ParseError {
        let Fault { span, message, help, instead } = self;
        ParseError { span: span.range(), column: column(text, span), message, help, instead }
    }
}

/// The number of characters before a span.
pub(super) fn column(text: &str, span: Span) -> usize {
    text.char_indices().take_while(|(at, _)| *at < span.start).count()
}
