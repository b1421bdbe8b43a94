//! Clues in the words of a page: the game that it names as its base, where pieces stand, and pieces that it introduces.

use crate::pages::phrases::ordinal;
use crate::variant::library;

/// Words before the name of the game that a page changes.
const BASES: [&[&str]; 12] = [
    &["variant", "of"],
    &["variation", "of"],
    &["version", "of"],
    &["modification", "of"],
    &["form", "of"],
    &["based", "on"],
    &["derived", "from"],
    &["played", "like"],
    &["played", "as"],
    &["like", "in"],
    &["as", "in"],
    &["rules", "of"],
];
/// Words before a name that are no part of it.
const PLAIN: [&str; 8] = ["the", "a", "game", "of", "standard", "orthodox", "ordinary", "usual"];
/// Verbs of a piece.
const VERBS: [&str; 9] = ["moves", "leaps", "jumps", "slides", "steps", "captures", "combines", "can", "may"];
/// Words that stand before such verbs and are no new pieces.
const NO_PIECES: [&str; 16] = [
    "player", "side", "piece", "pieces", "game", "move", "board", "opponent", "first", "second", "other", "it",
    "white", "black", "who", "which",
];
/// Words between a piece and its squares.
const BETWEEN: [&str; 9] = ["on", "at", "is", "are", "stand", "stands", "the", "in", "and"];

/// The words of a text in lower case.
pub fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// The games of the library that a text names as its base: `a variant of shatranj`, `a shatranj variant`.
pub fn bases(words: &[String]) -> Vec<&'static str> {
    let game = |name: &[String]| library::find(&name.join(" ")).map(|game| game.name);
    let behind = |at: usize| {
        let rest = &words[at..];
        let rest = &rest[rest.iter().take_while(|word| PLAIN.contains(&word.as_str())).count()..];
        (1..=rest.len().min(3)).rev().find_map(|count| game(&rest[..count]))
    };
    let mut found = Vec::new();
    for at in 0..words.len() {
        let cue = BASES
            .iter()
            .find(|cue| words.len() > at + cue.len() && cue.iter().zip(&words[at..]).all(|(cue, word)| cue == word));
        found.extend(cue.and_then(|cue| behind(at + cue.len())));
        if at > 0 && words[at] == "variant" {
            found.extend(game(&words[at - 1..at]));
        }
    }
    found
}

/// The names before verbs of movement: `the falcon moves`.
pub fn movers(words: &[String]) -> Vec<String> {
    let article = |word: &str| ["the", "a", "an", "each", "every"].contains(&word);
    let fits =
        |name: &&String| name.len() > 2 && name.chars().all(char::is_alphabetic) && !NO_PIECES.contains(&name.as_str());
    let found = words.windows(3).filter(|three| article(&three[0]) && VERBS.contains(&three[2].as_str()));
    found.map(|three| &three[1]).filter(fits).cloned().collect()
}

/// A square by its file, from 0, and its rank, from 1; without a file, all squares of the rank.
pub type Place = (Option<usize>, usize);

/// Pieces with their squares: `king f1, rooks a1 and j1, pawns on the second rank`. Empty if the text is no list of at least four kinds.
pub fn stands(words: &[String]) -> Vec<(String, Vec<Place>)> {
    let mut found: Vec<(String, Vec<Place>)> = Vec::new();
    let mut name: Option<&String> = None;
    let mut open = false;
    for (at, word) in words.iter().enumerate() {
        let rank = || {
            let follows = words.get(at + 1).is_some_and(|next| next == "rank" || next == "row");
            ordinal(word).filter(|_| follows).map(|rank| rank as usize)
        };
        match (square(word).map(|(file, rank)| (Some(file), rank)).or_else(|| rank().map(|rank| (None, rank))), name) {
            (Some(place), Some(piece)) => {
                match found.last_mut().filter(|(last, _)| open && last == piece) {
                    Some((_, squares)) => squares.push(place),
                    None => found.push((piece.clone(), vec![place])),
                }
                open = true;
            }
            _ if BETWEEN.contains(&word.as_str()) || word == "rank" || word == "row" => {}
            _ => (name, open) = (Some(word), false),
        }
    }
    let mut kinds: Vec<&String> = found.iter().map(|(name, _)| name).collect();
    kinds.sort_unstable();
    kinds.dedup();
    if kinds.len() < 4 { Vec::new() } else { found }
}

/// File from 0 and rank from 1 of a name such as `b10`.
pub fn square(name: &str) -> Option<(usize, usize)> {
    let mut letters = name.chars();
    let file = letters.next().filter(char::is_ascii_lowercase)?;
    let rank: usize = letters.as_str().parse().ok()?;
    (rank < 100).then(|| (usize::from(file as u8 - b'a'), rank))
}
