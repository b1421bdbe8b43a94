//! Kinds of words, and the words with which a phrase can begin.

use super::word::Word;

/// A kind of word that is no word of the grammar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The name of a piece.
    Piece,
    /// The name of a side.
    Side,
    /// A number.
    Number,
    /// A number that gives a place.
    Ordinal,
    /// `e4`.
    Square,
    /// `9x9`.
    Size,
    /// A letter that stands alone.
    Letter,
    /// The name of another game's piece.
    Foreign,
    /// A name that the grammar does not know.
    Other,
}

impl Kind {
    /// The kind with a name.
    pub fn named(name: &str) -> Option<Kind> {
        Some(match name {
            "piece" => Kind::Piece,
            "side" => Kind::Side,
            "number" => Kind::Number,
            "ordinal" => Kind::Ordinal,
            "square" => Kind::Square,
            "size" => Kind::Size,
            "letter" => Kind::Letter,
            "foreign" => Kind::Foreign,
            "other" => Kind::Other,
            _ => return None,
        })
    }

    /// Returns `true` if a word is of this kind.
    pub fn fits(self, word: &Word) -> bool {
        match self {
            Kind::Piece => word.piece.is_some(),
            Kind::Side => word.side.is_some(),
            Kind::Number => word.number.is_some(),
            Kind::Ordinal => word.ordinal.is_some(),
            Kind::Square => {
                let mut letters = word.text.chars();
                let file = letters.next().is_some_and(|c| c.is_ascii_lowercase());
                let rank = letters.as_str();
                file && (1..=2).contains(&rank.len()) && rank.bytes().all(|byte| byte.is_ascii_digit())
            }
            Kind::Size => size(&word.text).is_some(),
            Kind::Letter => word.text.len() == 1 && word.text.bytes().all(|byte| byte.is_ascii_lowercase()),
            Kind::Foreign => word.foreign,
            Kind::Other => word.id.is_none() && word.senses == 0 && word.piece.is_none() && word.side.is_none(),
        }
    }
}

/// The numbers of `9x10`.
pub fn size(text: &str) -> Option<(u32, u32)> {
    let (files, ranks) = text.split_once(['x', '×'])?;
    Some((files.parse().ok()?, ranks.parse().ok()?))
}

/// The words with which a phrase can begin.
#[derive(Clone, Default, Debug)]
pub struct First {
    /// A bit for each word of the grammar, by its number.
    words: Vec<u64>,
    /// Senses, by bit.
    pub senses: u128,
    /// Kinds of words.
    pub kinds: Vec<Kind>,
    /// `true` if it can be empty.
    pub empty: bool,
}

impl First {
    /// Returns `true` if it can begin with this word.
    pub fn admits(&self, word: &Word) -> bool {
        let has = |id: usize| self.words.get(id / 64).is_some_and(|bits| bits >> (id % 64) & 1 != 0);
        let named = word.id.is_some_and(has);
        named || word.senses & self.senses != 0 || self.kinds.iter().any(|kind| kind.fits(word))
    }

    /// Adds a word of the grammar.
    pub fn add(&mut self, id: usize) {
        self.words.resize(self.words.len().max(id / 64 + 1), 0);
        self.words[id / 64] |= 1 << (id % 64);
    }

    /// Adds all with which another can begin. Returns `true` if that was not in it before.
    pub fn join(&mut self, other: &First) -> bool {
        let before = (self.words.clone(), self.senses, self.kinds.len(), self.empty);
        self.words.resize(self.words.len().max(other.words.len()), 0);
        self.words.iter_mut().zip(&other.words).for_each(|(bits, more)| *bits |= more);
        self.senses |= other.senses;
        for kind in &other.kinds {
            self.kinds.extend(Some(*kind).filter(|kind| !self.kinds.contains(kind)));
        }
        self.empty |= other.empty;
        before != (self.words.clone(), self.senses, self.kinds.len(), self.empty)
    }
}
