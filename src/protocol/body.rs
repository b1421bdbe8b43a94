//! The body of an answer.

use std::io::{self, Write};

use serde::Serialize;

use crate::work;

use super::fields::Refusal;

/// The body of an answer, as JSON without the braces of the object around it.
pub(super) type Body = Vec<u8>;

/// Writes the body of an answer.
pub(super) fn body(answer: &impl Serialize) -> Result<Body, Refusal> {
    let mut written = Written(Vec::with_capacity(256));
    serde_json::to_writer(&mut written, answer).map_err(|error| Refusal::new(error.to_string()))?;
    Ok(written.0)
}

/// An answer that is being written. Writing counts as [work], because a list of many moves takes long.
struct Written(Vec<u8>);

impl Write for Written {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        if !work::spend(1 + part.len() / 16) {
            return Err(io::Error::other("stopped"));
        }
        self.0.extend_from_slice(part);
        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
