//! Texts in the middle of an edit, made readable. All places stay where they are.

use crate::source::SourceId;
use crate::variant::node::{Problems, Value};
use crate::variant::{Node, yaml};

use super::lines::Lines;
use super::place::{self, Found};

/// How often a line is left out of a text that is not YAML.
const MOST_REPAIRS: usize = 12;

/// Makes a text that can be read: lines that are not YAML become blanks, so that all places stay where they are.
pub fn repair(text: &str) -> (String, Option<Node>) {
    let mut current = text.to_owned();
    let mut last = None;
    for _ in 0..MOST_REPAIRS {
        let mut problems = Problems::new();
        if let Some(root) = yaml::parse(SourceId(0), &current, &mut problems) {
            return (current, Some(root));
        }
        let Some(problem) = problems.first() else { break };
        let at = problem.span.start as usize;
        // If the error stays at the same place, its cause is an earlier line.
        let Some(line) = line_to_blank(&current, at, last) else { break };
        last = Some(line.start);
        blank(&mut current, line);
    }
    (current, None)
}

/// The text without keys that have no value yet. With an empty value, such a key would remove the parent's entry.
pub fn without_open_keys(text: &str, own: Option<&Node>) -> String {
    let mut whole = text.to_owned();
    let lines = Lines::of(text);
    for place in own.map(place::all).into_iter().flatten() {
        let Found::Key { span, value, .. } = place.found else { continue };
        let line = lines.around(span.start);
        let is_open = matches!(value.value, Value::Null) && value.span.range().is_empty();
        if is_open && text.get(line.clone()).is_some_and(|line| line.trim_end().ends_with(':')) {
            blank(&mut whole, line);
        }
    }
    whole
}

/// The line to leave out: the one with the error. If that is blank or was left out before, the nearest line above it.
fn line_to_blank(text: &str, at: usize, last: Option<usize>) -> Option<std::ops::Range<usize>> {
    let mut end = at.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    end += text[end..].find('\n').unwrap_or(text.len() - end);
    loop {
        let start = text[..end].rfind('\n').map_or(0, |at| at + 1);
        if last != Some(start) && !text[start..end].trim().is_empty() {
            return Some(start..end);
        }
        end = start.checked_sub(1)?;
    }
}

/// Writes blanks over a part of a text. Its lines stay.
pub fn blank(text: &mut String, part: std::ops::Range<usize>) {
    let blank = |byte| if byte == b'\n' { '\n' } else { ' ' };
    let blanks: String = text[part.clone()].bytes().map(blank).collect();
    text.replace_range(part, &blanks);
}
