//! The sides that can have a piece.

use crate::board::Side;
use crate::rules::{PieceId, Rules};

/// The sides that can have a piece: those that start with it or can promote to it. If rules can bring it to the other side too, both.
pub(super) fn owners(rules: &Rules, piece: PieceId) -> Vec<Side> {
    let lettered = |side: &Side| !rules.piece(piece).symbol[*side].is_empty();
    let all: Vec<Side> = Side::ALL.into_iter().filter(lettered).collect();
    let changes = rules.hand.is_some() || rules.effects.flips.is_some() || !rules.is_plain();
    if changes {
        return all;
    }
    let own: Vec<Side> = all.iter().copied().filter(|side| arising(rules, *side).contains(&piece)).collect();
    if own.is_empty() { all } else { own }
}

/// The side that a piece is drawn for: White if White has it from the start or by promotion, otherwise Black if Black has it, otherwise
/// the one with a letter for it.
pub(super) fn side_of(rules: &Rules, piece: PieceId) -> Side {
    let symbol = &rules.piece(piece).symbol;
    let has = |side: &Side| !symbol[*side].is_empty() && arising(rules, *side).contains(&piece);
    let lettered = |side: &Side| !symbol[*side].is_empty();
    Side::ALL.into_iter().find(has).or_else(|| Side::ALL.into_iter().find(lettered)).unwrap_or(Side::White)
}

/// The pieces that a side starts with, and those to which they can promote.
fn arising(rules: &Rules, side: Side) -> Vec<PieceId> {
    let placed = rules.setup.pieces.iter().flatten().filter(|placed| placed.side == side).map(|placed| placed.piece);
    let held = |id: &PieceId| rules.setup.hands[side].get(id.index()).is_some_and(|count| *count > 0);
    let mut found: Vec<PieceId> = rules.piece_ids().filter(held).chain(placed).collect();
    found.sort_unstable();
    found.dedup();
    let mut next = 0;
    while let Some(id) = found.get(next).copied() {
        let piece = rules.piece(id);
        let promoted = piece.promotion.iter().flat_map(|promotion| &promotion.choices[side]);
        let own = piece.promotion_move.iter().flat_map(|made| &made.choices);
        for other in promoted.chain(own) {
            if !found.contains(other) {
                found.push(*other);
            }
        }
        next += 1;
    }
    found
}
