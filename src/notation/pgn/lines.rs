//! The lines of a text, one at a time.

use std::io::{self, BufRead, Read as _};

use super::error::PgnError;

/// Length limit of a line, in bytes, so that a stream of any length needs limited memory.
const LONGEST: usize = 16 << 20;

/// A text read line by line, and a place in it.
#[derive(Debug)]
pub(super) struct Lines<R> {
    input: R,
    bytes: Vec<u8>,
    /// The line, without its end.
    pub line: String,
    /// The number of the line, from 1; 0 before the first.
    pub number: u64,
    /// The place in the line, in bytes.
    pub at: usize,
    /// `true` if the previous line was blank, or if there is none.
    pub after_blank: bool,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Lines<R> {
        Lines { input, bytes: Vec::new(), line: String::new(), number: 0, at: 0, after_blank: true }
    }

    /// Goes to the next line; `false` at the end of the text.
    pub(super) fn advance(&mut self) -> Result<bool, PgnError> {
        self.after_blank = self.number == 0 || self.line.trim_ascii().is_empty();
        self.line.clear();
        (self.at, self.number) = (0, self.number + 1);
        let read = self.read_line();
        let found = read.map_err(|error| PgnError {
            message: format!("the input cannot be read: {error}"),
            input: Some(error),
            ..PgnError::new(self.number, 1, "")
        })?;
        if self.bytes.len() > LONGEST {
            return Err(PgnError::new(self.number, LONGEST, "the line is too long"));
        }
        Ok(found)
    }

    fn read_line(&mut self) -> io::Result<bool> {
        self.bytes.clear();
        self.input.by_ref().take(LONGEST as u64 + 1).read_until(b'\n', &mut self.bytes)?;
        if self.bytes.len() > LONGEST {
            self.skip_rest()?;
            return Ok(true);
        }
        let found = !self.bytes.is_empty();
        let bytes = self.bytes.strip_prefix(b"\xEF\xBB\xBF").filter(|_| self.number == 1).unwrap_or(&self.bytes);
        let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        match std::str::from_utf8(bytes) {
            Ok(text) => self.line.push_str(text),
            // Bytes that are not UTF-8 are read as Latin-1, as the old standard requires.
            Err(_) => self.line.extend(bytes.iter().map(|byte| char::from(*byte))),
        }
        Ok(found)
    }

    /// Skips the rest of a line that is too long.
    fn skip_rest(&mut self) -> io::Result<()> {
        loop {
            let held = self.input.fill_buf()?;
            let end = held.iter().position(|byte| *byte == b'\n');
            let length = end.map_or(held.len(), |at| at + 1);
            self.input.consume(length);
            if end.is_some() || length == 0 {
                return Ok(());
            }
        }
    }

    /// Rest of the line.
    pub(super) fn rest(&self) -> &str {
        &self.line[self.at..]
    }

    /// An error at a place of the line, in bytes.
    pub(super) fn error(&self, at: usize, message: impl Into<String>) -> PgnError {
        PgnError::new(self.number, self.line[..at].chars().count() + 1, message)
    }
}
