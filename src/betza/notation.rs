//! A notation: the text and its moves.

use std::ops::Range;
use std::str::FromStr;

use super::ast::{Move, Span};
use super::error::{self, Fault, ParseError, Warning};
use super::level::{self, Construct, Level};
use super::{check, parse};

/// A notation: how a piece moves.
///
/// Two notations are equal if they have the same moves, however these are written.
#[derive(Clone, Debug, Default)]
pub struct Notation {
    text: String,
    moves: Vec<Move>,
}

impl Notation {
    /// The longest notation that is read, in characters.
    pub const MAX_LENGTH: usize = parse::MAX_LENGTH;
    /// The largest number of legs of one move.
    pub const MAX_LEGS: usize = parse::MAX_LEGS;

    /// Reads a notation. The empty text is a piece without moves.
    ///
    /// # Errors
    /// The first part without a meaning.
    pub fn parse(text: &str) -> Result<Notation, ParseError> {
        let read = parse::moves(text).and_then(|moves| check::moves(&moves).map(|()| moves));
        match read {
            Ok(moves) => Ok(Notation { text: text.to_owned(), moves }),
            Err(fault) => Err(fault.in_text(text)),
        }
    }

    /// The moves, in the order in which they are written.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The notation as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Warnings about allowed but unlikely parts, in the order of the text.
    pub fn warnings(&self) -> Vec<Warning> {
        check::warnings(&self.moves).into_iter().map(|fault| self.warning(fault)).collect()
    }

    /// Every construct with the dialect that it needs, in the order of the text.
    pub fn constructs(&self) -> Vec<Construct> {
        level::constructs(&self.moves)
    }

    /// The simplest dialect that has everything this notation uses.
    pub fn level(&self) -> Level {
        self.constructs().iter().map(|construct| construct.level).max().unwrap_or_default()
    }

    /// Checks that everything is part of a dialect.
    ///
    /// # Errors
    /// The first construct that is not.
    pub fn require(&self, level: Level) -> Result<(), ParseError> {
        match self.constructs().into_iter().find(|construct| construct.level > level) {
            None => Ok(()),
            Some(construct) => {
                let message = format!("{} needs Level {}", construct.what, construct.level.number());
                Err(self.error(construct.span, message))
            }
        }
    }

    /// An error about a part of this notation.
    pub fn error(&self, span: Range<usize>, message: impl Into<String>) -> ParseError {
        Fault::new(Span { start: span.start, end: span.end }, message).in_text(&self.text)
    }

    fn warning(&self, fault: Fault) -> Warning {
        let column = error::column(&self.text, fault.span);
        Warning { span: fault.span.range(), column, message: fault.message }
    }
}

impl FromStr for Notation {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Notation, ParseError> {
        Notation::parse(text)
    }
}

impl PartialEq for Notation {
    fn eq(&self, other: &Notation) -> bool {
        self.moves == other.moves
    }
}

impl Eq for Notation {}
