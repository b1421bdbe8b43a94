//! # What it does
//! Reports the keys that every variant needs and this one has neither written nor inherited.
//! # Why it matters
//! There is no default board, army or start position: a game that nobody described would be played.
//! # Example
//! ```yaml
//! name: My Variant
//! ```
//! # Use instead
//! ```yaml
//! name: My Variant
//! extends: chess
//! ```

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
