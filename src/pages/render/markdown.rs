//! Pages as Markdown: the same words, and the facts in comments.

use std::fmt::Write as _;

use crate::fen;
use crate::game::Compiled;
use crate::pages::facts;

use super::{prose, sections};

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
    for line in sections::setup_lines(rules) {
        let _ = writeln!(out, "| {} | {} |", line.name, line.squares);
    }
    let pieces = sections::pieces(compiled);
    out.push_str("\n## How the pieces move\n");
    for piece in &pieces {
        let _ = writeln!(out, "\n### {}\n", piece.name);
        for sentence in piece.moves.iter().chain(&piece.remarks) {
            let _ = writeln!(out, "{sentence}");
        }
        out.push('\n');
        for shown in &piece.pictures {
            let _ = writeln!(out, "- {} {}", shown.title, shown.words);
            for check in &shown.checks {
                let _ = writeln!(out, "  <!-- check: {check} -->");
            }
        }
    }
    let parts = [
        ("Rules", sections::play(rules)),
        ("Promotion", sections::promotion_sentences(rules)),
        ("Castling", prose::castling(rules)),
        ("End of the game", sections::ends(rules)),
    ];
    for (heading, sentences) in parts.into_iter().filter(|(_, sentences)| !sentences.is_empty()) {
        let _ = writeln!(out, "\n## {heading}\n");
        sentences.iter().for_each(|sentence| {
            let _ = writeln!(out, "- {sentence}");
        });
    }
    let _ = writeln!(out, "\n## For programmers\n\n`{start}`\n\n| Piece | Letters | Betza |\n|---|---|---|");
    for piece in &pieces {
        let _ = writeln!(out, "| {} | {} | `{}` |", piece.name, piece.symbols, piece.notation);
    }
    let counts: Vec<String> = sections::perft(compiled).iter().map(u64::to_string).collect();
    if !counts.is_empty() {
        let list = counts.join(" ");
        let _ = writeln!(out, "\nPerft from the start: {list}\n\n<!-- check: perft {list} -->");
    }
    out.push('\n');
    for (key, value) in facts::of(rules) {
        let _ = writeln!(out, "<!-- check: fact {key} = {} -->", value.replace("--", "- -"));
    }
    out.push_str("\n</div>\n");
    out
}
