//! Merges trees of variant files: a child over its parent, and rule files over a game.
//!
//! Mappings are merged key by key, other values are replaced as a whole, and `null` removes the value of the parent.
//! Every value keeps its place in the file that wrote it.

use super::node::{Entry, Map, Node, Problems, Value};
use crate::diagnostic::{Code, Diagnostic, nearest, shorten};

/// Keys that describe a single file and are not inherited.
const OWN_KEYS: &[&str] = &["allow", "description", "extends", "rules_pages", "tests"];

/// The keys that decide the kind of a rule in the language of rules. An entry of `rules:` with one of them is such a rule.
pub const RULE_KINDS: &[&str] = &["pieces", "forbid", "must", "after", "may_replace"];

/// Groups of keys that exclude each other: a child that uses one group replaces a parent that uses another.
const EITHER_OR: &[&[&[&str]]] = &[
    &[&["each"], &["captured"], &["white", "black"]],
    &[&["stuck"], &["reached"], &["extinct"], &["repetition"], &["moves_without_progress"]],
    &[&["piece"], &["pieces"]],
    &[&["when", "result"], &["win"], &["loss"], &["draw"]],
    &[&["pieces"], &["forbid"], &["must"], &["after"], &["may_replace"]],
];

/// A tree without the keys that describe its file alone.
pub(super) fn without_own_keys(mut parent: Node) -> Node {
    if let Value::Map(map) = &mut parent.value {
        map.retain(|key, _| !OWN_KEYS.contains(&key.as_str()));
    }
    parent
}

/// Merges a node into its parent. Keys have a special meaning only below the names of the sections (depth 2).
pub(super) fn merge(parent: Option<Node>, child: Node, depth: usize, problems: &mut Problems) -> Node {
    let span = child.span;
    match child.value {
        Value::Map(over) => {
            let mut map = match parent {
                Some(Node { value: Value::Map(map), .. }) if depth < 2 || !replaces(&map, &over) => map,
                _ => Map::new(),
            };
            for (key, entry) in over {
                merge_entry(&mut map, key, entry, depth, problems);
            }
            Node { span, value: Value::Map(map) }
        }
        value => Node { span, value },
    }
}

fn merge_entry(map: &mut Map, key: String, entry: Entry, depth: usize, problems: &mut Problems) {
    let Entry { key: place, value } = entry;
    if matches!(value.value, Value::Null) {
        if map.shift_remove(&key).is_none() {
            // The keys below a section are the author's own names. An unknown one is a spelling mistake.
            if depth == 1
                && let Some(near) = nearest(&key, map.keys().map(String::as_str))
            {
                let message = format!("there is no `{}` that `null` could remove", shorten(&key));
                let problem = Diagnostic::error(Code::BadValue, place, message);
                problems.push(problem.help(format!("did you mean `{near}`?")).write(near));
                return;
            }
            let message = format!("`{}` has no value", shorten(&key));
            let help = "write a value after the colon; nothing, or `null`, removes the value of the extended variant";
            problems.push(Diagnostic::error(Code::BadValue, place, message).help(help));
        }
        return;
    }
    // An existing key keeps its place in the order.
    let old = map.get_mut(&key).map(|old| std::mem::replace(&mut old.value, Node { span: place, value: Value::Null }));
    let value = merge(old, value, depth + 1, problems);
    map.insert(key, Entry { key: place, value });
}

/// Leaves out each `null` that removes nothing from the tree below it.
pub(super) fn without_idle_nulls(mut over: Node, below: Option<&Node>) -> Node {
    if let Value::Map(map) = &mut over.value {
        let entries = std::mem::take(map).into_iter().filter_map(|(key, Entry { key: place, value })| {
            let old = below.and_then(|below| below.get(&key));
            let is_idle = matches!(value.value, Value::Null) && old.is_none();
            (!is_idle).then(|| (key, Entry { key: place, value: without_idle_nulls(value, old) }))
        });
        *map = entries.collect();
    }
    over
}

/// Returns `true` if parent and child use different keys of a group of alternatives.
pub(super) fn replaces(parent: &Map, child: &Map) -> bool {
    let kind =
        |family: &[&[&str]], map: &Map| family.iter().position(|kind| kind.iter().any(|key| map.contains_key(*key)));
    EITHER_OR.iter().any(|family| match (kind(family, parent), kind(family, child)) {
        (Some(old), Some(new)) => old != new,
        _ => false,
    })
}
