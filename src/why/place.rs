//! Places of rules in files.

use crate::rules::Rules;
use crate::source::Span;
use crate::variant::Node;
use crate::variant::node::Value;

use super::reason::Reason;
use super::view::AtomId;

/// Place of a reason's rule in the merged tree of a variant, which stores the file of each part. For a move of a
/// notation, the place of its letters; otherwise the innermost key that exists. `None` for rules that no file states.
pub fn place(reason: &Reason, rules: &Rules, tree: &Node) -> Option<Span> {
    if let Reason::Told { place, .. } = reason {
        return *place;
    }
    let path = reason.path(rules);
    let (mut node, mut at, mut depth) = (tree, None, 0);
    for key in &path {
        let next = match &node.value {
            Value::Map(map) => map.get(key).map(|entry| (&entry.value, Some(entry.key))),
            Value::List(items) => index(reason, key).and_then(|index| items.get(index)).map(|item| (item, None)),
            _ => None,
        };
        let Some((value, key)) = next else { break };
        (node, depth) = (value, depth + 1);
        at = Some(key.unwrap_or(value.span));
    }
    match (reason.atom(), node.text()) {
        (Some(by), Some(notation)) if depth == path.len() && path.last().is_some_and(|key| key == "moves") => {
            Some(notation.at(part(rules, by)))
        }
        // A value of one word is shown together with its key.
        (_, Some(word)) if depth == path.len() => at.map(|key| key.to(word.span)),
        _ => at,
    }
}

/// The index of the list item that a key stands for, because ends may be listed without names.
fn index(reason: &Reason, key: &str) -> Option<usize> {
    match reason {
        Reason::GameOver { end } => Some(*end),
        _ => key.parse().ok(),
    }
}

/// The bytes of a move in its notation.
fn part(rules: &Rules, by: AtomId) -> std::ops::Range<usize> {
    let piece = rules.piece(by.piece);
    let movement = match by.extra {
        None => &piece.movement,
        Some(number) => &piece.extra[number].movement,
    };
    movement.patterns[by.pattern].span.clone()
}
