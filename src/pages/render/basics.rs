//! The basics of every page, so far as they hold in the game: captures, pieces in the way, and the duty to move.

use crate::rules::movement::Pattern;
use crate::rules::tree::{DeedKind, Gain, RuleKind};
use crate::rules::{HandRule, Pass, Piece, Rules};

use super::prose;

/// The sentences on captures, on pieces in the way, and on the duty to move.
pub(super) fn in_words(rules: &Rules) -> Vec<String> {
    let mut said = Vec::new();
    if must_move(rules) {
        said.push("A player may not pass.".to_owned());
    }
    if captures_by_replacement(rules) {
        said.push("A piece captures an enemy piece by moving onto its square.".to_owned());
        if removes(rules) {
            said.push("A captured piece leaves the board.".to_owned());
        }
        if spares_friends(rules) {
            said.push("No piece may move onto a piece of its own side.".to_owned());
        }
    }
    said
}

/// Returns `true` if a player has to move in each turn, and no move stands for a pass.
fn must_move(rules: &Rules) -> bool {
    let beyond = &rules.beyond;
    let instead = rules.tree.rules.iter().any(|rule| matches!(rule.kind.kind, RuleKind::Instead { .. }));
    let stands = beyond.takes.two_steps.is_empty();
    rules.constraints.pass == Pass::Never && !instead && stands && rules.tree.turns.is_none()
}

/// Returns `true` if all captures are moves onto the captured piece, apart from captures en passant.
fn captures_by_replacement(rules: &Rules) -> bool {
    let takes = &rules.beyond.takes;
    let elsewhere = !(takes.chains.is_empty() && takes.two_steps.is_empty());
    let single = |piece: &Piece| !piece.patterns().any(Pattern::captures_on_the_way);
    let captures = rules.pieces.iter().any(|piece| piece.patterns().any(Pattern::captures));
    let lent = rules.tree.rules.iter().any(|rule| matches!(rule.kind.kind, RuleKind::Pieces(_)));
    captures && !elsewhere && !lent && !prose::is_peaceful(rules) && rules.pieces.iter().all(single)
}

/// Returns `true` if a captured piece leaves the board and goes to no hand.
fn removes(rules: &Rules) -> bool {
    let hand = rules.hand.is_some_and(HandRule::fills);
    let after = rules.tree.rules.iter().any(|rule| match &rule.kind.kind {
        RuleKind::After { deeds, .. } => deeds.iter().any(|deed| deed.kind.kind == DeedKind::Capture),
        _ => false,
    });
    !hand && !after
}

/// Returns `true` if no piece ever moves onto a piece of its own side.
fn spares_friends(rules: &Rules) -> bool {
    let onto_friends = |pattern: &Pattern| pattern.legs().iter().any(|leg| leg.terms.friend);
    let told = rules.tree.rules.iter().any(|rule| match &rule.kind.kind {
        RuleKind::Pieces(moves) => {
            moves.captures.is_some() || moves.gains.iter().any(|gain| matches!(gain, Gain::To(_)))
        }
        _ => false,
    });
    !told && !rules.pieces.iter().any(|piece| piece.patterns().any(onto_friends))
}
