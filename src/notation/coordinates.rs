//! Other ways in which programs write squares.

use crate::board::Geometry;

/// How squares are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coordinates {
    /// Files by letters from White's left, ranks by numbers from 1.
    FromOne,
    /// The same with ranks from 0.
    FromZero,
    /// Files by numbers from White's right, ranks by letters from the top.
    FromTheRight,
}

impl Coordinates {
    /// XBoard's way: on boards of ten ranks, ranks start at 0.
    pub fn of_xboard(geometry: &Geometry) -> Coordinates {
        if geometry.ranks() == 10 { Coordinates::FromZero } else { Coordinates::FromOne }
    }

    /// A move in UCI notation, with its squares written in this way.
    pub fn written(self, uci: &str, geometry: &Geometry) -> String {
        if self == Coordinates::FromOne {
            return uci.to_owned();
        }
        let mut text = String::with_capacity(uci.len());
        let mut rest = uci;
        while let Some(c) = rest.chars().next() {
            let length = square_length(rest);
            match geometry.square(&rest[..length]) {
                Some(square) if length > 0 => {
                    let (file, rank) = (geometry.file(square), geometry.rank(square));
                    text.push_str(&self.square(geometry, (file, rank)));
                    rest = &rest[length..];
                }
                _ => {
                    text.push(if c == '@' && self == Coordinates::FromTheRight { '*' } else { c });
                    rest = &rest[c.len_utf8()..];
                }
            }
        }
        text
    }

    /// A square of a board.
    fn square(self, geometry: &Geometry, (file, rank): (usize, usize)) -> String {
        match self {
            Coordinates::FromOne => format!("{}{}", geometry.file_name(file), rank + 1),
            Coordinates::FromZero => format!("{}{rank}", geometry.file_name(file)),
            Coordinates::FromTheRight => {
                format!("{}{}", geometry.files() - file, geometry.file_name(geometry.ranks() - 1 - rank))
            }
        }
    }
}

/// The number of bytes at the start of a text that may name a square: letters, then digits.
fn square_length(text: &str) -> usize {
    let letters = text.bytes().take_while(u8::is_ascii_lowercase).count();
    let digits = text[letters..].bytes().take_while(u8::is_ascii_digit).count();
    if letters == 0 || digits == 0 { 0 } else { letters + digits }
}
