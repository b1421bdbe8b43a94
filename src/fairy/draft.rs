//! A variant file in the making, before the parts that a parent already has are removed.

use crate::board::{BySide, SquareSet};

/// A value of a variant file.
#[derive(Clone, PartialEq, Debug)]
#[allow(clippy::large_enum_variant)] // Drafts are short-lived, and areas are copied anyway.
pub(super) enum Item {
    /// A word or a number.
    Word(String),
    /// A notation; always in quotes.
    Moves(String),
    /// Squares.
    Area(BySide<SquareSet>),
    /// Names of pieces, in any order.
    Pieces(Vec<String>),
    /// A list.
    List(Vec<Item>),
    /// A mapping.
    Map(Map),
    /// Removes the parent's value.
    Nothing,
    /// Any value, because the key does not matter.
    Any,
}

/// The value of a key.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Field {
    /// The key.
    pub key: String,
    /// The value.
    pub item: Item,
    /// `true` if the value equals the default, so that the key can be left out.
    pub usual: bool,
}

/// Fields in order.
pub(super) type Map = Vec<Field>;

/// A field that must be written.
pub(super) fn field(key: impl Into<String>, item: Item) -> Field {
    Field { key: key.into(), item, usual: false }
}

/// A field that may be left out if `usual`.
pub(super) fn unless(usual: bool, key: impl Into<String>, item: Item) -> Field {
    Field { key: key.into(), item, usual }
}

/// A word.
pub(super) fn word(text: impl ToString) -> Item {
    Item::Word(text.to_string())
}
