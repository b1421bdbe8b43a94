//! The fields of a FEN, and the error for one of them.

use std::fmt;
use std::ops::Range;

use crate::board::Side;
use crate::diagnostic::shorten;

/// An error in the text of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ParseFenError {
    /// The place, in bytes of the text.
    pub span: Range<usize>,
    /// The message.
    pub message: String,
    /// A suggestion to correct the field.
    pub help: Option<String>,
}

impl ParseFenError {
    /// An error at a place.
    pub(crate) fn new(span: Range<usize>, message: impl Into<String>) -> ParseFenError {
        ParseFenError { span, message: message.into(), help: None }
    }

    /// An error of a setup that has no text.
    pub(crate) fn of_start(error: &impl fmt::Display) -> ParseFenError {
        ParseFenError::new(0..0, error.to_string())
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> ParseFenError {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for ParseFenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ParseFenError {}

/// The largest number that a counter may hold.
pub(super) const MAX_COUNTER: u32 = 10_000;

/// A field of a FEN and where it starts.
#[derive(Clone, Copy)]
pub(super) struct Field<'a> {
    pub text: &'a str,
    pub start: usize,
}

impl Field<'_> {
    pub(super) fn span(self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    pub(super) fn part(self, part: Range<usize>) -> Range<usize> {
        self.start + part.start..self.start + part.end
    }

    pub(super) fn is_number(self) -> bool {
        self.text.bytes().all(|byte| byte.is_ascii_digit())
    }
}

/// The fields of a text with their places.
pub(super) fn fields(text: &str) -> impl Iterator<Item = Field<'_>> + Clone {
    let place = |field: &str| field.as_ptr() as usize - text.as_ptr() as usize;
    text.split_ascii_whitespace().map(move |field| Field { text: field, start: place(field) })
}

pub(super) fn side(field: Field<'_>) -> Result<Side, ParseFenError> {
    let side = Side::ALL.into_iter().find(|side| field.text.chars().eq([side.letter()]));
    side.ok_or_else(|| {
        let found = shorten(field.text);
        ParseFenError::new(field.span(), format!("expected the side to move, `w` or `b`, found `{found}`"))
    })
}

pub(super) fn counter(field: Field<'_>) -> Result<u32, ParseFenError> {
    if field.text == "-" {
        return Ok(0);
    }
    match field.text.parse().ok().filter(|count| *count <= MAX_COUNTER) {
        Some(count) => Ok(count),
        None => {
            let found = shorten(field.text);
            Err(ParseFenError::new(
                field.span(),
                format!("expected a counter from 0 to {MAX_COUNTER}, found `{found}`"),
            ))
        }
    }
}
