//! Sentences as rows of words, squares, moves and marks, and the numbers that words name.

use std::ops::Range;

use super::grammar::GRAMMAR;

/// The look of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A word or a number.
    Word,
    /// `e4`.
    Square,
    /// `a2-h2`.
    Path,
    /// A move in algebraic notation.
    San,
    /// `O-O`, `0-0-0`.
    Castling,
    /// A punctuation mark.
    Mark,
}

/// A part of a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// Its look.
    pub shape: Shape,
    /// Its text in lower case.
    pub word: String,
    /// Where it stands, in bytes of the sentence.
    pub span: Range<usize>,
}

/// Only so much of a longer sentence is read.
const MAX_LENGTH: usize = 4_000;

/// The tokens of a sentence.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut end = text.len().min(MAX_LENGTH);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let (text, mut at, mut found) = (&text[..end], 0, Vec::new());
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let shape = shape(rest, first);
        if let Some((shape, length)) = shape {
            let word = rest[..length].to_lowercase().replace('’', "'");
            found.push(Token { shape, word, span: at..at + length });
        }
        at += shape.map_or(first.len_utf8(), |(_, length)| length);
    }
    found
}

/// The shape and the length of the token that a text begins with.
fn shape(text: &str, first: char) -> Option<(Shape, usize)> {
    let run = |text: &str| text.find(|c: char| !c.is_alphanumeric() && !"'’".contains(c)).unwrap_or(text.len());
    let castling = ["0-0-0", "O-O-O", "0-0", "O-O"].into_iter().find(|move_text| text.starts_with(move_text));
    if let Some(move_text) = castling.filter(|move_text| !text[move_text.len()..].starts_with(char::is_alphanumeric)) {
        return Some((Shape::Castling, move_text.len()));
    }
    let length = run(text);
    if length == 0 {
        return ",;:()\".".contains(first).then_some((Shape::Mark, first.len_utf8()));
    }
    if is_square(&text[..length]) {
        let mut end = length;
        while let Some(dash) = text[end..].chars().next().filter(|c| "-–—".contains(*c)) {
            let from = end + dash.len_utf8();
            let next = run(&text[from..]);
            if !is_square(&text[from..from + next]) {
                break;
            }
            end = from + next;
        }
        return Some((if end > length { Shape::Path } else { Shape::Square }, end));
    }
    if !is_san(&text[..length]) {
        return Some((Shape::Word, length));
    }
    let behind = text[length..].strip_prefix('=').filter(|behind| behind.starts_with(|c: char| c.is_ascii_uppercase()));
    let length = length + behind.map_or(0, |_| 2);
    let check = text[length..].starts_with(['+', '#']);
    Some((Shape::San, length + usize::from(check)))
}

/// Returns `true` for a letter and a number of one or two digits.
fn is_square(word: &str) -> bool {
    let digits = word.strip_prefix(|c: char| c.is_ascii_alphabetic()).unwrap_or_default();
    (1..=2).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns `true` for a move such as `Nf3`, `Nbd2`, `R1e4` or `exd5`.
fn is_san(word: &str) -> bool {
    let Some(at) = word.rfind(|c: char| !c.is_ascii_digit()) else { return false };
    if !word.is_ascii() || !is_square(&word[at..]) {
        return false;
    }
    let (from, takes) = word[..at].strip_suffix('x').map_or((&word[..at], false), |from| (from, true));
    match from.as_bytes() {
        [file] => file.is_ascii_uppercase() || takes && file.is_ascii_lowercase(),
        [piece, from] => piece.is_ascii_uppercase() && (from.is_ascii_lowercase() || from.is_ascii_digit()),
        _ => false,
    }
}

/// The number that an English word names.
pub fn number(word: &str) -> Option<u32> {
    GRAMMAR.manner.number(word)
}

/// The number that an English word such as `third` or `8th` gives a place.
pub fn ordinal(word: &str) -> Option<u32> {
    GRAMMAR.manner.ordinal(word)
}

/// The number in `last three ranks`.
pub fn ranks_counted(words: &str) -> Option<u32> {
    words.split_whitespace().find_map(number)
}
