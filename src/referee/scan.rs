//! Reads the PGN file of a match game by game, even if the file is damaged.
//!
//! Lines may end in CR and LF, tags may be cut, bytes may be Latin-1 or NUL, and the last game may break off anywhere.
//! Damage in one game does not affect other games.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Read as _};

use crate::notation::pgn::tag;

/// The value of the tag `Event` in all games of matches.
pub(super) const EVENT: &str = "ferz match";
/// The tags that a match reads from its games.
const TAGS: [&str; 7] = ["Event", "Round", "White", "Black", "Variant", "Result", "Termination"];
/// The results of games that are over.
const RESULTS: [&str; 3] = ["1-0", "0-1", "1/2-1/2"];
/// The longest part of a line that is read, in bytes.
const LONGEST: u64 = 1 << 16;
/// The longest reason that is kept, in bytes.
const LONGEST_REASON: usize = 1 << 10;

/// A game of a file, possibly incomplete.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Entry {
    /// The line on which it begins, from 1.
    pub line: u64,
    /// `true` if a part of it cannot be read.
    pub is_damaged: bool,
    /// The last comment, which has the reason of the end.
    pub reason: String,
    tags: BTreeMap<&'static str, String>,
    end: Option<String>,
}

impl Entry {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.get(name).map(String::as_str)
    }

    /// The number of the game, from 0.
    pub fn number(&self) -> Option<usize> {
        self.tag("Round")?.parse::<usize>().ok()?.checked_sub(1)
    }

    /// The result, if the game is complete: it follows the moves, and no tag contradicts it.
    pub fn result(&self) -> Option<&str> {
        let end = self.end.as_deref()?;
        let is_said = self.tag("Result").is_none_or(|said| said == end);
        (is_said && RESULTS.contains(&end)).then_some(end)
    }

    fn is_of_a_match(&self) -> bool {
        let all = TAGS.iter().all(|name| *name == "Event" || self.tags.contains_key(name));
        all || self.tag("Event") == Some(EVENT)
    }
}

/// Content of a file.
#[derive(Debug)]
pub struct Scanned {
    /// The games, complete or not.
    pub entries: Vec<Entry>,
    /// Text that completes a cut-off game at the end, as a game without a result.
    pub closing: String,
    /// `true` if the file contains at most the beginning of the first tag.
    begins: bool,
}

impl Scanned {
    /// Returns `true` if games may be appended: the file has games of a match, or is empty.
    pub fn is_of_a_match(&self) -> bool {
        self.begins || self.entries.is_empty() || self.entries.iter().any(Entry::is_of_a_match)
    }
}

/// The part of a game in which the scanner is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Tags,
    Moves,
    Comment,
    Over,
}

struct Scanner {
    entries: Vec<Entry>,
    place: Place,
    after_blank: bool,
    number: u64,
}

/// Reads a file from its beginning to its end.
///
/// # Errors
/// When it cannot be read.
pub fn scan(mut input: impl BufRead) -> io::Result<Scanned> {
    let mut scanner = Scanner { entries: Vec::new(), place: Place::Over, after_blank: true, number: 0 };
    let (mut bytes, mut last, mut is_cut) = (Vec::new(), String::new(), false);
    loop {
        bytes.clear();
        if input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        is_cut = bytes.last() != Some(&b'\n');
        let is_long = bytes.len() as u64 == LONGEST && is_cut;
        if is_long {
            // The rest counts as the same line.
            input.skip_until(b'\n')?;
        }
        scanner.number += 1;
        let (text, is_plain) = decoded(&bytes, scanner.number == 1);
        scanner.line(&text, is_plain && !is_long);
        last = text;
    }
    let begins = scanner.number == 1 && first_tag().starts_with(&last);
    Ok(Scanned { closing: scanner.closing(&last, is_cut), entries: scanner.entries, begins })
}

/// A line without its end, and `true` if it is plain text. A NUL becomes a blank.
fn decoded(bytes: &[u8], is_first: bool) -> (String, bool) {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").filter(|_| is_first).unwrap_or(bytes);
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
    let (text, is_utf8) = match std::str::from_utf8(bytes) {
        Ok(text) => (text.to_owned(), true),
        Err(_) => (bytes.iter().map(|byte| char::from(*byte)).collect(), false),
    };
    let is_plain = is_utf8 && !text.contains(|c: char| c.is_control() && c != '\t');
    (text.replace('\0', " "), is_plain)
}

/// The first line of each game.
fn first_tag() -> String {
    format!("[Event \"{EVENT}\"]")
}

fn begins_tag(text: &str) -> bool {
    text.strip_prefix('[').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
}

impl Scanner {
    fn line(&mut self, text: &str, is_plain: bool) {
        let is_blank = text.trim().is_empty();
        // Only the first line of a game has this tag, so a game begins here, whatever precedes it.
        let first = first_tag();
        let mut parts = text.split(&first);
        let before = parts.next().unwrap_or_default();
        if begins_tag(before) {
            self.meet_tag();
        } else if is_blank && self.place == Place::Tags {
            self.place = Place::Moves;
        }
        self.read(before);
        for part in parts {
            if self.place != Place::Over {
                self.damage();
            }
            self.begin(Place::Tags);
            self.read(&first);
            self.read(part);
        }
        if !is_plain && let Some(entry) = self.entries.last_mut() {
            entry.is_damaged = true;
        }
        self.after_blank = is_blank;
    }

    /// Handles a line that begins like a tag: it belongs to the present game, or starts another one.
    fn meet_tag(&mut self) {
        match self.place {
            Place::Tags => {}
            Place::Over => self.begin(Place::Tags),
            // There is a damaged tag before this one.
            Place::Moves | Place::Comment if !self.after_blank => {
                self.place = Place::Tags;
                self.damage();
            }
            Place::Moves | Place::Comment => {
                self.damage();
                self.begin(Place::Tags);
            }
        }
    }

    fn begin(&mut self, place: Place) {
        self.entries.push(Entry { line: self.number, ..Entry::default() });
        self.place = place;
    }

    fn damage(&mut self) {
        if let Some(entry) = self.entries.last_mut() {
            entry.is_damaged = true;
        }
    }

    fn read(&mut self, text: &str) {
        let mut rest = text.trim();
        while !rest.is_empty() {
            rest = match self.place {
                Place::Tags => self.tag(rest),
                Place::Comment => self.comment(rest),
                Place::Moves => self.moves(rest),
                Place::Over => {
                    // The next game may begin on the same line.
                    let place = if begins_tag(rest) { Place::Tags } else { Place::Moves };
                    self.begin(place);
                    continue;
                }
            }
            .trim_start();
        }
        if self.place == Place::Comment {
            self.reason(" ");
        }
    }

    fn tag<'a>(&mut self, text: &'a str) -> &'a str {
        let Some(entry) = self.entries.last_mut() else { return "" };
        if !begins_tag(text) {
            entry.is_damaged = true;
            self.place = Place::Moves;
            return text;
        }
        let Ok((name, value, length)) = tag(text) else {
            entry.is_damaged = true;
            return "";
        };
        if let Some(name) = TAGS.into_iter().find(|known| *known == name) {
            if entry.tags.contains_key(name) {
                // Text between two games is dropped.
                entry.is_damaged = true;
                self.begin(Place::Tags);
                self.damage();
            }
            if let Some(entry) = self.entries.last_mut() {
                entry.tags.insert(name, value);
            }
        }
        &text[length..]
    }

    fn comment<'a>(&mut self, text: &'a str) -> &'a str {
        let end = text.find('}');
        self.reason(&text[..end.unwrap_or(text.len())]);
        match end {
            Some(end) => {
                self.place = Place::Moves;
                &text[end + 1..]
            }
            None => "",
        }
    }

    fn reason(&mut self, part: &str) {
        let Some(entry) = self.entries.last_mut() else { return };
        if entry.reason.len() + part.len() <= LONGEST_REASON {
            entry.reason.push_str(part);
        }
    }

    fn moves<'a>(&mut self, text: &'a str) -> &'a str {
        let Some(entry) = self.entries.last_mut() else { return "" };
        if let Some(rest) = text.strip_prefix('{') {
            entry.reason.clear();
            self.place = Place::Comment;
            return rest;
        }
        let ends = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '{' | '[');
        let first = text.chars().next().map_or(0, char::len_utf8);
        let word = &text[..text[first..].find(ends).map_or(text.len(), |at| at + first)];
        if word == "*" || RESULTS.contains(&word) {
            entry.end = Some(word.to_owned());
            self.place = Place::Over;
        }
        &text[word.len()..]
    }

    /// Text to append after the last line `last`, so that another game can follow.
    fn closing(&self, last: &str, is_cut: bool) -> String {
        let line_end = if is_cut { "\n" } else { "" };
        match self.place {
            Place::Over if self.entries.is_empty() || !is_cut && self.after_blank => line_end.to_owned(),
            Place::Over => format!("{line_end}\n"),
            Place::Tags if is_cut => format!("{}\n\n*\n\n", tag_end(last)),
            Place::Tags => "\n*\n\n".to_owned(),
            Place::Comment => "}\n*\n\n".to_owned(),
            Place::Moves => format!("{line_end}*\n\n"),
        }
    }
}

/// Text that completes a tag that was cut off.
fn tag_end(text: &str) -> &'static str {
    let [none, opened, closed] = [" \"\"]", " \"]", "]"];
    match text.find('"') {
        _ if tag(text).is_ok() => "",
        None => none,
        Some(at) => {
            let value = text[at + 1..].trim_end();
            let strokes = value.trim_end_matches('"').len();
            let escaped = value[..strokes].chars().rev().take_while(|c| *c == '\\').count() % 2 == 1;
            if value.ends_with('"') && !escaped { closed } else { opened }
        }
    }
}
