//! `idle-key`: see its page in the rule book.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::SourceId;
use crate::variant::node::{Node, Problems};

/// Keys of a mapping in `rules` that change nothing unless another key of the same mapping is present: the mapping, the
/// idle keys, the other key.
const IDLE: [(&str, &[&str], &str); 1] = [("relations", &["wary"], "persuasion")];

pub(super) fn check(root: &Node, problems: &mut Problems) {
    let Some(rules) = root.get("rules") else { return };
    for (object, keys, other) in IDLE {
        let Some(map) = rules.get(object).and_then(Node::map) else { continue };
        for key in keys.iter().filter(|_| !map.contains_key(other)) {
            let Some(entry) = map.get(*key) else { continue };
            if entry.key.source == SourceId(0) {
                let message = format!("`{key}` changes nothing without `{other}`");
                let help = format!("add `{other}`, or remove it");
                problems.push(Diagnostic::warning(Code::IdleKey, entry.key, message).help(help));
            }
        }
    }
}
