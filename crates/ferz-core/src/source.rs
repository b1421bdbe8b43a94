//! Places in the files that rules come from.

use std::ops::Range;

/// The text of a place: an index into the reader's list of texts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SourceId(pub u16);

/// A run of bytes of a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Span {
    /// The text.
    pub source: SourceId,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The run of bytes of a text.
    pub fn new(source: SourceId, range: Range<usize>) -> Span {
        Span { source, start: range.start as u32, end: range.end as u32 }
    }

    /// The bytes, without the text.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// From the start of this span to the end of another one of the same text.
    #[must_use]
    pub fn to(self, end: Span) -> Span {
        Span { end: end.end.max(self.end), ..self }
    }
}
