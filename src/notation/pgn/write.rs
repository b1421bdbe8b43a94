//! Writes a game.

use std::fmt;

use crate::board::Side;

use super::value::{Pgn, PgnMove};

/// The longest line of moves, as the standard demands.
const WIDTH: usize = 79;

impl fmt::Display for Pgn {
    /// Writes the game in the export format. A brace that would close a comment becomes a parenthesis.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        if !self.tags.is_empty() {
            writeln!(f)?;
        }
        let fen = self.fen();
        let number = fen.as_ref().map_or(1, |fen| fen.fullmoves());
        let turn = fen.as_ref().map_or(Side::White, |fen| fen.turn());
        let mut words = Words::default();
        words.comments(&self.comments);
        words.moves(&self.moves, number, turn);
        words.push(&self.result.map_or_else(|| "*".to_owned(), |result| result.to_string()));
        writeln!(f, "{}", words.text)
    }
}

/// Words in lines.
#[derive(Default)]
pub(super) struct Words {
    pub(super) text: String,
    /// Characters in the last line.
    used: usize,
    /// `true` if no space may be written between the last word and the next.
    glued: bool,
}

impl Words {
    pub(super) fn push(&mut self, word: &str) {
        let length = word.chars().count();
        // These would mean something else at the start of a line.
        let breakable = !word.starts_with(['%', '[']) && !word.is_empty();
        if self.glued || self.text.is_empty() {
            self.glued = false;
        } else if breakable && self.used + 1 + length > WIDTH {
            self.text.push('\n');
            self.used = 0;
        } else {
            self.text.push(' ');
            self.used += 1;
        }
        self.text.push_str(word);
        self.used += length;
    }

    pub(super) fn comments(&mut self, comments: &[String]) {
        for comment in comments {
            let comment = format!("{{{}}}", comment.replace('}', ")").replace(['\n', '\r'], " "));
            comment.split(' ').for_each(|word| self.push(word));
        }
    }

    fn moves(&mut self, moves: &[PgnMove], mut number: u32, mut turn: Side) {
        let mut numbered = false;
        for made in moves {
            match turn {
                Side::White => self.push(&format!("{number}.")),
                Side::Black if !numbered => self.push(&format!("{number}...")),
                Side::Black => {}
            }
            self.push(&made.san.to_string());
            made.nags.iter().for_each(|nag| self.push(&format!("${}", nag.0)));
            self.comments(&made.comments);
            for variation in &made.variations {
                self.push("(");
                self.glued = true;
                self.comments(&variation.comments);
                self.moves(&variation.moves, number, turn);
                self.glued = true;
                self.push(")");
            }
            numbered = made.comments.is_empty() && made.variations.is_empty();
            number += u32::from(turn == Side::Black);
            turn = !turn;
        }
    }
}
