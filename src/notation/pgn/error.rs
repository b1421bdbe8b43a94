//! Errors in PGN texts.

use std::fmt;
use std::io;

/// An error in a PGN game, with its place.
#[derive(Debug)]
#[non_exhaustive]
pub struct PgnError {
    /// The line, from 1.
    pub line: u64,
    /// The column, in characters from 1.
    pub column: usize,
    /// The message.
    pub message: String,
    /// The error of the input, if reading failed. Nothing can be read after it.
    pub input: Option<io::Error>,
}

impl PgnError {
    pub(super) fn new(line: u64, column: usize, message: impl Into<String>) -> PgnError {
        PgnError { line, column, message: message.into(), input: None }
    }
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for PgnError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.input.as_ref().map(|error| error as _)
    }
}
