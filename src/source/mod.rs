//! Texts and places in them.

pub use ferz_core::source::{SourceId, Span};

/// A value and where it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it was written.
    pub span: Span,
}

/// A place as people count: line and column from 1, the column in characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LineColumn {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
}

/// The texts from which a variant was read: its own file, and all files that it extends.
#[derive(Clone, Default, Debug)]
pub struct SourceMap {
    texts: Vec<SourceText>,
}

/// One text with its name.
#[derive(Clone, Debug)]
struct SourceText {
    name: String,
    text: String,
    /// The byte at which each line starts.
    lines: Vec<u32>,
    built_in: bool,
    /// The name in the variant's own file through which this text is extended.
    origin: Option<Span>,
}

impl SourceMap {
    /// Adds a text that the user wrote, under the name to be shown.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> SourceId {
        self.push(name.into(), text.into(), false)
    }

    /// Adds a text of the built-in library.
    pub fn add_built_in(&mut self, name: impl Into<String>, text: impl Into<String>) -> SourceId {
        self.push(name.into(), text.into(), true)
    }

    fn push(&mut self, name: String, text: String, built_in: bool) -> SourceId {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at as u32 + 1);
        let lines = std::iter::once(0).chain(breaks).collect();
        self.texts.push(SourceText { name, text, lines, built_in, origin: None });
        SourceId(self.texts.len() as u16 - 1)
    }

    /// All texts, in the order in which they were added.
    pub fn ids(&self) -> impl Iterator<Item = SourceId> + use<> {
        (0..self.texts.len() as u16).map(SourceId)
    }

    /// The name of a text: the path as given, or the name of a built-in variant.
    pub fn name(&self, id: SourceId) -> &str {
        self.get(id).map_or("", |text| &text.name)
    }

    /// A text.
    pub fn text(&self, id: SourceId) -> &str {
        self.get(id).map_or("", |text| &text.text)
    }

    /// Returns `true` if a text belongs to the built-in library.
    pub fn is_built_in(&self, id: SourceId) -> bool {
        self.get(id).is_some_and(|text| text.built_in)
    }

    /// Sets the item of an `extends` list that leads to a text.
    pub fn set_origin(&mut self, id: SourceId, origin: Span) {
        if let Some(text) = self.texts.get_mut(id.0 as usize) {
            text.origin = Some(origin);
        }
    }

    /// The item of an `extends` list in the variant's own file that leads to a text; `None` without such a list.
    pub fn origin(&self, id: SourceId) -> Option<Span> {
        self.get(id)?.origin
    }

    /// The text that a span covers.
    pub fn snippet(&self, span: Span) -> &str {
        self.text(span.source).get(span.range()).unwrap_or("")
    }

    /// Line and column of the first byte of a span. A place past the end is the end.
    pub fn line_column(&self, span: Span) -> LineColumn {
        let Some(source) = self.get(span.source) else { return LineColumn { line: 1, column: 1 } };
        let line = source.lines.partition_point(|start| *start <= span.start).max(1);
        let start = source.lines[line - 1] as usize;
        let mut end = (span.start as usize).clamp(start, source.text.len());
        while !source.text.is_char_boundary(end) {
            end -= 1;
        }
        LineColumn { line, column: source.text[start..end].chars().count() + 1 }
    }

    fn get(&self, id: SourceId) -> Option<&SourceText> {
        self.texts.get(id.0 as usize)
    }
}
