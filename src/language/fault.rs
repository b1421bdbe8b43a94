//! Errors in expressions.

use std::ops::Range;

/// A fault of an expression, with its place in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The wrong bytes of the expression.
    pub at: Range<usize>,
    /// The message.
    pub message: String,
    /// Advice on what to write instead.
    pub help: Option<String>,
    /// The text that belongs in place of the part at fault, if that is certain.
    pub instead: Option<String>,
}

impl Fault {
    pub(super) fn new(at: Range<usize>, message: impl Into<String>) -> Fault {
        Fault { at, message: message.into(), help: None, instead: None }
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> Fault {
        self.help = Some(help.into());
        self
    }

    /// The same fault with the text that belongs there.
    pub(super) fn instead(mut self, text: Option<&str>) -> Fault {
        self.instead = text.map(str::to_owned);
        self
    }

    /// An ambiguous phrase, with both readings.
    pub(super) fn ambiguous(at: Range<usize>, text: &str, readings: [String; 2]) -> Fault {
        let [one, other] = readings;
        let message = format!("`{text}` can be read in two ways");
        Fault::new(at, message).help(format!("write `{}` or `{}`", one.trim(), other.trim()))
    }
}
