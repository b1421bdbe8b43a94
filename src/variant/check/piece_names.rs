//! `bad-name`: see its page in the rule book.

use crate::diagnostic::{Code, Diagnostic, shorten};
use crate::variant::node::Problems;
use crate::variant::spec::Specification;

/// Words that mean something else where a piece is named.
const TAKEN: &[&str] = &["all", "none", "any", "or", "captured"];

pub(super) fn check(spec: &Specification, problems: &mut Problems) {
    let Some(pieces) = &spec.pieces else { return };
    for (name, item) in &pieces.0 {
        let letters = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
        if !letters || !name.starts_with(char::is_alphabetic) || TAKEN.contains(&name.as_str()) {
            let message = format!("`{}` cannot be the name of a piece", shorten(name));
            let help = "a name begins with a letter and has letters, digits, `-` and `_`";
            problems.push(Diagnostic::error(Code::BadName, item.name, message).help(help));
        }
    }
}
