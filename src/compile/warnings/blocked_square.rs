//! `blocked-square`: see its page in the rule book.

use super::own::{OWN, key};
use crate::board::{Square, SquareSet};
use crate::diagnostic::{Code, Diagnostic};
use crate::fen;
use crate::rules::Rules;
use crate::variant::node::Problems;
use crate::variant::{Node, Specification};

pub(super) fn check(rules: &Rules, spec: &Specification, root: &Node, problems: &mut Problems) {
    divided(rules, root, problems);
    let Some(phrase) = spec.setup.as_ref().filter(|phrase| phrase.span.source == OWN) else { return };
    let names = |squares: SquareSet| {
        let names: Vec<String> = squares.iter().map(|square| rules.geometry.name(square)).collect();
        names.join(" ")
    };
    let effects = &rules.effects;
    let has_walls = effects.walls.is_some() || !effects.petrifies.is_empty() || !rules.is_plain();
    if !rules.setup.walls.is_empty() && !has_walls {
        let squares = names(rules.setup.walls);
        let message = format!("`*` blocks {squares} for the whole game, though the board has these squares");
        let help =
            format!("if they are not squares of the board, write `holes: {squares}`; if they are empty, count them");
        problems.push(Diagnostic::warning(Code::BlockedSquare, phrase.span, message).help(help));
    }
    let counted = fen::counted(&phrase.text, &rules.geometry) & rules.geometry.holes();
    if !counted.is_empty() {
        let message = format!("the setup counts {} as empty, but the board has a hole there", names(counted));
        let help = "write `*` for each hole, or change `holes`";
        problems.push(Diagnostic::warning(Code::BlockedSquare, phrase.span, message).help(help));
    }
}

/// Reports holes that divide a board into parts with more than one square each.
fn divided(rules: &Rules, root: &Node, problems: &mut Problems) {
    let geometry = &rules.geometry;
    let Some(place) = key(root, &["board", "holes"]) else { return };
    let topology = geometry.topology();
    let joined = topology.wraps_files() || topology.wraps_ranks() || topology.is_hexagonal() || geometry.levels() > 1;
    if joined || geometry.holes().is_empty() || !rules.tree.is_empty() || !rules.is_plain() {
        return;
    }
    let squares = geometry.squares();
    let Some(first) = squares.iter().next() else { return };
    let near = |one: Square, other: Square| {
        geometry.file(one).abs_diff(geometry.file(other)) <= 1 && geometry.rank(one).abs_diff(geometry.rank(other)) <= 1
    };
    let (mut part, mut open) = (SquareSet::of(first), vec![first]);
    while let Some(from) = open.pop() {
        let new: Vec<Square> = squares.iter().filter(|to| !part.contains(*to) && near(from, *to)).collect();
        for square in new {
            part.insert(square);
            open.push(square);
        }
    }
    let rest = (squares & !part).count();
    if rest.min(part.count()) > 1 {
        let message = format!("the holes divide the board into parts, and one of these has {} squares", part.count());
        let help = "leave a way between the parts, or write `allow: [blocked-square]` if only leaps cross the holes";
        problems.push(Diagnostic::warning(Code::BlockedSquare, place, message).help(help));
    }
}
