//! Words and phrases by what they bring to a clause.

use std::collections::HashMap;
use std::sync::LazyLock;

/// The longest phrase, in words.
const LONGEST: usize = 5;

/// The concept of each word and phrase; the words of a phrase are joined by blanks.
static CONCEPTS: LazyLock<HashMap<String, &'static str>> = LazyLock::new(|| {
    let lines = ferz_grammar::english::GIST.lines().filter(|line| !line.starts_with('#'));
    let entries = lines.filter_map(|line| line.split_once(": "));
    let words = entries
        .flat_map(|(concept, words)| words.split_whitespace().map(move |word| (word.replace('_', " "), concept)));
    words.collect()
});

/// The concept of the longest phrase at the beginning of some words, and the number of its words.
pub(super) fn concept(texts: &[&str]) -> Option<(&'static str, usize)> {
    let longest = texts.len().min(LONGEST);
    (1..=longest).rev().find_map(|count| {
        let concept = CONCEPTS.get(texts[..count].join(" ").as_str())?;
        Some((*concept, count))
    })
}
