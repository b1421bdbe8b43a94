//! A sentence of a page with its words and what surrounds it, and the topics that pages speak of.

use crate::rules::{Condition, PieceId};

use super::above::Above;
use super::grammar::GRAMMAR;
use super::phrases::Token;

/// A topic that a page may be silent about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Topic {
    /// The position at the start.
    Setup,
    /// How a piece moves.
    Moves(PieceId),
    /// The piece after promotion.
    Promotion,
    /// Castling.
    Castling,
    /// En passant.
    EnPassant,
    /// No move and in check.
    Mate,
    /// No move and not in check.
    Stalemate,
    /// The same position again.
    Repetition,
    /// Moves without progress.
    NoProgress,
    /// Too few pieces to mate.
    Material,
    /// Joined edges.
    Topology,
    /// Another end, by its place in the file.
    End(usize),
    /// A rule in the language of rules, by its place.
    Rule(usize),
    /// An end in the language of rules, by its place.
    ToldEnd(usize),
    /// Drops from the hand.
    Hand,
    /// Captures are compulsory.
    MustCapture,
}

impl Topic {
    /// The topic of an end, by its condition and its place in the file.
    pub fn of_end(condition: &Condition, index: usize) -> Topic {
        match condition {
            Condition::Stuck { in_check: Some(true) } => Topic::Mate,
            Condition::Stuck { .. } => Topic::Stalemate,
            Condition::Repetition { .. } => Topic::Repetition,
            Condition::NoProgress { .. } => Topic::NoProgress,
            Condition::InsufficientMaterial => Topic::Material,
            _ => Topic::End(index),
        }
    }
}

/// A row of a table of pieces.
#[derive(Clone, Debug)]
pub struct Row {
    /// The line of the page.
    pub line: usize,
    /// Name of the piece.
    pub name: String,
    /// Its letter, if the table gives one.
    pub letter: String,
    /// Its moves, as they are written.
    pub notation: String,
    /// The piece of the rules.
    pub piece: Option<PieceId>,
}

/// A sentence of the page with what surrounds it.
#[derive(Clone, Debug)]
pub struct Sentence {
    /// Its text.
    pub text: String,
    /// Its place in the text of its block.
    pub at: usize,
    /// The line on which it begins.
    pub line: usize,
    /// Its words.
    pub tokens: Vec<Token>,
    /// The line of each token.
    pub lines: Vec<usize>,
    /// The pieces that it names, by token.
    pub pieces: Vec<(usize, PieceId)>,
    /// The piece that it is about, by its own words, the row of its table, or the heading above it.
    pub subject: Option<PieceId>,
    /// The piece that was spoken of before it.
    pub before: Option<PieceId>,
    /// Text of the heading above it.
    pub heading: String,
    /// The block it stands in.
    pub block: usize,
    /// Context of that block.
    pub above: Above,
    /// `true` if the next sentence takes back a part of this one.
    pub softened: bool,
}

impl Sentence {
    /// Returns `true` if the sentence has a word of this sense.
    pub fn means(&self, sense: &str) -> bool {
        self.tokens.iter().any(|token| GRAMMAR.means(&token.word, sense))
    }

    /// Returns `true` if the sentence has exactly this word.
    pub fn says(&self, word: &str) -> bool {
        self.tokens.iter().any(|token| token.word == word)
    }

    /// The line of the token at a byte offset.
    pub fn line_at(&self, at: usize) -> usize {
        let token = self.tokens.iter().position(|token| token.span.end > at);
        token.map_or(self.line, |token| self.line_of(token))
    }

    /// The line of a word.
    pub fn line_of(&self, token: usize) -> usize {
        self.lines.get(token).copied().unwrap_or(self.line)
    }
}
