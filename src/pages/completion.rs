//! Completes fragments: `One square in any direction.` below the heading `King`, the items of a list that a sentence
//! opens, the cells of a table, `in that case`.

use super::context::Context;
use super::grammar::{self, GRAMMAR, Names, Word};
use super::model::Block;
use super::sentence::Sentence;

/// Longer sentences leave nothing out.
const LONGEST: usize = 20;
/// Longer headings are no subjects.
const LONGEST_HEADING: usize = 60;
/// Longer openings of lists are not said again before each item.
const LONGEST_OPENING: usize = 300;

/// The words that may have been left out before a sentence, the likeliest first.
pub fn openings(
    cx: &Context<'_>,
    said: &Sentence,
    words: &[Word],
    condition: &[Word],
    names: &dyn Names,
) -> Vec<Vec<Word>> {
    let mut found: Vec<Vec<Word>> = Vec::new();
    if words.len() > LONGEST || words.is_empty() {
        return found;
    }
    // A name by itself says something only below the head of a column.
    let name = words.len() == 1 && words[0].number.is_none() && words[0].side.is_none();
    let page = cx.page;
    let read = |text: &str| silent(grammar::row(text, &GRAMMAR, names).words);
    let text = |index: Option<usize>, longest: usize| {
        let block: &Block = page.blocks.get(index?)?;
        let text = block.text.as_str().trim();
        (text.len() <= longest).then_some(text)
    };
    let colon = || read(":");
    let plain = |text: &str| read(text.trim_end_matches([':', '.', ' ']));
    if let Some(row) = text(said.above.row, LONGEST_HEADING) {
        // A letter that diagrams have for a piece.
        let lettered = cx.rules.piece_with_symbol(row).filter(|_| row.len() == 1 && !cx.is_foreign(row));
        let row = lettered.map_or_else(|| plain(row), |(piece, _)| read(cx.name(piece)));
        if let Some(column) = text(said.above.column, LONGEST_HEADING) {
            let column = plain(column);
            found.push([row.clone(), column.clone()].concat());
            if name {
                return found;
            }
            found.push([row.clone(), colon(), column].concat());
        }
        found.push([row, colon()].concat());
    }
    if name {
        return Vec::new();
    }
    if let Some(opening) = text(said.above.opening, LONGEST_OPENING) {
        let mut opening = plain(last_sentence(opening));
        let end = opening_end(&opening);
        opening.truncate(end);
        found.push(opening.clone());
        found.push([opening, colon()].concat());
    }
    let own = words.first().is_some_and(|word| word.piece.is_some() || word.foreign);
    if let Some(piece) = said.before.filter(|_| !own) {
        let name = read(cx.name(piece));
        found.push([name.clone(), colon()].concat());
        found.push(name);
    }
    if let Some(heading) = text(said.above.headings.last().copied(), LONGEST_HEADING) {
        found.push([plain(heading), colon()].concat());
    }
    if !condition.is_empty() {
        found.push([silent(condition.to_vec()), read(",")].concat());
    }
    found.retain(|words| !words.is_empty());
    found
}

/// Words that are not on the line: they have no place of their own.
pub fn silent(words: Vec<Word>) -> Vec<Word> {
    words.into_iter().map(|word| Word { span: 0..0, ..word }).collect()
}

fn last_sentence(text: &str) -> &str {
    text.rsplit(['.', '!', '?']).next().unwrap_or(text).trim()
}

/// Where what opens a list ends: `… if any of the following conditions hold` goes on behind `if`.
fn opening_end(words: &[Word]) -> usize {
    let follows = |word: &Word| GRAMMAR.has_sense(word, "following");
    let Some(at) =
        words.iter().rposition(|word| word.text == "following" || word.text == "follows" || word.text == "these")
    else {
        return words.len();
    };
    let start = words[..at].iter().rposition(|word| !follows(word)).map_or(0, |before| before + 1);
    // `The following pieces may promote` says more behind it.
    if words[at + 1..].iter().all(follows) { start } else { words.len() }
}

/// A short question as a condition: `no legal move?` is `if no legal move`.
pub fn supposed(words: Vec<Word>) -> Vec<Word> {
    let mut when = Word { text: "if".to_owned(), ..words.first().cloned().unwrap_or_default() };
    (when.piece, when.side, when.number) = (None, None, None);
    GRAMMAR.look_up(&mut when);
    [vec![when], words].concat()
}

/// The condition that a sentence sets, for the next one that says `in that case`.
pub fn condition(words: &[Word]) -> Vec<Word> {
    let Some(start) = words.iter().position(|word| word.text == "if" || word.text == "when") else { return Vec::new() };
    let end = words[start..].iter().position(|word| word.text == ",").map_or(words.len(), |comma| start + comma);
    words[start..end].to_vec()
}

/// The words behind `in that case`, if a sentence begins so.
pub fn behind_that_case(words: &[Word]) -> Option<&[Word]> {
    let says =
        |text: &[&str]| words.len() > text.len() && words.iter().zip(text).all(|(word, text)| word.text == *text);
    let ways: [&[&str]; 6] = [
        &["in", "that", "case"],
        &["in", "this", "case"],
        &["in", "such", "case"],
        &["if", "so"],
        &["then"],
        &["if", "this", "happens"],
    ];
    let way = ways.into_iter().find(|way| says(way))?;
    let rest = &words[way.len()..];
    Some(if rest.first().is_some_and(|word| word.text == ",") { &rest[1..] } else { rest })
}
