//! Reasons for which a sentence that was read does not contradict the rules: it may speak of something else than the rules
//! that it was held against. An alarm that is wrong costs more than one that is missing.

use crate::board::Topology;

use super::context::{Context, LONGEST_PLAIN};
use super::grammar::{GRAMMAR, Reading, Word};
use super::sentence::Sentence;

/// The reason why a contradiction counts only as a doubt.
pub const IN_PART: &str = "only a part of the sentence has been read; it may differ from the rules";

/// The piece of the claim was named somewhere above.
pub const STALE: &str = "it may be about another piece";

/// A long sentence makes several statements.
pub const LONG: &str = "the sentence is long";

/// What it compares with may differ from what is known of it.
pub const ELSEWHERE: &str = "it speaks of another game";

/// Shapes of claims about numbers of pieces: `with two new pieces` does not count all of them.
const COUNTS: [&str; 4] = ["counts", "total", "none", "handcount"];

/// Shapes of claims that hold in one game and not in another of the same name or kind.
const DIFFERING: [&str; 2] = ["moves", "promote"];

/// Senses of words that name other games, or compare with them.
const COMPARING: [&str; 4] = ["usualgame", "elsewhere", "othergame", "compares"];

/// The reason for which a claim cannot contradict the rules. `None` if nothing speaks against it.
pub fn doubt(cx: &Context<'_>, said: &Sentence, words: &[Word], reading: &Reading) -> Option<&'static str> {
    let says = |sense: &str| said.tokens.iter().any(|token| GRAMMAR.means(&token.word, sense));
    let shape = reading.shape;
    let compared = |sense: &str| words.iter().any(|word| GRAMMAR.has_sense(word, sense));
    match () {
        () if is_long(said) => Some(LONG),
        () if shape == "asgame" || DIFFERING.contains(&shape) && COMPARING.into_iter().any(compared) => Some(ELSEWHERE),
        () if cx.rules.geometry.topology() == Topology::Hexagonal
            && shape == "moves"
            && reading.notes.iter().any(|note| note.tag == "F") =>
        {
            Some("between hexagons, a diagonal may be another direction")
        }
        () if shape == "none" && words.iter().any(|word| cx.is_guessed(&word.text)) => {
            Some("the rules have the piece by another name")
        }
        () if COUNTS.contains(&shape) && says("restricts") => Some("it counts only some of the pieces"),
        () => None,
    }
}

/// Returns `true` if a sentence has so many words that it makes several statements.
pub fn is_long(said: &Sentence) -> bool {
    said.tokens.iter().filter(|token| token.word.starts_with(char::is_alphanumeric)).count() > LONGEST_PLAIN
}
