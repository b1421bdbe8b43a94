//! Changes of a text that remove a problem, as data.

use crate::source::Span;

/// A part of a text, and the text to put in its place. An empty span is a place where text is added.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The part that is replaced.
    pub span: Span,
    /// The new text.
    pub text: String,
}

impl Edit {
    /// An edit.
    pub fn new(span: Span, text: impl Into<String>) -> Edit {
        Edit { span, text: text.into() }
    }
}

/// A way to remove a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// The change as an instruction: "Write `king`".
    pub title: String,
    /// The changes, which do not overlap.
    pub edits: Vec<Edit>,
    /// `true` if this is the one right answer, so that `ferz check --fix` makes it. Otherwise it is one of several choices.
    pub sure: bool,
}
