//! `never-captures`: see its page in the rule book.

use super::never_promotes::plays_for_mate;
use super::own::{key, moves_of};
use super::removal::{any_captures, captures, captures_common};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Piece, PieceId, Rules};
use crate::variant::node::Problems;
use crate::variant::{Node, Specification};

pub(super) fn check(rules: &Rules, spec: &Specification, root: &Node, problems: &mut Problems) {
    // Special rules may capture in other ways, or may need a piece that never captures.
    let plain = rules.is_plain() && rules.effects.flips.is_none() && plays_for_mate(rules);
    if !plain || !any_captures(rules) {
        return;
    }
    let idle = |piece: &&Piece| {
        let becomes = piece.promotion.is_some() || piece.promotion_move.is_some();
        !captures_common(piece) && !piece.royalty.is_ever_royal() && !becomes
    };
    blocked(rules, root, problems);
    for piece in rules.pieces.iter().filter(idle) {
        let Some(place) = moves_of(spec, &piece.name) else { continue };
        let why = match piece.patterns().next() {
            Some(_) if captures(piece) => "its captures are marked with `k`, which captures only royal pieces",
            Some(_) => "all its moves are marked with `m`",
            None => "it has no moves",
        };
        let message = format!("`{}` never captures: {why}", piece.name);
        let help = "give it captures (`c…`), as in `mRcpR`, or write `allow: [never-captures]` if this is intended";
        problems.push(Diagnostic::warning(Code::NeverCaptures, place, message).help(help));
    }
}

/// Reports pieces that can capture no other piece because `blocked_by` names all of them.
fn blocked(rules: &Rules, root: &Node, problems: &mut Problems) {
    let common = |id: &PieceId| !rules.piece(*id).royalty.is_ever_royal();
    for piece in rules.pieces.iter().filter(|piece| captures_common(piece)) {
        let Some(place) = key(root, &["pieces", &piece.name, "blocked_by"]) else { continue };
        if rules.piece_ids().filter(common).all(|id| piece.blocked_by.contains(&id)) {
            let message = format!("`{}` never captures: every piece blocks it", piece.name);
            let help = "name only pieces that it can neither capture nor pass over";
            problems.push(Diagnostic::warning(Code::NeverCaptures, place, message).help(help));
        }
    }
}
