//! Messages on a stream: headers with a length, and JSON.

use std::io::{self, BufRead, Read as _, Write};

use serde_json::Value;

/// The longest message that is read, in bytes.
const LONGEST: u64 = 16 << 20;
/// The longest header, in bytes.
const LONGEST_HEADER: u64 = 4 << 10;

/// The next message, or `None` at the end of the input. A message that is not JSON is `Null`.
///
/// # Errors
/// When reading fails, or a header has no length that can be read.
pub(super) fn read(input: &mut impl BufRead) -> io::Result<Option<Value>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        input.take(LONGEST_HEADER).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) =
            line.split_once(':').filter(|(name, _)| name.eq_ignore_ascii_case("content-length"))
        {
            let wrong = || invalid(format!("`{name}: {}` is no length", value.trim()));
            length = Some(value.trim().parse::<u64>().map_err(|_| wrong())?);
        }
    }
    let length = length.ok_or_else(|| invalid("a message without `Content-Length`".to_owned()))?;
    if length > LONGEST {
        return Err(invalid(format!("a message of {length} bytes; at most {LONGEST} are read")));
    }
    let mut bytes = Vec::new();
    input.take(length).read_to_end(&mut bytes)?;
    if (bytes.len() as u64) < length {
        return Ok(None);
    }
    Ok(Some(serde_json::from_slice(&bytes).unwrap_or(Value::Null)))
}

fn invalid(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// Writes a message.
///
/// # Errors
/// When writing fails.
pub(super) fn write(output: &mut impl Write, message: &Value) -> io::Result<()> {
    let text = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}
