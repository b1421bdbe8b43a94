//! Pages as Markdown: the same words, and the facts in comments.

use std::fmt::Write as _;

use crate::fen;
use crate::game::Compiled;
use crate::pages::facts;

use super::sections;

/// A whole page.
pub fn page(compiled: &Compiled, description: Option<&str>) -> String {
    let rules = compiled.rules();
    let mut out = format!("# {}\n\n", rules.title);
    out.push_str("<div data-ferz=\"page\">\n\n");
    if let Some(description) = description {
        let _ = writeln!(out, "{description}\n");
    }
    let start = fen::write(&rules.setup, rules);
    let _ = writeln!(out, "## Setup\n\n<!-- check: start {start} -->\n\n| Piece | Squares |\n|---|---|");
    for (name, squares) in sections::setup_lines(rules) {
        let _ = writeln!(out, "| {name} | {squares} |");
    }
    let _ =
        writeln!(out, "\n`{start}`\n\n## Pieces\n\n| Piece | Letters | Betza | Moves and remarks |\n|---|---|---|---|");
    let pieces = sections::pieces(compiled);
    for piece in &pieces {
        let words: Vec<&str> = piece.moves.iter().chain(&piece.remarks).map(String::as_str).collect();
        let _ = writeln!(out, "| {} | {} | `{}` | {} |", piece.name, piece.symbols, piece.notation, words.join(" "));
    }
    out.push_str("\n## Moves at a glance\n\n");
    for shown in pieces.iter().flat_map(|piece| &piece.pictures) {
        let _ = writeln!(out, "- {}: {}", shown.title, shown.words);
        for check in &shown.checks {
            let _ = writeln!(out, "  <!-- check: {check} -->");
        }
    }
    out.push_str("\n## Rules\n\n");
    for sentence in sections::sentences(rules) {
        let _ = writeln!(out, "- {sentence}");
    }
    let counts: Vec<String> = sections::perft(compiled).iter().map(u64::to_string).collect();
    if !counts.is_empty() {
        let list = counts.join(" ");
        let _ = writeln!(out, "\n## For implementers\n\nPerft from the start: {list}\n\n<!-- check: perft {list} -->");
    }
    out.push('\n');
    for (key, value) in facts::of(rules) {
        let _ = writeln!(out, "<!-- check: fact {key} = {} -->", value.replace("--", "- -"));
    }
    out.push_str("\n</div>\n");
    out
}
