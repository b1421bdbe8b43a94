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
    let tree = &rules.tree;
    let mut out = String::new();
    let named = |names: Vec<(&str, String)>, title: &str, out: &mut String| {
        section(out, title, style, &names);
    };
    let sides = words::sides(&tree.sides, tree, rules);
    let turns = tree.turns.as_ref().map(|turns| words::turns(turns, tree, rules)).unwrap_or_default();
    let whole: Vec<(&str, String)> = sides.into_iter().chain(turns).map(|sentence| ("", sentence)).collect();
    named(whole, "Sides and turns", &mut out);
    let state = tree.state.iter().map(|held| (held.kind.name.as_str(), words::declaration(held))).collect();
    named(state, "What a position holds", &mut out);
    let defines = tree.defines.iter();
    let defines = defines.map(|define| (define.kind.name.as_str(), words::define(define, tree, rules))).collect();
    named(defines, "Names", &mut out);
    let all = tree.rules.iter().map(|rule| (rule.kind.name.as_str(), words::rule(rule, tree, rules))).collect();
    named(all, "Rules", &mut out);
    let ends = tree.ends.iter().map(|end| (end.kind.name.as_str(), words::end(end, tree, rules))).collect();
    named(ends, "Ends in the language of rules", &mut out);
    out
}

fn section(out: &mut String, title: &str, style: Style, entries: &[(&str, String)]) {
    if entries.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n{}", paint(style, "1", title));
    for (name, sentence) in entries {
        let indent = if name.is_empty() { "  " } else { "      " };
        if !name.is_empty() {
            let _ = writeln!(out, "  {name}");
        }
        for line in text::wrap(sentence, WIDTH) {
            let _ = writeln!(out, "{indent}{line}");
        }
    }
}
