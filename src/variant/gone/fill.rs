//! The templates of new forms: kinds of values, texts with values filled in, and how they are written.

use crate::variant::node::{Map, Node, Value};

/// Facts about a file that templates ask for.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The file with all that it extends.
    pub merged: Option<&'a Node>,
    /// `true` for a word of the language of rules.
    pub is_word: fn(&str) -> bool,
}

/// A new value, as YAML.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Form {
    /// A scalar, as it is written.
    Text(String),
    /// A list.
    List(Vec<Form>),
    /// A mapping.
    Map(Vec<(String, Form)>),
}

/// The values of the keys of a row.
#[derive(Default, Debug)]
pub struct Bound<'a> {
    /// All keys of the row.
    pub keys: Vec<&'static str>,
    /// The keys that have values, with the kind of the value.
    pub values: Vec<(&'static str, &'static str, &'a Node)>,
    /// The texts of the items of a list.
    pub joined: String,
    /// `true` if a key has the value `null`.
    pub removes: bool,
    /// `true` if a key that is a flag is `false`.
    pub off: bool,
}

impl Form {
    /// The value on one line.
    pub fn flow(&self) -> String {
        match self {
            Form::Text(text) => text.clone(),
            Form::List(items) => format!("[{}]", items.iter().map(Form::flow).collect::<Vec<_>>().join(", ")),
            Form::Map(map) => {
                let entries: Vec<String> = map.iter().map(|(key, value)| format!("{key}: {}", value.flow())).collect();
                format!("{{{}}}", entries.join(", "))
            }
        }
    }

    /// A key with the value at an indentation, on one line if that has at most so many characters.
    pub fn lines(&self, key: &str, indent: usize, width: usize) -> String {
        let blanks = " ".repeat(indent);
        let line = format!("{blanks}{key}: {}\n", self.flow());
        match self {
            Form::Map(map) if line.chars().count() > width => {
                let entries = map.iter().map(|(key, value)| value.lines(key, indent + 2, width));
                format!("{blanks}{key}:\n{}", entries.collect::<String>())
            }
            Form::List(items) if line.chars().count() > width => {
                let items = items.iter().map(|item| format!("{blanks}  - {}\n", item.flow()));
                format!("{blanks}{key}:\n{}", items.collect::<String>())
            }
            _ => line,
        }
    }

    /// Puts a name in the place of another one, in texts that are this name or have it as a word.
    pub fn replace(&mut self, old: &str, new: &str) {
        match self {
            Form::Text(text) => *text = text.replace(old, new),
            Form::List(items) => items.iter_mut().for_each(|item| item.replace(old, new)),
            Form::Map(map) => map.iter_mut().for_each(|(_, value)| value.replace(old, new)),
        }
    }

    /// The form of a value of a file.
    fn of(node: &Node) -> Form {
        match &node.value {
            Value::Text(phrase) => Form::Text(scalar(&phrase.text, phrase.quoted)),
            Value::List(items) => Form::List(items.iter().map(Form::of).collect()),
            Value::Map(map) => {
                Form::Map(map.iter().map(|(key, entry)| (key.clone(), Form::of(&entry.value))).collect())
            }
            _ => Form::Text("null".to_owned()),
        }
    }
}

/// A text as YAML writes it inside of brackets.
fn scalar(text: &str, quoted: bool) -> String {
    let special = text.starts_with(|first: char| !first.is_alphanumeric() && first != '(');
    match text {
        _ if !quoted && !special && !text.contains([',', '[', ']', '{', '}', '#', ':']) => text.to_owned(),
        _ if text.contains('"') => format!("'{}'", text.replace('\'', "''")),
        _ => format!("\"{text}\""),
    }
}

/// `true` if a value is of a kind.
pub fn fits(kind: &str, node: &Node, facts: &Facts<'_>) -> bool {
    let text = node.text().map_or("", |phrase| &phrase.text);
    match kind {
        "<pieces>" => !set(node, facts).is_empty(),
        "<piece>" | "<word>" => !text.is_empty(),
        "<number>" => !text.is_empty() && text.len() < 5 && text.bytes().all(|byte| byte.is_ascii_digit()),
        "<area>" => !text.is_empty() || node.map().is_some(),
        "<list>" => matches!(node.value, Value::List(_)),
        "<pairs>" => !pairs(node, facts).is_empty(),
        "<homes>" => {
            let kinds = kinds(node, facts);
            !kinds.is_empty() && kinds.iter().all(|kind| facts.is_common(kind) && facts.starts_on_one_rank(kind))
        }
        "<lenders>" => {
            let kinds = kinds(node, facts);
            !kinds.is_empty() && kinds.iter().all(|kind| facts.lends(kind))
        }
        "<inert>" => facts.text_of(text, "moves") == Some(""),
        "<rest>" => without_rest(text).is_some(),
        _ => true,
    }
}

/// A FEN without the number of moves that were left of a turn: `then:struck:0:e3e3:L`.
fn without_rest(fen: &str) -> Option<String> {
    let (before, rest) = fen.split_once("then:")?;
    let (word, behind) = rest.split_once(':')?;
    let (left, behind) = behind.split_once(':')?;
    let is_number = !left.is_empty() && left.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && !["move", "held"].contains(&word)).then(|| format!("{before}then:{word}:{behind}"))
}

impl<'a> Facts<'a> {
    fn pieces(&self) -> Option<&'a Map> {
        self.merged?.get("pieces")?.map()
    }

    fn text_of(&self, kind: &str, key: &str) -> Option<&'a str> {
        Some(&self.pieces()?.get(kind)?.value.get(key)?.text()?.text)
    }

    fn is_common(&self, kind: &str) -> bool {
        self.pieces()
            .and_then(|all| all.get(kind)?.value.get("royal"))
            .is_none_or(|royal| royal.text().is_some_and(|phrase| phrase.text == "false"))
    }

    /// `true` if the moves of a kind are the same whatever has happened before, and on all squares.
    fn lends(&self, kind: &str) -> bool {
        let piece = self.pieces().and_then(|all| all.get(kind));
        let also = piece.is_none_or(|piece| piece.value.get("also").is_some());
        !also && self.text_of(kind, "moves").is_some_and(|moves| !moves.contains(['i', 'e', 'n', 'O']))
    }

    /// `true` if each side has all pieces of a kind on one rank at the start.
    fn starts_on_one_rank(&self, kind: &str) -> bool {
        let setup = self.merged.and_then(|root| root.get("setup")?.text()).map_or("", |phrase| &phrase.text);
        let Some(symbol) = self.text_of(kind, "symbol").filter(|symbol| symbol.len() == 1) else { return false };
        let ranks: Vec<&str> = setup.split([' ', '[']).next().unwrap_or("").split('/').collect();
        let on = |letter: &str| ranks.iter().filter(|rank| rank.contains(letter)).count();
        on(symbol) == 1 && on(&symbol.to_lowercase()) == 1
    }
}

/// The names of a set of pieces as the language of rules writes them; none if the value is no set of pieces.
pub fn set(node: &Node, facts: &Facts<'_>) -> Vec<String> {
    let name = |text: &str| match text {
        "all" => "pieces".to_owned(),
        _ if (facts.is_word)(text) => format!("`{text}`"),
        _ => text.to_owned(),
    };
    match &node.value {
        Value::Text(phrase) => vec![name(&phrase.text)],
        Value::List(items) => {
            let names: Option<Vec<String>> = items.iter().map(|item| Some(name(&item.text()?.text))).collect();
            names.unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

/// The kinds of pieces of a value, `all` of them too.
fn kinds(node: &Node, facts: &Facts<'_>) -> Vec<String> {
    let named: Vec<String> = match &node.value {
        Value::Text(phrase) => vec![phrase.text.clone()],
        Value::List(items) => items.iter().filter_map(|item| Some(item.text()?.text.clone())).collect(),
        _ => Vec::new(),
    };
    if named.iter().any(|name| name == "all") {
        return facts.pieces().map(|all| all.keys().cloned().collect()).unwrap_or_default();
    }
    named
}

/// Pairs of pieces, as the language of rules writes them; none if the value has others.
fn pairs(node: &Node, facts: &Facts<'_>) -> Vec<(String, String)> {
    let name = |text: &str| if (facts.is_word)(text) { format!("`{text}`") } else { text.to_owned() };
    let pair =
        |(one, entry): (&String, &crate::variant::node::Entry)| Some((name(one), name(&entry.value.text()?.text)));
    node.map().and_then(|map| map.iter().map(pair).collect()).unwrap_or_default()
}

impl Bound<'_> {
    fn value(&self, key: &str) -> Option<(&'static str, &Node)> {
        self.values.iter().find(|(name, ..)| *name == key).map(|(_, kind, node)| (*kind, *node))
    }

    /// The regions that have to be declared, with their names: areas that are no words of the language.
    pub fn areas(&self) -> Vec<(String, Form)> {
        let areas = self.values.iter().filter(|(_, kind, node)| *kind == "<area>" && plain_area(node).is_none());
        areas.map(|(name, _, node)| (format!("{name}_squares"), Form::of(node))).collect()
    }

    /// The text of a placeholder: a key, with a function behind a colon.
    fn text(&self, key: &str, function: &str, facts: &Facts<'_>) -> String {
        if key == "joined" {
            return self.joined.clone();
        }
        if key == "kinds" {
            let all = facts.pieces().into_iter().flatten();
            let catches = |kind: &&String| facts.text_of(kind, "moves").is_some_and(|moves| moves.contains(function));
            let kinds: Vec<String> = all.map(|(kind, _)| kind).filter(catches).cloned().collect();
            return union(&kinds);
        }
        let Some((kind, node)) = self.value(key) else { return String::new() };
        let text = node.text().map_or("", |phrase| &phrase.text);
        match (function, kind) {
            ("moves", _) => facts.text_of(text, "moves").unwrap_or("…").to_owned(),
            ("twice", _) => text.parse::<u32>().map_or_else(|_| text.to_owned(), |number| (2 * number).to_string()),
            ("rest", _) => without_rest(text).unwrap_or_default(),
            ("keys", "<pairs>") => union(&pairs(node, facts).into_iter().map(|(one, _)| one).collect::<Vec<_>>()),
            ("values", "<pairs>") => union(&pairs(node, facts).into_iter().map(|(_, other)| other).collect::<Vec<_>>()),
            ("list", "<pairs>") => {
                pairs(node, facts).into_iter().map(|(_, other)| other).collect::<Vec<_>>().join(" or ")
            }
            (_, "<pieces>" | "<homes>" | "<lenders>") => union(&set(node, facts)),
            (_, "<piece>" | "<inert>") => set(node, facts).concat(),
            (_, "<area>") => plain_area(node).map_or_else(|| format!("{key}_squares"), str::to_owned),
            _ => text.to_owned(),
        }
    }

    /// The table of pairs that a placeholder stands for: from the first to the second, or also back.
    fn table(&self, template: &str, facts: &Facts<'_>) -> Option<Form> {
        let (key, function) = template.strip_prefix('$')?.split_once(':')?;
        let (kind, node) = self.value(key)?;
        let text = |one: &str, other: &str| (one.trim_matches('`').to_owned(), Form::Text(other.to_owned()));
        let pairs = pairs(node, facts);
        let there = pairs.iter().map(|(one, other)| text(one, other));
        let back = pairs.iter().map(|(one, other)| text(other, one));
        match (kind, function) {
            ("<pairs>", "there") => Some(Form::Map(there.collect())),
            ("<pairs>", "both") => Some(Form::Map(there.chain(back).collect())),
            _ => None,
        }
    }

    /// A text with its placeholders and conditional parts filled in.
    fn filled(&self, template: &str, facts: &Facts<'_>) -> String {
        let mut text = String::new();
        let mut rest = template;
        while let Some(at) = rest.find(['$', '<']) {
            text.push_str(&rest[..at]);
            let sign = rest[at..].chars().nth(1).unwrap_or(' ');
            if rest[at..].starts_with('$') {
                let (name, behind) = word(&rest[at + 1..]);
                let (function, behind) = behind.strip_prefix(':').map_or(("", behind), word);
                text.push_str(&self.text(name, function, facts));
                rest = behind;
            } else if let (true, Some((part, behind))) = (['?', '!'].contains(&sign), rest[at..].split_once('>')) {
                let (key, part) = part[2..].split_once(' ').unwrap_or((&part[2..], ""));
                if self.value(key).is_some() == (sign == '?') {
                    text.push_str(&self.filled(part, facts));
                }
                rest = behind;
            } else {
                text.push_str(&rest[at..=at]);
                rest = &rest[at + 1..];
            }
        }
        text + rest
    }
}

/// The word at the start of a text, and what is behind it.
fn word(text: &str) -> (&str, &str) {
    text.split_at(text.find(|sign: char| !sign.is_ascii_alphabetic() && sign != '_').unwrap_or(text.len()))
}

/// Several names in brackets.
fn union(names: &[String]) -> String {
    match names {
        [one] => one.clone(),
        _ => format!("({})", names.join(" or ")),
    }
}

/// A set of squares that the language of rules writes as regions do: whole ranks and files, and the names of regions.
fn plain_area(node: &Node) -> Option<&str> {
    let text = &node.text()?.text;
    let words: Vec<&str> = text.split(' ').collect();
    let is_plain = match words.as_slice() {
        ["rank" | "file", _] => true,
        [one] => one.chars().all(|sign| sign.is_alphanumeric() || sign == '_'),
        _ => false,
    };
    is_plain.then_some(text)
}

/// A template with values filled in; `None` if nothing is left of it.
pub fn fill(template: &Node, bound: &Bound<'_>, facts: &Facts<'_>) -> Option<Form> {
    match &template.value {
        Value::Text(phrase) => {
            if let Some(table) = bound.table(&phrase.text, facts) {
                return Some(table);
            }
            let text = bound.filled(&phrase.text, facts);
            // Brackets around all that a key says are not needed.
            let bare = phrase.text.starts_with('$') && text.starts_with('(') && text.ends_with(')');
            let text = if bare && text.matches('(').count() == 1 { text[1..text.len() - 1].to_owned() } else { text };
            let notation = phrase.quoted && phrase.text.ends_with(":moves");
            (!text.is_empty()).then(|| Form::Text(scalar(&text, notation)))
        }
        Value::List(items) => Some(Form::List(items.iter().filter_map(|item| fill(item, bound, facts)).collect())),
        Value::Map(map) => {
            let entry = |(key, entry): (&String, &crate::variant::node::Entry)| {
                Some((key.clone(), fill(&entry.value, bound, facts)?))
            };
            Some(Form::Map(map.iter().filter_map(entry).collect()))
        }
        Value::Null | Value::Broken => None,
    }
}
