//! `idle-rule`: see its page in the rule book.

use super::own::key;
use crate::board::Side;
use crate::compile::drafts::squares_of;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{HandRule, PieceId, Rules};
use crate::variant::Node;
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, root: &Node, problems: &mut Problems) {
    merges(rules, root, problems);
    loans(rules, root, problems);
    swaps(rules, root, problems);
    let constraints = &rules.constraints;
    let mut warn = |name: &str, message: &str, help: &str| {
        if let Some(place) = key(root, &["rules", name]) {
            problems.push(Diagnostic::warning(Code::IdleRule, place, message).help(help));
        }
    };
    if constraints.must_capture && rules.beyond.is_empty() && !any_captures(rules) {
        warn(
            "must_capture",
            "a side must capture if it can, but no piece captures",
            "add captures (`c…`) to the moves",
        );
    }
    if rules.effects.blast.is_some() && rules.beyond.is_empty() && !any_captures(rules) {
        warn("blast", "captures blow up, but no piece captures", "add captures (`c…`) to the moves");
    }
    let spared = rules
        .effects
        .blast
        .as_ref()
        .is_some_and(|blast| rules.piece_ids().all(|id| blast.spares.contains(&id) || blast.immune.contains(&id)));
    if spared {
        warn(
            "blast",
            "a blast removes nothing around the capture: it spares every piece",
            "name fewer pieces in `spares`",
        );
    }
    unmoved(rules, &mut warn);
    if !constraints.must_drop.is_empty() && !any_must_drop(rules) {
        warn(
            "must_drop",
            "none of these pieces is ever in hand",
            "put them into the hand: `[Pp]` behind the ranks of the setup",
        );
    }
}

/// Captures that turn a piece into what it is.
fn merges(rules: &Rules, root: &Node, problems: &mut Problems) {
    let Some(place) = key(root, &["rules", "takes", "becomes"]) else { return };
    let idle = rules.beyond.takes.merges.iter().find(|merge| merge.to.is_some_and(|to| merge.by == [to]));
    if let Some(to) = idle.filter(|merge| !merge.friend).and_then(|merge| merge.to) {
        let message = format!("an entry turns `{}` into itself", rules.piece(to).name);
        let help = "name another piece in `to`, or remove the entry";
        problems.push(Diagnostic::warning(Code::IdleRule, place, message).help(help));
    }
}

/// Moves that pieces lend to pieces that have them.
fn loans(rules: &Rules, root: &Node, problems: &mut Problems) {
    let Some(place) = key(root, &["rules", "relations", "loans"]) else { return };
    let has = |to: PieceId, lender: PieceId| {
        let (one, other) = (rules.piece(to), rules.piece(lender));
        let plain = one.extra.is_empty() && other.extra.is_empty();
        to == lender || (plain && one.movement.same_moves(&other.movement))
    };
    let idle = rules.beyond.relations.loans.iter().find(|loan| {
        let lenders = loan.moves.as_ref().map_or(loan.from.as_slice(), std::slice::from_ref);
        !loan.to.is_empty() && loan.to.iter().all(|to| lenders.iter().all(|lender| has(*to, *lender)))
    });
    if let Some(borrower) = idle.and_then(|loan| loan.to.first()) {
        let message = format!("`{}` borrows moves that it has already", rules.piece(*borrower).name);
        problems.push(Diagnostic::warning(Code::IdleRule, place, message).help("name another piece in `from`"));
    }
}

/// Swaps of a piece with others of its own kind, which change nothing.
fn swaps(rules: &Rules, root: &Node, problems: &mut Problems) {
    let Some(place) = key(root, &["rules", "relations", "swaps"]) else { return };
    let mut swaps = rules.beyond.relations.swaps.iter().filter(|swap| !swap.enemy && !swap.itself);
    if let Some(swap) = swaps.find(|swap| swap.pieces.len() == 1 && swap.with == swap.pieces) {
        let message =
            format!("`{}` would only swap with its own kind, which is no move", rules.piece(swap.pieces[0]).name);
        problems.push(Diagnostic::warning(Code::IdleRule, place, message).help("name other pieces in `with`"));
    }
}

/// Account that is kept of pieces that are not there, or that nothing asks for.
fn unmoved(rules: &Rules, warn: &mut impl FnMut(&str, &str, &str)) {
    let Some(unmoved) = &rules.unmoved else { return };
    let pieces = Side::ALL
        .into_iter()
        .any(|side| rules.piece_ids().any(|id| squares_of(&rules.setup, side, id).intersects(&unmoved[side])));
    if !pieces && rules.shuffle.is_none() && rules.hand.is_none_or(|hand| hand == HandRule::Setup) {
        warn(
            "unmoved",
            "account is kept of pieces on these squares, and the setup has none there",
            "name the squares on which the pieces begin, for example `{each: first rank}`",
        );
    }
}

fn any_captures(rules: &Rules) -> bool {
    rules.pieces.iter().any(|piece| {
        let movements = std::iter::once(&piece.movement).chain(piece.extra.iter().map(|extra| &extra.movement));
        movements.flat_map(|movement| &movement.patterns).any(crate::rules::movement::Pattern::captures)
    })
}

/// Returns `true` if a side can ever hold one of the pieces that must be dropped. Hands that are empty in the setup and that no
/// capture fills get their pieces from elsewhere: a partner, or a FEN.
fn any_must_drop(rules: &Rules) -> bool {
    let held = |id: &PieceId| Side::ALL.into_iter().any(|side| rules.setup.hands[side][id.index()] > 0);
    match rules.hand {
        None => false,
        Some(HandRule::Setup) => rules.constraints.must_drop.iter().any(held) || !rules.piece_ids().any(|id| held(&id)),
        Some(HandRule::Unlimited) => true,
        // A royal piece is not captured.
        Some(_) => rules.constraints.must_drop.iter().any(|id| {
            let goes =
                |other: PieceId| rules.piece(other).captured_as == *id && !rules.piece(other).royalty.is_ever_royal();
            held(id) || rules.piece_ids().any(goes) || !rules.beyond.is_empty()
        }),
    }
}
