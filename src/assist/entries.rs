//! Entries of mappings as parts of a text that can be taken out.

use std::ops::Range;

use super::lines::Lines;
use crate::variant::Node;
use crate::variant::node::{Entry, Value};

/// The innermost entry whose key or value contains a part of a text: its key, and the bytes to delete in order to remove it.
pub fn removal(text: &str, root: &Node, part: &Range<usize>) -> Option<(String, Range<usize>)> {
    let (name, entry, flow) = innermost(text, root, part)?;
    let range = if flow { in_brackets(text, entry)? } else { whole_lines(text, entry) };
    Some((name.to_owned(), range))
}

fn innermost<'a>(text: &str, node: &'a Node, part: &Range<usize>) -> Option<(&'a str, &'a Entry, bool)> {
    let flow = text.get(node.span.range())?.starts_with(['{', '[']);
    match &node.value {
        Value::Map(map) => map.iter().find_map(|(name, entry)| {
            let range = entry.key.range().start..entry.value.span.range().end.max(entry.key.range().end);
            let touched = range.start <= part.start && part.end <= range.end;
            touched.then(|| innermost(text, &entry.value, part).unwrap_or((name, entry, flow)))
        }),
        Value::List(items) => items.iter().find_map(|item| innermost(text, item, part)),
        _ => None,
    }
}

/// The lines of an entry of a block.
fn whole_lines(text: &str, entry: &Entry) -> Range<usize> {
    let lines = Lines::of(text);
    let start = lines.around(entry.key.range().start).start;
    let end = lines.around(entry.value.span.range().end.max(entry.key.range().end)).end;
    start..(end + 1).min(text.len())
}

/// An entry inside brackets, with the comma before or after it.
fn in_brackets(text: &str, entry: &Entry) -> Option<Range<usize>> {
    let (start, end) = (entry.key.range().start, entry.value.span.range().end.max(entry.key.range().end));
    let behind = text.get(end..)?;
    let blanks = behind.len() - behind.trim_start().len();
    if behind.trim_start().starts_with(',') {
        let rest = &behind[blanks + 1..];
        return Some(start..end + blanks + 1 + (rest.len() - rest.trim_start_matches(' ').len()));
    }
    let before = text.get(..start)?.trim_end();
    Some(before.strip_suffix(',').map_or(start, str::len)..end)
}
