//! Positions with operations, as test suites write them: [`Epd`].

use std::fmt;
use std::str::FromStr;

use crate::game::Game;

use super::fen::Fen;

/// The longest line, in bytes.
const LONGEST: usize = 1 << 16;

/// A position in Extended Position Description: a FEN without its counters, and operations such as `bm Nf3;`.
///
/// In addition to the usual form, the reader accepts the counters of a FEN, checks still to give (`3+3`), and
/// operations after a semicolon (`;D1 20 ;D2 400`). The counters of `hmvc` and `fmvn` belong to the position.
///
/// ```
/// let epd: ferz::Epd = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 e3; id \"a \\\"plain\\\" one\"; acd 5; hmvc 7;".parse()?;
/// assert_eq!(epd.fen, "4k3/8/8/8/8/8/4P3/4K3 w - - 7 1");
/// assert_eq!(epd.operation("bm").unwrap().len(), 2);
/// assert_eq!(epd.operation("id").unwrap()[0].text, "a \"plain\" one");
/// assert_eq!(epd.to_string().parse::<ferz::Epd>()?, epd);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Epd {
    /// The position, with counters.
    pub fen: String,
    /// The operations in the order of the text, each with its operands.
    pub operations: Vec<(String, Vec<Operand>)>,
}

/// Operand of an operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operand {
    /// The text, without quotes.
    pub text: String,
    /// `true` if it is in quotes. It is a text then; otherwise it is a number or a move.
    pub is_quoted: bool,
}

/// An error in the text of an EPD.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseEpdError {
    /// The column, in characters from 1.
    pub column: usize,
    /// The message.
    pub message: String,
}

impl fmt::Display for ParseEpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.message)
    }
}

impl std::error::Error for ParseEpdError {}

impl Epd {
    /// The position of a game, without operations.
    pub fn of(game: &mut Game) -> Epd {
        Epd { fen: Fen::of(game).as_str().to_owned(), operations: Vec::new() }
    }

    /// The operands of an operation; `None` if the position does not have it.
    pub fn operation(&self, name: &str) -> Option<&[Operand]> {
        self.operations.iter().find(|(known, _)| known == name).map(|(_, operands)| operands.as_slice())
    }
}

impl FromStr for Epd {
    type Err = ParseEpdError;

    fn from_str(text: &str) -> Result<Epd, ParseEpdError> {
        let error = |at: usize, message: &str| ParseEpdError {
            column: text.get(..at).map_or(1, |before| before.chars().count() + 1),
            message: message.to_owned(),
        };
        if text.len() > LONGEST {
            return Err(error(0, "the line is too long"));
        }
        let (mut fields, rest) = fields(text);
        if fields.len() < 4 {
            return Err(error(text.len(), "expected placement, side, castling and en passant of a position"));
        }
        let operations = operations(text, rest).map_err(|(at, message)| error(at, message))?;
        let counter = |name: &str| {
            let found = operations.iter().find(|(known, _)| known == name)?;
            found.1.first().map(|operand| operand.text.clone())
        };
        let is_number = |field: &String| field.bytes().all(|byte| byte.is_ascii_digit());
        if fields.iter().skip(4).filter(|field| is_number(field)).count() == 0
            && !fields[fields.len() - 1].contains(':')
        {
            fields.push(counter("hmvc").unwrap_or_else(|| "0".to_owned()));
            fields.push(counter("fmvn").unwrap_or_else(|| "1".to_owned()));
        }
        let others = operations.into_iter().filter(|(name, _)| !["hmvc", "fmvn"].contains(&name.as_str()));
        Ok(Epd { fen: fields.join(" "), operations: others.collect() })
    }
}

/// The fields of the position, and the byte at which the operations begin.
fn fields(text: &str) -> (Vec<String>, usize) {
    let mut found: Vec<String> = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(|c: char| !c.is_whitespace()).map(|start| at + start) {
        let end = text[start..].find(char::is_whitespace).map_or(text.len(), |end| start + end);
        let field = &text[start..end];
        let counts = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'+');
        let belongs = found.len() < 4 || counts(field) || (has_form_of_rest(field) && found.len() > 4);
        if !belongs || field.contains(';') {
            return (found, start);
        }
        found.push(field.to_owned());
        at = end;
    }
    (found, text.len())
}

/// Returns `true` for the fields that only some variants have after the counters.
fn has_form_of_rest(field: &str) -> bool {
    ["then:", "state:"].iter().any(|prefix| field.starts_with(prefix))
}

/// Names with operands.
type Operations = Vec<(String, Vec<Operand>)>;

/// The operations from a place of a text on; or the place and the message of an error.
fn operations(text: &str, start: usize) -> Result<Operations, (usize, &'static str)> {
    let mut found = Operations::new();
    let mut open: Option<(String, Vec<Operand>)> = None;
    let mut at = start;
    while let Some(c) = text[at..].chars().next() {
        if c.is_whitespace() {
            at += c.len_utf8();
        } else if c == ';' {
            found.extend(open.take());
            at += 1;
        } else if c == '"' {
            let (quoted, end) = quoted(text, at + 1).ok_or((at, "the text is not closed by `\"`"))?;
            let operands = &mut open.as_mut().ok_or((at, "expected the name of an operation"))?.1;
            operands.push(Operand { text: quoted, is_quoted: true });
            at = end;
        } else {
            let ends = |c: char| c.is_whitespace() || matches!(c, ';' | '"');
            let end = text[at..].find(ends).map_or(text.len(), |end| at + end);
            let word = &text[at..end];
            match &mut open {
                Some((_, operands)) => operands.push(Operand { text: word.to_owned(), is_quoted: false }),
                None if is_name(word) => open = Some((word.to_owned(), Vec::new())),
                None => return Err((at, "the name of an operation begins with a letter")),
            }
            at = end;
        }
    }
    // The last semicolon is often left out.
    found.extend(open);
    Ok(found)
}

/// Returns `true` if a word can be the name of an operation.
fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic()) && word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// The text from `start` up to the next quote, unescaped, and the offset just after the quote. `None` if there is no
/// closing quote.
fn quoted(text: &str, start: usize) -> Option<(String, usize)> {
    let mut value = String::new();
    let mut chars = text[start..].char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((value, start + at + 1)),
            '\\' => value.push(chars.next()?.1),
            _ => value.push(c),
        }
    }
    None
}

impl fmt::Display for Epd {
    /// Writes the position and the operations. The counters are written only if a count or the rest of a turn depends
    /// on them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields: Vec<&str> = self.fen.split_ascii_whitespace().collect();
        let is_number = |field: &&str| field.bytes().all(|byte| byte.is_ascii_digit());
        let numbers = fields.iter().skip(3).filter(|field| is_number(field)).count();
        // If there are three numbers, they are the limit of a count and the two counters.
        let (kept, counters) = match fields.as_slice() {
            [position @ .., halfmoves, fullmoves] if numbers == 2 && is_number(halfmoves) && is_number(fullmoves) => {
                (position, (*halfmoves != "0" || *fullmoves != "1").then_some((halfmoves, fullmoves)))
            }
            all => (all, None),
        };
        f.write_str(&kept.join(" "))?;
        for (name, operands) in &self.operations {
            write!(f, " {name}")?;
            for operand in operands {
                match operand.is_quoted {
                    true => write!(f, " \"{}\"", operand.text.replace('\\', "\\\\").replace('"', "\\\""))?,
                    false => write!(f, " {}", operand.text)?,
                }
            }
            f.write_str(";")?;
        }
        match counters {
            Some((halfmoves, fullmoves)) => write!(f, " hmvc {halfmoves}; fmvn {fullmoves};"),
            None => Ok(()),
        }
    }
}
