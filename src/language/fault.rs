//! What is wrong with an expression.

use std::ops::Range;

/// A fault of an expression, with its place in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The bytes of the expression that it is about.
    pub at: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
}

impl Fault {
    pub(super) fn new(at: Range<usize>, message: impl Into<String>) -> Fault {
        Fault { at, message: message.into(), help: None }
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> Fault {
        self.help = Some(help.into());
        self
    }

    /// A phrase of which people would disagree what belongs to what, with both readings.
    pub(super) fn ambiguous(at: Range<usize>, text: &str, readings: [String; 2]) -> Fault {
        let [one, other] = readings;
        let message = format!("`{text}` can be read in two ways");
        Fault::new(at, message).help(format!("write `{}` or `{}`", one.trim(), other.trim()))
    }
}
