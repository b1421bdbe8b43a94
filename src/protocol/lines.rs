//! Reading lines of a bounded length from an input that may be slow, endless or garbage.

use std::io::{self, BufRead, BufReader, Read};

/// The longest line that is read, in bytes.
pub const LONGEST: usize = 8 << 20;
/// A buffer that is larger than this is freed after use.
const KEPT: usize = 1 << 20;
/// The number of bytes to read at once.
const CHUNK: usize = 1 << 16;

/// One line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line<'a> {
    /// The bytes, without the end of the line.
    Bytes(&'a [u8]),
    /// More bytes than [`LONGEST`]: they have been skipped.
    TooLong,
}

/// The lines of an input.
#[derive(Debug)]
pub struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
}

impl<R: Read> Lines<R> {
    /// The lines of an input.
    pub fn new(input: R) -> Lines<R> {
        Lines { input: BufReader::with_capacity(CHUNK, input), line: Vec::new() }
    }

    /// The next line, or `None` at the end.
    ///
    /// # Errors
    /// What reading reports.
    pub fn next_line(&mut self) -> io::Result<Option<Line<'_>>> {
        self.line.clear();
        self.line.shrink_to(KEPT);
        let (mut too_long, mut began) = (false, false);
        loop {
            let chunk = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                chunk => chunk?,
            };
            if chunk.is_empty() {
                break;
            }
            began = true;
            let end = memchr(chunk);
            let part = &chunk[..end.unwrap_or(chunk.len())];
            too_long |= self.line.len() + part.len() > LONGEST;
            if too_long {
                self.line.clear();
            } else {
                self.line.extend_from_slice(part);
            }
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                break;
            }
        }
        Ok(match (began, too_long) {
            (false, _) => None,
            (true, true) => Some(Line::TooLong),
            (true, false) => Some(Line::Bytes(self.line.strip_suffix(b"\r").unwrap_or(&self.line))),
        })
    }
}

/// The place of the first end of a line.
fn memchr(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|byte| *byte == b'\n')
}
