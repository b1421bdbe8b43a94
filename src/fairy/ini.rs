//! Configuration files of Fairy-Stockfish as they are written: sections, settings and comments, each with its place.
//!
//! The reader accepts the same files as Fairy-Stockfish: a section begins with a `[` in the first column, comments are
//! whole lines that begin with `#` or `;`, and a setting is the text before and after the first `=`. Lines that
//! Fairy-Stockfish silently skips are reported.

use super::fault::problem;
use crate::diagnostic::{Code, shorten};
use crate::source::{SourceId, Span, Spanned};
use crate::variant::Problems;

/// The longest file, in bytes.
pub const MAX_BYTES: usize = 1 << 22;
/// The most sections of a file.
const MAX_SECTIONS: usize = 1 << 12;

/// A variant as the file has it.
#[derive(Clone, Debug)]
pub struct Section {
    /// Its name.
    pub name: Spanned<String>,
    /// The variant it changes.
    pub parent: Option<Spanned<String>>,
    /// The comment above the header: the lines that follow a blank line or the last setting, without their marks.
    pub above: Vec<String>,
    /// The settings, in the file's order.
    pub settings: Vec<Setting>,
    /// Comments after the last setting that do not belong to the next section.
    pub below: Vec<String>,
}

/// A line `key = value`.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The key.
    pub key: Spanned<String>,
    /// The value.
    pub value: Spanned<String>,
    /// The comment lines above it.
    pub above: Vec<String>,
}

/// The sections of a text.
pub fn read(id: SourceId, text: &str, problems: &mut Problems) -> Vec<Section> {
    let mut reader = Reader { id, problems, sections: Vec::new(), comments: Vec::new(), lost: false };
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end_matches(['\n', '\r']);
        reader.line(at, content);
        at += line.len();
    }
    reader.finish(text)
}

struct Reader<'a> {
    id: SourceId,
    problems: &'a mut Problems,
    sections: Vec<Section>,
    /// Comment lines that belong to what follows them.
    comments: Vec<String>,
    /// `true` if a header has an error, so that its lines belong to no section.
    lost: bool,
}

impl Reader<'_> {
    fn span(&self, start: usize, text: &str) -> Span {
        Span::new(self.id, start..start + text.len())
    }

    fn line(&mut self, at: usize, line: &str) {
        match line.as_bytes().first() {
            None => self.blank(),
            Some(b'#' | b';') => {
                let text = line.trim_start_matches(['#', ';']).trim();
                self.comments.push(text.chars().filter(|c| !c.is_control()).collect());
            }
            Some(b'[') => self.header(at, line),
            Some(_) => self.setting(at, line),
        }
    }

    /// Ends a comment at a blank line. It belongs to the lines before it.
    fn blank(&mut self) {
        let comments = std::mem::take(&mut self.comments);
        if let Some(section) = self.sections.last_mut() {
            section.below.extend(comments);
        }
    }

    fn header(&mut self, at: usize, line: &str) {
        let Some(close) = line.find(']') else {
            self.lost = true;
            self.problems.push(
                problem(Code::Syntax, self.span(at, line), "a section header without `]`")
                    .help("close it: Fairy-Stockfish reads all lines up to the next `]` as part of the name"),
            );
            return;
        };
        self.lost = false;
        let inside = &line[1..close];
        let behind = line[close + 1..].trim();
        if !behind.is_empty() {
            let span = self.span(at + close + 1 + line[close + 1..].find(behind).unwrap_or(0), behind);
            self.problems.push(problem(Code::Syntax, span, "text after a section header is ignored"));
        }
        let (name, parent) = match inside.split_once(':') {
            Some((name, parent)) => (name, Some((at + 2 + name.len(), parent))),
            None => (inside, None),
        };
        let name = self.word(at + 1, name, "the name of a variant");
        let parent = parent.map(|(at, parent)| self.word(at, parent, "the name of the parent"));
        if self.sections.len() == MAX_SECTIONS {
            self.lost = true;
            let message = format!("more than {MAX_SECTIONS} sections");
            self.problems.push(problem(Code::TooLarge, name.span, message));
            return;
        }
        let above = std::mem::take(&mut self.comments);
        self.sections.push(Section { name, parent, above, settings: Vec::new(), below: Vec::new() });
    }

    fn word(&mut self, at: usize, text: &str, what: &str) -> Spanned<String> {
        let trimmed = text.trim();
        let span = self.span(at + text.find(trimmed).unwrap_or(0), trimmed);
        if trimmed.is_empty() {
            self.problems.push(problem(
                Code::Syntax,
                self.span(at.saturating_sub(1), "["),
                format!("{what} is missing"),
            ));
        } else if trimmed.len() != text.len() {
            let message = format!("blanks around {what}: Fairy-Stockfish reads them as part of it");
            self.problems.push(problem(Code::Syntax, span, message));
        }
        Spanned { value: trimmed.to_owned(), span }
    }

    fn setting(&mut self, at: usize, line: &str) {
        if self.lost {
            return;
        }
        let Some((key, value)) = line.split_once('=') else {
            let blank = line.trim().is_empty();
            if blank {
                self.blank();
            } else {
                let text = line.trim();
                let span = self.span(at + line.find(text).unwrap_or(0), text);
                let message = format!("`{}` is not a setting: it has no `=`", shorten(text));
                self.problems
                    .push(problem(Code::Syntax, span, message).help("write `key = value`, or `#` before a comment"));
            }
            return;
        };
        let Some(section) = self.sections.last_mut() else {
            let text = line.trim();
            let span = Span::new(self.id, at..at + text.len());
            self.problems.push(
                problem(Code::Syntax, span, "a setting before the first section")
                    .help("begin with a header such as `[my-variant:chess]`"),
            );
            return;
        };
        let (name, word) = (key.trim(), value.trim_start());
        let key_span =
            Span::new(self.id, at + key.find(name).unwrap_or(0)..at + key.find(name).unwrap_or(0) + name.len());
        let start = at + line.len() - word.len();
        let value_span = Span::new(self.id, start..start + word.trim_end().len());
        let above = std::mem::take(&mut self.comments);
        if name.len() != key.trim_end_matches(' ').len() || name.is_empty() {
            let message =
                if name.is_empty() { "the key is missing" } else { "the key is not at the start of the line" };
            let problem = problem(Code::Syntax, key_span.to(value_span), message);
            self.problems.push(problem.help("Fairy-Stockfish ignores this line; so does the import"));
            return;
        }
        if word.is_empty() {
            let message = format!("`{}` has no value", shorten(name));
            self.problems.push(
                problem(Code::Syntax, key_span, message)
                    .help("Fairy-Stockfish ignores this line; write `-` for nothing"),
            );
            return;
        }
        section.settings.push(Setting {
            key: Spanned { value: name.to_owned(), span: key_span },
            value: Spanned { value: word.to_owned(), span: value_span },
            above,
        });
    }

    fn finish(mut self, text: &str) -> Vec<Section> {
        self.blank();
        if self.sections.is_empty() && self.problems.is_empty() {
            let span = Span::new(self.id, 0..text.len().min(1));
            self.problems.push(
                problem(Code::Empty, span, "the file has no section")
                    .help("begin the file with a header such as `[my-variant:chess]`"),
            );
        }
        self.sections
    }
}
