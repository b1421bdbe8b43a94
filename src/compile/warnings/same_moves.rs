//! `same-moves`: see its page in the rule book.

use super::own::{moves_of, own};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{ExtraMoves, Piece, PieceId, Promotion, Rules};
use crate::variant::Specification;
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, spec: &Specification, problems: &mut Problems) {
    // With two boards, pieces with the same moves can belong to different boards.
    if rules.beyond.turns.boards.is_some() {
        return;
    }
    let named = rules.tree.kinds();
    for id in rules.piece_ids().filter(|id| !named.names(*id)) {
        let piece = rules.piece(id);
        let Some(span) = own(piece.source) else { continue };
        let others = rules.piece_ids().take_while(|other| *other != id).filter(|other| !named.names(*other));
        let Some(other) = others.into_iter().find(|other| are_the_same(rules, *other, id)) else { continue };
        let other = rules.piece(other);
        let message = format!("`{}` is the same as `{}` except for its name", piece.name, other.name);
        let place = moves_of(spec, &piece.name).unwrap_or(span);
        let mut problem = Diagnostic::warning(Code::SameMoves, place, message);
        if let Some(place) = other.source.span {
            problem = problem.label(place, "the same moves");
        }
        problems.push(problem.help("change the moves of one of them, or remove one"));
    }
}

/// Returns `true` if the two pieces differ in nothing that the rules use.
fn are_the_same(rules: &Rules, a: PieceId, b: PieceId) -> bool {
    let (one, other) = (rules.piece(a), rules.piece(b));
    // The symbol of a promoted form shows its former kind.
    let is_form = |piece: &Piece| piece.symbol.white.starts_with('+') || piece.symbol.black.starts_with('+');
    !is_form(one)
        && !is_form(other)
        && one.movement.same_moves(&other.movement)
        && same_extra(one, other)
        && one.royalty == other.royalty
        && one.confined == other.confined
        && one.blocked_by == other.blocked_by
        && one.safe_from == other.safe_from
        && one.reverts == other.reverts
        && one.initial_until == other.initial_until
        && one.promotion_move.is_none()
        && other.promotion_move.is_none()
        && same_promotion(one.promotion.as_ref(), other.promotion.as_ref())
        && same_when_taken(rules, a, b)
        && one.drop == other.drop
        && !rules.tells_apart(a, b)
        && rules.tree.worth_of(a) == rules.tree.worth_of(b)
        && !becomes(one, b)
        && !becomes(other, a)
}

/// Returns `true` if both go to a hand as the same piece, or both keep their kind.
fn same_when_taken(rules: &Rules, a: PieceId, b: PieceId) -> bool {
    let (one, other) = (rules.piece(a).captured_as, rules.piece(b).captured_as);
    one == other || (one == a && other == b)
}

fn same_extra(one: &Piece, other: &Piece) -> bool {
    let same = |(a, b): (&ExtraMoves, &ExtraMoves)| {
        a.movement.same_moves(&b.movement) && a.from == b.from && a.to == b.to && a.unless_check == b.unless_check
    };
    one.extra.len() == other.extra.len() && one.extra.iter().zip(&other.extra).all(same)
}

fn same_promotion(one: Option<&Promotion>, other: Option<&Promotion>) -> bool {
    match (one, other) {
        (None, None) => true,
        (Some(one), Some(other)) => {
            let Promotion { zone, when, choices, limits, mandatory, en_passant, within, fallback, source: _ } = one;
            *zone == other.zone
                && *when == other.when
                && *choices == other.choices
                && *limits == other.limits
                && *mandatory == other.mandatory
                && *en_passant == other.en_passant
                && *within == other.within
                && *fallback == other.fallback
        }
        _ => false,
    }
}

/// Returns `true` if a piece promotes to another.
fn becomes(piece: &Piece, other: PieceId) -> bool {
    piece
        .promotion
        .iter()
        .any(|promotion| promotion.choices.white.contains(&other) || promotion.choices.black.contains(&other))
}
