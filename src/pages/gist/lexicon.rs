//! Words and phrases by what they bring to a clause.

use std::collections::HashMap;
use std::sync::LazyLock;

/// The frames of claims.
pub(super) const FRAMES: &str = ferz_grammar::english::FRAMES;

/// The longest phrase, in words.
const LONGEST: usize = 5;

/// The concept of each word and phrase; the words of a phrase are joined by blanks.
static CONCEPTS: LazyLock<HashMap<String, &'static str>> = LazyLock::new(|| {
    let lines = ferz_grammar::english::GIST.lines().filter(|line| !line.starts_with('#'));
    let entries = lines.filter_map(|line| line.split_once(": "));
    let words = entries.flat_map(|(concept, words)| words.split_whitespace().map(move |word| (phrase(word), concept)));
    words.collect()
});

/// Words that sentences lose before they are read.
const SILENT: [&str; 7] = ["a", "an", "the", "its", "his", "their", "your"];

/// The words of a phrase as sentences have them.
fn phrase(entry: &str) -> String {
    let words = entry.split('_').map(|word| word.strip_suffix("'s").unwrap_or(word));
    words.filter(|word| !SILENT.contains(word)).collect::<Vec<_>>().join(" ")
}

/// The concept of the longest phrase at the beginning of some words, and the number of its words.
pub(super) fn concept(texts: &[&str]) -> Option<(&'static str, usize)> {
    let longest = texts.len().min(LONGEST);
    (1..=longest).rev().find_map(|count| {
        let concept = CONCEPTS.get(texts[..count].join(" ").as_str())?;
        Some((*concept, count))
    })
}
