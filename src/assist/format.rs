//! The usual form of a variant file: spaces, quotes, indentation and the order of keys.
//!
//! Each step changes the text only at the places of its values, so that comments stay. The result is parsed again, and it is refused if
//! it has another meaning or lacks a comment. Crates that format YAML are not used: they take long to compile, and they break the lines
//! of tables.

use std::ops::Range;

use super::lines::{Change, Lines, apply};
use super::place::each;
use super::schema::{self, Kind, Step};
use crate::language::KINDS;
use crate::source::SourceId;
use crate::variant::node::{Entry, Map, Phrase, Value};
use crate::variant::{Node, yaml};

/// The deepest nesting of a file.
const MAX_DEPTH: usize = 32;
/// Blanks of a level.
const INDENT: usize = 2;

/// The order of the sections of a file.
const SECTIONS: &[&str] = &[
    "name",
    "description",
    "extends",
    "board",
    "regions",
    "look",
    "pieces",
    "setup",
    "shuffle",
    "castling",
    "hand",
    "notation",
    "sides",
    "state",
    "define",
    "turns",
    "rules",
    "end",
    "rules_pages",
    "tests",
    "allow",
];

/// A text in its usual form.
///
/// # Errors
/// When the text is not YAML, or has a form that cannot be changed safely: a sentence that says so.
pub fn format(text: &str) -> Result<String, String> {
    let old = parse(text).ok_or("it is not YAML: `ferz check` shows what is wrong")?;
    let mut new = tidied(text, &old);
    for step in [spaced, indented] {
        let root = parse(&new).ok_or_else(refused)?;
        new = apply(&new, &step(&new, &root)).ok_or_else(refused)?;
    }
    // If a mapping has moved, the next round puts the mappings inside it in order.
    for _ in 0..MAX_DEPTH {
        let root = parse(&new).ok_or_else(refused)?;
        let changes = ordered(&new, &root);
        if changes.is_empty() {
            break;
        }
        new = apply(&new, &changes).ok_or_else(refused)?;
    }
    let root = parse(&new).ok_or_else(refused)?;
    let safe = same(&old, &root, &mut Vec::new()) && comments(text, &old) == comments(&new, &root);
    if safe { Ok(new) } else { Err(refused()) }
}

pub(super) fn refused() -> String {
    "its form cannot be changed safely: write values and comments on lines of their own".to_owned()
}

pub(super) fn parse(text: &str) -> Option<Node> {
    let mut problems = Vec::new();
    // A tree with problems is incomplete: for example, it lacks a key that is written twice.
    yaml::parse(SourceId(0), text, &mut problems).filter(|_| problems.is_empty())
}

/// The text without blanks at the ends of lines, without several empty lines in a row, and with one end of line at its end.
fn tidied(text: &str, root: &Node) -> String {
    let scalars = scalars(root);
    let mut new = String::with_capacity(text.len());
    let (mut at, mut blanks) = (0, true);
    for line in text.split_inclusive('\n') {
        let inside = scalars.iter().any(|range| range.start < at && at < range.end);
        let body = line.trim_end();
        if inside || !(body.is_empty() && blanks) {
            new.push_str(body);
            new.push('\n');
        }
        blanks = body.is_empty();
        at += line.len();
    }
    let end = new.trim_end().len();
    new.truncate(end);
    new.push('\n');
    new
}

fn scalars(root: &Node) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    each(root, &mut Vec::new(), &mut |_, node| {
        if let Value::Text(phrase) = &node.value {
            found.push(phrase.span.range());
        }
        if let Value::Map(map) = &node.value {
            found.extend(map.values().map(|entry| entry.key.range()));
        }
    });
    found
}

pub(super) fn is_flow(text: &str, node: &Node) -> bool {
    text.get(node.span.range()).is_some_and(|text| text.starts_with(['{', '[']))
}

/// The changes that put one space behind colons and commas, none inside brackets, and notations in double quotes.
fn spaced(text: &str, root: &Node) -> Vec<Change> {
    let mut changes = Vec::new();
    each(root, &mut Vec::new(), &mut |path, node| match &node.value {
        Value::Text(phrase) => changes.extend(quoted(text, path, phrase)),
        Value::Map(map) => {
            let keys = map.values().map(|entry| (entry.key.range().end, entry.value.span.range().start));
            changes.extend(keys.filter_map(|(end, start)| gap(text, end..start, ":", ": ")));
            if is_flow(text, node) {
                let ends =
                    |entry: &Entry| entry.key.range().start..entry.value.span.range().end.max(entry.key.range().end);
                changes.extend(between(text, node, map.values().map(ends).collect()));
            }
        }
        Value::List(items) if is_flow(text, node) => {
            changes.extend(between(text, node, items.iter().map(|item| item.span.range()).collect()));
        }
        _ => {}
    });
    changes
}

/// The changes of the blanks between the parts of a bracket.
fn between(text: &str, node: &Node, parts: Vec<Range<usize>>) -> Vec<Change> {
    let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return Vec::new() };
    let whole = node.span.range();
    let outer = [gap(text, whole.start + 1..first.start, "", ""), gap(text, last.end..whole.end.max(1) - 1, "", "")];
    let inner = parts.windows(2).map(|pair| gap(text, pair[0].end..pair[1].start, ",", ", "));
    outer.into_iter().chain(inner).flatten().collect()
}

/// The change of a gap that holds a sign and blanks on one line.
fn gap(text: &str, range: Range<usize>, sign: &str, wanted: &str) -> Option<Change> {
    let found = text.get(range.clone())?;
    let fits = found.trim_matches(' ') == sign && found != wanted;
    fits.then(|| Change { start: range.start, end: range.end, text: wanted.to_owned() })
}

/// The change that puts a scalar in double quotes: notations always, others in place of single quotes.
fn quoted(text: &str, path: &[Step], phrase: &Phrase) -> Option<Change> {
    let range = phrase.span.range();
    let written = text.get(range.clone())?;
    let is_notation = schema::forms(path).iter().any(|form| form.kind(path) == Some(Kind::Betza));
    let single = written.starts_with('\'');
    let wanted = (is_notation && !phrase.quoted) || single;
    let plain = phrase.verbatim.is_some() && !phrase.text.contains(['"', '\\', '\n']);
    (wanted && plain).then(|| Change { start: range.start, end: range.end, text: format!("\"{}\"", phrase.text) })
}

/// The changes of the indentation of lines.
fn indented(text: &str, root: &Node) -> Vec<Change> {
    let lines = Lines::of(text);
    let mut wanted: Vec<(usize, usize)> = Vec::new();
    block(text, &lines, root, 0, &mut wanted);
    wanted.sort_unstable();
    wanted.dedup_by_key(|(start, _)| *start);
    shifts(text, &wanted)
}

/// Collects the starts of lines in a block with the number of blanks that belong there.
fn block(text: &str, lines: &Lines, node: &Node, column: usize, wanted: &mut Vec<(usize, usize)>) {
    if is_flow(text, node) {
        return;
    }
    let mut line = |at: usize, column: usize| {
        let start = lines.around(at).start;
        let leads = text.get(start..at).is_some_and(|before| before.trim_matches([' ', '-']).is_empty());
        if leads {
            wanted.push((start, column));
        }
    };
    match &node.value {
        Value::Map(map) => {
            for entry in map.values() {
                let dash = text.get(lines.around(entry.key.range().start).start..entry.key.range().start);
                // A key behind a dash is on the line of the item.
                if dash.is_some_and(|before| before.trim().is_empty()) {
                    line(entry.key.range().start, column);
                }
            }
            map.values().for_each(|entry| block(text, lines, &entry.value, column + INDENT, wanted));
        }
        Value::List(items) => {
            items.iter().for_each(|item| line(item.span.range().start, column));
            items.iter().for_each(|item| block(text, lines, item, column + INDENT, wanted));
        }
        _ => {}
    }
}

/// The changes that indent lines. A line that begins an entry moves to its column, and the lines after it move by the same distance.
fn shifts(text: &str, wanted: &[(usize, usize)]) -> Vec<Change> {
    let mut changes = Vec::new();
    let (mut at, mut shift) = (0, 0_isize);
    for line in text.split_inclusive('\n') {
        let old = line.len() - line.trim_start_matches(' ').len();
        let own = wanted.iter().find(|(start, _)| *start == at).map(|(_, column)| *column);
        let is_comment = line.trim_start().starts_with('#');
        if let Some(column) = own {
            shift = column as isize - old as isize;
        } else if is_comment {
            // A comment belongs to the entry below it.
            let next = wanted.iter().find(|(start, _)| *start > at);
            let next = next.map(|(start, column)| *column as isize - blanks(&text[*start..]) as isize);
            shift = next.unwrap_or(shift);
        }
        let new = old.saturating_add_signed(shift);
        if new != old && !line.trim().is_empty() {
            changes.push(Change { start: at, end: at + old, text: " ".repeat(new) });
        }
        at += line.len();
    }
    changes
}

fn blanks(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// The changes that put the keys of mappings into their order; names keep the order of the file.
fn ordered(text: &str, root: &Node) -> Vec<Change> {
    let mut changes: Vec<Change> = Vec::new();
    each(root, &mut Vec::new(), &mut |path, node| {
        let Value::Map(map) = &node.value else { return };
        let Some(order) = order(path, map) else { return };
        let parts = if is_flow(text, node) { flow_parts(text, map) } else { block_parts(text, map, path.is_empty()) };
        let Some(parts) = parts else { return };
        let whole = parts[0].start..parts[parts.len() - 1].end;
        // Mappings inside of one that moves are put in order by the next round.
        if changes.iter().any(|change| change.start < whole.end && whole.start < change.end) {
            return;
        }
        for (place, from) in parts.iter().zip(&order) {
            let part = text[parts[*from].clone()].to_owned();
            changes.push(Change { start: place.start, end: place.end, text: part });
        }
    });
    changes
}

/// The order of the keys of a mapping, as places in it; `None` if they are in order.
fn order(path: &[Step], map: &Map) -> Option<Vec<usize>> {
    let forms = schema::forms(path);
    let keys: Vec<&str> = match path {
        [] => SECTIONS.to_vec(),
        _ => forms.iter().filter_map(|form| form.keys()).flatten().map(|(key, _)| key.as_str()).collect(),
    };
    // If the keys are names, their order may have a meaning.
    if path != [] as [Step; 0] && forms.iter().any(|form| form.has_names()) {
        return None;
    }
    // A rule in the language reads as a sentence, so its keys keep their order. Only the key with its kind moves to the front.
    let is_rule = keys.contains(&"may_replace") || keys.contains(&"choose");
    let rank = |key: &str| match is_rule {
        true => usize::from(!KINDS.contains(&key)),
        false => keys.iter().position(|known| *known == key).unwrap_or(usize::MAX),
    };
    let mut order: Vec<usize> = (0..map.len()).collect();
    order.sort_by_key(|at| map.get_index(*at).map_or(usize::MAX, |(key, _)| rank(key)));
    (!order.iter().copied().eq(0..map.len())).then_some(order)
}

/// The entries between brackets, if they stand on one line.
fn flow_parts(text: &str, map: &Map) -> Option<Vec<Range<usize>>> {
    let part = |entry: &Entry| entry.key.range().start..entry.value.span.range().end.max(entry.key.range().end);
    let parts: Vec<Range<usize>> = map.values().map(part).collect();
    let whole = text.get(parts.first()?.start..parts.last()?.end)?;
    (!whole.contains('\n')).then_some(parts)
}

/// The lines of the entries of a block, each with the comments above it. Comments above the first entry of a file stay.
pub(super) fn block_parts(text: &str, map: &Map, is_file: bool) -> Option<Vec<Range<usize>>> {
    let lines = Lines::of(text);
    let mut starts = Vec::new();
    for (number, entry) in map.values().enumerate() {
        let key = entry.key.range().start;
        let mut start = lines.around(key).start;
        if !text.get(start..key)?.trim().is_empty() {
            return None;
        }
        while start > 0 && !(is_file && number == 0) {
            let above = lines.around(start - 1);
            if !text.get(above.clone())?.trim_start().starts_with('#') {
                break;
            }
            start = above.start;
        }
        starts.push(start);
    }
    let last = map.values().last()?;
    let end = lines.around(last.value.span.range().end.max(last.key.range().end)).end + 1;
    let ends = starts.iter().skip(1).copied().chain([end.min(text.len())]);
    Some(starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect())
}

/// Returns `true` if two trees mean the same: keys of a mapping without names may have another order.
fn same(old: &Node, new: &Node, path: &mut Vec<Step>) -> bool {
    match (&old.value, &new.value) {
        (Value::Null, Value::Null) => true,
        (Value::Text(old), Value::Text(new)) => old.text == new.text,
        (Value::List(old), Value::List(new)) => {
            path.push(Step::Item);
            let equal = old.len() == new.len() && old.iter().zip(new).all(|(old, new)| same(old, new, path));
            path.pop();
            equal
        }
        (Value::Map(old), Value::Map(new)) => {
            let named = !path.is_empty() && schema::forms(path).iter().any(|form| form.has_names());
            let in_order = !named || old.keys().eq(new.keys());
            in_order
                && old.len() == new.len()
                && old.iter().all(|(key, entry)| {
                    path.push(Step::Key(key.clone()));
                    let equal = new.get(key).is_some_and(|other| same(&entry.value, &other.value, path));
                    path.pop();
                    equal
                })
        }
        _ => false,
    }
}

/// The comments of a text, sorted.
pub(super) fn comments<'a>(text: &'a str, root: &Node) -> Vec<&'a str> {
    let mut found: Vec<&str> = comment_places(text, root).into_iter().map(|range| &text[range]).collect();
    found.sort_unstable();
    found
}

/// The places of the comments of a text, in its order.
pub(super) fn comment_places(text: &str, root: &Node) -> Vec<Range<usize>> {
    let scalars = scalars(root);
    let inside = |at: usize| scalars.iter().any(|range| range.start < at && at < range.end);
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let signs = line.match_indices('#').map(|(at, _)| at);
        let begins = |at: &usize| *at == 0 || line[..*at].ends_with([' ', '\t']);
        let sign = signs.filter(begins).find(|at| !inside(start + at));
        found.extend(sign.map(|at| start + at..start + line.trim_end().len()));
        start += line.len();
    }
    found
}
