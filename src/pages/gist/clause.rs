//! A clause as a row of weighty items.

use std::ops::Range;

use crate::pages::grammar::{Kind, Note, Word};
use crate::rules::PieceId;

use super::lexicon::concept;

/// A clause may have so many unknown words, or this share of its words.
const UNKNOWN: usize = 2;
const UNKNOWN_SHARE: usize = 4;

/// Concepts that have a part in some claims and change none of the others.
const LIGHT: [&str; 3] = ["own", "again", "still"];

/// A part of a clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Item {
    Piece(PieceId),
    Side,
    Number(u32),
    Ordinal(u32),
    Square,
    Size,
    Concept(&'static str),
    /// A piece of other games, or a word that means nothing here.
    Foreign,
    Unknown,
}

/// Some words of a sentence in a row.
pub(super) struct Clause<'w> {
    pub words: &'w [Word],
    range: Range<usize>,
    /// The items with the place of their first word.
    pub items: Vec<(Item, usize)>,
    /// The piece that the sentence is about.
    pub subject: Option<PieceId>,
}

impl<'w> Clause<'w> {
    pub fn new(words: &'w [Word], range: Range<usize>, subject: Option<PieceId>) -> Clause<'w> {
        let mut items = Vec::new();
        let mut at = range.start;
        while at < range.end {
            let texts: Vec<&str> = words[at..range.end].iter().take(5).map(|word| word.text.as_str()).collect();
            let (mut item, count) = item(&words[at], &texts);
            // `Nine` is a number, unless it is that of a rank.
            if let (Some(Item::Ordinal(number)), Some(_)) = (item, words[at].number)
                && !matches!(items.last(), Some((Item::Concept("rank"), _)))
            {
                item = Some(Item::Number(number));
            }
            items.extend(item.map(|item| (item, at)));
            at += count;
        }
        Clause { words, range, items, subject }
    }

    /// The clause without the items of some words.
    pub fn without(&self, range: Range<usize>) -> Clause<'w> {
        let items = self.items.iter().filter(|(_, at)| !range.contains(at)).copied().collect();
        Clause { words: self.words, range: self.range(), items, subject: self.subject }
    }

    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// `true` if no word is unknown.
    pub fn is_clear(&self) -> bool {
        self.items.iter().all(|(item, _)| *item != Item::Unknown)
    }

    /// `true` if at most one word is unknown.
    pub fn is_nearly_clear(&self) -> bool {
        self.items.iter().filter(|(item, _)| *item == Item::Unknown).count() < 2
    }

    /// Concepts that negate.
    pub const NEGATIONS: [&'static str; 3] = ["not", "barred", "absent"];

    /// `true` if the clause is denied: `no check and no mate` once, and `not impossible` not at all.
    pub fn is_denied(&self) -> bool {
        self.has("not") != (self.has("barred") || self.has("absent"))
    }

    /// `true` if the clause has the concept.
    pub fn has(&self, concept: &str) -> bool {
        self.place(concept).is_some()
    }

    /// `true` if the clause has the word itself.
    pub fn has_word(&self, text: &str) -> bool {
        self.words[self.range.clone()].iter().any(|word| word.text == text)
    }

    /// The ranges of words between some words.
    pub fn parted(&self, marks: &[&str]) -> Vec<Range<usize>> {
        let parts = |at: &usize| marks.contains(&self.words[*at].text.as_str());
        let ends = self.range().filter(parts).chain([self.range.end]);
        let mut from = self.range.start;
        ends.map(|end| std::mem::replace(&mut from, end + 1)..end).collect()
    }

    /// The place among the items of the first word of a concept.
    pub fn place(&self, concept: &str) -> Option<usize> {
        self.items.iter().position(|(item, _)| matches!(item, Item::Concept(name) if *name == concept))
    }

    /// `true` if each weighty item is one of these concepts, or passes a test, and few words are unknown.
    pub fn is_only(&self, concepts: &[&str], other: impl Fn(Item) -> bool) -> bool {
        self.fits(|item| match item {
            Item::Concept(name) => concepts.contains(&name),
            item => other(item),
        })
    }

    /// `true` if each weighty item passes a test, and few words are unknown.
    pub fn fits(&self, place: impl Fn(Item) -> bool) -> bool {
        let unknown = self.items.iter().filter(|(item, _)| *item == Item::Unknown).count();
        unknown <= UNKNOWN.max(self.range.len() / UNKNOWN_SHARE)
            && self.items.iter().all(|(item, _)| match item {
                Item::Concept(name) if LIGHT.contains(name) => true,
                Item::Unknown => true,
                item => place(*item),
            })
    }

    /// The notes of the items that pass a test.
    pub fn notes(&self, wanted: impl Fn(Item) -> bool) -> Vec<Note> {
        self.items.iter().filter(|(item, _)| wanted(*item)).map(|(item, at)| note(*item, *at)).collect()
    }

    /// The note of the item at a place.
    pub fn note_at(&self, place: usize) -> Note {
        let (item, at) = self.items[place];
        note(item, at)
    }

    /// The pieces, with their places among the items.
    pub fn pieces(&self) -> Vec<(PieceId, usize)> {
        let piece = |(place, (item, _)): (usize, &(Item, usize))| match item {
            Item::Piece(piece) => Some((*piece, place)),
            _ => None,
        };
        self.items.iter().enumerate().filter_map(piece).collect()
    }
}

/// The note of an item.
pub(super) fn note(item: Item, at: usize) -> Note {
    let tag = match item {
        Item::Piece(_) => "piece",
        Item::Side => "side",
        Item::Number(_) => "number",
        Item::Ordinal(_) => "ordinal",
        Item::Square => "square",
        Item::Size => "size",
        Item::Concept(name) => name,
        Item::Foreign | Item::Unknown => "other",
    };
    Note { tag, word: Some(at) }
}

/// A note without a word.
pub(super) fn tag(tag: &'static str) -> Note {
    Note { tag, word: None }
}

/// The item at the beginning of some words, and the number of its words; nothing for words without weight.
fn item(word: &Word, texts: &[&str]) -> (Option<Item>, usize) {
    let phrase = concept(texts);
    if let Some((name, count)) = phrase.filter(|(_, count)| *count > 1) {
        return (Some(Item::Concept(name)).filter(|_| name != "noise"), count);
    }
    let item = match (word.piece, word.side, word.ordinal, word.number) {
        _ if Kind::Square.fits(word) => Item::Square,
        _ if Kind::Size.fits(word) => Item::Size,
        (Some(piece), ..) => Item::Piece(piece),
        (_, Some(_), ..) => Item::Side,
        (_, _, Some(ordinal), _) => Item::Ordinal(ordinal),
        (.., Some(number)) => Item::Number(number),
        _ => match phrase {
            Some(("noise", _)) => return (None, 1),
            Some((name, _)) => Item::Concept(name),
            None if word.foreign => Item::Foreign,
            None if word.text.chars().all(|c| !c.is_alphanumeric()) => return (None, 1),
            None => Item::Unknown,
        },
    };
    (Some(item), 1)
}
