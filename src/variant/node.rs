//! The tree of a variant file, with the place of every key and value, and typed readers that collect all faults.

use std::ops::Range;

use indexmap::IndexMap;

use crate::diagnostic::{Code, Diagnostic, Edit, nearest, one_of, shorten, suggest};
use crate::source::{Span, Spanned};

/// A value of a variant file.
#[derive(Clone, Debug)]
pub struct Node {
    /// The place of the value; for a block, of the whole block.
    pub span: Span,
    /// The value.
    pub value: Value,
}

/// The kinds of values.
#[derive(Clone, Debug)]
pub enum Value {
    /// Nothing, or `null`.
    Null,
    /// A scalar, always as text. (`010` and `no` stay as written.)
    Text(Phrase),
    /// A list.
    List(Vec<Node>),
    /// A mapping, in the file's order.
    Map(Map),
    /// A value with an error that has already been reported.
    Broken,
}

/// A mapping, in the file's order.
pub type Map = IndexMap<String, Entry>;

/// The value of a key.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Where the key is written.
    pub key: Span,
    /// The value.
    pub value: Node,
}

/// The text of a scalar.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phrase {
    /// The text.
    pub text: String,
    /// Where it is written, quotes included.
    pub span: Span,
    /// The byte where the text begins, if the file contains it unchanged (not escaped or folded).
    pub verbatim: Option<u32>,
    /// `true` if the text is in quotes.
    pub quoted: bool,
}

impl Phrase {
    /// The place of a part of the text; the place of the whole text if the file has it escaped or folded.
    pub fn at(&self, part: Range<usize>) -> Span {
        match self.verbatim {
            Some(start) => Span::new(self.span.source, start as usize + part.start..start as usize + part.end),
            None => self.span,
        }
    }
}

impl Node {
    /// Kind of value, in words.
    pub fn kind(&self) -> &'static str {
        match self.value {
            Value::Null => "nothing",
            Value::Text(_) => "a word",
            Value::List(_) => "a list",
            Value::Map(_) => "a mapping",
            Value::Broken => "a fault",
        }
    }

    /// The text, if it is one.
    pub fn text(&self) -> Option<&Phrase> {
        match &self.value {
            Value::Text(phrase) => Some(phrase),
            _ => None,
        }
    }

    /// The mapping, if it is one.
    pub fn map(&self) -> Option<&Map> {
        match &self.value {
            Value::Map(map) => Some(map),
            _ => None,
        }
    }

    /// The value of a key, for changing it; `None` if the key is missing.
    pub fn entry(&mut self, key: &str) -> Option<&mut Node> {
        match &mut self.value {
            Value::Map(map) => map.get_mut(key).map(|entry| &mut entry.value),
            _ => None,
        }
    }

    /// The value of a key; `None` if the key is missing.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.map()?.get(key).map(|entry| &entry.value)
    }
}

/// The faults found so far.
pub type Problems = Vec<Diagnostic>;

/// Types that can be read from a node. A reader reports every error that it finds, and returns the valid parts.
pub trait Read: Sized {
    /// Reads the value.
    fn read(node: &Node, problems: &mut Problems) -> Option<Self>;

    /// The value to use if the key is missing from the mapping at `span`. Most types report an error.
    fn absent(key: &str, span: Span, problems: &mut Problems) -> Option<Self> {
        problems.push(
            Diagnostic::error(Code::MissingKey, span, format!("`{key}` is missing"))
                .help(format!("add a line `{key}: …` here")),
        );
        None
    }
}

/// Reports a value of the wrong kind.
pub fn unexpected(node: &Node, wanted: &str, problems: &mut Problems) {
    let message = format!("expected {wanted}, found {}", node.kind());
    report(node, Diagnostic::error(Code::BadValue, node.span, message), problems);
}

/// Reports a problem with a value, unless one has been reported already.
pub fn report(node: &Node, problem: Diagnostic, problems: &mut Problems) {
    if !matches!(node.value, Value::Broken) {
        problems.push(problem);
    }
}

impl<T: Read> Read for Option<T> {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        Some(T::read(node, problems))
    }

    fn absent(_: &str, _: Span, _: &mut Problems) -> Option<Self> {
        Some(None)
    }
}

impl<T: Read> Read for Box<T> {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        T::read(node, problems).map(Box::new)
    }
}

impl<T: Read> Read for Spanned<T> {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        Some(Spanned { value: T::read(node, problems)?, span: node.span })
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        match &node.value {
            Value::List(items) => Some(items.iter().filter_map(|item| T::read(item, problems)).collect()),
            _ => {
                unexpected(node, "a list", problems);
                None
            }
        }
    }
}

impl Read for Phrase {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        if node.text().is_none() {
            unexpected(node, "a word or a text", problems);
        }
        node.text().cloned()
    }
}

impl Read for bool {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        match node.text().map(|phrase| phrase.text.as_str()) {
            Some("true") => Some(true),
            Some("false") => Some(false),
            _ => {
                let problem = Diagnostic::error(Code::BadValue, node.span, "expected `true` or `false`");
                let problem = match node.text().map(|phrase| phrase.text.to_lowercase()).as_deref() {
                    Some("yes" | "y" | "on" | "1" | "true") => problem.help("write `true`").write("true"),
                    Some("no" | "n" | "off" | "0" | "false") => problem.help("write `false`").write("false"),
                    _ => problem,
                };
                report(node, problem, problems);
                None
            }
        }
    }
}

macro_rules! numbers {
    ($($type:ty),+) => {$(
        impl Read for $type {
            fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
                number(node, <$type>::MAX as u64, problems).map(|number| number as $type)
            }
        }
    )+};
}

numbers!(u16, u32, u64);

/// Reads a whole number: digits, nothing else.
fn number(node: &Node, max: u64, problems: &mut Problems) -> Option<u64> {
    let text = node.text().map_or("", |phrase| phrase.text.as_str());
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) || (text.len() > 1 && text.starts_with('0')) {
        let problem = Diagnostic::error(Code::BadValue, node.span, "expected a whole number from 0 upwards, such as 8");
        let rest = text.trim_start_matches('0');
        let is_number = !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
        report(node, if is_number { problem.write(rest) } else { problem }, problems);
        return None;
    }
    match text.parse().ok().filter(|number| *number <= max) {
        Some(number) => Some(number),
        None => {
            let message = format!("{} is too large: at most {max}", shorten(text));
            problems.push(Diagnostic::error(Code::BadValue, node.span, message));
            None
        }
    }
}

/// Values under names that the author chose, in the file's order.
#[derive(Clone, Debug)]
pub struct Named<T>(pub IndexMap<String, Item<T>>);

/// An entry of [`Named`]. If its value has errors, they have been reported, and only the name is kept.
#[derive(Clone, Debug)]
pub struct Item<T> {
    /// Where the name is written.
    pub name: Span,
    /// The value.
    pub value: Option<T>,
}

impl<T> Default for Named<T> {
    fn default() -> Self {
        Named(IndexMap::new())
    }
}

impl<T> Named<T> {
    /// The names, in the file's order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The values without faults, with their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Span, &T)> {
        self.0.iter().filter_map(|(name, item)| Some((name.as_str(), item.name, item.value.as_ref()?)))
    }
}

impl<T: Read> Read for Named<T> {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let Some(map) = node.map() else {
            unexpected(node, "a mapping from names to values", problems);
            return None;
        };
        let mut all = IndexMap::new();
        for (name, entry) in map {
            let known = problems.len();
            let value = T::read(&entry.value, problems);
            let missing =
                |problem: &&mut Diagnostic| problem.code == Code::MissingKey && problem.span == entry.value.span;
            for problem in problems[known..].iter_mut().filter(missing) {
                // A name with a missing key is often a misspelling of another name in the mapping.
                let others = map.keys().filter(|other| *other != name).map(String::as_str);
                problem.span = entry.key;
                problem.message = format!("{} in `{}`", problem.message, shorten(name));
                if let Some(near) = nearest(name, others) {
                    problem.help = Some(format!("did you mean `{near}`?"));
                }
            }
            all.insert(name.clone(), Item { name: entry.key, value });
        }
        Some(Named(all))
    }
}

/// Checks that a node is a mapping with no other keys than the known ones.
pub fn expect_map<'a>(node: &'a Node, known: &[&str], what: &str, problems: &mut Problems) -> Option<&'a Map> {
    let Some(map) = node.map() else {
        let message = format!("expected {what}: a mapping with the keys {}", one_of(known.iter().copied()));
        let message = format!("{message}; found {}", node.kind());
        let mut problem = Diagnostic::error(Code::BadValue, node.span, message);
        problem.help = written_within(node, known);
        report(node, wrapped(node, known, problem), problems);
        return None;
    };
    for (key, entry) in map {
        if !known.contains(&key.as_str()) {
            let message = format!("unknown key `{}` in {what}", shorten(key));
            let mut problem = Diagnostic::error(Code::UnknownKey, entry.key, message);
            problem.help = suggest(key, known.iter().copied());
            // Does not suggest a key that the same file already has.
            let taken = |near: &str| map.get(near).is_some_and(|other| other.key.source == entry.key.source);
            let near = nearest(key, known.iter().copied()).filter(|near| !taken(near));
            problems.push(if let Some(near) = near { problem.write(near) } else { problem });
        }
    }
    Some(map)
}

/// Adds a fix that turns a word or a list into a mapping with the key that it belongs to.
fn wrapped(node: &Node, known: &[&str], problem: Diagnostic) -> Diagnostic {
    if is_none(node) {
        return problem.write("null");
    }
    let (Some(key), Value::Text(_) | Value::List(_)) = (key_within(known), &node.value) else { return problem };
    let is_bare = node.text().is_some_and(|phrase| !phrase.quoted);
    let quote = if key == "moves" && is_bare { "\"" } else { "" };
    let (source, range) = (node.span.source, node.span.range());
    let edit = |at: usize, text: String| Edit::new(Span::new(source, at..at), text);
    let edits = vec![edit(range.start, format!("{{{key}: {quote}")), edit(range.end, format!("{quote}}}"))];
    problem.fix(format!("Write it under `{key}`"), edits)
}

/// Returns `true` for the word `none` in place of a mapping.
fn is_none(node: &Node) -> bool {
    node.text().is_some_and(|phrase| phrase.text == "none")
}

/// The key that an author probably means when a value stands in place of the whole mapping.
fn key_within<'a>(known: &[&str]) -> Option<&'a str> {
    // Not at the top level of a file.
    let within = known.iter().all(|key| *key != "name");
    ["to", "moves", "pieces"].into_iter().find(|key| within && known.contains(key))
}

/// Help that shows the value as a mapping, if the author seems to have written only the value of a key.
fn written_within(node: &Node, known: &[&str]) -> Option<String> {
    let key = key_within(known)?;
    if is_none(node) {
        return Some("write `null` to remove what the file extends".to_owned());
    }
    let text = |node: &Node| node.text().map(|phrase| shorten(&phrase.text));
    let value = match &node.value {
        Value::List(nodes) => format!("[{}]", nodes.iter().map(text).collect::<Option<Vec<_>>>()?.join(", ")),
        _ if key == "moves" => format!("\"{}\"", text(node)?),
        _ => text(node)?,
    };
    Some(format!("write it as `{{{key}: {value}}}`"))
}

/// Declares a mapping of a variant file: each key once, with its documentation. The macro generates the reader, the
/// list of known keys and the JSON Schema.
macro_rules! record {
    ($(#[$doc:meta])* $what:literal pub struct $name:ident {
        $($(#[$field_doc:meta])* $key:literal $field:ident: $type:ty,)+
    }) => {
        #[derive(Clone, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        $(#[$doc])*
        #[cfg_attr(feature = "schema", schemars(deny_unknown_fields))]
        pub struct $name {
            $($(#[$field_doc])* #[cfg_attr(feature = "schema", schemars(rename = $key))] pub $field: $type,)+
        }

        impl $name {
            /// The keys, in the order of the documentation.
            pub const KEYS: &[&str] = &[$($key),+];
        }

        impl Read for $name {
            fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
                let map = expect_map(node, Self::KEYS, $what, problems)?;
                $(let $field = match map.get($key) {
                    Some(entry) => <$type>::read(&entry.value, problems),
                    None => <$type>::absent($key, node.span, problems),
                };)+
                Some($name { $($field: $field?,)+ })
            }
        }
    };
}

/// Declares a choice between words.
macro_rules! words {
    ($(#[$doc:meta])* pub enum $name:ident { $($(#[$word_doc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum $name { $($(#[$word_doc])* #[cfg_attr(feature = "schema", schemars(rename = $word))] $variant,)+ }

        impl $name {
            /// The words.
            pub const WORDS: &[&str] = &[$($word),+];
        }

        impl Read for $name {
            fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
                match node.text().map(|phrase| phrase.text.as_str()) {
                    $(Some($word) => Some($name::$variant),)+
                    _ => {
                        wrong_word(node, Self::WORDS, problems);
                        None
                    }
                }
            }
        }
    };
}

pub(in crate::variant) use {record, words};

/// Reports a value that is not one of the known words.
pub fn wrong_word(node: &Node, known: &[&str], problems: &mut Problems) {
    let found = node.text().map_or(node.kind().to_owned(), |phrase| format!("`{}`", shorten(&phrase.text)));
    let message = format!("expected {}, found {found}", one_of(known.iter().copied()));
    let mut problem = Diagnostic::error(Code::BadValue, node.span, message);
    let near = node.text().and_then(|phrase| crate::diagnostic::nearest(&phrase.text, known.iter().copied()));
    problem.help = near.map(|near| format!("did you mean `{near}`?"));
    let problem = if let Some(near) = near { problem.write(near) } else { problem };
    report(node, problem, problems);
}
