//! The parts of a move in SAN, found without knowing the variant.

use std::ops::Range;

/// The parts of a text in SAN, as places in the text.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Shape {
    /// A piece goes to a square.
    Goes(Goes),
    /// Any other move, which is compared as a whole text: castling, a drop, a pass, a capture on the way, a move with a
    /// wall or a gated piece.
    Other,
}

/// A piece goes to a square, and may promote there.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Goes {
    /// The letters of the piece; empty for a pawn.
    pub letter: Range<usize>,
    /// The file of the start square, from 0.
    pub file: Option<usize>,
    /// The rank of the start square, from 0.
    pub rank: Option<usize>,
    /// The file of the destination.
    pub to_file: usize,
    /// The rank of the destination.
    pub to_rank: usize,
    /// The letters of the new piece; empty without a promotion.
    pub promotion: Range<usize>,
}

/// The number of files with a name of one letter. On a board with more files, texts are compared as a whole.
pub(super) const SHORT_FILES: usize = 26;

/// The shape of a text without marks, or the place of a character that cannot be part of a move.
pub(super) fn shape(text: &str) -> Result<Shape, usize> {
    if text.is_empty() {
        return Err(0);
    }
    let bad =
        |c: char| c.is_control() || c.is_whitespace() || matches!(c, '{' | '}' | '(' | ')' | '[' | ']' | ';' | '$');
    if let Some(at) = text.find(bad) {
        return Err(at);
    }
    if matches!(text, "--" | "0000") || text.starts_with("O-O") || text.starts_with("0-0") {
        return Ok(Shape::Other);
    }
    if let Some(at) = text.find(|c: char| c.is_ascii_digit()).filter(|_| is_of_move(text)) {
        debug_assert!(at < text.len());
        return Ok(goes(text).map_or(Shape::Other, Shape::Goes));
    }
    Err(0)
}

/// Returns `true` if a text begins like a move: with a letter, a promoted piece's sign, or `x` and a square.
fn is_of_move(text: &str) -> bool {
    text.trim_start_matches('+').starts_with(char::is_alphabetic)
}

/// Reads a normal move: letter, start, `x`, square, promotion.
fn goes(text: &str) -> Option<Goes> {
    let mut rest = Scan { bytes: text.as_bytes(), at: 0 };
    let letter = rest.letter();
    let (first_file, first_rank) = (rest.file(), rest.rank()?);
    let takes = rest.takes() || rest.skip(b'-');
    let (second_file, second_rank) = (rest.file(), rest.rank()?);
    let (file, rank, to) = match (second_file, second_rank) {
        (Some(to_file), Some(to_rank)) => (first_file.unwrap_or([None, None]), first_rank, (to_file, to_rank)),
        (None, None) if !takes => match (first_file?, first_rank?) {
            ([Some(from), Some(to)], rank) => ([Some(from), None], None, ([Some(to), None], rank)),
            (file, rank) => ([None, None], None, (file, rank)),
        },
        _ => return None,
    };
    // Two letters before a capture or a rank would be a single file name of two letters.
    let ([file, None], ([Some(to_file), None], to_rank)) = (file, to) else { return None };
    rest.skip(b'=');
    let promotion = rest.letter();
    (rest.at == text.len()).then_some(Goes { letter, file, rank, to_file, to_rank, promotion })
}

/// Reads from left to right.
struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Scan<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Reads the sign of a capture. An `x` before a rank is a file instead.
    fn takes(&mut self) -> bool {
        !self.bytes.get(self.at + 1).is_some_and(u8::is_ascii_digit) && self.skip(b'x')
    }

    /// Reads the letters of a piece: `+` for a promoted piece, a capital letter, and primes (`'`).
    fn letter(&mut self) -> Range<usize> {
        let start = self.at;
        let sign = usize::from(self.peek() == Some(b'+'));
        if self.bytes.get(start + sign).is_some_and(u8::is_ascii_uppercase) {
            self.at += sign + 1;
            while self.skip(b'\'') {}
        }
        start..self.at
    }

    /// Reads one or two letters of files. `x` is a file only if a rank or another file follows it.
    fn file(&mut self) -> Option<[Option<usize>; 2]> {
        let first = self.one_file()?;
        Some([Some(first), self.one_file()])
    }

    fn one_file(&mut self) -> Option<usize> {
        let byte = self.peek().filter(u8::is_ascii_lowercase)?;
        let next_is_digit = self.bytes.get(self.at + 1).is_some_and(u8::is_ascii_digit);
        if byte == b'x' && !next_is_digit {
            return None;
        }
        self.at += 1;
        Some(usize::from(byte - b'a'))
    }

    /// Reads a number from 1 to 99 as a rank from 0. `None` if the number is out of range, and `Some(None)` if there is
    /// no number.
    fn rank(&mut self) -> Option<Option<usize>> {
        let start = self.at;
        let mut value = 0usize;
        while let Some(digit) = self.peek().filter(u8::is_ascii_digit) {
            value = value * 10 + usize::from(digit - b'0');
            self.at += 1;
            if value > 99 {
                return None;
            }
        }
        if self.at == start { Some(None) } else { Some(Some(value.checked_sub(1)?)) }
    }
}
