//! Readers: from bytes to the one model of a page.

pub mod html;
mod markdown;
mod plain;
pub mod pug;

use std::fmt;

use super::model::Page;

/// Format of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// HTML, broken or not.
    Html,
    /// Pug, the indented form of HTML.
    Pug,
    /// Markdown.
    Markdown,
    /// Text without markup.
    Plain,
}

/// Why a page cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadError {
    /// Larger than any page for people.
    TooLarge {
        /// How many bytes it has.
        bytes: usize,
    },
    /// Not a text.
    Binary,
    /// Nested more deeply than any page for people.
    TooDeep,
    /// It begins with line numbers, as web views of repositories show them.
    Numbered,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::TooLarge { bytes } => {
                write!(f, "the page has {bytes} bytes; pages are read up to {} bytes", MAX_BYTES)
            }
            ReadError::TooDeep => f.write_str("the page is nested too deeply to be read"),
            ReadError::Binary => f.write_str("this is no text: it has zero bytes or is no UTF-8"),
            ReadError::Numbered => f.write_str(
                "every line begins with its number, as in a web view of a repository\nhelp: check the raw file instead",
            ),
        }
    }
}

impl std::error::Error for ReadError {}

/// The largest page.
const MAX_BYTES: usize = 16 << 20;

impl Format {
    /// Format of a file, from its name, or from the beginning of the text if the name does not tell.
    ///
    /// ```
    /// use ferz::pages::Format;
    /// assert_eq!(Format::of("rules.pug", ""), Format::Pug);
    /// assert_eq!(Format::of("rules", "<!DOCTYPE html>"), Format::Html);
    /// ```
    pub fn of(name: &str, text: &str) -> Format {
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
        match ending.as_str() {
            "html" | "htm" | "xhtml" | "php" | "shtml" => Format::Html,
            "pug" | "jade" => Format::Pug,
            "md" | "markdown" => Format::Markdown,
            "txt" | "text" => Format::Plain,
            _ if text.trim_start().starts_with('<') => Format::Html,
            _ => Format::Plain,
        }
    }
}

/// Reads a page.
///
/// # Errors
/// When it is no text, or too large.
pub fn read(name: &str, bytes: &[u8]) -> Result<Page, ReadError> {
    if bytes.len() > MAX_BYTES {
        return Err(ReadError::TooLarge { bytes: bytes.len() });
    }
    let text = std::str::from_utf8(bytes).map(str::to_owned).or_else(|_| latin(bytes))?;
    if text.contains('\0') {
        return Err(ReadError::Binary);
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text).replace("\r\n", "\n");
    let deep = |line: &str| line.chars().take_while(|c| matches!(c, '>' | ' ' | '-' | '*' | '[' | '(')).count() > 400;
    if Format::of(name, &text) == Format::Markdown && text.lines().any(deep) {
        return Err(ReadError::TooDeep);
    }
    if is_numbered(&text) {
        return Err(ReadError::Numbered);
    }
    Ok(match Format::of(name, &text) {
        Format::Html => html::read(&text),
        Format::Pug => pug::read(&text),
        Format::Markdown => markdown::read(&text),
        Format::Plain => plain::read(&text),
    })
}

/// Old pages are often written in Latin-1; what has many control characters is no text at all.
fn latin(bytes: &[u8]) -> Result<String, ReadError> {
    let control = bytes.iter().filter(|byte| **byte < 32 && !b"\t\n\r\x0c".contains(byte)).count();
    if control * 100 > bytes.len() {
        return Err(ReadError::Binary);
    }
    Ok(bytes.iter().map(|byte| char::from(*byte)).collect())
}

fn is_numbered(text: &str) -> bool {
    let lines = || text.lines().enumerate().take(40);
    let numbered = |(index, line): (usize, &str)| {
        let rest = line.trim_start();
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits == (index + 1).to_string() && rest[digits.len()..].starts_with([' ', '\t', '\u{a0}'])
    };
    lines().count() >= 10 && lines().all(numbered)
}
