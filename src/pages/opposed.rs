//! Sentences that no reader knows, and that would be right with the opposite of one of their words.

use super::claim::{Finding, Verdict};
use super::context::Context;
use super::contrary;
use super::grammar::Word;
use super::reader::{Outcome, Reader};
use super::sentence::Sentence;

/// Words of longer sentences are not tried in the place of others.
const LONGEST: usize = 25;

/// Judges a sentence in which nothing was read, but that would be read wholly and be right with the opposite of one of its words.
/// `false` if there is no such word.
pub fn find(cx: &mut Context<'_>, reader: &Reader, said: &Sentence, words: &[Word]) -> bool {
    if cx.carries_facts || words.len() > LONGEST || words.iter().any(|word| contrary::is_vague(&word.text)) {
        return false;
    }
    for at in (0..words.len()).filter(|at| !contrary::is_direction(&words[*at])) {
        let value = contrary::values(cx, words, at).pop();
        let none = value.filter(|word| word.number.is_none() && words[at].number.is_some());
        for other in contrary::opposites(words, at).into_iter().chain(none) {
            let instead = contrary::in_place_of(&other, &words[at]);
            let mut changed = words.to_vec();
            changed[at] = other;
            changed.retain(|word| !word.text.is_empty());
            let (mut reader, before) = (reader.clone(), cx.claims.len());
            let read = cx.tried(|cx| {
                let rest = reader.row(cx, said, &changed, false, &mut Outcome::default());
                if rest == 0 { cx.claims[before..].to_vec() } else { Vec::new() }
            });
            let right = read.iter().all(|claim| claim.verdict == Verdict::Confirmed);
            let Some(claim) = read.into_iter().next().filter(|_| right) else { continue };
            let wrong = Finding { position: claim.position, ..Finding::contradicted(claim.detail) };
            cx.say_read(claim.kind, said, said.line, wrong.corrected(Some(instead)));
            return true;
        }
    }
    false
}
