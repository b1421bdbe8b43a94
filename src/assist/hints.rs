//! Hints beside values: sizes of regions, and the counts of perft tests.

use std::collections::HashMap;
use std::ops::Range;

use super::document::Document;
use super::hover::squares_of;
use super::place::{self, Found};
use super::schema::Kind;
use crate::board::Side;
use crate::compile::Variant;
use crate::fen;
use crate::game::Compiled;
use crate::source::SourceId;
use crate::variant::node::Value;
use crate::variant::{Loader, Node};

/// The most leaf nodes that are counted for the hints of a document.
const MOST_LEAVES: u64 = 20_000;
/// The largest product of squares and kinds of pieces for which moves are counted. The tables of larger games take too long to build.
const MOST_TABLES: usize = 2_000;

/// A remark beside a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The byte behind which it is shown.
    pub at: usize,
    /// The remark.
    pub text: String,
}

/// The remarks in a part of a document: sizes of regions, and for each perft test the depth and whether the number is right.
pub fn hints(document: &Document, part: &Range<usize>, loader: &dyn Loader) -> Vec<Hint> {
    let Some(own) = &document.own else { return Vec::new() };
    let variant = document.variant(loader);
    let mut hints = depths(own, &variant.map(counted).unwrap_or_default());
    for place in place::all(own) {
        let (Found::Scalar(phrase), Some(variant)) = (&place.found, variant) else { continue };
        if place.kind() != Some(Kind::Region) {
            continue;
        }
        let rules = &variant.rules;
        let Some(squares) = squares_of(rules, &phrase.text, false) else { continue };
        let count = (squares[Side::White] & rules.geometry.squares()).count();
        let text = format!("{count} square{}", if count == 1 { "" } else { "s" });
        hints.push(Hint { at: phrase.span.range().end, text });
    }
    hints.retain(|hint| part.start <= hint.at && hint.at <= part.end);
    hints.sort_by_key(|hint| hint.at);
    hints
}

/// Hints for the numbers of `perft`: the depth of each, and the count if it was computed.
fn depths(own: &Node, counted: &HashMap<usize, Counted>) -> Vec<Hint> {
    let Some(perft) = own.get("tests").and_then(|tests| tests.get("perft")) else { return Vec::new() };
    let lists = match &perft.value {
        Value::List(items) if items.iter().any(|item| item.map().is_some()) => {
            items.iter().filter_map(|item| item.get("nodes")).collect()
        }
        _ => vec![perft],
    };
    let items = |list: &Node| match &list.value {
        Value::List(items) => items.iter().enumerate().map(|(at, item)| (at + 1, item.span.range().end)).collect(),
        _ => Vec::new(),
    };
    let hint = |(depth, at)| {
        let text = match counted.get(&at) {
            Some(Counted { right: true, .. }) => format!("depth {depth} ✓"),
            Some(Counted { leaves, .. }) => format!("depth {depth}: {leaves} counted"),
            None => format!("depth {depth}"),
        };
        Hint { at, text }
    };
    lists.into_iter().flat_map(|list| items(list).into_iter().map(hint).collect::<Vec<_>>()).collect()
}

/// The result of a count.
struct Counted {
    leaves: u64,
    /// `true` if the file has the same number.
    right: bool,
}

/// Counts of leaf nodes for perft tests; deep counts that would take long are left out. Keyed by the end of the number in the file.
fn counted(variant: &Variant) -> HashMap<usize, Counted> {
    let rules = &variant.rules;
    let own = variant.tests.perft.iter().filter(|test| test.span.source == SourceId(0));
    let mut tests = own.peekable();
    let is_played = rules.not_followed().is_none();
    if !is_played
        || tests.peek().is_none()
        || rules.geometry.squares().count() as usize * rules.pieces.len() > MOST_TABLES
    {
        return HashMap::new();
    }
    let compiled = Compiled::new(rules.clone());
    let mut left = MOST_LEAVES;
    let count = |test: &crate::compile::PerftTest| {
        let setup = match &test.fen {
            Some(text) => fen::read(text, rules).ok()?,
            None => rules.setup.clone(),
        };
        let game = compiled.game(&setup).ok()?;
        let mut spend = |leaves: u64| left.checked_sub(leaves).map(|rest| left = rest).ok_or(());
        let leaves = game.perft_while(test.depth, &mut spend).ok()?;
        Some((test.span.range().end, Counted { leaves, right: leaves == test.nodes }))
    };
    tests.filter_map(count).collect()
}
