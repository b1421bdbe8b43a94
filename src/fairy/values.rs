//! Values of settings, parsed as Fairy-Stockfish parses them, and the problems in them.

use super::fault::problem;
use super::ini::Setting;
use super::settings::{Lines, Outcome, Settings, Value};
use super::squares::{MOST, Squares};
use super::table::{Kind, Slot, Topic};
use crate::board::{BySide, Side};
use crate::diagnostic::{Code, one_of, shorten, suggest};
use crate::source::Span;
use crate::variant::Problems;

/// The setting that an old key changes.
pub(super) const ON_PILE: &str = "on_pile";

/// A part of a value and its place.
struct Word<'a> {
    text: &'a str,
    span: Span,
}

fn words(setting: &Setting) -> impl Iterator<Item = Word<'_>> {
    let whole = setting.value.value.as_str();
    whole.split_ascii_whitespace().map(move |text| {
        let at = text.as_ptr() as usize - whole.as_ptr() as usize;
        Word { text, span: part(setting, at, text.len()) }
    })
}

fn part(setting: &Setting, at: usize, length: usize) -> Span {
    let start = setting.value.span.start + at as u32;
    Span { start, end: start + length as u32, ..setting.value.span }
}

/// Reads a value of a type.
pub(super) fn read(settings: &Settings, kind: &Kind, setting: &Setting, problems: &mut Problems) -> Value {
    match kind {
        Kind::Flag => Value::Flag(flag(setting, problems)),
        Kind::Number => Value::Number(number(setting, problems)),
        Kind::File => Value::Number(file_of(settings, setting, problems)),
        Kind::Squares => Value::Squares(squares(settings, setting, problems)),
        Kind::Pieces => {
            let found = pieces(settings, setting, problems);
            Value::Kinds(found.into_iter().fold(0, |kinds, slot| kinds | 1 << slot))
        }
        Kind::Piece => {
            let found = pieces(settings, setting, problems);
            if found.len() > 1 {
                let message = format!("`{}` is about one piece; the last letter counts", setting.key.value);
                problems.push(problem(Code::BadValue, setting.value.span, message));
            }
            Value::Kind(found.last().copied().unwrap_or(0))
        }
        Kind::Value => Value::Outcome(word(setting, OUTCOMES, Outcome::None, problems)),
        Kind::Words(known) => {
            let known: Vec<(&str, &'static str)> = known.clone();
            Value::Word(word(setting, &known, "", problems))
        }
        _ => Value::Text(setting.value.clone()),
    }
}

const OUTCOMES: &[(&str, Outcome)] =
    &[("win", Outcome::Win), ("loss", Outcome::Loss), ("draw", Outcome::Draw), ("none", Outcome::None)];

/// The result that a word names.
pub(super) fn outcome(text: &str) -> Option<Outcome> {
    OUTCOMES.iter().find(|(word, _)| *word == text).map(|(_, outcome)| *outcome)
}

/// One of some words; any other word turns the rule off.
fn word<T: Copy>(setting: &Setting, known: &[(&str, T)], without: T, problems: &mut Problems) -> T {
    let text = setting.value.value.as_str();
    if let Some((_, value)) = known.iter().find(|(word, _)| *word == text) {
        return *value;
    }
    let names = || known.iter().map(|(word, _)| *word);
    let mut found = wrong(setting, &format!("expected {}", one_of(names())));
    if found.help.is_none() {
        found.help = suggest(text.trim(), names());
    }
    problems.push(found);
    without
}

/// The error for a wrong value. Fairy-Stockfish then plays without the rule.
fn wrong(setting: &Setting, what: &str) -> crate::diagnostic::Diagnostic {
    let text = &setting.value.value;
    let mut found = problem(Code::BadValue, setting.value.span, format!("{what}, found `{}`", shorten(text)));
    if text.contains(['#', ';']) {
        found = found.help("a comment needs a line of its own: here it is part of the value");
    } else if text.trim_end() != text {
        found = found.help("remove the blanks at the end of the line: they are part of the value");
    }
    found
}

fn flag(setting: &Setting, problems: &mut Problems) -> bool {
    let text = setting.value.value.as_str();
    match text {
        "true" => true,
        "false" => false,
        _ => {
            let mut found = wrong(setting, "expected `true` or `false`");
            if found.help.is_none() {
                found = found.help("Fairy-Stockfish reads anything else as `false`");
            }
            problems.push(found);
            false
        }
    }
}

/// The number at the beginning of a text, and the rest of the text.
fn leading(text: &str) -> Option<(i64, &str)> {
    let text = text.trim_start();
    let sign = usize::from(text.starts_with(['-', '+']));
    let end = text[sign..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |end| end + sign);
    text[..end].parse().ok().map(|number| (number, &text[end..]))
}

fn number(setting: &Setting, problems: &mut Problems) -> i64 {
    const MOST: i64 = 30_000;
    let (number, rest) = leading(&setting.value.value).unwrap_or((0, setting.value.value.as_str()));
    if !rest.trim().is_empty() {
        problems.push(wrong(setting, "expected a number"));
    } else if !(0..=MOST).contains(&number) {
        problems.push(wrong(setting, &format!("expected a number from 0 to {MOST}")));
    }
    number.clamp(0, MOST)
}

/// A file by its letter or number, from 1.
pub(super) fn file(text: &str) -> Option<i64> {
    match text.as_bytes() {
        [letter @ b'a'..=b'z'] => Some(i64::from(letter - b'a') + 1),
        _ => text.parse().ok(),
    }
}

fn file_of(settings: &Settings, setting: &Setting, problems: &mut Problems) -> i64 {
    let text = setting.value.value.trim_end();
    let sizes = setting.key.value.starts_with("max");
    let most = if sizes { MOST as i64 } else { settings.number(Topic::Files).max(1) };
    match file(text).filter(|file| (1..=most).contains(file)) {
        Some(file) => file,
        None => {
            problems.push(wrong(setting, "expected a file of the board: a letter, or a number from 1"));
            0
        }
    }
}

/// Reads squares. Words that are not squares are skipped and reported.
pub(super) fn squares(settings: &Settings, setting: &Setting, problems: &mut Problems) -> Squares {
    let mut squares = Squares::none();
    for word in words(setting) {
        if word.text == "-" {
            break;
        }
        if let Err(message) = square(settings, word.text, &mut squares) {
            let mut found = problem(Code::BadSquare, word.span, message);
            if word.text.starts_with(['#', ';']) {
                found = found.help("a comment needs a line of its own: here it is part of the value");
            }
            let comment = found.help.is_some();
            problems.push(found);
            if comment {
                break;
            }
        }
    }
    squares
}

fn square(settings: &Settings, text: &str, squares: &mut Squares) -> Result<(), String> {
    let (files, ranks) = (settings.number(Topic::Files), settings.number(Topic::Ranks));
    let no_square = || format!("`{}` is no square", shorten(text));
    let rank_of = |digits: &str| match digits.parse::<i64>() {
        Ok(rank) if digits.bytes().all(|byte| byte.is_ascii_digit()) => Ok(rank),
        _ => Err(no_square()),
    };
    let mut letters = text.chars();
    match (letters.next(), letters.as_str()) {
        (Some('*'), digits) => {
            // A rank outside the board is allowed, because a variant may enlarge the board.
            let rank = rank_of(digits)?;
            if !(1..=MOST as i64).contains(&rank) {
                return Err(format!("`{}`: there is no such rank", shorten(text)));
            }
            squares.insert_rank(rank as usize - 1);
        }
        (Some(letter), "*") if letter.is_ascii_alphabetic() => {
            squares.insert_file(letter.to_ascii_lowercase() as usize - 'a' as usize);
        }
        (Some(letter), digits) if letter.is_ascii_alphabetic() => {
            let (file, rank) = (letter.to_ascii_lowercase() as i64 - 'a' as i64, rank_of(digits)?);
            if file >= files || !(1..=ranks).contains(&rank) {
                return Err(format!("the board has no square `{}`", shorten(text)));
            }
            squares.insert(file as usize, rank as usize - 1);
        }
        _ => return Err(no_square()),
    }
    Ok(())
}

/// The types that letters stand for, up to the first unknown letter; 0 stands for all.
fn pieces(settings: &Settings, setting: &Setting, problems: &mut Problems) -> Vec<Slot> {
    let (found, fault) = letters(settings, &setting.value.value);
    if let Some((at, letter)) = fault {
        let message = format!("there is no piece with the letter `{letter}`");
        let mut fault = problem(Code::UnknownPiece, part(setting, at, letter.len_utf8()), message);
        if matches!(letter, '#' | ';') {
            fault = fault.help("a comment needs a line of its own: here it is part of the value");
        }
        problems.push(fault);
    }
    found
}

fn letters(settings: &Settings, text: &str) -> (Vec<Slot>, Option<(usize, char)>) {
    let mut found = Vec::new();
    for (at, letter) in text.char_indices().filter(|(_, letter)| !letter.is_ascii_whitespace()) {
        match settings.with_letter(letter) {
            _ if letter == '*' => found.push(0),
            Some(slot) => found.push(slot),
            None if letter == '-' => break,
            None => return (found, Some((at, letter))),
        }
    }
    (found, None)
}

/// The last of the types, without reporting errors.
pub(super) fn last_piece(settings: &Settings, setting: &Setting) -> Slot {
    letters(settings, &setting.value.value).0.last().copied().unwrap_or(0)
}

/// Reads numbers by type: `q:1 r:2`.
pub(super) fn limits(settings: &Settings, setting: &Setting, problems: &mut Problems) -> Vec<(Slot, u16)> {
    let mut found = Vec::new();
    for (at, letter, rest) in entries(setting, problems) {
        let slot = settings.with_letter(letter);
        match (slot, leading(rest)) {
            (Some(slot), Some((number @ 0..=1000, ""))) => found.push((slot, number as u16)),
            (None, _) => problems.push(no_piece(setting, at, letter)),
            _ => {
                let message = format!("expected a number after `{letter}:`");
                problems.push(problem(Code::BadValue, part(setting, at, rest.len() + 2), message));
            }
        }
    }
    found
}

/// Reads pairs of types: `p:g s:g`.
pub(super) fn pairs(settings: &Settings, setting: &Setting, problems: &mut Problems) -> Vec<(Slot, Slot)> {
    let mut found = Vec::new();
    for (at, letter, rest) in entries(setting, problems) {
        let Some(slot) = settings.with_letter(letter) else {
            problems.push(no_piece(setting, at, letter));
            continue;
        };
        let mut behind = rest.chars();
        match (behind.next(), behind.as_str()) {
            (Some('-'), "") => found.push((slot, 0)),
            (Some(other), "") => match settings.with_letter(other) {
                Some(other) => found.push((slot, other)),
                None => problems.push(no_piece(setting, at + 2, other)),
            },
            _ => {
                let message = format!("expected the letter of a piece after `{letter}:`");
                problems.push(problem(Code::BadValue, part(setting, at, rest.len() + 2), message));
            }
        }
    }
    found
}

fn no_piece(setting: &Setting, at: usize, letter: char) -> crate::diagnostic::Diagnostic {
    let message = format!("there is no piece with the letter `{letter}`");
    problem(Code::UnknownPiece, part(setting, at, letter.len_utf8()), message)
}

/// Entries `x:…` with their places.
fn entries<'a>(setting: &'a Setting, problems: &mut Problems) -> Vec<(usize, char, &'a str)> {
    let mut found = Vec::new();
    for word in words(setting).filter(|word| word.text != "-") {
        let at = (word.span.start - setting.value.span.start) as usize;
        let mut rest = word.text.chars();
        match (rest.next(), rest.as_str().strip_prefix(':')) {
            (Some(letter), Some(rest)) => found.push((at, letter, rest)),
            _ => {
                let message = format!("expected a letter, a colon and a value, found `{}`", shorten(word.text));
                problems.push(problem(Code::BadValue, word.span, message));
                break;
            }
        }
    }
    found
}

/// Castling moves by their letters.
pub(super) fn rights(setting: &Setting, problems: &mut Problems) -> Vec<char> {
    let mut found = Vec::new();
    for (at, letter) in setting.value.value.char_indices().filter(|(_, letter)| !letter.is_ascii_whitespace()) {
        match letter {
            'K' | 'Q' | 'k' | 'q' => found.push(letter),
            '-' => break,
            _ => {
                let message = format!("`{letter}` is not a castling right: write `K`, `Q`, `k` or `q`");
                problems.push(problem(Code::BadValue, part(setting, at, letter.len_utf8()), message));
            }
        }
    }
    found
}

/// Reads the squares that old keys give as ranks.
pub(super) fn zones(settings: &Settings, kind: &Kind, lines: &Lines<'_>, problems: &mut Problems) -> BySide<Squares> {
    let ranks = settings.number(Topic::Ranks);
    let mut rank = |key: &str, without: i64| match lines.get(key) {
        Some(setting) => number(setting, problems).clamp(1, ranks.max(1)),
        None => without,
    };
    let (first, last) = match kind {
        Kind::RankOn => (rank("promotionRank", 8), ranks),
        _ => {
            let last = rank("doubleStepRank", 2);
            (rank("doubleStepRankMin", 2), last)
        }
    };
    BySide::from_fn(|side| {
        let mut squares = Squares::none();
        for relative in first..=last.min(ranks) {
            let rank = if side == Side::White { relative } else { ranks + 1 - relative };
            squares.insert_rank((rank - 1).clamp(0, MOST as i64 - 1) as usize);
        }
        squares
    })
}
