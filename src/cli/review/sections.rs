//! The parts of a snapshot: a head, the rules in words, and positions with their boards and moves.

use std::collections::BTreeMap;

/// A part of a snapshot.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Section<'a> {
    /// Its heading, without the marks around it. The head of a snapshot has none.
    pub heading: &'a str,
    /// Its lines.
    pub lines: Vec<&'a str>,
}

/// A position with its moves.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Position<'a> {
    /// The lines of the board and the FEN below it.
    pub board: Vec<&'a str>,
    /// The FEN.
    pub fen: &'a str,
    /// The moves by piece and square.
    pub moves: BTreeMap<&'a str, Vec<&'a str>>,
    /// Other lines: check, the end of the game, counts.
    pub rest: Vec<&'a str>,
}

/// Splits a snapshot into its parts.
pub(super) fn sections(text: &str) -> Vec<Section<'_>> {
    let mut found = vec![Section::default()];
    for line in text.lines() {
        match line.strip_prefix("== ").and_then(|rest| rest.strip_suffix(" ==")) {
            Some(heading) => found.push(Section { heading, lines: Vec::new() }),
            None => found.last_mut().expect("it begins with the head").lines.push(line),
        }
    }
    for section in &mut found {
        while section.lines.last().is_some_and(|line| line.is_empty()) {
            section.lines.pop();
        }
    }
    found
}

/// Lines that are neither board nor moves.
const REST: [&str; 4] = ["check", "end: ", "perft: ", "UCI: "];

impl<'a> Section<'a> {
    /// Reads the part as a position. `None` if it has no board, as the head and the rules.
    pub(super) fn position(&self) -> Option<Position<'a>> {
        let fen_at = self.lines.iter().position(|line| is_fen(line))?;
        let (board, below) = (self.lines[..fen_at].to_vec(), &self.lines[fen_at + 1..]);
        let mut position = Position { board, fen: self.lines[fen_at], ..Position::default() };
        for line in below {
            match line.split_once(": ") {
                Some((piece, moves)) if !is_rest(line) => {
                    position.moves.insert(piece, moves.split(' ').collect());
                }
                _ => position.rest.push(line),
            }
        }
        Some(position)
    }
}

/// Returns `true` if a line is a FEN: ranks between slashes, and the side to move.
fn is_fen(line: &str) -> bool {
    let mut fields = line.split(' ');
    fields.next().is_some_and(|ranks| !ranks.is_empty()) && matches!(fields.next(), Some("w" | "b")) && line.len() > 3
}

fn is_rest(line: &str) -> bool {
    REST.iter().any(|start| line.starts_with(start))
}
