//! Writes the sections of a tree, with a comment in English above each entry.

use super::words;
use super::write::sections_as_pairs;
use crate::rules::Rules;
use crate::rules::tree::Tree;

/// The line length of comments.
const WIDTH: usize = 100;

/// The sections of a variant file that are in the language, with a comment in English above each entry.
pub fn annotated(tree: &Tree, rules: &Rules) -> String {
    let pieces: Vec<&str> = rules.pieces.iter().map(|piece| piece.name.as_str()).collect();
    let mut text = String::new();
    for (title, lines) in sections_as_pairs(tree, &pieces) {
        let notes = notes(title, tree, rules);
        text.push_str(&format!("{title}:\n"));
        // A section about the whole game has all notes at its start. A section of named entries has one note above each
        // entry.
        let is_whole = ["sides", "turns"].contains(&title);
        if is_whole {
            notes.iter().for_each(|note| text.push_str(&comment(note)));
        }
        for (at, (key, value)) in lines.iter().enumerate() {
            if let Some(note) = notes.get(at).filter(|_| !is_whole) {
                text.push_str(&comment(note));
            }
            text.push_str(&format!("  {key}: {value}\n"));
        }
    }
    text
}

/// A section in English, one text for each entry.
fn notes(title: &str, whole: &Tree, rules: &Rules) -> Vec<String> {
    let tree = &words::in_full(whole, rules);
    match title {
        "sides" => words::sides(&tree.sides, tree, rules),
        "state" => tree.state.iter().map(words::declaration).collect(),
        "define" => tree.defines.iter().map(|define| words::define(define, tree, rules)).collect(),
        "turns" => tree.turns.as_ref().map(|turns| words::turns(turns, tree, rules)).unwrap_or_default(),
        "rules" => tree.rules.iter().map(|rule| words::rule(rule, tree, rules)).collect(),
        _ => tree.ends.iter().map(|end| words::end(end, tree, rules)).collect(),
    }
}

fn comment(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().filter(|line| line.len() + word.len() < WIDTH);
        match line {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) => line.push_str(&format!(" {word}")),
            None => lines.push(word.to_owned()),
        }
    }
    lines.iter().map(|line| format!("  # {line}\n")).collect()
}
