//! Sentences as rows of words, without words that are only style, and with one spelling for each word.

use std::ops::Range;

use crate::board::Side;
use crate::rules::PieceId;

use super::forms::Form;
use super::manner::Manner;
use super::rules::Grammar;
use super::word::Word;

/// Meanings of the page's own words.
pub trait Names {
    /// The piece with a name.
    fn piece(&self, name: &str) -> Option<PieceId>;
    /// The side with a name.
    fn side(&self, name: &str) -> Option<Side>;
    /// The name of the piece with a letter.
    fn lettered(&self, letter: &str) -> Option<String>;
    /// Returns `true` if it is a piece of other games only.
    fn is_foreign(&self, name: &str) -> bool;
    /// `Some(true)` if it is the name of the page's own game, `Some(false)` if it is that of another. Few games are
    /// named without a capital.
    fn game(&self, name: &str, capital: bool) -> Option<bool>;
}

/// A sentence and what stands in brackets in it.
#[derive(Clone, Default, Debug)]
pub struct Row {
    /// Its words, without those in brackets.
    pub words: Vec<Word>,
    /// The remarks in brackets.
    pub brackets: Vec<Bracket>,
}

/// A remark in brackets.
#[derive(Clone, Default, Debug)]
pub struct Bracket {
    /// Where it opens, in bytes of the sentence.
    pub at: usize,
    /// Its words.
    pub words: Vec<Word>,
}

/// More words than these are not read in one sentence.
const MOST: usize = 160;

/// An exception in brackets is not longer, in words.
const LONGEST_EXCEPTION: usize = 7;

/// Reads a sentence.
pub fn row(text: &str, grammar: &Grammar, names: &dyn Names) -> Row {
    let mut row = Row::default();
    let (mut depth, mut inner, mut opened) = (0_u32, Vec::new(), 0);
    let manner = &grammar.manner;
    let from = label_end(text, manner);
    for (word, span) in split(text).into_iter().filter(|(_, span)| span.start >= from) {
        match word.as_str() {
            "(" | "[" => {
                depth += 1;
                opened = span.start;
            }
            ")" | "]" => {
                depth = depth.saturating_sub(1);
                // A list of pieces belongs to the sentence.
                let pieces = inner.iter().filter(|word: &&Word| names.piece(&word.text).is_some()).count();
                // `A (1,2) leaper`: numbers belong to it too.
                let numbers = inner.iter().all(|word: &Word| word.number.is_some() || word.text == ",");
                if depth == 0 && numbers && inner.len() == 3 {
                    row.words.append(&mut inner);
                } else if depth == 0 && is_count(&inner, manner) {
                    // `Pawn (8 per player)`.
                    row.words.append(&mut inner);
                } else if depth == 0 && pieces > 0 && is_exception(&inner, manner) {
                    // `Any other piece (except a king)`.
                    row.words.append(&mut inner);
                } else if depth == 0 && pieces > 1 && inner.len() < 3 * pieces {
                    let comma = Word { text: ",".to_owned(), ..inner[0].clone() };
                    row.words.push(comma.clone());
                    row.words.append(&mut inner);
                    row.words.push(comma);
                } else if depth == 0 && !inner.is_empty() {
                    row.brackets.push(Bracket { at: opened, words: std::mem::take(&mut inner) });
                }
            }
            _ if row.words.len() + inner.len() >= MOST => break,
            _ => {
                let capital = text[span.clone()].starts_with(char::is_uppercase);
                let place = if depth > 0 { &mut inner } else { &mut row.words };
                for part in manner.whole_words(&word) {
                    place.push(Word {
                        id: None,
                        senses: 0,
                        piece: None,
                        side: None,
                        number: manner.number(&part),
                        ordinal: manner.ordinal(&part),
                        foreign: names.is_foreign(&part),
                        text: part,
                        span: span.clone(),
                        capital,
                    });
                }
            }
        }
    }
    row.words.append(&mut inner);
    let bracketed = row.brackets.iter_mut().map(|bracket| &mut bracket.words);
    for words in std::iter::once(&mut row.words).chain(bracketed) {
        spelled_out(words, names, manner);
        *words = reformed(numbered(meant(std::mem::take(words), grammar, names), manner), grammar, names);
    }
    row
}

/// Where the number of an item ends: `2. The rook moves …`, `b) …`.
fn label_end(text: &str, manner: &Manner) -> usize {
    let inner = text.trim_start_matches(['(', ' ']);
    // `Art. 2.1 The king …`, `§ 4.2 …`.
    let parts = |c: char| c.is_ascii_digit() || c == '.';
    let article = manner.list("sections").iter().find_map(|name| inner.strip_prefix(name));
    let numbered = article.unwrap_or(inner).trim_start();
    let behind = numbered.trim_start_matches(parts);
    let marks = numbered[..numbered.len() - behind.len()].trim_end_matches('.').matches('.').count();
    let begins = numbered.starts_with(|c: char| c.is_ascii_digit()) && behind.starts_with([' ', ':']);
    if begins && (article.is_some() || marks > 0 && behind.trim_start().starts_with(char::is_uppercase)) {
        return text.len() - behind.len() + usize::from(behind.starts_with(':'));
    }
    let count = inner.chars().take_while(char::is_ascii_alphanumeric).count();
    let (label, behind) = inner.split_at(count);
    let digits = label.bytes().all(|byte| byte.is_ascii_digit()) && count < 3;
    let marked = behind.starts_with(") ") || digits && behind.starts_with(". ");
    if marked && (digits || count == 1) && count > 0 { text.len() - inner.len() + count + 1 } else { 0 }
}

/// Returns `true` if brackets hold an exception that belongs to the words before them.
fn is_exception(inner: &[Word], manner: &Manner) -> bool {
    let first = inner.first().map_or("", |word| word.text.as_str());
    manner.has("exceptions", first) && inner.len() <= LONGEST_EXCEPTION
}

/// Returns `true` if brackets hold a number of pieces for each side.
fn is_count(inner: &[Word], manner: &Manner) -> bool {
    let each = |word: &Word| manner.has("each", &word.text);
    inner.len() <= 4 && inner.first().is_some_and(|word| word.number.is_some()) && inner.iter().any(each)
}

/// `Q, R, B or N`: letters in a row stand for the pieces that they mean in diagrams.
fn spelled_out(words: &mut [Word], names: &dyn Names, manner: &Manner) {
    let single =
        |word: &Word| word.capital && word.text.len() == 1 && word.text.bytes().all(|c| c.is_ascii_lowercase());
    let joins = |word: &Word| manner.has("joins", &word.text);
    let letters: Vec<usize> = (0..words.len()).filter(|at| single(&words[*at])).collect();
    let joined = |one: usize, two: usize| two - one > 1 && two - one < 4 && words[one + 1..two].iter().all(joins);
    let beside = |at: usize| {
        let place = letters.iter().position(|letter| *letter == at).unwrap_or(0);
        let before = place > 0 && joined(letters[place - 1], at);
        before || letters.get(place + 1).is_some_and(|next| joined(at, *next))
    };
    // `Promotes as G`: a letter that is likened to.
    let likened = |at: usize| at > 0 && manner.has("likened", &words[at - 1].text);
    // `P drop with mate`, but not `in an L` or `on board B`.
    let other = |word: &Word| manner.has("apart", &word.text);
    let alone = |at: usize| {
        let shaped = words.get(at + 1).is_some_and(|next| manner.has("shaped", &next.text));
        // `L l` is a row of letters.
        let letter =
            words.get(at + 1).is_none_or(|next| next.text.len() == 1 && next.text.starts_with(char::is_alphanumeric));
        !manner.has("letters", &words[at].text) && !shaped && !letter && (at == 0 || !other(&words[at - 1]))
    };
    let named = |at: &usize| beside(*at) || likened(*at) || alone(*at);
    let in_rows: Vec<usize> = letters.iter().copied().filter(named).collect();
    for at in in_rows {
        if let Some(name) = names.lettered(&words[at].text.to_uppercase()) {
            words[at].text = name;
        }
    }
}

/// Words and marks with their places. A hyphen parts words, but `9x9` and `a1-h1` are one.
fn split(text: &str) -> Vec<(String, Range<usize>)> {
    let mut found: Vec<(String, Range<usize>)> = Vec::new();
    let mut start = None;
    let letters = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '’' | '×');
    let ends = text.char_indices().map(Some).chain([None]);
    for next in ends {
        let at = next.map_or(text.len(), |(at, _)| at);
        let inside = next.is_some_and(|(_, c)| letters(c));
        match (start, inside) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                found.push((text[from..at].to_lowercase().replace('’', "'").replace('×', "x"), from..at));
                start = None;
            }
            _ => {}
        }
        if let Some((at, c)) = next.filter(|(_, c)| !c.is_whitespace() && !letters(*c)) {
            let dash =
                matches!(c, '–' | '—') || c == '-' && text[..at].ends_with(' ') && text[at + 1..].starts_with(' ');
            match c {
                // `Promotion – a pawn …`: behind its first words a sentence goes on as behind a colon.
                _ if dash && is_label(&found) => {
                    found.push((":".to_owned(), at..at + c.len_utf8()));
                }
                '-' if dash => found.push((",".to_owned(), at..at + 1)),
                '.' | '"' | '“' | '”' | '*' | '!' | '?' | '-' | '_' | '«' | '»' | '„' | '‘' => {}
                '–' | '—' | '…' | '，' => found.push((",".to_owned(), at..at + c.len_utf8())),
                _ => found.push((c.to_string(), at..at + c.len_utf8())),
            }
        }
    }
    found
}

/// One to three words at the beginning, and what stands in brackets behind them: `Captain (C)`.
fn is_label(found: &[(String, Range<usize>)]) -> bool {
    let word = |(word, _): &&(String, Range<usize>)| word.starts_with(char::is_alphanumeric);
    let name = found.iter().take_while(word).count();
    let rest = &found[name..];
    let bracketed = matches!(rest, [(open, _), inner @ .., (close, _)]
        if open == "(" && close == ")" && inner.len() <= 3 && inner.iter().all(|part| word(&part)));
    (1..=3).contains(&name) && (rest.is_empty() || bracketed)
}

/// Names of several words become one, fillers go, and the rest gets its senses.
fn meant(words: Vec<Word>, grammar: &Grammar, names: &dyn Names) -> Vec<Word> {
    let mut found: Vec<Word> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let joined = |count: usize| {
            let part = words.get(at..at + count)?;
            Some(part.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" "))
        };
        let named = [3, 2, 1].into_iter().find_map(|count| {
            let name = joined(count)?;
            let (piece, side) = (names.piece(&name), names.side(&name));
            (piece.is_some() || side.is_some()).then_some((count, name, piece, side))
        });
        let mut word = words[at].clone();
        let mut count = 1;
        if let Some((length, name, piece, side)) = named {
            count = length;
            word = Word { text: name, piece, side, ..word };
            word.span.end = words[at + count - 1].span.end;
        }
        at += count;
        // `The Xiangqi elephant` is no piece of the page's game, unless this is the game's name.
        let next = words
            .get(at)
            .filter(|next| names.piece(&next.text).is_some() && word.piece.is_none() && word.side.is_none());
        let owns = word.span.len() > word.text.len();
        match next.and_then(|_| names.game(&word.text, word.capital && at > count)) {
            // `The Empire's pawns` may be those of an army.
            Some(true) if owns => {}
            Some(true) => continue,
            Some(false) => {
                grammar.look_up(&mut word);
                let next = Word { foreign: true, ..words[at].clone() };
                found.extend([word, next]);
                at += 1;
                continue;
            }
            None => {}
        }
        // In `the gold general`, `general` is a title that belongs to the name `gold`.
        if let Some(next) = words.get(at).filter(|_| word.piece.is_some()) {
            let mut next = next.clone();
            grammar.look_up(&mut next);
            if grammar.has_sense(&next, "title") && names.piece(&format!("{} {}", word.text, next.text)).is_none() {
                word.span.end = next.span.end;
                at += 1;
            }
        }
        grammar.look_up(&mut word);
        if !grammar.is_filler(&word) || word.piece.is_some() {
            found.push(word);
        } else if found.last().is_some_and(|last| last.text == ",")
            && words.get(at).is_some_and(|next| next.text == ",")
        {
            // `The king, however, moves`.
            found.pop();
            at += 1;
        }
    }
    found
}

/// `Thirty six` and `a hundred and fifty` are one number.
fn numbered(words: Vec<Word>, manner: &Manner) -> Vec<Word> {
    let mut found: Vec<Word> = Vec::with_capacity(words.len());
    let tens = |number: u32| (20..100).contains(&number) && number.is_multiple_of(10);
    let spelled = |word: &Word| word.number.filter(|_| word.text.starts_with(char::is_alphabetic));
    for word in words {
        let and = found.last().is_some_and(|last| manner.has("sums", &last.text));
        let before = found.iter().rev().nth(usize::from(and)).and_then(spelled);
        let sum = match (before, spelled(&word)) {
            (Some(before), Some(more)) if !and && tens(before) && more < 10 => Some(before + more),
            (Some(before), Some(100)) if !and && before < 10 => Some(100 * before),
            (Some(before), Some(more)) if before % 100 == 0 && before > 0 && more < 100 => Some(before + more),
            _ => None,
        };
        let Some(number) = sum else {
            found.push(word);
            continue;
        };
        if and {
            found.pop();
        }
        if let Some(last) = found.last_mut() {
            (last.number, last.text, last.ordinal) = (Some(number), number.to_string(), None);
            last.span.end = word.span.end;
        }
    }
    found
}

/// Reads words as the forms say: each place once, the first form that fits.
fn reformed(words: Vec<Word>, grammar: &Grammar, names: &dyn Names) -> Vec<Word> {
    let mut found = Vec::with_capacity(words.len());
    let mut at = 0;
    while at < words.len() {
        let fits = |form| Form::fits(form, &words, at).map(|found| (found, &form.right));
        let Some(((end, gap), right)) = grammar.forms.iter().find_map(fits) else {
            found.push(words[at].clone());
            at += 1;
            continue;
        };
        let span = words[at].span.start..words[end - 1].span.end;
        for text in right.iter().copied() {
            if text == "_" {
                found.extend_from_slice(&words[gap.clone()]);
                continue;
            }
            let capital = words[at].capital && found.is_empty();
            let mut word = Word {
                text: text.to_owned(),
                number: grammar.manner.number(text),
                span: span.clone(),
                capital,
                ..Word::default()
            };
            (word.side, word.piece) = (names.side(text), names.piece(text));
            grammar.look_up(&mut word);
            found.push(word);
        }
        at = end;
    }
    found
}
