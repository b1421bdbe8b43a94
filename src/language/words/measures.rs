//! Signs of comparisons, and steps, in words.

use crate::betza::{Compass, Notation as Betza, ways};
use crate::english::list;
use crate::rules::tree::{Comparison, Notation};

/// The steps by which pieces are joined: `by steps of one square in any direction`.
pub(super) fn by_steps(by: &Notation, compass: Compass) -> String {
    let ways = Betza::parse(&by.text).ok().and_then(|notation| ways(&notation, compass));
    let steps = ways.filter(|ways| ways.iter().all(|way| way.starts_with("one square")));
    match steps {
        Some(ways) => format!("by steps of {}", list(&ways, "or")),
        None => format!("by steps of `{}`", by.text),
    }
}

/// The verb of a comparison, or of its opposite.
pub(super) fn comparison(sign: Comparison, not: bool) -> &'static str {
    match (sign, not) {
        (Comparison::Equal, false) => "is",
        (Comparison::Equal, true) => "is not",
        (Comparison::Less, false) | (Comparison::AtLeast, true) => "is less than",
        (Comparison::More, false) | (Comparison::AtMost, true) => "is more than",
        (Comparison::AtMost, false) | (Comparison::More, true) => "is at most",
        (Comparison::AtLeast, false) | (Comparison::Less, true) => "is at least",
    }
}
