//! Common form of all pages after reading, whatever their format.

use std::ops::Range;

use super::grammar::GRAMMAR;

/// A text with the line of the source that each part comes from.
#[derive(Clone, Default, Debug)]
pub struct Text {
    text: String,
    /// Where in the text a new line of the source begins, in order.
    marks: Vec<(usize, usize)>,
}

impl Text {
    /// A text that stands on one line of the source.
    pub fn on_line(text: impl Into<String>, line: usize) -> Text {
        Text { text: text.into(), marks: vec![(0, line)] }
    }

    /// Appends a part that comes from a line. White space is folded; a hard break is written `\n`.
    pub fn push(&mut self, part: &str, line: usize) {
        for (offset, piece) in part.split('\n').enumerate() {
            if offset > 0 {
                self.space();
            }
            self.mark(line + offset);
            for c in piece.chars() {
                if c.is_whitespace() { self.space() } else { self.text.push(c) }
            }
        }
    }

    /// A hard break.
    pub fn break_line(&mut self) {
        while self.text.ends_with(' ') {
            self.text.pop();
        }
        self.text.push('\n');
    }

    fn space(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with([' ', '\n']) {
            self.text.push(' ');
        }
    }

    fn mark(&mut self, line: usize) {
        if self.marks.last().is_none_or(|(_, last)| *last != line) {
            self.marks.push((self.text.len(), line));
        }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns `true` if there is only white space.
    pub fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// The line of the source for a place in the text.
    pub fn line(&self, at: usize) -> usize {
        let after = self.marks.partition_point(|(start, _)| *start <= at);
        after.checked_sub(1).map_or(1, |index| self.marks[index].1)
    }

    /// The sentences of an English text, in order: a full stop ends one, and so does a hard break.
    pub fn sentences(&self) -> Vec<Range<usize>> {
        self.sentences_with(GRAMMAR.manner.list("abbreviations"))
    }

    /// The sentences of a text with some abbreviations, whose full stop ends none.
    pub fn sentences_with(&self, abbreviations: &[&str]) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let mut start = 0;
        for (at, c) in self.text.char_indices() {
            let ends = c == '\n' || matches!(c, '.' | '!' | '?') && ends_sentence(&self.text, start, at, abbreviations);
            if ends {
                push_trimmed(&self.text, start..at + 1, &mut found);
                start = at + 1;
            }
        }
        push_trimmed(&self.text, start..self.text.len(), &mut found);
        found
    }
}

fn push_trimmed(text: &str, range: Range<usize>, found: &mut Vec<Range<usize>>) {
    let part = &text[range.clone()];
    let start = range.start + part.len() - part.trim_start().len();
    let end = range.start + part.trim_end().len();
    if start < end {
        found.push(start..end);
    }
}

/// Returns `true` if the mark at `at` ends the sentence that begins at `start`.
fn ends_sentence(text: &str, start: usize, at: usize, abbreviations: &[&str]) -> bool {
    let bytes = text.as_bytes();
    let before = &text[start..at];
    let word = before.rsplit([' ', '(', '\n']).next().unwrap_or("");
    let abbreviated = word.len() <= 1 && word.chars().all(char::is_alphabetic)
        || abbreviations.contains(&word)
        || word.chars().all(|c| c.is_ascii_digit()) && !word.is_empty() && word.len() <= 2;
    let mut rest = text[at + 1..].chars().skip_while(|c| matches!(c, ')' | '"' | '\'' | '.'));
    match rest.next() {
        None | Some('\n') => true,
        Some(c) if c.is_whitespace() => {
            let next = rest.find(|c| !c.is_whitespace());
            !abbreviated && next.is_none_or(|c| !c.is_lowercase())
        }
        // A space has been forgotten: `perpendicular.The`.
        Some(c) => {
            c.is_uppercase() && at > 1 && bytes[at - 1].is_ascii_lowercase() && bytes[at - 2].is_ascii_lowercase()
        }
    }
}

/// Kind of a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A heading of a level, from 1.
    Heading(u8),
    /// A paragraph, or text without any markup around it.
    Paragraph,
    /// An item of a list.
    Item,
    /// A cell of a table.
    Cell {
        /// Which table of the page.
        table: usize,
        /// Its row, from 0.
        row: usize,
        /// Its column, from 0.
        column: usize,
    },
    /// A caption of a picture or diagram.
    Caption,
    /// A position written down for a diagram; the text is what stands there.
    Diagram,
    /// A picture; the text is its alternative text.
    Image {
        /// Where it comes from.
        source: String,
    },
    /// A remark for the checker: `check: …`.
    Remark,
}

/// A piece of a page.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its kind.
    pub kind: Kind,
    /// Its text.
    pub text: Text,
    /// The line on which it begins.
    pub line: usize,
    /// Attributes that mean something: `data-…`, `id`, `onmousedown`.
    pub attributes: Vec<(String, String)>,
    /// `true` if it was written by Ferz, so that its attributes state the same as its text.
    pub generated: bool,
}

impl Block {
    /// A block with a text.
    pub fn new(kind: Kind, text: Text, line: usize) -> Block {
        Block { kind, text, line, attributes: Vec::new(), generated: false }
    }

    /// The value of an attribute.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// A page.
#[derive(Clone, Default, Debug)]
pub struct Page {
    /// Its blocks, in order.
    pub blocks: Vec<Block>,
}

impl Page {
    /// Adds a block unless it says nothing.
    pub fn push(&mut self, block: Block) {
        let says = !block.text.is_blank() || !block.attributes.is_empty();
        if says || matches!(block.kind, Kind::Image { .. }) {
            self.blocks.push(block);
        }
    }

    /// The rows of a table, as indices of blocks.
    pub fn tables(&self) -> Vec<Vec<Vec<usize>>> {
        let mut tables: Vec<Vec<Vec<usize>>> = Vec::new();
        let mut rows = std::collections::BTreeMap::<(usize, usize), Vec<usize>>::new();
        for (index, block) in self.blocks.iter().enumerate() {
            if let Kind::Cell { table, row, .. } = block.kind {
                rows.entry((table, row)).or_default().push(index);
            }
        }
        let mut last = None;
        for ((table, _), cells) in rows {
            if last != Some(table) {
                tables.push(Vec::new());
                last = Some(table);
            }
            if let Some(table) = tables.last_mut() {
                table.push(cells);
            }
        }
        tables
    }
}
