//! The settings of a section, and functions to read them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::ini::Setting;
use super::squares::Squares;
use super::table::{Slot, Topic};
use crate::board::{BySide, Side};
use crate::source::{Span, Spanned};

/// A value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Value {
    Flag(bool),
    Number(i64),
    Squares(Squares),
    /// A set of types by bits; bit 0 stands for all.
    Kinds(u64),
    /// A type; 0 stands for all, or for none.
    Kind(Slot),
    /// One of the words of the key, translated to Ferz; empty for none.
    Word(&'static str),
    Outcome(Outcome),
    Text(Spanned<String>),
}

/// A result for the side that a rule is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    None,
    Win,
    Loss,
    Draw,
}

/// The settings of a section by key. The last setting of each key counts.
pub(super) type Lines<'a> = HashMap<&'a str, &'a Setting>;

/// All settings of a variant.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) values: HashMap<Topic, BySide<Value>>,
    /// The letter of each type, upper case.
    pub(super) letters: BTreeMap<Slot, char>,
    /// The moves of types that a file defines.
    pub moves: BTreeMap<Slot, Spanned<String>>,
    /// The squares of types that are confined.
    pub confined: BTreeMap<Slot, BySide<Squares>>,
    pub limits: BTreeMap<Slot, u16>,
    pub promoted: BTreeMap<Slot, Slot>,
    /// `true` if the royal type is one that steps along the lines of palaces in Fairy-Stockfish.
    pub royal_steps: bool,
    /// Castling moves by letter that win.
    pub castling_wins: Vec<char>,
    /// The place of the last setting of each topic.
    pub places: HashMap<Topic, Span>,
    /// The place of the last setting of each type.
    pub piece_places: BTreeMap<Slot, Span>,
    /// The types to which the author of a file gave a letter.
    pub named: BTreeSet<Slot>,
}

impl Settings {
    fn value(&self, topic: Topic, side: Side) -> Option<&Value> {
        self.values.get(&topic).map(|both| &both[side])
    }

    /// A flag that both sides share.
    pub(super) fn flag(&self, topic: Topic) -> bool {
        self.flag_of(topic, Side::White)
    }

    /// A flag of a side.
    pub(super) fn flag_of(&self, topic: Topic, side: Side) -> bool {
        matches!(self.value(topic, side), Some(Value::Flag(true)))
    }

    /// A number.
    pub(super) fn number(&self, topic: Topic) -> i64 {
        match self.value(topic, Side::White) {
            Some(Value::Number(number)) => *number,
            _ => 0,
        }
    }

    /// Squares of both sides.
    pub(super) fn squares(&self, topic: Topic) -> BySide<Squares> {
        BySide::from_fn(|side| match self.value(topic, side) {
            Some(Value::Squares(squares)) => squares.clone(),
            _ => Squares::none(),
        })
    }

    /// A set of types of a side, one bit for each.
    pub(super) fn kinds(&self, topic: Topic, side: Side) -> u64 {
        match self.value(topic, side) {
            Some(Value::Kinds(kinds)) => *kinds,
            _ => 0,
        }
    }

    /// A type of a side.
    pub(super) fn kind(&self, topic: Topic, side: Side) -> Slot {
        match self.value(topic, side) {
            Some(Value::Kind(kind)) => *kind,
            _ => 0,
        }
    }

    /// A word; empty for none.
    pub(super) fn word(&self, topic: Topic) -> &'static str {
        match self.value(topic, Side::White) {
            Some(Value::Word(word)) => word,
            _ => "",
        }
    }

    /// A result.
    pub(super) fn outcome(&self, topic: Topic) -> Outcome {
        match self.value(topic, Side::White) {
            Some(Value::Outcome(outcome)) => *outcome,
            _ => Outcome::None,
        }
    }

    /// A text.
    pub(super) fn text(&self, topic: Topic) -> Option<&Spanned<String>> {
        match self.value(topic, Side::White)? {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The types that have a letter, in order, with it.
    pub(super) fn types(&self) -> impl Iterator<Item = (Slot, char)> + '_ {
        self.letters.iter().map(|(slot, letter)| (*slot, *letter))
    }

    /// The letter of a type.
    pub(super) fn letter(&self, slot: Slot) -> Option<char> {
        self.letters.get(&slot).copied()
    }

    /// The type with a letter.
    pub(super) fn with_letter(&self, letter: char) -> Option<Slot> {
        let letter = letter.to_ascii_uppercase();
        self.letters.iter().find(|(_, own)| **own == letter).map(|(slot, _)| *slot)
    }

    /// The types of a set that have a letter, in order.
    pub(super) fn members(&self, kinds: u64) -> Vec<Slot> {
        self.letters.keys().copied().filter(|slot| kinds & 1 << slot != 0).collect()
    }
}
