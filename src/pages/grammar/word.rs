//! A word of a sentence, with all that it may mean.

use std::ops::Range;

use crate::board::Side;
use crate::rules::PieceId;

/// A word of a sentence.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub struct Word {
    /// The word in lower case.
    pub text: String,
    /// Where it stands, in bytes of the sentence.
    pub span: Range<usize>,
    /// The piece that it names.
    pub piece: Option<PieceId>,
    /// The side that it names.
    pub side: Option<Side>,
    /// Its id in the grammar.
    pub id: Option<usize>,
    /// The senses that it has, by bit.
    pub senses: u128,
    /// The number that it is.
    pub number: Option<u32>,
    /// The number that it gives a place.
    pub ordinal: Option<u32>,
    /// `true` if it names a piece of other games.
    pub foreign: bool,
    /// `true` if it was written with a capital.
    pub capital: bool,
}

impl Word {
    /// Returns `true` if it is neither a word of the grammar nor a name or number.
    pub fn is_unknown(&self) -> bool {
        let named = self.piece.is_some() || self.side.is_some() || self.foreign;
        self.id.is_none() && self.senses == 0 && !named && self.number.is_none() && self.ordinal.is_none()
    }
}
