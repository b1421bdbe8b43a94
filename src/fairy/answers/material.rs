//! Tests whether a side has enough pieces to win.

use crate::board::{Side, Square, SquareSet};
use crate::game::{Compiled, Game};
use crate::rules::{Condition, HandRule, PlacedPiece, Royalty, Rules, Setup, Verdict};
use crate::walker::visit_reachable_squares;

/// Returns `true` if a side cannot win, whatever the other one plays.
pub fn is_insufficient(compiled: &Compiled, game: &Game, side: Side) -> bool {
    let rules = game.rules();
    let setup = game.setup();
    let placed: Vec<(Square, PlacedPiece)> = rules
        .geometry
        .squares()
        .iter()
        .filter_map(|square| setup.pieces[square.index()].map(|placed| (square, placed)))
        .filter(|(square, placed)| !is_royal(rules, *placed) && can_ever_move(rules, *placed, *square))
        .collect();
    let own: Vec<(Square, PlacedPiece)> = placed.iter().copied().filter(|(_, placed)| placed.side == side).collect();
    if rules.hand == Some(HandRule::Captured)
        || setup.hands[side].iter().any(|held| *held > 0)
        || wins_otherwise(rules, !own.is_empty())
    {
        return false;
    }
    let promotes = |(_, placed): &(Square, PlacedPiece)| rules.piece(placed.piece).promotion.is_some();
    if own.is_empty() || !own.iter().any(|(at, placed)| may_attack_a_king(&setup, rules, *placed, *at)) {
        return true;
    }
    if own.iter().any(promotes)
        || !rules.constraints.royal_stays_in_check && own.iter().any(|one| suffices(compiled, &setup, &[*one]))
    {
        return false;
    }
    placed.len() == 1 && !rules.constraints.royal_stays_in_check || game.has_insufficient_material()
}

fn is_royal(rules: &Rules, placed: PlacedPiece) -> bool {
    rules.piece(placed.piece).royalty != Royalty::Common
}

/// Returns `true` if a side can also win in another way than by mate.
fn wins_otherwise(rules: &Rules, has_pieces: bool) -> bool {
    let wins = |verdict: &Verdict| matches!(verdict, Verdict::Win | Verdict::Loss | Verdict::Wins(_));
    rules.ends.iter().filter(|end| wins(&end.verdict)).any(|end| match &end.condition {
        Condition::Stuck { .. } => false,
        Condition::Checks { .. } => has_pieces,
        Condition::Extinct { pieces, .. } => !pieces.iter().all(|piece| rules.piece(*piece).royalty.is_ever_royal()),
        Condition::MatedBy { .. } | Condition::MatedWithout { .. } | Condition::MatedByDrop { .. } => false,
        Condition::PerpetualCheck { .. } | Condition::PerpetualChase(_) | Condition::InsufficientMaterial => false,
        Condition::NoProgress { .. } | Condition::Countdown { .. } | Condition::BackAndForth { .. } => false,
        _ => true,
    })
}

/// The squares that a piece can ever reach if only pieces that it can capture are on the board.
fn reachable(rules: &Rules, placed: PlacedPiece, square: Square) -> SquareSet {
    let mut reached = SquareSet::of(square);
    visit_reachable_squares(rules, (placed.piece, placed.side), square, |square| {
        reached.insert(square);
        true
    });
    reached & rules.piece(placed.piece).confined[placed.side]
}

/// Returns `true` if a piece could ever leave its square on an empty board.
fn can_ever_move(rules: &Rules, placed: PlacedPiece, square: Square) -> bool {
    reachable(rules, placed, square).count() > 1 || rules.piece(placed.piece).promotion.is_none()
}

/// Returns `true` if a piece can reach squares on which a royal enemy may stand.
fn may_attack_a_king(setup: &Setup, rules: &Rules, placed: PlacedPiece, square: Square) -> bool {
    let enemy_king = |other: PlacedPiece| other.side != placed.side && is_royal(rules, other);
    let all = rules.geometry.squares();
    let kings =
        all.iter().filter_map(|at| setup.pieces[at.index()].filter(|other| enemy_king(*other)).map(|king| (at, king)));
    let palace = kings.fold(SquareSet::EMPTY, |palace, (at, king)| palace | reachable(rules, king, at));
    palace.is_empty() || !(reachable(rules, placed, square) & palace).is_empty()
}

/// Returns `true` if mate is possible with these pieces and the royal ones.
fn suffices(compiled: &Compiled, setup: &Setup, pieces: &[(Square, PlacedPiece)]) -> bool {
    let rules = compiled.rules();
    let mut alone = setup.clone();
    alone.castling.clear();
    alone.en_passant = None;
    for square in rules.geometry.squares() {
        let keeps = |placed: &PlacedPiece| is_royal(rules, *placed) || pieces.iter().any(|(at, _)| *at == square);
        alone.pieces[square.index()] = alone.pieces[square.index()].filter(keeps);
    }
    compiled.game_unchecked(&alone).is_ok_and(|game| !game.has_insufficient_material())
}
