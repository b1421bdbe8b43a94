//! Suggestions for misspelt words, and lists of words in messages.

/// The known word nearest to an unknown one, if it is near enough for a suggestion.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: String = word.chars().take(LONGEST_WORD).collect();
    let best = known.into_iter().min_by_key(|other| distance(&word, other))?;
    (distance(&word, best) <= 1 + best.chars().count().max(word.chars().count()) / 4).then_some(best)
}

/// The known words nearest to an unknown one, the nearest first, at any distance.
pub fn nearest_few<'a>(word: &str, known: impl IntoIterator<Item = &'a str>, count: usize) -> Vec<&'a str> {
    let word: String = word.chars().take(LONGEST_WORD).collect();
    let mut known: Vec<&str> = known.into_iter().collect();
    known.sort_by_cached_key(|other| distance(&word, other));
    known.truncate(count);
    known
}

/// A word is compared up to this length.
const LONGEST_WORD: usize = 64;

/// The number of letters to change in order to turn one word into another, ignoring case.
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

/// Help that suggests the nearest known word. If none is near, lists all known words if they are few.
pub fn suggest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let known: Vec<&str> = known.into_iter().collect();
    match nearest(word, known.iter().copied()) {
        Some(near) => Some(format!("did you mean `{near}`?")),
        None if known.is_empty() => None,
        None if known.len() <= 24 => Some(format!("known: {}", one_of(known))),
        None => None,
    }
}

/// A text cut to a length that fits a message.
pub fn shorten(text: &str) -> String {
    const LONGEST: usize = 48;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST).chain(['…']).collect()
}
