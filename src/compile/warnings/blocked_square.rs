//! `blocked-square`: see its page in the rule book.

use super::own::OWN;
use crate::board::SquareSet;
use crate::diagnostic::{Code, Diagnostic};
use crate::fen;
use crate::rules::Rules;
use crate::variant::Specification;
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, spec: &Specification, problems: &mut Problems) {
    let Some(phrase) = spec.setup.as_ref().filter(|phrase| phrase.span.source == OWN) else { return };
    let names = |squares: SquareSet| {
        let names: Vec<String> = squares.iter().map(|square| rules.geometry.name(square)).collect();
        names.join(" ")
    };
    let effects = &rules.effects;
    let has_walls = effects.walls.is_some() || !effects.petrifies.is_empty() || !rules.beyond.is_empty();
    if !rules.setup.walls.is_empty() && !has_walls {
        let squares = names(rules.setup.walls);
        let message = format!("`*` blocks {squares} for the whole game, though the board has these squares");
        let help =
            format!("if they are no squares of the board, say `holes: {squares}`; if they are empty, count them");
        problems.push(Diagnostic::warning(Code::BlockedSquare, phrase.span, message).help(help));
    }
    let counted = fen::counted(&phrase.text, &rules.geometry) & rules.geometry.holes();
    if !counted.is_empty() {
        let message = format!("the setup counts {} as empty, but the board has a hole there", names(counted));
        let help = "write `*` for each hole, or change `holes`";
        problems.push(Diagnostic::warning(Code::BlockedSquare, phrase.span, message).help(help));
    }
}
