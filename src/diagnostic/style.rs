//! How problems are shown, and statements that are shown like them.

use crate::source::Span;

/// How to draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// Text alone, the same on every machine.
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
    /// Whether it is good news.
    pub good: bool,
    /// Text after the colon.
    pub message: String,
    /// The line.
    pub span: Option<Span>,
}
