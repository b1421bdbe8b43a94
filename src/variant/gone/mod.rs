//! Keys that variant files once had, and what they say in their new form.
//!
//! `table.yaml` has a row for each form of such a key. This module finds the rows that fit the mappings of a file and fills them in. The
//! error for an old key and `ferz migrate` use the same rows.

mod fill;

use std::sync::LazyLock;

use super::node::{Map, Node, Problems, Value};
use super::yaml;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix};
use crate::source::{SourceId, Span};

use fill::{Bound, fill, fits, set};
pub use fill::{Facts, Form};

/// The rows, from `table.yaml`.
static TABLE: LazyLock<Node> = LazyLock::new(|| {
    let mut problems = Problems::new();
    let root = yaml::parse(SourceId(0), include_str!("table.yaml"), &mut problems);
    root.filter(|_| problems.is_empty()).unwrap_or(Node { span: Span::new(SourceId(0), 0..0), value: Value::Null })
});

/// An entry of the file that says what an old key said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The section of the file: `rules`, `turns` or `regions`.
    pub section: &'static str,
    /// Its usual name. If the file has another entry of this name, it needs another one.
    pub name: String,
    /// Its value.
    pub value: Form,
    /// The byte of the old key, or of the item of its list, that it replaces.
    pub from: usize,
}

/// The new form of an old key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum New {
    /// Entries of sections take its place. They may be none.
    Entries(Vec<Entry>),
    /// Another text takes the place of a part of the file: the new name of the key, or its new value.
    Text(Span, String),
    /// `null`, which removed the key of a parent: these entries of a parent have to be removed.
    Removed(Vec<(&'static str, String)>),
    /// The key cannot be carried over, for this reason.
    Nothing(String),
}

/// Old keys of a mapping that are read together.
#[derive(Clone, Debug)]
pub struct Old {
    /// The keys, with their places.
    pub keys: Vec<(String, Span)>,
    /// The value of the first key.
    pub value: Span,
    /// Their new form.
    pub new: New,
}

/// A mapping of a file that has old keys.
#[derive(Clone, Debug)]
pub struct Site<'a> {
    /// The names of the mapping and of those around it, from the outermost.
    pub path: Vec<&'a str>,
    /// Its name in messages.
    pub what: &'static str,
    /// The mapping.
    pub map: &'a Map,
    /// Its old keys, in the order of the file.
    pub olds: Vec<Old>,
}

/// The mappings with old keys in a file.
pub fn sites<'a>(root: &'a Node, facts: &Facts<'_>) -> Vec<Site<'a>> {
    let mut found = Vec::new();
    for group in items(&TABLE) {
        for (path, node) in places(root, text(group, "at")) {
            let Some(map) = node.map() else { continue };
            let olds = olds(group, map, facts);
            if !olds.is_empty() {
                found.push(Site { path, what: text(group, "what"), map, olds });
            }
        }
    }
    found
}

/// The values at a path of a tree, each with the names on the way.
fn places<'a>(root: &'a Node, path: &str) -> Vec<(Vec<&'a str>, &'a Node)> {
    let steps = path.split('.').filter(|step| !step.is_empty());
    steps.fold(vec![(Vec::new(), root)], |places, step| {
        places.iter().flat_map(|(path, node)| inside(path, node, step)).collect()
    })
}

/// The values below a step of a path, each with its own path.
fn inside<'a>(path: &[&'a str], node: &'a Node, step: &str) -> Vec<(Vec<&'a str>, &'a Node)> {
    match &node.value {
        Value::List(items) if step == "*" => items.iter().map(|item| ([path, &["-"]].concat(), item)).collect(),
        Value::Map(map) => {
            let fits = map.iter().filter(|(name, _)| step == "*" || *name == step);
            fits.map(|(name, entry)| ([path, &[name.as_str()]].concat(), &entry.value)).collect()
        }
        _ => Vec::new(),
    }
}

/// The old keys of a mapping. Each is used by one row.
fn olds(group: &'static Node, map: &Map, facts: &Facts<'_>) -> Vec<Old> {
    let rows = || items_of(group, "rows");
    // Rules may have the names of older keys.
    let map = &if text(group, "at") == "rules" { without_rules(group, map) } else { map.clone() };
    let mut found: Vec<Old> = Vec::new();
    let mut used: Vec<&str> = Vec::new();
    for row in rows() {
        let Some(bound) = bind(row, map, facts) else { continue };
        let names: Vec<&str> = bound.keys.iter().copied().filter(|key| map.contains_key(*key)).collect();
        if names.is_empty() || names.iter().any(|key| used.contains(key)) {
            continue;
        }
        used.extend(&names);
        found.extend(old(map, &names, new(row, map, &bound, facts)));
    }
    // A key that every row of it leaves has a value that no row knows. Values that are still keys of today are not old.
    for row in rows().filter(|row| is_key(row)) {
        for name in keys(row).filter(|name| map.contains_key(*name)) {
            if !used.contains(&name) {
                used.push(name);
                found.extend(old(map, &[name], New::Nothing(reason(row))));
            }
        }
    }
    found.sort_by_key(|old| old.keys.first().map(|(_, span)| span.start));
    found
}

/// The entries of `rules:` that are no rules in the language: neither removed ones nor mappings with other keys than the rows have.
fn without_rules(group: &'static Node, map: &Map) -> Map {
    let patterns = |name: &str| {
        let olds = items_of(group, "rows").filter_map(|row| row.get("old")?.get(name)?.map());
        olds.flat_map(Map::keys).map(|key| key.trim_end_matches('?')).collect::<Vec<_>>()
    };
    // Values of pairs have the names of pieces as keys. A rule has a key of its own.
    let has_pairs = |name: &str| {
        let olds = items_of(group, "rows").filter_map(|row| row.get("old")?.get(name)?.text());
        olds.into_iter().any(|kind| kind.text == "<pairs>")
    };
    let is_rule =
        |map: &Map| ["pieces", "forbid", "must", "after", "may_replace"].iter().any(|key| map.contains_key(*key));
    let is_beside = |name: &str| items_of(group, "rows").any(|row| text(row, "beside") == name);
    let is_old = |(name, entry): &(&String, &super::node::Entry)| match &entry.value.value {
        _ if is_beside(name) => true,
        Value::Map(map) if has_pairs(name) => !is_rule(map),
        Value::Map(map) => map.is_empty() || map.keys().any(|key| patterns(name).contains(&key.as_str())),
        value => !matches!(value, Value::Null),
    };
    map.iter().filter(is_old).map(|(name, entry)| (name.clone(), entry.clone())).collect()
}

fn old(map: &Map, names: &[&str], new: New) -> Option<Old> {
    let keys: Vec<(String, Span)> =
        names.iter().filter_map(|name| Some(((*name).to_owned(), map.get(*name)?.key))).collect();
    let value = map.get(*names.first()?)?.value.span;
    Some(Old { keys, value, new })
}

/// `true` if the keys of a row are no longer keys, whatever their values are.
fn is_key(row: &Node) -> bool {
    row.get("write").is_none()
        && row.get("old").and_then(Node::map).is_some_and(|old| {
            let literal = |node: &Node| node.text().is_some_and(|phrase| !phrase.text.starts_with('<'));
            row.get("why").is_none() || !old.values().any(|entry| literal(&entry.value))
        })
}

/// The reason why the value of a key has no new form.
fn reason(row: &Node) -> String {
    let without: Vec<&str> = items_of(row, "without").filter_map(Node::text).map(|path| path.text.as_str()).collect();
    match (text(row, "why"), without.as_slice()) {
        ("", []) => "its value has a form that the key never had".to_owned(),
        ("", without) => format!("together with `{}` it had another meaning than the rule", without.join("` or `")),
        (why, _) => why.to_owned(),
    }
}

fn keys(row: &'static Node) -> impl Iterator<Item = &'static str> {
    let old = row.get("old").and_then(Node::map);
    old.into_iter().flat_map(|old| old.keys()).map(|key| key.trim_end_matches('?'))
}

/// The values of the keys of a row, if the mapping fits it.
fn bind<'a>(row: &'static Node, map: &'a Map, facts: &Facts<'_>) -> Option<Bound<'a>> {
    let mut bound = Bound::default();
    let beside = text(row, "beside");
    if let Some(entry) = map.get(beside) {
        bound.values.push((beside, "<area>", &entry.value));
    }
    let there = |path: &Node| {
        let nodes = facts.merged.zip(path.text()).map(|(root, path)| places(root, &path.text)).unwrap_or_default();
        nodes.iter().any(|(_, node)| !matches!(node.value, Value::Null))
    };
    let fit = (beside.is_empty() || map.contains_key(beside))
        && !items_of(row, "without").any(there)
        && items_of(row, "given").all(there);
    (fit && bind_all(row.get("old")?.map()?, map, facts, &mut bound)).then_some(bound)
}

fn bind_all<'a>(pattern: &'static Map, map: &'a Map, facts: &Facts<'_>, bound: &mut Bound<'a>) -> bool {
    pattern.iter().all(|(key, wanted)| {
        let name = key.trim_end_matches('?');
        bound.keys.push(name);
        let Some(entry) = map.get(name) else { return key.ends_with('?') };
        if matches!(entry.value.value, Value::Null) {
            bound.removes = true;
            return true;
        }
        match &wanted.value.value {
            Value::Map(inner) => {
                let known = |key: &String| inner.contains_key(key) || inner.contains_key(&format!("{key}?"));
                let keys = bound.keys.len();
                let fit =
                    entry.value.map().is_some_and(|map| map.keys().all(known) && bind_all(inner, map, facts, bound));
                bound.keys.truncate(keys);
                fit
            }
            Value::Text(kind) => {
                let is = |text: &str| entry.value.text().is_some_and(|phrase| phrase.text == text);
                // A flag that is not set says nothing.
                if kind.text == "true" && is("false") {
                    bound.off |= !key.ends_with('?');
                    return true;
                }
                bound.values.push((name, &kind.text, &entry.value));
                if kind.text.starts_with('<') { fits(&kind.text, &entry.value, facts) } else { is(&kind.text) }
            }
            _ => false,
        }
    })
}

/// The new form of keys that fit a row.
fn new(row: &'static Node, map: &Map, bound: &Bound<'_>, facts: &Facts<'_>) -> New {
    let first = bound.keys.iter().find_map(|key| map.get(*key));
    let from = first.map_or(0, |entry| entry.key.range().start);
    if bound.removes {
        return New::Removed(names(row));
    }
    let has_items = row.get("each").is_some();
    // A flag that is not set needs no new form.
    match row.get("why").filter(|_| !has_items && !bound.off) {
        Some(_) => New::Nothing(text(row, "why").to_owned()),
        None if bound.off => New::Entries(Vec::new()),
        None => {
            if let (Some(rename), Some(first)) = (row.get("rename").and_then(Node::text), first) {
                return New::Text(first.key, rename.text.clone());
            }
            if let (Some(write), Some(first)) = (row.get("write"), first) {
                let made = fill(write, bound, facts);
                return New::Text(first.value.span, made.map_or_else(String::new, |made| made.flow()));
            }
            let Some(list) = bound.values.iter().find(|(_, kind, _)| *kind == "<list>") else {
                return New::Entries(entries(row, from, bound, facts));
            };
            each(row, list.2, from, facts).map_or_else(New::Nothing, New::Entries)
        }
    }
}

/// The sections and usual names of the entries that a row makes.
fn names(row: &'static Node) -> Vec<(&'static str, String)> {
    let rows = std::iter::once(row).chain(items_of(row, "each"));
    let mut all: Vec<(&'static str, String)> = Vec::new();
    for (section, map) in rows.flat_map(sections) {
        all.extend(map.keys().map(|name| (section, name.clone())));
    }
    all
}

fn sections(row: &'static Node) -> impl Iterator<Item = (&'static str, &'static Map)> {
    let parts = [("rules", "rules"), ("turns", "turns"), ("whole", "rules")];
    parts.into_iter().filter_map(|(key, section)| Some((section, row.get(key)?.map()?)))
}

/// The entries of a row, filled in.
fn entries(row: &'static Node, from: usize, bound: &Bound<'_>, facts: &Facts<'_>) -> Vec<Entry> {
    let mut made: Vec<Entry> = Vec::new();
    for (name, area) in bound.areas() {
        made.push(Entry { section: "regions", name, value: area, from });
    }
    for (section, map) in sections(row) {
        for (name, template) in map {
            let value = fill(&template.value, bound, facts);
            // Without its first key, such as `forbid:`, an entry says nothing.
            let first = template.value.map().and_then(|map| map.keys().next());
            let is_whole = |form: &Form| match (form, first) {
                (Form::Map(entries), Some(first)) => entries.first().is_some_and(|(key, _)| key == first),
                (form, _) => *form != Form::Text(String::new()),
            };
            made.extend(value.filter(is_whole).map(|value| Entry { section, name: name.clone(), value, from }));
        }
    }
    made
}

/// The entries for the items of a list; the reason if an item has no new form.
fn each(row: &'static Node, list: &Node, from: usize, facts: &Facts<'_>) -> Result<Vec<Entry>, String> {
    let reason = || reason(row);
    let Value::List(list) = &list.value else { return Err(reason()) };
    let (mut made, mut joined, mut seen) = (Vec::new(), Vec::new(), Vec::new());
    for item in list {
        let map = item.map().ok_or_else(reason)?;
        let fits = |form: &&'static Node| {
            let bound = bind(form, map, facts)?;
            let is_known = |key: &String| bound.keys.contains(&key.as_str());
            (map.keys().all(is_known) && !bound.off && !bound.removes).then_some(bound)
        };
        let found = items_of(row, "each").enumerate().find_map(|(at, form)| Some((at, form, fits(&form)?)));
        let (number, form, bound) = found.ok_or_else(reason)?;
        if let Some(node) = map.get(text(row, "apart")) {
            let kind = form.span;
            let kinds = set(&node.value, facts).into_iter().map(|name| (kind, name));
            let kinds: Vec<(Span, String)> = kinds.collect();
            let all = |(at, name): &(Span, String)| *at == kind && name == "pieces";
            let meets = kinds.iter().any(|kind| seen.contains(kind) || all(kind)) && !seen.is_empty();
            if meets || seen.iter().any(all) {
                return Err("two entries are about the same pieces".to_owned());
            }
            seen.extend(kinds);
        }
        made.push((number, entries(form, item.span.range().start, &bound, facts)));
        joined.extend(form.get("joined").and_then(|text| fill(text, &bound, facts)));
    }
    if !text(row, "last_first").is_empty() {
        made.reverse();
    }
    if !text(row, "by_row").is_empty() {
        made.sort_by_key(|(number, _)| *number);
    }
    let mut made: Vec<Entry> = made.into_iter().flat_map(|(_, made)| made).collect();
    if !joined.is_empty() {
        let texts: Vec<String> = joined.iter().map(Form::flow).collect();
        let bound = Bound { joined: texts.join(" or "), ..Bound::default() };
        made.extend(entries(row, from, &bound, facts));
    }
    Ok(made)
}

fn items(node: &Node) -> impl Iterator<Item = &Node> {
    match &node.value {
        Value::List(items) => items.iter(),
        _ => [].iter(),
    }
}

fn items_of<'a>(node: &'a Node, key: &str) -> impl Iterator<Item = &'a Node> {
    node.get(key).into_iter().flat_map(items)
}

fn text<'a>(node: &'a Node, key: &str) -> &'a str {
    node.get(key).and_then(Node::text).map_or("", |phrase| &phrase.text)
}

/// The new name of an old key that has only another name; `at` is the path of its mapping as in the table.
pub fn renamed(at: &str, key: &str) -> Option<&'static str> {
    let groups = items(&TABLE).filter(|group| text(group, "at") == at);
    let row = groups.flat_map(|group| items_of(group, "rows")).find(|row| keys(row).any(|old| old == key))?;
    row.get("rename").and_then(Node::text).map(|name| name.text.as_str())
}

/// Names the new form in the errors for old keys.
pub fn explain(root: &Node, facts: &Facts<'_>, problems: &mut Problems) {
    if !problems.iter().any(|problem| matches!(problem.code, Code::UnknownKey | Code::BadValue | Code::BadRule)) {
        return;
    }
    for site in sites(root, facts) {
        // A mapping of old keys may itself be no key any more. It is then read as a rule, with one error for all its keys.
        let place = key_of(root, &site.path);
        let mut is_rule = false;
        for old in &site.olds {
            for (name, span) in &old.keys {
                let is_its = |problem: &Diagnostic| {
                    let outer = problem.code == Code::BadRule && Some(problem.span) == place;
                    problem.span == *span || problem.span == old.value || outer
                };
                let at = problems.iter().position(is_its);
                let found = at.map(|at| problems.remove(at));
                is_rule |= found.as_ref().is_some_and(|found| found.code == Code::BadRule);
                if found.is_some() || is_rule {
                    let mut problem = found.unwrap_or_else(|| Diagnostic::error(Code::UnknownKey, *span, ""));
                    if problem.code == Code::BadRule {
                        (problem.code, problem.span) = (Code::UnknownKey, *span);
                    }
                    problems.insert(at.unwrap_or(problems.len()), named(problem, name, site.what, &old.new));
                }
            }
        }
    }
}

/// The error for an old key, with its new form in place of what another check has said.
fn named(mut problem: Diagnostic, name: &str, what: &str, new: &New) -> Diagnostic {
    (problem.message, problem.help) = said(name, what, new, &problem.message);
    problem.fixes.clear();
    if let New::Text(place, text) = new {
        let edits = vec![Edit::new(*place, text.clone())];
        problem.fixes.push(Fix { title: format!("Write `{text}`"), edits, sure: true });
    }
    problem
}

/// The place of the key of a mapping.
fn key_of(root: &Node, path: &[&str]) -> Option<Span> {
    let (last, outer) = path.split_last()?;
    outer.iter().try_fold(root, |node, key| node.get(key))?.map()?.get(*last).map(|entry| entry.key)
}

/// The message and the help for an old key.
fn said(name: &str, what: &str, new: &New, message: &str) -> (String, Option<String>) {
    let migrate = "`ferz migrate FILE` does it";
    let gone = format!("`{name}` is no longer a key of {what}");
    match new {
        New::Entries(entries) if entries.is_empty() => (gone, Some(format!("leave it out; {migrate}"))),
        New::Entries(entries) => {
            let line = |entry: &Entry| format!("`{}: {}`", entry.name, entry.value.flow());
            let lines: Vec<String> = entries.iter().filter(|entry| entry.section != "regions").map(line).collect();
            let place = if entries.iter().any(|entry| entry.section == "turns") { "turns" } else { "rules" };
            let more = if lines.len() > 2 { " and more" } else { "" };
            let (says, margin) = if place == "turns" { ("`turns:`", " at the left margin") } else { ("a rule", "") };
            let lines = lines[..lines.len().min(2)].join(" and ");
            let help = format!("write {lines}{more} below `{place}:`{margin}; {migrate}");
            (format!("{gone}: {says} in the language of rules says it"), Some(help))
        }
        New::Text(_, text) => (message.to_owned(), Some(format!("write `{text}`; {migrate}"))),
        New::Removed(_) => (gone, Some(format!("remove the new form of the parent; {migrate}"))),
        New::Nothing(why) => (format!("{gone}: {why}"), None),
    }
}
