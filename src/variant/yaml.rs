//! Text to spanned tree: the only place that names the YAML crate.
//!
//! Serde's data model would turn `symbol: N` into a boolean and `010` into a number, and would lose the spelling of
//! both, so the tree is built from the crate's own stream of events: every scalar keeps its text. Of YAML only blocks,
//! flows, scalars and comments are used; anchors, aliases, tags and further documents are refused with a reason, which
//! also makes a file's cost linear in its length.

use indexmap::map::Entry as Slot;
use serde_yaml::granit_parser::{ErrorKind, Event, Options, Parser, ScalarStyle, ScanError, Span as YamlSpan};

use super::node::{Entry, Map, Node, Phrase, Problems, Value};
use crate::diagnostic::{Code, Diagnostic, Edit, shorten};
use crate::source::{SourceId, SourceMap, Span};

/// The longest file that is read, in bytes.
pub const MAX_BYTES: usize = 1 << 20;
/// The most values that a file may hold.
const MAX_NODES: usize = 100_000;
/// The deepest nesting.
const MAX_DEPTH: usize = 32;

/// Turns bytes into text, adds it to the sources, and reports what keeps it from being a variant file.
pub fn decode(name: &str, bytes: &[u8], sources: &mut SourceMap, problems: &mut Problems) -> SourceId {
    let shown = &bytes[..bytes.len().min(MAX_BYTES)];
    let id = sources.add(name, String::from_utf8_lossy(shown));
    if bytes.len() > MAX_BYTES {
        let message = format!("the file is larger than {} KiB", MAX_BYTES / 1024);
        problems.push(Diagnostic::error(Code::TooLarge, Span::new(id, 0..0), message));
    } else if let Err(error) = std::str::from_utf8(bytes) {
        problems.push(not_utf8(id, bytes, error.valid_up_to()));
    }
    id
}

fn not_utf8(id: SourceId, bytes: &[u8], at: usize) -> Diagnostic {
    let span = Span::new(id, at..at + char::REPLACEMENT_CHARACTER.len_utf8());
    let message = format!("the file is not UTF-8 text: byte 0x{:02X} is not part of a character", bytes[at]);
    let help = match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "the file looks like UTF-16: save it as UTF-8",
        _ => "save the file as UTF-8",
    };
    Diagnostic::error(Code::NotUtf8, span, message).help(help)
}

/// Reads a text into a tree.
pub fn parse(id: SourceId, text: &str, problems: &mut Problems) -> Option<Node> {
    if let Some(problem) = bad_character(id, text) {
        problems.push(problem);
        return None;
    }
    let mut options = Options::default();
    options.flow_nesting_limit = MAX_DEPTH;
    options.block_nesting_limit = MAX_DEPTH;
    options.emit_unresolved_aliases = true;
    let parser = Parser::new_from_str_with_options(text, options);
    let mut reader = Reader { id, text, parser, nodes: 0, problems };
    match reader.document() {
        Ok(root) => root,
        Err(problem) => {
            reader.problems.push(*problem);
            None
        }
    }
}

fn bad_character(id: SourceId, text: &str) -> Option<Diagnostic> {
    let error = |at: usize, length: usize, message: &str, help: &str| {
        Some(Diagnostic::error(Code::BadCharacter, Span::new(id, at..at + length), message).help(help))
    };
    if text.starts_with('\u{feff}') {
        let problem = error(0, 3, "the file starts with a byte order mark", "save it as UTF-8 without BOM");
        return problem
            .map(|problem| problem.fix("Remove the byte order mark", vec![Edit::new(Span::new(id, 0..3), "")]));
    }
    if let Some(at) = text.find('\0') {
        return error(at, 1, "the file contains a NUL character", "is this a text file?");
    }
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        if let Some(tab) = line[..indent].find('\t').filter(|_| !line.trim().is_empty()) {
            let problem = error(start + tab, 1, "a tab in the indentation", "indent YAML only with spaces");
            return problem.map(|problem| problem.fix("Write spaces in place of tabs", without_tabs(id, text)));
        }
        start += line.len();
    }
    None
}

/// The edits that put two spaces in the place of each tab in the indentation.
fn without_tabs(id: SourceId, text: &str) -> Vec<Edit> {
    let (mut edits, mut start) = (Vec::new(), 0);
    for line in text.split_inclusive('\n') {
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        let tabs = line[..indent].match_indices('\t');
        edits.extend(tabs.map(|(at, _)| Edit::new(Span::new(id, start + at..start + at + 1), "  ")));
        start += line.len();
    }
    edits
}

/// A reader of one document. A fault of syntax ends it; other faults are collected.
struct Reader<'a, 'p> {
    id: SourceId,
    text: &'a str,
    parser: Parser<'a, serde_yaml::granit_parser::StrInput<'a>>,
    nodes: usize,
    problems: &'p mut Problems,
}

type Fault = Box<Diagnostic>;

impl<'a> Reader<'a, '_> {
    fn document(&mut self) -> Result<Option<Node>, Fault> {
        let mut root = None;
        while let Some((event, span)) = self.next()? {
            match event {
                Event::StreamEnd => break,
                Event::StreamStart | Event::DocumentEnd => {}
                Event::DocumentStart(..) if root.is_some() => {
                    let problem = self.fault(Code::Yaml, self.span(span), "a second document in one file");
                    return Err(Box::new(problem.help("one file holds one variant: remove the `---`")));
                }
                Event::DocumentStart(..) => {}
                event => root = Some(self.node(event, span, 0)?),
            }
        }
        if root.is_none() {
            let problem = self.fault(Code::Empty, Span::new(self.id, 0..0), "the file is empty");
            return Err(Box::new(problem.help("begin with a line such as `name: My Variant`")));
        }
        Ok(root)
    }

    fn next(&mut self) -> Result<Option<(Event<'a>, YamlSpan)>, Fault> {
        match self.parser.next_event() {
            None => Ok(None),
            Some(Ok(event)) => Ok(Some(event)),
            Some(Err(error)) => Err(Box::new(self.syntax(&error))),
        }
    }

    fn expect_next(&mut self) -> Result<(Event<'a>, YamlSpan), Fault> {
        let end = Span::new(self.id, self.text.len()..self.text.len());
        self.next()?.ok_or_else(|| Box::new(self.fault(Code::Syntax, end, "the file ends in the middle of a value")))
    }

    fn node(&mut self, event: Event<'a>, span: YamlSpan, depth: usize) -> Result<Node, Fault> {
        self.nodes += 1;
        let start = self.span(span);
        if self.nodes > MAX_NODES || depth > MAX_DEPTH {
            return Err(Box::new(self.fault(
                Code::TooLarge,
                start,
                "the file has too many values, or values nested too deeply",
            )));
        }
        self.refuse_properties(&event, start);
        match event {
            Event::Scalar(text, style, ..) => Ok(self.scalar(&text, style, start)),
            Event::SequenceStart(..) => self.list(start, depth),
            Event::MappingStart(..) => self.mapping(start, depth),
            Event::Alias(_) | Event::UnresolvedAlias(_) => {
                self.problems.push(self.alias(start));
                Ok(Node { span: start, value: Value::Broken })
            }
            _ => Err(Box::new(self.fault(Code::Syntax, start, "a value was expected here"))),
        }
    }

    fn scalar(&self, text: &str, style: ScalarStyle, span: Span) -> Node {
        let quoted = matches!(style, ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted);
        let written = self.text.get(span.range()).unwrap_or("");
        let inner = if quoted { written.get(1..written.len().saturating_sub(1)).unwrap_or("") } else { written };
        let verbatim = (inner == text).then(|| span.start + u32::from(quoted));
        if style == ScalarStyle::Plain && (written.is_empty() || text == "~" || text == "null") {
            return Node { span, value: Value::Null };
        }
        Node { span, value: Value::Text(Phrase { text: text.to_owned(), span, verbatim, quoted }) }
    }

    fn list(&mut self, start: Span, depth: usize) -> Result<Node, Fault> {
        let mut items: Vec<Node> = Vec::new();
        loop {
            match self.expect_next()? {
                (Event::SequenceEnd, end) => {
                    let last = items.last().map_or(start, |item| item.span);
                    return Ok(Node { span: self.whole(start, last, end), value: Value::List(items) });
                }
                (event, span) => items.push(self.node(event, span, depth + 1)?),
            }
        }
    }

    fn mapping(&mut self, start: Span, depth: usize) -> Result<Node, Fault> {
        let mut map = Map::new();
        let mut last = start;
        loop {
            let (event, span) = self.expect_next()?;
            if event == Event::MappingEnd {
                return Ok(Node { span: self.whole(start, last, span), value: Value::Map(map) });
            }
            let key = self.node(event, span, depth + 1)?;
            let (event, span) = self.expect_next()?;
            let value = self.node(event, span, depth + 1)?;
            last = key.span.to(value.span);
            self.insert(&mut map, key, value);
        }
    }

    /// Adds a key with its value. Reports a key that is not a word, or that is already there.
    fn insert(&mut self, map: &mut Map, key: Node, value: Node) {
        let Some(name) = key.text() else {
            let problem = self.fault(Code::Syntax, key.span, format!("a key must be a word, not {}", key.kind()));
            self.problems.push(problem.help("put quotes around it if it is a word"));
            return;
        };
        match map.entry(name.text.clone()) {
            Slot::Vacant(slot) => {
                slot.insert(Entry { key: key.span, value });
            }
            Slot::Occupied(first) => {
                let message = format!("`{}` is written twice", shorten(&name.text));
                let problem = self.fault(Code::DuplicateKey, key.span, message);
                self.problems.push(problem.label(first.get().key, "first written here").help("remove one of them"));
            }
        }
    }

    /// The span of a collection: up to its closing bracket, or to the end of its last item. (For YAML, a block ends
    /// where the next one starts. A message would then show lines that do not belong to it.)
    fn whole(&self, start: Span, last: Span, end: YamlSpan) -> Span {
        let end = self.span(end);
        if end.end > end.start { start.to(end) } else { start.to(last) }
    }

    fn refuse_properties(&mut self, event: &Event<'a>, span: Span) {
        let what = if event.tag().is_some() {
            "a YAML tag (`!`)"
        } else if event.anchor_id().is_some() {
            "a YAML anchor (`&`)"
        } else {
            return;
        };
        // A tag or an anchor is the word before the value.
        let before = self.text[..span.start as usize].trim_end();
        let start = before.rfind([' ', '\n', '[', '{', ',']).map_or(0, |at| at + 1).min(span.start as usize);
        let span = Span::new(self.id, start..span.range().end.max(start));
        let problem = self.fault(Code::Yaml, span, format!("{what} is not used in variant files"));
        self.problems.push(problem.help("if it belongs to the text, put the text in quotes"));
    }

    fn alias(&self, span: Span) -> Diagnostic {
        let written = self.text.get(span.range()).unwrap_or("");
        let message = format!("`{}` is a YAML alias, which variant files do not use", shorten(written));
        let problem = self.fault(Code::Quote, span, message);
        self.quoted(problem.help(format!("quote the notation: \"{}\"", shorten(written))), span.range())
    }

    /// Adds the quotes around a part of the text to a problem.
    fn quoted(&self, problem: Diagnostic, part: std::ops::Range<usize>) -> Diagnostic {
        if self.text[part.clone()].contains(['"', '\\']) {
            return problem;
        }
        let quote = |at: usize| Edit::new(Span::new(self.id, at..at), "\"");
        problem.fix("Put it in quotes", vec![quote(part.start), quote(part.end)])
    }

    fn syntax(&self, error: &ScanError) -> Diagnostic {
        let at = error.marker().byte_offset().unwrap_or(0).min(self.text.len());
        let rest = self.text[at..].lines().next().unwrap_or("");
        let width = rest.chars().next().map_or(0, char::len_utf8);
        let span = Span::new(self.id, at..at + width);
        let value = rest.split(['#', ',', '}', ']']).next().unwrap_or("");
        // Some characters are blanks in Unicode but text in YAML.
        let start = at + value.len() - value.trim_start().len();
        let value = value.trim();
        if value.starts_with(['@', '`', '%', '*', '!', '|', '>']) {
            let message = format!("`{}` has a special meaning in YAML at the start of a value", &value[..1]);
            let problem = self.fault(Code::Quote, span, message);
            let help = format!("quote the notation: \"{}\"", shorten(value));
            return self.quoted(problem.help(help), start..start + value.len());
        }
        if matches!(error.kind(), ErrorKind::RecursionLimitExceeded) {
            return self.fault(Code::TooLarge, span, "values are nested too deeply");
        }
        let problem = self.fault(Code::Syntax, span, format!("this is not YAML: {}", error.info()));
        match self.unquoted_brackets(at) {
            Some((start, value)) => {
                let problem = problem.help(format!("quote the notation: \"{}\"", shorten(value)));
                self.quoted(problem, start..start + value.len())
            }
            None => {
                let problem =
                    problem.help("check the indentation, the colons, and that quotes and brackets are closed");
                match self.missing_space(at) {
                    Some(place) => {
                        let edit = Edit::new(Span::new(self.id, place..place), " ");
                        problem.fix("Write a space after the colon", vec![edit])
                    }
                    None => problem,
                }
            }
        }
    }

    /// The position after the colon of a key that lacks the space before its value. Looks at the line of a position and the line above
    /// it.
    fn missing_space(&self, at: usize) -> Option<usize> {
        let end = self.text[at..].find('\n').map_or(self.text.len(), |end| at + end);
        let lines = self.text[..end].rsplit('\n').take(2);
        let mut start = end + 1;
        lines.into_iter().find_map(|line| {
            start -= line.len() + 1;
            let indent = line.len() - line.trim_start_matches([' ', '-']).len();
            let (key, value) = line[indent..].split_once(':')?;
            let is_key =
                !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
            (is_key && value.starts_with(|c: char| !c.is_whitespace())).then_some(start + indent + key.len() + 1)
        })
    }

    /// The value on the line of a place, if it starts with a bracket and has text after the closing one: a notation
    /// such as `[F?R]N` without quotes. Returns the place where it starts, too.
    fn unquoted_brackets(&self, at: usize) -> Option<(usize, &'a str)> {
        let start = self.text[..at].rfind('\n').map_or(0, |at| at + 1);
        let line = self.text[start..].lines().next()?;
        let rest = line.split_once(": ")?.1.trim_start();
        let value = rest.trim_end();
        let (_, behind) = value.strip_prefix('[')?.split_once(']')?;
        (!behind.is_empty() && !value.contains(',')).then_some((start + line.len() - rest.len(), value))
    }

    fn span(&self, span: YamlSpan) -> Span {
        let end = self.text.len();
        let range = span.byte_range().unwrap_or(end..end);
        Span::new(self.id, range.start.min(end)..range.end.min(end))
    }

    fn fault(&self, code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(code, span, message)
    }
}
