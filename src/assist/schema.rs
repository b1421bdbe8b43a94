//! The schema of variant files as a guide through a text: the keys that may stand at a place, their values, and what
//! they mean.

use std::sync::LazyLock;

use serde_json::{Map, Value};

use crate::diagnostic::Code;

/// The name of the file with the schema.
pub const FILE: &str = "variant.schema.json";
/// The committed schema.
pub const TEXT: &str = include_str!("../../docs/variant.schema.json");

/// The schema, read once.
static SCHEMA: LazyLock<Value> = LazyLock::new(|| serde_json::from_str(TEXT).unwrap_or_default());

/// A step from a value to a value inside it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// To the value of a key.
    Key(String),
    /// To an item of a list.
    Item,
}

/// The texts that may stand at a place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Any text for people.
    Prose,
    /// The name of a piece.
    Piece,
    /// An expression for squares.
    Region,
    /// A notation.
    Betza,
    /// A position.
    Fen,
    /// The symbol of a piece.
    Symbol,
    /// The castling move of a piece: `king e1-g1`.
    Castling,
    /// A text in the language of rules.
    Rule,
    /// The code of a check.
    Check,
    /// The variant that a file extends.
    Parent,
    /// A move, in a test.
    Move,
    /// The name of an end.
    End,
    /// A number.
    Number,
    /// One of the words that the schema lists.
    Word,
}

/// Keys whose plain text is no name of a piece.
const PROSE: &[&str] = &["name", "description", "rules_pages", "san", "for", "images", "partners"];

/// One possible form of a value, with the description of its place.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    part: &'static Value,
    /// The description that belongs to the place, if the form itself has none.
    note: Option<&'static str>,
}

/// A word that may stand at a place, and what it means.
pub type Said = (String, String);

/// The forms that the value at a path may have; none if the path leads nowhere.
pub fn forms(path: &[Step]) -> Vec<Form> {
    path.iter().fold(spread(&SCHEMA, None), |forms, step| {
        forms.iter().flat_map(|form| form.inner(step).into_iter().flat_map(|(part, note)| spread(part, note))).collect()
    })
}

/// All forms of a part of the schema: follows `$ref`, `anyOf` and `oneOf`.
fn spread(part: &'static Value, note: Option<&'static str>) -> Vec<Form> {
    let note = part["description"].as_str().or(note);
    if let Some(name) = part["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return spread(&SCHEMA["$defs"][name], note);
    }
    let choices = part["anyOf"].as_array().or(part["oneOf"].as_array());
    let own = if part["type"].is_null() && part["enum"].is_null() && part["const"].is_null() {
        None
    } else {
        Some(Form { part, note })
    };
    // In an object, `anyOf` and `oneOf` only say which keys go together.
    let choices = choices.filter(|_| part["properties"].is_null());
    let inner = choices.into_iter().flatten().flat_map(|choice| spread(choice, note));
    own.into_iter().chain(inner).filter(|form| form.part["type"] != "null").collect()
}

impl Form {
    /// The part one step further in, with the description of the place there.
    fn inner(&self, step: &Step) -> Option<(&'static Value, Option<&'static str>)> {
        let part = match step {
            Step::Item => Some(&self.part["items"]),
            Step::Key(key) => self.keys().and_then(|keys| keys.get(key)).or_else(|| self.named()),
        };
        part.filter(|part| part.is_object()).map(|part| (part, None))
    }

    /// The keys of a mapping.
    pub fn keys(&self) -> Option<&'static Map<String, Value>> {
        self.part["properties"].as_object()
    }

    /// The part for keys that the author chooses.
    fn named(&self) -> Option<&'static Value> {
        Some(&self.part["additionalProperties"]).filter(|part| part.is_object())
    }

    /// Returns `true` if the author chooses the keys.
    pub fn has_names(&self) -> bool {
        self.named().is_some()
    }

    /// Returns `true` for a mapping.
    pub fn is_map(&self) -> bool {
        self.part["type"] == "object" || self.part["type"].as_array().is_some_and(|all| all.contains(&"object".into()))
    }

    /// Returns `true` for a list.
    pub fn is_list(&self) -> bool {
        self.part["type"] == "array" || self.part["type"].as_array().is_some_and(|all| all.contains(&"array".into()))
    }

    /// The description of the form or of its place.
    pub fn note(&self) -> Option<String> {
        self.note.map(|note| note.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// The words that may stand here, each with its description.
    pub fn words(&self) -> Vec<Said> {
        let note = self.note().unwrap_or_default();
        if let Some(word) = self.part["const"].as_str() {
            return vec![(word.to_owned(), note)];
        }
        if let Some(words) = self.part["enum"].as_array() {
            return words.iter().filter_map(Value::as_str).map(|word| (word.to_owned(), about(word))).collect();
        }
        let is_switch = self.part["type"] == "boolean" || *self.kinds() == ["boolean", "null"];
        if is_switch { ["true", "false"].map(|word| (word.to_owned(), String::new())).to_vec() } else { Vec::new() }
    }

    fn kinds(&self) -> Vec<&'static str> {
        match &self.part["type"] {
            Value::String(one) => vec![one.as_str()],
            Value::Array(all) => all.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        }
    }

    /// The kind of the text; `None` for lists and mappings.
    pub fn kind(&self, path: &[Step]) -> Option<Kind> {
        if !self.words().is_empty() {
            return Some(if last_key(path) == Some("allow") { Kind::Check } else { Kind::Word });
        }
        let kinds = self.kinds();
        if !kinds.contains(&"string") {
            return kinds.iter().any(|kind| ["integer", "number"].contains(kind)).then_some(Kind::Number);
        }
        Some(match self.part["pattern"].as_str() {
            Some(pattern) if pattern.starts_with(r"^[\s(]*(?:(?:[()]|") => Kind::Region,
            Some(pattern) if pattern.starts_with("^(?:[fblrvsh") => Kind::Betza,
            Some(pattern) if pattern.contains(r"(?:\s+[wb]") => Kind::Fen,
            Some(pattern) if pattern.contains("[A-Z]'") => Kind::Symbol,
            Some(pattern) if pattern.contains(r"\s[a-z]+[0-9]*-") => Kind::Castling,
            Some(_) => Kind::Prose,
            None if self.part["maxLength"] == 10_000 => Kind::Rule,
            None => plain(path),
        })
    }
}

/// The kind of a text that the schema describes only as a text.
fn plain(path: &[Step]) -> Kind {
    let first = path.first().and_then(key);
    match (first, last_key(path).unwrap_or_default()) {
        (_, "extends") => Kind::Parent,
        (Some("tests"), "reason") => Kind::End,
        (Some("tests"), "play" | "moves" | "legal" | "illegal") => Kind::Move,
        (Some("look" | "tests" | "state"), _) => Kind::Prose,
        (Some("sides"), "order" | "partners") => Kind::Prose,
        (_, word) if PROSE.contains(&word) => Kind::Prose,
        _ => Kind::Piece,
    }
}

/// The nearest key of a path.
pub fn last_key(path: &[Step]) -> Option<&str> {
    path.iter().rev().find_map(key)
}

fn key(step: &Step) -> Option<&str> {
    match step {
        Step::Key(key) => Some(key),
        Step::Item => None,
    }
}

/// Returns `true` if the keys of the mapping at a path are names that this mapping introduces.
pub fn introduces(path: &[Step]) -> bool {
    let sections = ["pieces", "regions", "define", "state", "rules", "end"];
    match path {
        [Step::Key(section)] => sections.contains(&section.as_str()) || section == "castling",
        _ => false,
    }
}

/// The summary of a check, for the words of `allow`.
fn about(word: &str) -> String {
    Code::from_name(word).map(|code| code.summary().to_owned()).unwrap_or_default()
}
