//! `kingless-side`: see its page in the rule book.

use super::army::Army;
use super::own::{key, setup};
use crate::board::{BySide, Side};
use crate::diagnostic::{Code, Diagnostic, one_of};
use crate::english;
use crate::rules::{Condition, PieceId, Rules, Verdict};
use crate::source::Span;
use crate::variant::Node;
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, root: &Node, problems: &mut Problems) {
    let Some(place) = setup(root).or_else(|| key(root, &["pieces"])) else { return };
    let armies = Army::of_both(rules);
    let is_kingless = |side: Side| !armies[side].any(|id| rules.piece(id).royalty.is_ever_royal());
    none(rules, &armies, place, problems);
    for side in Side::ALL.into_iter().filter(|side| is_kingless(*side) && !is_kingless(!*side)) {
        let same_pieces = rules.piece_ids().filter(|id| !rules.piece(*id).royalty.is_ever_royal()).all(|id| {
            let had = |side: Side| armies[side].pieces[id.index()];
            had(side) == had(!side)
        });
        if !same_pieces && can_lose_kingless(rules, side) {
            continue;
        }
        let royal = rules.pieces.iter().filter(|piece| piece.royalty.is_ever_royal());
        let names = one_of(royal.map(|piece| piece.name.as_str()));
        let message =
            format!("{} has no royal piece ({names}), so it can never be mated", english::capitalised(side.name()));
        let help = "add the piece to the setup, or add an end by which a side without it loses";
        problems.push(Diagnostic::warning(Code::KinglessSide, place, message).help(help));
    }
}

/// Reports a game with a royal piece that neither side ever has.
fn none(rules: &Rules, armies: &BySide<Army>, place: Span, problems: &mut Problems) {
    let royal = |id: PieceId| rules.piece(id).royalty.is_ever_royal();
    let promotions = rules.pieces.iter().filter_map(|piece| piece.promotion.as_ref());
    let made = promotions.flat_map(|promotion| promotion.choices.white.iter().chain(&promotion.choices.black));
    let had = Side::ALL.into_iter().any(|side| armies[side].any(royal)) || made.copied().any(royal);
    let elsewhere = rules.hand.is_some() || !rules.tree.is_empty() || !rules.is_plain();
    let Some(piece) = rules.piece_ids().find(|id| royal(*id)).filter(|_| !had && !elsewhere) else { return };
    let name = &rules.piece(piece).name;
    let message = format!("no side has a `{name}`, and no other piece is royal, so no side can be mated");
    let help = format!("add `{name}` to the setup, or write `royal: true` for another piece");
    problems.push(Diagnostic::warning(Code::KinglessSide, place, message).help(help));
}

/// Returns `true` if a side can lose without ever being in check.
fn can_lose_kingless(rules: &Rules, side: Side) -> bool {
    rules.ends.iter().any(|end| match (&end.condition, &end.verdict) {
        (_, Verdict::Draw) => false,
        (_, Verdict::Wins(winner)) => *winner != side,
        (Condition::Stuck { in_check: Some(true) } | Condition::MatedBy { .. }, _)
        | (Condition::Checks { .. } | Condition::MatedByDrop { .. } | Condition::MatedWithout { .. }, _)
        | (Condition::PerpetualCheck { .. } | Condition::PerpetualChase(_) | Condition::Repetition { .. }, _) => false,
        _ => true,
    })
}
