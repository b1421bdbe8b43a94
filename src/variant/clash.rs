//! Finds the keys that files laid over one game set to different values.

use super::lay::{RULE_KINDS, replaces};
use super::node::{Entry, Map, Node, Value};
use crate::diagnostic::{Code, Diagnostic, shorten};
use crate::source::Span;

/// Sections whose named entries are single statements: two different ones under one name are not merged.
const STATEMENTS: &[&str] = &["end", "define", "state", "regions"];

/// Keys of one mapping that together say one thing: two mappings with different ones are not merged.
const TOGETHER: &[&[&str]] = &[&["actions", "first", "grows"]];

/// A file that is laid over a game.
pub(super) struct Laid<'a> {
    /// Its name in messages.
    pub name: &'a str,
    /// Its values.
    pub root: &'a Node,
}

/// A key with two values.
struct Clash<'a> {
    path: Vec<&'a str>,
    first: &'a Node,
    second: &'a Node,
}

/// The problems of two files that set the same keys to different values, apart from keys that the mixing file sets itself.
pub(super) fn clashes(first: &Laid<'_>, second: &Laid<'_>, own: &Node) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    compare(first.root, second.root, Some(own), &mut Vec::new(), &mut found);
    found.iter().map(|clash| problem(clash, first.name, second.name)).collect()
}

/// The problems of a rule file that brings a piece under a name which another piece of the game has.
pub(super) fn taken_names(game: &Node, over: &Laid<'_>) -> Vec<Diagnostic> {
    let pieces = |root: &Node| root.get("pieces").and_then(Node::map).cloned().unwrap_or_default();
    let known = pieces(game);
    let clash = |(name, piece): (String, Entry)| {
        let symbol = piece.value.get("symbol")?;
        let other = known.get(&name)?;
        let differs = other.value.get("symbol").is_some_and(|old| !same(old, symbol));
        differs.then(|| {
            let message = format!("`{}` brings a piece `{name}`, and the game has another one of this name", over.name);
            let help = "write a file that extends the game and gives one of the two another name";
            Diagnostic::error(Code::MixConflict, piece.key, message).label(other.key, "the other piece").help(help)
        })
    };
    pieces(over.root).into_iter().filter_map(clash).collect()
}

fn compare<'a>(
    first: &'a Node,
    second: &'a Node,
    own: Option<&Node>,
    path: &mut Vec<&'a str>,
    found: &mut Vec<Clash<'a>>,
) {
    let settled = own.is_some_and(|own| own.map().is_none());
    if settled || same(first, second) {
        return;
    }
    match (first.map(), second.map()) {
        (Some(one), Some(other)) if !is_whole(path, one, other) => {
            for (key, entry) in one {
                let Some(second) = other.get(key) else { continue };
                path.push(key);
                compare(&entry.value, &second.value, own.and_then(|own| own.get(key)), path, found);
                path.pop();
            }
        }
        // The mixing file sets a mapping of its own here, so this is no conflict.
        _ if own.is_some() => {}
        _ => found.push(Clash { path: path.clone(), first, second }),
    }
}

/// Returns `true` if two mappings cannot be merged key by key.
fn is_whole(path: &[&str], one: &Map, other: &Map) -> bool {
    let is_rule = |map: &Map| RULE_KINDS.iter().any(|kind| map.contains_key(*kind));
    match path {
        [section, _] if STATEMENTS.contains(section) => true,
        [] | [_] => false,
        ["rules", _] if is_rule(one) || is_rule(other) => true,
        _ => replaces(one, other) || TOGETHER.iter().any(|keys| differ(keys, one, other)),
    }
}

/// Returns `true` if each of two mappings has some of the keys, but not both have the same ones.
fn differ(keys: &[&str], one: &Map, other: &Map) -> bool {
    let those = |map: &Map| keys.iter().filter(|key| map.contains_key(**key)).count();
    let both = keys.iter().filter(|key| one.contains_key(**key) && other.contains_key(**key)).count();
    those(one) > 0 && those(other) > 0 && (both < those(one) || both < those(other))
}

/// Returns `true` if two values say the same. The order of keys does not count.
fn same(one: &Node, other: &Node) -> bool {
    match (&one.value, &other.value) {
        (Value::Null, Value::Null) => true,
        (Value::Text(one), Value::Text(other)) => one.text == other.text,
        (Value::List(one), Value::List(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Map(one), Value::Map(other)) => {
            let in_other = |(key, entry): (&String, &Entry)| {
                other.get(key).is_some_and(|second| same(&entry.value, &second.value))
            };
            one.len() == other.len() && one.iter().all(in_other)
        }
        _ => false,
    }
}

fn problem(clash: &Clash<'_>, first: &str, second: &str) -> Diagnostic {
    let path = clash.path.join(": ");
    let message =
        format!("`{first}` and `{second}` disagree about `{path}`: {} and {}", shown(clash.first), shown(clash.second));
    let mut lines = String::new();
    for (depth, key) in clash.path.iter().enumerate() {
        lines += if depth == 0 { "" } else { ": {" };
        lines += key;
    }
    let closing = "}".repeat(clash.path.len().saturating_sub(1));
    let help = format!(
        "write `{lines}: …{closing}` in the file that mixes them (`ferz mix` writes one with `-o FILE`), or leave one of the two out"
    );
    Diagnostic::error(Code::MixConflict, place(clash.second), message)
        .label(place(clash.first), format!("what `{first}` says"))
        .help(help)
}

fn place(node: &Node) -> Span {
    node.span
}

/// A value in a message.
fn shown(node: &Node) -> String {
    match &node.value {
        Value::Null => "`null`".to_owned(),
        Value::Text(phrase) => format!("`{}`", shorten(&phrase.text)),
        _ => node.kind().to_owned(),
    }
}
