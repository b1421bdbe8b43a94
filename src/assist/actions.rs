//! Code actions: the ways to deal with the problems at a place.

use std::ops::Range;

use super::document::Document;
use super::fix;
use super::lines::Change;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::source::SourceId;
use crate::variant::Node;
use crate::variant::node::{Entry, Value};

/// Something that an author may want to do about a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Action {
    /// An order: "Write `king`".
    pub title: String,
    /// The changes of the document.
    pub changes: Vec<Change>,
    /// `true` if it is the one right answer.
    pub sure: bool,
    /// The number of the problem in the list that was given.
    pub problem: usize,
}

/// The actions for problems that touch a part of a document.
pub fn actions(document: &Document, problems: &[Diagnostic], part: &Range<usize>) -> Vec<Action> {
    let touched = |problem: &Diagnostic| {
        let range = problem.span.range();
        problem.span.source == SourceId(0) && range.start <= part.end && part.start <= range.end
    };
    let numbered = problems.iter().enumerate().filter(|(_, problem)| touched(problem));
    numbered.flat_map(|(number, problem)| of_problem(document, number, problem)).collect()
}

fn of_problem(document: &Document, number: usize, problem: &Diagnostic) -> Vec<Action> {
    let action = |title: String, changes: Vec<Change>, sure| Action { title, changes, sure, problem: number };
    let fixes = problem.fixes.iter().filter_map(|fix| Some(action(fix.title.clone(), fix::changes(fix)?, fix.sure)));
    let mut actions: Vec<Action> = fixes.collect();
    let removal = removal(document, problem.span.range()).filter(|_| is_removable(problem));
    actions.extend(removal.map(|(name, change)| action(format!("Remove `{name}`"), vec![change], false)));
    if problem.severity == Severity::Warning {
        let title = format!("Say that it is meant: allow `{}`", problem.code);
        actions.extend(allow(document, problem.code).map(|change| action(title, vec![change], false)));
    }
    actions
}

/// Returns `true` if a key may be taken out because of a problem with it.
fn is_removable(problem: &Diagnostic) -> bool {
    let keys = [Code::UnknownKey, Code::DuplicateKey, Code::UnusedRegion, Code::BadValue, Code::BadTest];
    problem.severity == Severity::Warning || keys.contains(&problem.code)
}

/// The change that adds the code of a check to those that the file allows.
fn allow(document: &Document, code: Code) -> Option<Change> {
    let insert = |at: usize, text: String| Change { start: at, end: at, text };
    let Some(node) = document.own.as_ref()?.get("allow") else {
        let line_end = if document.text.ends_with('\n') || document.text.is_empty() { "" } else { "\n" };
        return Some(insert(document.text.len(), format!("{line_end}allow: [{code}]\n")));
    };
    let Value::List(items) = &node.value else { return None };
    let last = items.last()?.span.range();
    let in_brackets = document.text.get(node.span.range())?.starts_with('[');
    let separator = match in_brackets {
        true => ", ".to_owned(),
        false => {
            let line = document.lines.around(last.start).start;
            format!("\n{}", document.text.get(line..last.start)?)
        }
    };
    Some(insert(last.end, format!("{separator}{code}")))
}

/// The innermost entry whose key or value a part touches, and the change that takes it out.
fn removal(document: &Document, part: Range<usize>) -> Option<(String, Change)> {
    let (name, entry, flow) = innermost(document, document.own.as_ref()?, &part)?;
    let range = if flow { in_brackets(&document.text, entry)? } else { whole_lines(document, entry) };
    Some((name.to_owned(), Change { start: range.start, end: range.end, text: String::new() }))
}

fn innermost<'a>(document: &Document, node: &'a Node, part: &Range<usize>) -> Option<(&'a str, &'a Entry, bool)> {
    let flow = document.text.get(node.span.range())?.starts_with(['{', '[']);
    match &node.value {
        Value::Map(map) => map.iter().find_map(|(name, entry)| {
            let range = entry.key.range().start..entry.value.span.range().end.max(entry.key.range().end);
            let touched = range.start <= part.start && part.end <= range.end;
            touched.then(|| innermost(document, &entry.value, part).unwrap_or((name, entry, flow)))
        }),
        Value::List(items) => items.iter().find_map(|item| innermost(document, item, part)),
        _ => None,
    }
}

/// The lines of an entry of a block.
fn whole_lines(document: &Document, entry: &Entry) -> Range<usize> {
    let start = document.lines.around(entry.key.range().start).start;
    let end = document.lines.around(entry.value.span.range().end.max(entry.key.range().end)).end;
    start..(end + 1).min(document.text.len())
}

/// An entry inside of brackets, with the comma before or behind it.
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
