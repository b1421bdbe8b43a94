//! Code actions: the ways to deal with the problems at a place.

use std::ops::Range;

use super::document::Document;
use super::lines::Change;
use super::migrate::{migrate, old_keys};
use super::{entries, fix};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::source::SourceId;
use crate::variant::node::Value;

/// An edit that an author can choose in order to deal with a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Action {
    /// An order: "Write `king`".
    pub title: String,
    /// The changes of the document.
    pub changes: Vec<Change>,
    /// `true` if this is the only reasonable fix, so that `--fix` may apply it.
    pub sure: bool,
    /// The index of the problem in the given list.
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
    actions.extend(
        rewritten(document, problem).map(|change| action("Rewrite the old keys".to_owned(), vec![change], true)),
    );
    let root = document.own.as_ref().filter(|_| is_removable(problem));
    let removal = root.and_then(|root| entries::removal(&document.text, root, &problem.span.range()));
    actions.extend(removal.map(|(name, part)| {
        let change = Change { start: part.start, end: part.end, text: String::new() };
        action(format!("Remove `{name}`"), vec![change], false)
    }));
    if problem.severity == Severity::Warning {
        let title = format!("This is intended: allow `{}`", problem.code);
        actions.extend(allow(document, problem.code).map(|change| action(title, vec![change], false)));
    }
    actions
}

/// The change that rewrites the document, if the problem is an old key and all old keys have a new form.
fn rewritten(document: &Document, problem: &Diagnostic) -> Option<Change> {
    let is_old = old_keys(document.own.as_ref()?).contains(&problem.span.range());
    let new = is_old.then(|| migrate(document).ok()).flatten()?;
    Some(Change { start: 0, end: document.text.len(), text: new })
}

/// Returns `true` if removing the key may be the answer to a problem with it.
fn is_removable(problem: &Diagnostic) -> bool {
    let keys = [Code::UnknownKey, Code::DuplicateKey, Code::UnusedRegion, Code::BadValue, Code::BadTest];
    problem.severity == Severity::Warning || keys.contains(&problem.code)
}

/// The change that adds the code of a check to the `allow:` list of the file.
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
