//! `idle-rule` for values that equal the default: see its page in the rule book.

use super::own::OWN;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::Rules;
use crate::source::Span;
use crate::variant::Node;
use crate::variant::node::{Problems, Value};

/// The mapping in `rules` whose keys are separate rules. Each of them is tested alone.
const OBJECT: &str = "takes";

/// `rules_of` gives the rules of a tree, if it has no errors.
pub(in crate::compile) fn check(
    root: &Node,
    rules: &Rules,
    rules_of: &dyn Fn(&Node) -> Option<Rules>,
    problems: &mut Problems,
) {
    let Some(section) = root.get("rules").and_then(Node::map).filter(|_| rules.tree.is_empty()) else { return };
    // Rules in the language have tests of their own.
    let is_key = |(name, _): &(&String, _)| rules.known.iter().all(|known| known.rule.kind.name != **name);
    for (name, entry) in section.iter().filter(is_key) {
        let inner = entry.value.map().filter(|map| !map.is_empty() && name == OBJECT);
        let paths: Vec<(Vec<&str>, Span, &Node)> = match inner {
            Some(map) => map.iter().map(|(key, e)| (vec![name.as_str(), key.as_str()], e.key, &e.value)).collect(),
            None => vec![(vec![name.as_str()], entry.key, &entry.value)],
        };
        for (path, place, value) in paths {
            if place.source == OWN && !is_refusal(value) && same_without(root, &path, rules, rules_of) {
                let message = format!("`{}` changes nothing: the game is the same without it", path[path.len() - 1]);
                let help = "remove it, or change the value";
                problems.push(Diagnostic::warning(Code::IdleRule, place, message).help(help));
            }
        }
    }
}

/// Returns `true` if a value switches a rule off (such as `false`). An author may write it for the reader.
fn is_refusal(value: &Node) -> bool {
    value.text().is_some_and(|text| ["false", "no", "none", "never"].contains(&text.text.as_str()))
}

/// Returns `true` if the game stays the same when a key of `rules` is removed.
fn same_without(root: &Node, path: &[&str], rules: &Rules, rules_of: &dyn Fn(&Node) -> Option<Rules>) -> bool {
    let mut reduced = root.clone();
    let Some((last, outer)) = path.split_last() else { return false };
    let mut node = &mut reduced;
    for key in std::iter::once(&"rules").chain(outer) {
        let Value::Map(map) = &mut node.value else { return false };
        let Some(entry) = map.get_mut(*key) else { return false };
        node = &mut entry.value;
    }
    let Value::Map(map) = &mut node.value else { return false };
    map.shift_remove(*last);
    let Some(other) = rules_of(&reduced) else { return false };
    other.constraints == rules.constraints
        && other.effects == rules.effects
        && other.beyond == rules.beyond
        && other.unmoved == rules.unmoved
}
