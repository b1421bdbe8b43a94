//! The clauses of a sentence: at a mark or a conjunction a clause may end, and does where the parts then fit claims.

use std::ops::Range;

use crate::pages::grammar::Word;
use crate::rules::PieceId;

use super::clause::{Clause, Item};

/// Words that part clauses; the strong ones always do.
const STRONG: [&str; 1] = [";"];
const WEAK: [&str; 9] = [":", ",", "and", "but", "so", "while", "whereas", "then", "or"];

/// A clause with one of these words that fits no claim may change what the others say.
const CHANGES: [&str; 5] = ["if", "cond", "except", "only", "not"];

/// The clauses that fit a claim, with what they claim; with `parted`, also parts of the sentence. Words that are
/// settled belong to no clause. None if another part of the sentence
/// may change what they say.
pub(super) fn clauses<'w, T>(
    words: &'w [Word],
    subject: Option<PieceId>,
    parted: bool,
    settled: &[Range<usize>],
    claimed: impl Fn(&Clause<'_>) -> Option<T>,
) -> Vec<(Clause<'w>, T)> {
    let subject = words.iter().find_map(|word| word.piece).or(subject);
    let whole = Clause::new(words, 0..words.len(), subject);
    if settled.is_empty()
        && let Some(claimed) = claimed(&whole)
    {
        return vec![(whole, claimed)];
    }
    if !parted {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut from = 0;
    let ends = |at: &usize| words.get(*at).is_none_or(|word| STRONG.contains(&word.text.as_str()));
    for end in (0..=words.len()).filter(ends) {
        if !within(words, from..end, subject, settled, &claimed, &mut found) {
            return Vec::new();
        }
        from = end + 1;
    }
    found
}

/// Adds the clauses between two strong marks. `false` if a part that fits nothing may change what the others say.
fn within<'w, T>(
    words: &'w [Word],
    range: Range<usize>,
    subject: Option<PieceId>,
    settled: &[Range<usize>],
    claimed: &impl Fn(&Clause<'_>) -> Option<T>,
    found: &mut Vec<(Clause<'w>, T)>,
) -> bool {
    let mut from = range.start;
    while from < range.end {
        let parts = |at: &usize| *at == range.end || WEAK.contains(&words[*at].text.as_str());
        let ends: Vec<usize> = (from + 1..=range.end).filter(parts).collect();
        let clause = |end: usize| Clause::new(words, from..end, subject);
        let is_settled = |end: usize| settled.iter().any(|other| other.start < end && from < other.end);
        let longest_first = ends.iter().rev().filter(|end| !is_settled(**end)).map(|end| clause(*end));
        let mut fitting = longest_first.filter_map(|clause| claimed(&clause).map(|claimed| (clause, claimed)));
        if let Some(fitting) = fitting.next() {
            from = fitting.0.range().end + 1;
            found.push(fitting);
            continue;
        }
        let Some(next) = ends.first() else { break };
        let changes = |item: &(Item, usize)| matches!(item.0, Item::Concept(name) if CHANGES.contains(&name));
        if !is_settled(*next) && clause(*next).items.iter().any(changes) {
            return false;
        }
        from = next + 1;
    }
    true
}
