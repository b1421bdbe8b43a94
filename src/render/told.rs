//! Rules in the language of rules, in words.

use std::fmt::Write;

use crate::diagnostic::Style;
use crate::language::words;
use crate::rules::Rules;

use super::{paint, text};

/// The line length of prose.
const WIDTH: usize = 76;

/// The sections of a file that are in the language of rules, in English.
pub fn describe(rules: &Rules, style: Style) -> String {
    let words::Told { whole, state, names, rules: all, ends } = words::told(&rules.tree, rules);
    let whole = whole.into_iter().map(|text| words::Said { name: String::new(), text }).collect();
    let mut out = String::new();
    let sections: [(&str, Vec<words::Said>); 5] = [
        ("Sides and turns", whole),
        ("What a position holds", state),
        ("Names", names),
        ("Rules", all),
        ("Ends in the language of rules", ends),
    ];
    for (title, entries) in sections {
        section(&mut out, title, style, &entries);
    }
    out
}

fn section(out: &mut String, title: &str, style: Style, entries: &[words::Said]) {
    if entries.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n{}", paint(style, "1", title));
    for words::Said { name, text: sentence } in entries {
        let indent = if name.is_empty() { "  " } else { "      " };
        if !name.is_empty() {
            let _ = writeln!(out, "  {name}");
        }
        for line in text::wrap(sentence, WIDTH) {
            let _ = writeln!(out, "{indent}{line}");
        }
    }
}
