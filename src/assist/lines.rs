//! Places in a text as editors count them, and edits of a text.

use std::ops::Range;

/// A place as editors count: the line from 0, and the character in it from 0 in units of UTF-16.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Point {
    /// The line, from 0.
    pub line: u32,
    /// The units of UTF-16 before the place in its line.
    pub character: u32,
}

/// The lines of a text.
#[derive(Clone, Debug)]
pub struct Lines {
    /// The byte at which each line starts.
    starts: Vec<usize>,
    length: usize,
}

impl Lines {
    /// Finds the lines of a text.
    pub fn of(text: &str) -> Lines {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Lines { starts: std::iter::once(0).chain(breaks).collect(), length: text.len() }
    }

    /// The place of a byte. A byte inside of a character counts as its first one.
    pub fn point(&self, text: &str, offset: usize) -> Point {
        let offset = offset.min(self.length);
        let line = self.starts.partition_point(|start| *start <= offset).max(1) - 1;
        let start = self.starts[line];
        let mut end = offset;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let character = text[start..end].encode_utf16().count();
        Point { line: line as u32, character: character as u32 }
    }

    /// The byte of a place. A place behind the end of its line is the end of the line.
    pub fn offset(&self, text: &str, point: Point) -> usize {
        let Some(start) = self.starts.get(point.line as usize).copied() else { return self.length };
        let end = self.starts.get(point.line as usize + 1).map_or(self.length, |next| next - 1);
        let mut units = 0;
        for (at, c) in text[start..end].char_indices() {
            if units >= point.character as usize {
                return start + at;
            }
            units += c.len_utf16();
        }
        end
    }

    /// The bytes of the line of a byte, without its end.
    pub fn around(&self, offset: usize) -> Range<usize> {
        let line = self.starts.partition_point(|start| *start <= offset).max(1) - 1;
        let end = self.starts.get(line + 1).map_or(self.length, |next| next - 1);
        self.starts[line]..end
    }
}

/// A part of a text and what is put in its place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Change {
    /// The first byte.
    pub start: usize,
    /// The byte behind the last one.
    pub end: usize,
    /// The new text.
    pub text: String,
}

/// Makes changes of a text. `None` if two of them overlap, or one lies outside of the text.
pub fn apply(text: &str, changes: &[Change]) -> Option<String> {
    let mut sorted: Vec<&Change> = changes.iter().collect();
    sorted.sort_by_key(|change| (change.start, change.end));
    let (mut new, mut at) = (String::with_capacity(text.len()), 0);
    for change in sorted {
        if change.start < at || change.end < change.start {
            return None;
        }
        new.push_str(text.get(at..change.start)?);
        new.push_str(&change.text);
        text.get(change.start..change.end)?;
        at = change.end;
    }
    new.push_str(text.get(at..)?);
    Some(new)
}
