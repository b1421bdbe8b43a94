//! Problems of a text: code, message, place and help, as plain data.
//!
//! This module knows no check and prints nothing. `render` makes the text for people.

mod code;
mod problem;
#[cfg_attr(not(feature = "drawing"), path = "plain.rs")]
mod render;
mod style;

pub use code::Code;
pub use problem::{Diagnostic, Label, Record, Severity};
pub use render::{render, render_all, render_statements};
pub use style::{Statement, Style};

/// The known word that is most similar to an unknown one, if it is similar enough for a suggestion.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: String = word.chars().take(LONGEST_WORD).collect();
    let best = known.into_iter().min_by_key(|other| distance(&word, other))?;
    (distance(&word, best) <= 1 + best.chars().count().max(word.chars().count()) / 4).then_some(best)
}

/// The known words that are most similar to an unknown one, the most similar first, even if none is very similar.
pub fn nearest_few<'a>(word: &str, known: impl IntoIterator<Item = &'a str>, count: usize) -> Vec<&'a str> {
    let word: String = word.chars().take(LONGEST_WORD).collect();
    let mut known: Vec<&str> = known.into_iter().collect();
    known.sort_by_cached_key(|other| distance(&word, other));
    known.truncate(count);
    known
}

/// The number of letters of a word that are compared.
const LONGEST_WORD: usize = 64;

/// The edit distance between two words, regardless of case.
fn distance(word: &str, other: &str) -> usize {
    strsim::damerau_levenshtein(&word.to_lowercase(), &other.to_lowercase())
}

/// "`a`, `b` or `c`": the words that would have been accepted.
pub fn one_of<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| format!("`{word}`")).collect();
    match words.split_last() {
        None => "nothing".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}

/// A suggestion: the most similar known word, or a short list of all known words if none is similar.
pub fn suggest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let known: Vec<&str> = known.into_iter().collect();
    match nearest(word, known.iter().copied()) {
        Some(near) => Some(format!("did you mean `{near}`?")),
        None if known.is_empty() => None,
        None if known.len() <= 24 => Some(format!("known: {}", one_of(known))),
        None => None,
    }
}

/// A text, shortened for a message.
pub fn shorten(text: &str) -> String {
    const LONGEST: usize = 48;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST).chain(['…']).collect()
}
