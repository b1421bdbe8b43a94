//! The place of a cursor in a text that may be incomplete: the path of keys to it, and the word that is being written.
//!
//! A text in the middle of an edit is seldom YAML, so this reader follows indentation, brackets and quotes only, up to the
//! cursor.

use std::ops::Range;

use super::schema::Step;

/// The place of a cursor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cursor {
    /// The keys and list items that lead to the cursor. For a value, the last one is its own key.
    pub path: Vec<Step>,
    /// Whether a key or a value is written there.
    pub part: Part,
    /// The scalar at the cursor, without quotes: from its start to its end behind the cursor.
    pub whole: Range<usize>,
    /// Whether the scalar is in quotes.
    pub quoted: bool,
    /// Whether the cursor is inside of brackets.
    pub in_flow: bool,
    /// The keys before the cursor in the mapping around it.
    pub seen: Vec<String>,
}

/// The part of an entry that the cursor is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// A key, or a place where one may begin.
    Key,
    /// A value.
    Value,
    /// A comment.
    Comment,
}

/// A collection that is open at the cursor.
#[derive(Clone, Debug)]
struct Frame {
    kind: Kind,
    /// The key whose value is read, in a mapping.
    key: Option<String>,
    /// The keys so far.
    seen: Vec<String>,
}

impl Frame {
    fn new(kind: Kind) -> Frame {
        Frame { kind, key: None, seen: Vec::new() }
    }

    fn enter(&mut self, key: &str) {
        self.key = Some(key.to_owned());
        self.seen.push(key.to_owned());
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Map(usize),
    List(usize),
    FlowMap,
    FlowList,
}

/// Finds the place of a cursor.
pub fn cursor(text: &str, offset: usize) -> Cursor {
    let offset = floor(text, offset);
    let mut reader = Reader { text, at: 0, end: offset, frames: Vec::new(), start: 0, quote: None, comment: false };
    reader.read();
    reader.finish()
}

/// The nearest start of a character at or before a byte.
pub fn floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    end: usize,
    frames: Vec<Frame>,
    /// Where the scalar at hand starts.
    start: usize,
    quote: Option<char>,
    comment: bool,
}

impl Reader<'_> {
    fn read(&mut self) {
        while self.at < self.end {
            if !self.in_flow() && self.quote.is_none() {
                self.indent();
            }
            self.rest_of_line();
        }
        let fresh = self.end == 0 || self.text[..self.end].ends_with('\n');
        if fresh && !self.in_flow() && self.quote.is_none() {
            self.indent();
        }
    }

    fn in_flow(&self) -> bool {
        self.frames.last().is_some_and(|frame| matches!(frame.kind, Kind::FlowMap | Kind::FlowList))
    }

    /// Reads the blanks and dashes at the start of a line, and closes the blocks that end before it.
    fn indent(&mut self) {
        let rest = &self.text[self.at..self.end];
        let line = rest.split('\n').next().unwrap_or_default();
        let mut column = line.len() - line.trim_start_matches(' ').len();
        let body = &line[column..];
        let is_last = self.at + line.len() == self.end;
        if (body.trim().is_empty() && !is_last) || body.starts_with('#') {
            self.comment = body.starts_with('#');
            self.at += line.len();
            return;
        }
        let is_item = |body: &str| body == "-" || body.starts_with("- ");
        let dash = is_item(body);
        self.frames.retain(|frame| match frame.kind {
            // The items of a list may have the same indentation as the key of the list.
            Kind::Map(indent) => indent < column || (indent == column && (!dash || frame.key.is_some())),
            Kind::List(indent) => indent < column || (indent == column && dash),
            _ => false,
        });
        self.at += column;
        while is_item(&line[column..]) {
            if self.frames.last().is_none_or(|frame| frame.kind != Kind::List(column)) {
                self.frames.push(Frame::new(Kind::List(column)));
            }
            let body = &line[column + 1..];
            let width = 1 + body.len() - body.trim_start_matches(' ').len();
            column += width;
            self.at += width;
        }
        self.start = self.at;
        self.key(column, &line[column..]);
    }

    /// Reads the key at the start of an entry of a block.
    fn key(&mut self, column: usize, body: &str) {
        let known = self.frames.last().is_some_and(|frame| frame.kind == Kind::Map(column));
        let Some((name, width)) = key_of(body) else {
            if known && let Some(frame) = self.frames.last_mut() {
                frame.key = None;
            }
            return;
        };
        if !known {
            self.frames.push(Frame::new(Kind::Map(column)));
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.enter(name);
        }
        self.at += width;
        self.start = self.at;
    }

    /// Reads the values on the rest of a line.
    fn rest_of_line(&mut self) {
        while self.at < self.end {
            let Some(c) = self.text[self.at..].chars().next() else { break };
            let place = self.at;
            self.at += c.len_utf8();
            if c == '\n' {
                self.comment = false;
                if self.quote.is_none() {
                    self.start = self.at;
                }
                return;
            }
            match self.quote {
                Some('"') if c == '\\' => self.at = (self.at + 1).min(self.end),
                Some(quote) if c == quote => self.quote = None,
                Some(_) => {}
                None => self.outside_quotes(c, place),
            }
            if self.comment {
                let line = &self.text[self.at..self.end];
                self.at += line.find('\n').unwrap_or(line.len());
            }
        }
        while !self.text.is_char_boundary(self.at) {
            self.at += 1;
        }
    }

    fn outside_quotes(&mut self, c: char, place: usize) {
        let begun = !self.text[self.start.min(place)..place].trim().is_empty();
        match c {
            '#' if place == 0 || self.text[..place].ends_with([' ', '\n']) => self.comment = true,
            '"' | '\'' if !begun => {
                self.quote = Some(c);
                self.start = self.at;
            }
            '{' | '[' if !begun => {
                let kind = if c == '{' { Kind::FlowMap } else { Kind::FlowList };
                self.frames.push(Frame::new(kind));
                self.start = self.at;
            }
            '}' | ']' if self.in_flow() => {
                self.frames.pop();
                self.start = self.at;
            }
            ',' if self.in_flow() => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.key = None;
                }
                self.start = self.at;
            }
            ':' if self.in_flow() && self.text[self.at..].starts_with([' ', '\n']) | (self.at == self.end) => {
                let name = self.text[self.start..place].trim().trim_matches(['"', '\'']).to_owned();
                if let Some(frame) = self.frames.last_mut().filter(|frame| frame.kind == Kind::FlowMap) {
                    frame.enter(&name);
                }
                self.start = self.at;
            }
            _ => {}
        }
    }

    fn finish(self) -> Cursor {
        let in_flow = self.in_flow();
        let mut path = Vec::new();
        let mut part = Part::Value;
        for (at, frame) in self.frames.iter().enumerate() {
            let last = at + 1 == self.frames.len();
            match (frame.kind, &frame.key) {
                (Kind::List(_) | Kind::FlowList, _) => path.push(Step::Item),
                (_, Some(key)) => path.push(Step::Key(key.clone())),
                (_, None) if last => part = Part::Key,
                (_, None) => {}
            }
        }
        // A word on a line without a colon may be the beginning of a key.
        let line = &self.text[self.text[..self.end].rfind('\n').map_or(0, |at| at + 1)..self.end];
        let body = line.trim_start_matches([' ', '-']);
        if !in_flow && self.quote.is_none() && key_of(body).is_none() {
            part = Part::Key;
        }
        if self.comment {
            part = Part::Comment;
        }
        let (start, quoted) = self.scalar_start();
        let end = scalar_end(self.text, self.end, self.quote, in_flow, part);
        let seen = self.frames.last().filter(|frame| frame.key.is_none());
        let seen = seen.map(|frame| frame.seen.clone()).unwrap_or_default();
        Cursor { path, part, whole: start..end.max(start), quoted, in_flow, seen }
    }

    /// Where the scalar at the cursor starts, and whether it is in quotes.
    fn scalar_start(&self) -> (usize, bool) {
        let start = self.start.min(self.end);
        let blanks = self.text[start..self.end].len() - self.text[start..self.end].trim_start().len();
        if self.quote.is_some() { (start, true) } else { (start + blanks, false) }
    }
}

/// The end of the scalar that a cursor is in.
fn scalar_end(text: &str, from: usize, quote: Option<char>, in_flow: bool, part: Part) -> usize {
    let rest = &text[from..];
    let line = rest.split('\n').next().unwrap_or_default();
    let end = match quote {
        Some(quote) => line.find(quote),
        None if in_flow => line.find([',', '}', ']', ':']).into_iter().chain(line.find(" #")).min(),
        None if part == Part::Key => line.find(':').into_iter().chain(line.find(" #")).min(),
        None => line.find(" #"),
    };
    let scalar = &line[..end.unwrap_or(line.len())];
    from + if quote.is_some() { scalar.len() } else { scalar.trim_end().len() }
}

/// The key at the start of a line, and the bytes up to the end of its colon.
fn key_of(line: &str) -> Option<(&str, usize)> {
    if let Some(quote) = line.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        let end = 1 + line[1..].find(quote)?;
        let behind = &line[end + 1..];
        return behind.trim_start().starts_with(':').then(|| (&line[1..end], end + 2 + behind.find(':').unwrap_or(0)));
    }
    if line.starts_with(['{', '[', '#']) {
        return None;
    }
    let colon = line.match_indices(':').map(|(at, _)| at).find(|at| {
        let rest = &line[at + 1..];
        rest.is_empty() || rest.starts_with(' ')
    })?;
    let name = line[..colon].trim_end();
    (!name.is_empty() && !name.contains(" #")).then_some((name, colon + 1))
}
