//! `missing-key`: see its page in the rule book.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::variant::node::{Node, Problems};

/// The keys that every variant has.
const NEEDED: &[&str] = &["name", "board", "pieces", "setup"];

pub(super) fn check(root: &Node, head: Span, problems: &mut Problems) {
    for key in NEEDED.iter().filter(|key| root.get(key).is_none()) {
        problems.push(
            Diagnostic::error(Code::MissingKey, head, format!("`{key}` is missing"))
                .help(format!("add a line `{key}: …`, or extend a variant that has one")),
        );
    }
}
