//! A variant file in the making, and its text.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use indexmap::IndexMap;

use crate::pages::claim::{Claim, Grade};

/// A piece in a draft file, each part with the line of the page.
#[derive(Clone, Default, Debug)]
pub struct PieceDraft {
    /// Its letter, if it is new.
    pub symbol: Option<String>,
    /// Its moves.
    pub moves: Option<String>,
    /// Its promotion: the value of `promotion`.
    pub promotion: Option<String>,
    /// Where that is said.
    pub line: usize,
}

/// A value and the line of the page that it comes from.
type Said = (String, usize);

/// A variant file.
#[derive(Clone, Debug)]
pub struct File {
    name: String,
    extends: String,
    /// Files and ranks, if not those of the game that is extended.
    pub board: Option<((usize, usize), usize)>,
    /// The pieces by name.
    pub pieces: IndexMap<String, PieceDraft>,
    /// The position at the start.
    pub setup: Option<Said>,
    /// No castling.
    pub no_castling: Option<usize>,
    /// Ends of the game by name: the value.
    pub ends: IndexMap<String, Said>,
    /// Rules for all moves by key.
    pub rules: IndexMap<String, Said>,
}

impl File {
    /// A file that says no more than what it extends.
    pub fn new(name: String, extends: &str) -> File {
        let (pieces, ends, rules) = (IndexMap::new(), IndexMap::new(), IndexMap::new());
        let extends = extends.to_owned();
        File { name, extends, board: None, pieces, setup: None, no_castling: None, ends, rules }
    }

    /// The rules alone, as YAML.
    pub fn rules(&self) -> String {
        let mut out = String::new();
        let _ = writeln!(out, "name: {}\nextends: {}", quoted(&self.name), self.extends);
        let mut from = |line: usize, text: &str| {
            let _ = writeln!(out, "{text} # line {line}");
        };
        if let Some(((files, ranks), line)) = &self.board {
            from(*line, &format!("board: {{files: {files}, ranks: {ranks}}}"));
        }
        if !self.pieces.is_empty() {
            out.push_str("pieces:\n");
        }
        for (name, piece) in &self.pieces {
            let parts = [("symbol", &piece.symbol), ("moves", &piece.moves), ("promotion", &piece.promotion)];
            let parts = parts.iter().filter_map(|(key, value)| Some((key, value.as_ref()?)));
            let parts = parts.map(|(key, value)| match *key {
                "promotion" => format!("{key}: {value}"),
                _ => format!("{key}: {}", quoted(value)),
            });
            let parts = parts.collect::<Vec<_>>().join(", ");
            let _ = writeln!(out, "  {}: {{{parts}}} # line {}", key(name), piece.line);
        }
        let mut from = |line: usize, text: &str| {
            let _ = writeln!(out, "{text} # line {line}");
        };
        if let Some((setup, line)) = &self.setup {
            from(*line, &format!("setup: {}", quoted(setup)));
        }
        if let Some(line) = self.no_castling {
            from(line, "castling: none");
        }
        for (key, all) in [("rules", &self.rules), ("end", &self.ends)] {
            if !all.is_empty() {
                let _ = writeln!(out, "{key}:");
            }
            for (name, (value, line)) in all {
                let _ = writeln!(out, "  {name}: {value} # line {line}");
            }
        }
        out
    }

    /// The whole file, with what is left to do in comments.
    pub fn yaml(&self, page: &str, claims: &[Claim]) -> String {
        let page = page.rsplit(['/', '\\']).next().unwrap_or(page);
        let mut out = format!("# A draft from {}: read it beside the page.\n", comment(page));
        let right = lines(claims, |claim| claim.grade() == Grade::Right);
        if !right.is_empty() {
            let _ = writeln!(out, "# The page, held against this file, is confirmed on {right}.");
        }
        out.push_str(&self.rules());
        let groups = [
            ("The page says otherwise", Grade::Wrong),
            ("The page may say otherwise", Grade::MayDiffer),
            ("Not quite what the page says", Grade::Inexact),
            ("Not read", Grade::Unread),
        ];
        for (heading, grade) in groups {
            let mut seen = BTreeSet::new();
            let of_grade = claims.iter().filter(|claim| claim.grade() == grade);
            let new: Vec<&Claim> = of_grade.filter(|claim| seen.insert((claim.line, &claim.text))).collect();
            if !new.is_empty() {
                let _ = writeln!(out, "\n# {heading}:");
            }
            for claim in new {
                let _ = writeln!(out, "# line {}: {}", claim.line, comment(&claim.text));
                if grade != Grade::Unread {
                    let _ = writeln!(out, "#     {}", comment(&claim.detail));
                }
            }
        }
        let unsaid: Vec<String> = claims
            .iter()
            .filter(|claim| claim.grade() == Grade::Unsaid)
            .map(|claim| format!("# - {}\n", comment(&claim.text)))
            .collect();
        if !unsaid.is_empty() {
            let _ = write!(out, "\n# From {}, and not on the page:\n{}", self.extends, unsaid.concat());
        }
        out
    }
}

/// The lines of some claims, in runs.
fn lines(claims: &[Claim], wanted: impl Fn(&Claim) -> bool) -> String {
    let lines: BTreeSet<usize> = claims.iter().filter(|claim| wanted(claim)).map(|claim| claim.line).collect();
    let lines: Vec<String> = lines.iter().map(usize::to_string).collect();
    match lines.as_slice() {
        [] => String::new(),
        [one] => format!("line {one}"),
        several => format!("lines {}", several.join(", ")),
    }
}

/// A text on one line of a comment.
fn comment(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// A key, in quotes if need be.
fn key(name: &str) -> String {
    let plain = name.chars().all(|c| c.is_ascii_lowercase() || c == '_') && !["null", "true", "false"].contains(&name);
    if plain { name.to_owned() } else { quoted(name) }
}

/// A text in double quotes.
fn quoted(text: &str) -> String {
    let kept = text.chars().filter(|c| !c.is_control());
    format!("\"{}\"", kept.collect::<String>().replace('\\', "\\\\").replace('"', "\\\""))
}
