//! Ways in which pieces leave the board.

use crate::rules::movement::Pattern;
use crate::rules::{Piece, PieceId, Rules};

/// Returns `true` if a capture, a blast or a promotion can take a piece off the board. Rules about chains and relations are left out.
pub(super) fn can_go(rules: &Rules, id: PieceId) -> bool {
    let (piece, effects) = (rules.piece(id), &rules.effects);
    // In each of these cases, the last piece of a side is royal.
    let royal = piece.royalty.is_ever_royal();
    let becomes = piece.promotion.is_some() || piece.promotion_move.is_some();
    if becomes || (effects.petrifies.contains(&id) && captures(piece)) {
        return true;
    }
    let captured = rules.pieces.iter().enumerate().any(|(index, other)| {
        let safe = piece.safe_from.contains(&PieceId::new(index as u8)) || other.blocked_by.contains(&id);
        captures(other) && !safe
    });
    // A side may not blow up its own royal piece, so a spared royal piece survives even if it captures.
    let blown_up = effects.blast.as_ref().is_some_and(|blast| {
        let spared = blast.immune.contains(&id) || (royal && blast.spares.contains(&id));
        !spared && any_captures(rules)
    });
    (captured && !royal) || blown_up
}

/// Returns `true` if a piece captures.
pub(super) fn any_captures(rules: &Rules) -> bool {
    rules.pieces.iter().any(captures)
}

/// Returns `true` if the piece has a move that captures.
pub(super) fn captures(piece: &Piece) -> bool {
    piece.patterns().any(Pattern::captures)
}

/// Returns `true` if the piece has a move that captures pieces other than royal ones.
pub(super) fn captures_common(piece: &Piece) -> bool {
    let royal_only = |pattern: &&Pattern| pattern.terms().is_some_and(|terms| terms.royal_only);
    piece.patterns().filter(|pattern| !royal_only(pattern)).any(Pattern::captures)
}
