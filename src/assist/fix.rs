//! Applies the fixes of problems until no problem with a sure fix is left.

use std::collections::HashMap;

use super::document::checked;
use super::lines::{Change, apply};
use crate::compile::{LoadError, Loaded};
use crate::diagnostic::{Code, Diagnostic, Fix};
use crate::source::SourceId;
use crate::variant::{Loader, VariantSource};

/// The largest number of rounds of edits and checks. Each round except the last removes a problem.
const MOST_ROUNDS: usize = 64;

/// A fix may reveal other problems. After this number of further rounds, the file must be better than before the fix.
const FARTHEST: usize = 4;

/// A fix with its changes.
type Candidate = (Made, Vec<Change>);

/// A text after its fixes.
#[derive(Clone, Debug)]
pub struct Fixed {
    /// The new text.
    pub text: String,
    /// The fixes that were made, in order.
    pub made: Vec<Made>,
    /// The file with the problems that are left.
    pub loaded: Loaded,
}

/// A fix that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Made {
    /// The check that found the problem.
    pub code: Code,
    /// The problem.
    pub message: String,
    /// The change.
    pub title: String,
}

/// Applies all sure fixes of a text, except those that cause a new error.
///
/// # Errors
/// When the file cannot be read.
pub fn fix_all(source: &VariantSource, text: &str, loader: &dyn Loader) -> Result<Fixed, LoadError> {
    let mut fixed = Fixed { text: text.to_owned(), made: Vec::new(), loaded: checked(source, text, loader)? };
    let mut refused: Vec<Made> = Vec::new();
    let reader = Reader { source, loader };
    for _ in 0..MOST_ROUNDS {
        let candidates = candidates(&fixed.loaded, &refused);
        let singles = candidates.iter().map(|candidate| vec![candidate]);
        let groups = std::iter::once(together(&candidates)).chain(singles).filter(|group| !group.is_empty());
        let mut better = None;
        for group in groups {
            better = reader.pursue(&fixed, &group)?;
            if better.is_some() {
                break;
            }
            refused.extend(group.iter().filter(|_| group.len() == 1).map(|(made, _)| made.clone()));
        }
        match better {
            Some(better) => fixed = better,
            None => break,
        }
    }
    Ok(fixed)
}

struct Reader<'a> {
    source: &'a VariantSource,
    loader: &'a dyn Loader,
}

impl Reader<'_> {
    /// Applies some fixes, then fixes of the problems that appear only afterwards, until the file is better than before.
    fn pursue(&self, before: &Fixed, group: &[&Candidate]) -> Result<Option<Fixed>, LoadError> {
        let Some(mut fixed) = self.with(before, group)? else { return Ok(None) };
        for _ in 0..FARTHEST {
            if is_better(&before.loaded, &fixed.loaded) {
                return Ok(Some(fixed));
            }
            let candidates = candidates(&fixed.loaded, &[]);
            let Some(next) = self.with(&fixed, &together(&candidates))? else { break };
            fixed = next;
        }
        Ok(None)
    }

    /// The file with some fixes; `None` if nothing changes.
    fn with(&self, before: &Fixed, group: &[&Candidate]) -> Result<Option<Fixed>, LoadError> {
        let changes: Vec<Change> = group.iter().flat_map(|(_, changes)| changes.clone()).collect();
        let Some(text) = apply(&before.text, &changes).filter(|text| *text != before.text) else { return Ok(None) };
        let loaded = checked(self.source, &text, self.loader)?;
        let made = before.made.iter().cloned().chain(group.iter().map(|(made, _)| made.clone())).collect();
        Ok(Some(Fixed { text, made, loaded }))
    }
}

/// The sure fixes of a file's own problems, except those that were refused before.
fn candidates(loaded: &Loaded, refused: &[Made]) -> Vec<Candidate> {
    let first = |problem: &Diagnostic| {
        let fix = problem.fixes.iter().find(|fix| fix.sure)?;
        let made = Made { code: problem.code, message: problem.message.clone(), title: fix.title.clone() };
        Some((made, changes(fix)?)).filter(|(made, _)| !refused.contains(made))
    };
    loaded.problems.iter().filter_map(first).collect()
}

/// The changes of a fix; `None` if it changes another text than the file's own.
pub fn changes(fix: &Fix) -> Option<Vec<Change>> {
    let own = fix.edits.iter().all(|edit| edit.span.source == SourceId(0));
    let change = |edit: &crate::diagnostic::Edit| {
        let range = edit.span.range();
        Change { start: range.start, end: range.end, text: edit.text.clone() }
    };
    own.then(|| fix.edits.iter().map(change).collect())
}

/// The fixes that can be made at the same time: those that do not touch the part of an earlier one.
fn together(candidates: &[Candidate]) -> Vec<&Candidate> {
    let mut taken: Vec<(usize, usize)> = Vec::new();
    let mut chosen = Vec::new();
    for candidate in candidates {
        let parts: Vec<(usize, usize)> = candidate.1.iter().map(|change| (change.start, change.end)).collect();
        let free = |part: &(usize, usize)| taken.iter().all(|taken| taken.1 < part.0 || part.1 < taken.0);
        if parts.iter().all(free) {
            taken.extend(parts);
            chosen.push(candidate);
        }
    }
    chosen
}

/// Returns `true` if a file has fewer problems and no new error. If the old text could not be parsed, it is enough that the new text can
/// be parsed.
fn is_better(before: &Loaded, after: &Loaded) -> bool {
    if before.tree.is_none() {
        let reached = |loaded: &Loaded| loaded.problems.first().map_or(u32::MAX, |problem| problem.span.start);
        return after.tree.is_some() || reached(after) > reached(before);
    }
    let (old, new) = (errors(before), errors(after));
    let grows = new.iter().any(|(error, count)| old.get(error).is_none_or(|before| before < count));
    let total = |loaded: &Loaded| {
        let errors = loaded.problems.iter().filter(|problem| problem.is_error()).count();
        (errors, loaded.problems.len() - errors)
    };
    after.tree.is_some() && !grows && total(after) < total(before)
}

/// Errors by their texts, with their numbers.
fn errors(loaded: &Loaded) -> HashMap<(Code, &str), usize> {
    let mut counts = HashMap::new();
    for problem in loaded.problems.iter().filter(|problem| problem.is_error()) {
        *counts.entry((problem.code, problem.message.as_str())).or_default() += 1;
    }
    counts
}
