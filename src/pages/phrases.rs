//! Sentences as rows of concepts. Only this module of the room names pest.

use std::ops::Range;

/// Meaning of a word or phrase; the rules of the grammar, one for one.
pub use ferz_grammar::phrases::Rule as Concept;
use ferz_grammar::phrases::{Grammar, Rule};
use pest::Parser;

/// A word or phrase of a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// Its meaning.
    pub concept: Concept,
    /// The word in lower case.
    pub word: String,
    /// Where it stands, in bytes of the sentence.
    pub span: Range<usize>,
}

/// A sentence longer than this is read as plain words only as far as this.
const MAX_LENGTH: usize = 4_000;

/// The tokens of a sentence.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut end = text.len().min(MAX_LENGTH);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let Ok(mut parsed) = Grammar::parse(Rule::sentence, &text[..end]) else { return Vec::new() };
    let pairs = parsed.next().into_iter().flat_map(pest::iterators::Pair::into_inner);
    let token = |pair: pest::iterators::Pair<'_, Rule>| Token {
        concept: pair.as_rule(),
        word: pair.as_str().to_lowercase().replace('’', "'"),
        span: pair.as_span().start()..pair.as_span().end(),
    };
    pairs.filter(|pair| !matches!(pair.as_rule(), Rule::EOI | Rule::other)).map(token).collect()
}

/// The number that a word names.
pub fn number(word: &str) -> Option<u32> {
    const NAMES: [&str; 13] =
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    if let Some(index) = NAMES.iter().position(|name| *name == word) {
        return Some(index as u32);
    }
    match word {
        "single" | "once" => Some(1),
        "twice" => Some(2),
        "thirteen" => Some(13),
        "fourteen" => Some(14),
        "fifteen" => Some(15),
        "sixteen" => Some(16),
        "seventeen" => Some(17),
        "eighteen" => Some(18),
        "nineteen" => Some(19),
        "twenty" => Some(20),
        "thirty" => Some(30),
        "forty" => Some(40),
        "fifty" => Some(50),
        "sixty" => Some(60),
        "seventy" => Some(70),
        "eighty" => Some(80),
        "ninety" => Some(90),
        "hundred" => Some(100),
        _ => match word.strip_prefix("sixty-") {
            Some(rest) => Some(60 + number(rest)?),
            None => word.parse().ok(),
        },
    }
}

/// The number that a word such as `third` or `8th` gives a place.
pub fn ordinal(word: &str) -> Option<u32> {
    const NAMES: [&str; 10] =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    if let Some(index) = NAMES.iter().position(|name| *name == word) {
        return Some(index as u32 + 1);
    }
    word.trim_end_matches(char::is_alphabetic).parse().ok().filter(|_| word.starts_with(|c: char| c.is_ascii_digit()))
}

/// The number in `last three ranks`.
pub fn ranks_counted(words: &str) -> Option<u32> {
    words.split_whitespace().find_map(number)
}
