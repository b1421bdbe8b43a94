//! Pages as Markdown: the same words, and the facts in comments.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::fen;
use crate::game::Compiled;
use crate::pages::facts::{self, Facts};

use super::told::{self, Line, Part};
use super::{closing, html, prose, scenes, sections};

/// A whole page.
pub fn page(compiled: &Compiled, description: Option<&str>, differences: Option<&Part>) -> String {
    let rules = compiled.rules();
    let mut out = format!("# {}\n\n", rules.title);
    out.push_str("<div data-ferz=\"page\">\n\n");
    if let Some(description) = description {
        let _ = writeln!(out, "{description}\n");
    }
    if let Some(part) = differences {
        let _ = writeln!(out, "## {}\n", part.heading);
        part.lines.iter().for_each(|line| push_line(&mut out, line));
        out.push('\n');
    }
    let start = fen::write(&rules.setup, rules);
    let _ = writeln!(out, "## Setup\n\n<!-- check: start {start} -->\n\n| Piece | Squares |\n|---|---|");
    for line in sections::setup_lines(rules) {
        let _ = writeln!(out, "| {} | {} |", line.name, line.squares);
    }
    sections::hands(rules).iter().for_each(|line| out.push_str(&format!("\n{line}\n")));
    let pieces = sections::pieces(compiled);
    out.push_str("\n## How the pieces move\n");
    for piece in &pieces {
        let _ = writeln!(out, "\n### {}\n", piece.name);
        for sentence in piece.moves.iter().chain(&piece.remarks) {
            let _ = writeln!(out, "{sentence}");
        }
        out.push('\n');
        for shown in &piece.pictures {
            let _ = writeln!(out, "- {}", shown.caption());
            for check in &shown.checks {
                let _ = writeln!(out, "  <!-- check: {check} -->");
            }
        }
    }
    let list = |sentences: Vec<String>| sentences.into_iter().map(Line::plain).collect::<Vec<_>>();
    let told = told::parts(rules).into_iter().map(|part| (part.heading, part.lines));
    let moves = [
        ("Promotion".into(), list(sections::promotion_sentences(rules))),
        ("Castling".into(), list(prose::castling(rules))),
        ("Rules".into(), list(sections::play(compiled))),
    ];
    let ends = [("End of the game".into(), closing::ends(rules))];
    let parts: Vec<(Cow<'_, str>, Vec<Line>)> = moves.into_iter().chain(told).chain(ends).collect();
    let mut stated = Facts::new();
    for (heading, lines) in parts.into_iter().filter(|(_, lines)| !lines.is_empty()) {
        let _ = writeln!(out, "\n## {heading}\n");
        for line in lines {
            push_line(&mut out, &line);
            stated.extend(line.facts);
        }
    }
    for (at, (shown, _)) in scenes::scenes(compiled).iter().enumerate() {
        let heading = if at == 0 { "\n## Examples\n\n" } else { "" };
        let _ = writeln!(out, "{heading}- {}", shown.words);
        shown.checks.iter().for_each(|check| out.push_str(&format!("  <!-- check: {check} -->\n")));
    }
    let _ = writeln!(out, "\n## For programmers\n\n`{start}`\n\n| Piece | Letters | Betza |\n|---|---|---|");
    for piece in &pieces {
        let _ = writeln!(out, "| {} | {} | `{}` |", piece.name, piece.symbols, piece.notation);
    }
    let counts: Vec<String> = sections::perft(compiled).iter().map(u64::to_string).collect();
    if !counts.is_empty() {
        let list = counts.join(" ");
        let _ = writeln!(
            out,
            "\nNumber of move sequences of {} from the start (perft): {list}\n\n<!-- check: perft {list} -->",
            html::lengths(counts.len())
        );
    }
    out.push('\n');
    for (key, value) in facts::of(rules).into_iter().filter(|(key, _)| !stated.contains_key(key)) {
        push_fact(&mut out, "", &key, &value);
    }
    out.push_str("\n</div>\n");
    out
}

/// A sentence as an item of a list, with its facts below it.
fn push_line(out: &mut String, line: &Line) {
    let _ = match &line.name {
        Some(name) => writeln!(out, "- `{name}`: {}", line.text),
        None => writeln!(out, "- {}", line.text),
    };
    line.facts.iter().for_each(|(key, value)| push_fact(out, "  ", key, value));
}

fn push_fact(out: &mut String, indent: &str, key: &str, value: &str) {
    let _ = writeln!(out, "{indent}<!-- check: fact {key} = {} -->", value.replace("--", "- -"));
}
