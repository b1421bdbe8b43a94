//! Forms: different wordings of the same thing are rewritten to one, so that no claim has to list them all.
//!
//! A line `left => right` of `grammar/english/forms.txt` rewrites the left wording to the right one. On the left, `(a|b)` is
//! an alternative, `[a]` is optional, and `_` is one to four words that are kept; on the right, `_` marks their
//! place.

use std::ops::Range;

use super::word::Word;

/// A part of what is replaced.
#[derive(Clone, Debug)]
enum Part {
    /// One of these words.
    One(Vec<usize>),
    /// One of these words, or nothing.
    Maybe(Vec<usize>),
    /// Words that stay.
    Gap,
}

/// A rewrite rule: a wording, and the words that replace it.
#[derive(Clone, Debug)]
pub struct Form {
    left: Vec<Part>,
    /// The replacement; `_` marks the place of the gap.
    pub right: Vec<&'static str>,
}

/// The most words in a gap.
const MOST_IN_GAP: usize = 4;

impl Form {
    /// Reads a line of the file; `id` numbers words.
    pub fn read(line: &'static str, mut id: impl FnMut(&'static str) -> usize) -> Option<Form> {
        let (left, right) = line.split_once("=>")?;
        let mut ids = |words: &'static str| words.split('|').map(&mut id).collect::<Vec<_>>();
        let part = |part: &'static str| match (part.strip_prefix('('), part.strip_prefix('[')) {
            (Some(words), _) => Part::One(ids(words.trim_end_matches(')'))),
            (_, Some(words)) => Part::Maybe(ids(words.trim_end_matches(']'))),
            _ if part == "_" => Part::Gap,
            _ => Part::One(ids(part)),
        };
        Some(Form { left: left.split_whitespace().map(part).collect(), right: right.split_whitespace().collect() })
    }

    /// Where it ends if it begins at a word, and the words of its gap.
    pub fn fits(&self, words: &[Word], at: usize) -> Option<(usize, Range<usize>)> {
        let (end, gap) = Form::end(&self.left, words, at, (at, at))?;
        Some((end, gap.0..gap.1))
    }

    /// Where it ends if it begins with the first of some words, and what stands in its gap.
    fn end(parts: &[Part], words: &[Word], at: usize, gap: (usize, usize)) -> Option<(usize, (usize, usize))> {
        let Some((part, rest)) = parts.split_first() else { return Some((at, gap)) };
        let fits = |ids: &[usize]| words.get(at).is_some_and(|word| word.id.is_some_and(|id| ids.contains(&id)));
        match part {
            Part::One(ids) => fits(ids).then(|| Form::end(rest, words, at + 1, gap))?,
            Part::Maybe(ids) => fits(ids)
                .then(|| Form::end(rest, words, at + 1, gap))
                .flatten()
                .or_else(|| Form::end(rest, words, at, gap)),
            Part::Gap => {
                let plain = |word: &&Word| word.text.chars().all(char::is_alphanumeric);
                let most = words[at..].iter().take(MOST_IN_GAP).take_while(plain).count();
                (1..=most).find_map(|count| Form::end(rest, words, at + count, (at, at + count)))
            }
        }
    }
}
