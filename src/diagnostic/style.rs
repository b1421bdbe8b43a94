//! Styles of output, and statements that are shown like problems.

use crate::source::Span;

/// The style of output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// Plain text, the same on every machine.
    #[default]
    Plain,
    /// With terminal colours.
    Coloured,
}

/// A statement with the line of a file that makes it true.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Text before the colon: `legal`.
    pub heading: &'static str,
    /// `true` for a good result.
    pub good: bool,
    /// Text after the colon.
    pub message: String,
    /// The line.
    pub span: Option<Span>,
}
