//! The words on which a verdict depends. If a sentence is still confirmed after a word was changed so that it should
//! be false, that word has not been read.

use std::ops::Range;

use crate::rules::PieceId;

use super::claim::{Claim, Verdict};
use super::context::Context;
use super::grammar::{GRAMMAR, Word, size};
use super::phrases::{number, ordinal};

/// A word of a sentence, and the sentences that result if other words replace it. If the sentence is true, they should be false.
#[derive(Clone, Debug)]
pub struct Change {
    /// Where the word stands, in bytes of the sentence.
    pub span: Range<usize>,
    /// Whole sentences with another word in its place.
    pub texts: Vec<String>,
}

/// A piece after these words is part of the claim, not its subject.
const OBJECT: [&str; 4] = ["to", "into", "like", "with"];

/// Words that make a number refer to something known already: `these two`.
const DEFINITE: [&str; 8] = ["the", "these", "those", "his", "her", "their", "your", "its"];

/// The largest number of words of a sentence that are replaced.
const MOST: usize = 12;

/// The words of a sentence that can be replaced, and the sentences that result.
pub fn changes(cx: &Context<'_>, text: &str) -> Vec<Change> {
    let words = words(text);
    let lower: Vec<String> = words.iter().map(|span| text[span.clone()].to_lowercase().replace('’', "'")).collect();
    let named: Vec<PieceId> = lower.iter().filter_map(|word| cx.piece(word)).collect();
    let mut found = Vec::new();
    for (at, span) in words.iter().enumerate() {
        let around = Around { cx, words: &lower, at, named: &named };
        // `Khon (king)`: two names of the same piece.
        let bracketed = text[..span.start].ends_with('(') || text[span.end..].starts_with(" (");
        let others = if bracketed { Vec::new() } else { around.others() };
        if !others.is_empty() {
            let with = |other: &String| format!("{}{other}{}", &text[..span.start], &text[span.end..]);
            found.push(Change { span: span.clone(), texts: others.iter().map(with).collect() });
        }
    }
    found.truncate(MOST);
    found
}

fn words(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        match found.last_mut() {
            _ if !c.is_alphanumeric() && !matches!(c, '\'' | '’') => {}
            Some(last) if last.end == at => last.end = end,
            _ => found.push(at..end),
        }
    }
    found
}

/// A word with what stands beside it.
struct Around<'s, 'c> {
    cx: &'s Context<'c>,
    words: &'s [String],
    at: usize,
    named: &'s [PieceId],
}

impl Around<'_, '_> {
    /// Words that would make a true sentence false in its place; empty if that is uncertain.
    fn others(&self) -> Vec<String> {
        let word = self.words[self.at].as_str();
        if let Some(square) = self.cx.square(word) {
            return vec![self.square(square)];
        }
        if let Some((files, ranks)) = size(word) {
            return vec![format!("{}x{ranks}", files + 4), format!("{files}x{}", ranks + 4)];
        }
        if let Some(piece) = self.cx.piece(word) {
            return self.pieces(piece);
        }
        if let Some(said) = number(word) {
            return self.number(said).into_iter().collect();
        }
        if let Some(said) = ordinal(word) {
            return self.ordinal(said).into_iter().collect();
        }
        if word == "right" && (self.next() == "to" || self.before(1).iter().any(|word| word == "same")) {
            return Vec::new();
        }
        GRAMMAR.contraries(word).iter().map(|other| (*other).to_owned()).collect()
    }

    fn before(&self, count: usize) -> &[String] {
        &self.words[self.at.saturating_sub(count)..self.at]
    }

    fn next(&self) -> &str {
        self.words.get(self.at + 1).map_or("", String::as_str)
    }

    /// Returns `true` if the next word has one of some senses.
    fn next_is(&self, senses: &[&str]) -> bool {
        let mut word = Word { text: self.next().to_owned(), ..Word::default() };
        GRAMMAR.look_up(&mut word);
        senses.iter().any(|sense| GRAMMAR.has_sense(&word, sense))
    }

    fn square(&self, square: crate::board::Square) -> String {
        let geometry = &self.cx.rules.geometry;
        let (file, rank) = (geometry.file(square), geometry.rank(square));
        let other = geometry.at((file + 3) % geometry.files(), (rank + geometry.ranks() / 2) % geometry.ranks());
        other.map_or_else(|| "z99".to_owned(), |other| geometry.name(other).to_string())
    }

    /// Two pieces that are not named in the sentence and move in other ways.
    fn pieces(&self, piece: PieceId) -> Vec<String> {
        let rules = &self.cx.rules;
        if self.cx.royal() == Some(piece) {
            return Vec::new();
        }
        // The subject of a sentence is known before it is named.
        let object = self.before(3).iter().any(|word| OBJECT.contains(&word.as_str()));
        if !object || self.cx.promoting() == Some(piece) {
            return Vec::new();
        }
        let notation = &rules.piece(piece).notation;
        let other = |other: &PieceId| {
            !self.named.contains(other)
                && rules.piece(*other).notation != *notation
                && self.cx.royal() != Some(*other)
                && !self.cx.placed(*other, None).is_empty()
        };
        let plural = self.cx.is_plural(&self.words[self.at]);
        let name = |other: PieceId| format!("{}{}", self.cx.name(other), if plural { "s" } else { "" });
        rules.piece_ids().filter(other).map(name).take(2).collect()
    }

    fn number(&self, said: u32) -> Option<String> {
        let word = self.words[self.at].as_str();
        let counts = self.next_is(&["square", "rank", "file", "piece"]) || self.cx.piece(self.next()).is_some();
        let definite = self.before(1).iter().any(|word| DEFINITE.contains(&word.as_str()));
        let digits = word.starts_with(|c: char| c.is_ascii_digit());
        let label = digits && self.at == 0;
        let people = self.next_is(&["player"]);
        let plain = digits || said > 2 || counts;
        (said > 0 && plain && !definite && !label && !people && !["once", "twice"].contains(&word))
            .then(|| (said + 3).to_string())
    }

    fn ordinal(&self, said: u32) -> Option<String> {
        let counts = self.next_is(&["rank"]) || ["move", "time", "player"].contains(&self.next()) || said > 2;
        let other = if said <= 4 { said + 2 } else { said - 2 };
        let end = match other {
            1 => "st",
            2 => "nd",
            3 => "rd",
            _ => "th",
        };
        counts.then(|| format!("{other}{end}"))
    }
}

/// Words that open a clause of its own, beside what a sentence claims.
const ASIDE: [&str; 12] =
    ["while", "unlike", "because", "although", "though", "since", "which", "like", "as", "despite", "whereas", "thus"];

/// Returns `true` if a claim depends on the words around a change. A claim that lists the words from which it was read depends on these.
pub fn rests_near(claim: &Claim, text: &str, change: &Change) -> bool {
    if let Some(at) = claim.words.as_deref().and_then(|words| Some((text.find(words)?, words.len()))) {
        return change.span.start >= at.0 && change.span.end <= at.0 + at.1;
    }
    // The clause that contains the word, and the word that opens the clause.
    let clause = text[..change.span.start].rsplit([',', ';', ':', '(', '–', '—']).next().unwrap_or_default();
    let opening = text[change.span.start - clause.len()..]
        .trim_start_matches(|c: char| !c.is_alphanumeric())
        .split_whitespace()
        .next();
    let opening = opening.unwrap_or_default().to_lowercase();
    let bracketed = text[..change.span.start].matches('(').count() > text[..change.span.start].matches(')').count();
    !bracketed && !ASIDE.contains(&opening.as_str())
}

/// Withdraws the confirmation of a claim that does not depend on some word of its sentence.
pub fn part(claim: &mut Claim, word: &str) {
    if claim.verdict == Verdict::Confirmed {
        claim.verdict = Verdict::NotUnderstood;
        claim.in_part = true;
        claim.detail = format!("only a part has been read, without `{word}`: {}", claim.detail);
    }
}
