//! `idle-rule`: see its page in the rule book.

use super::own::{key, known, own, setup};
use super::removal::any_captures;
use crate::board::Side;
use crate::compile::drafts::squares_of;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Condition, HandRule, PieceId, Rules};
use crate::variant::Node;
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, root: &Node, problems: &mut Problems) {
    per_file(rules, root, problems);
    counted_checks(rules, root, problems);
    dropped(rules, problems);
    let constraints = &rules.constraints;
    let mut warn = |name: &str, message: &str, help: &str| {
        if let Some(place) = known(rules, name).or_else(|| key(root, &["rules", name])) {
            problems.push(Diagnostic::warning(Code::IdleRule, place, message).help(help));
        }
    };
    if constraints.must_capture && rules.is_plain() && !any_captures(rules) {
        warn(
            "must_capture",
            "a side must capture if it can, but no piece captures",
            "add captures (`c…`) to the moves",
        );
    }
    if rules.effects.blast.is_some() && rules.is_plain() && !any_captures(rules) {
        warn("blast", "captures cause a blast, but no piece captures", "add captures (`c…`) to the moves");
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
            "name fewer pieces after `except`",
        );
    }
    unmoved(rules, &mut warn);
    let barred = |id: &PieceId| rules.piece(*id).drop.is_none();
    if !constraints.must_drop.is_empty() && constraints.must_drop.iter().all(barred) && rules.hand.is_some() {
        warn("must_drop", "none of these pieces may be dropped", "allow drops, for example `drop: {on: all}`");
    } else if !constraints.must_drop.is_empty() && !any_must_drop(rules) {
        warn(
            "must_drop",
            "none of these pieces is ever in hand",
            "put them into the hand: `[Pp]` after the ranks of the setup",
        );
    }
}

/// Reports a `per_file` that is not smaller than the number of ranks.
fn per_file(rules: &Rules, root: &Node, problems: &mut Problems) {
    for piece in &rules.pieces {
        let limit = piece.drop.as_ref().and_then(|drop| drop.per_file).map(usize::from);
        let Some(place) = key(root, &["pieces", &piece.name, "drop", "per_file"]) else { continue };
        if limit.is_some_and(|limit| limit >= rules.geometry.ranks()) {
            let message = format!("a file has no room for more `{}` than `per_file` allows", piece.name);
            let help = "lower the number, or remove `per_file`";
            problems.push(Diagnostic::warning(Code::IdleRule, place, message).help(help));
        }
    }
}

/// Reports a setup whose count of checks differs from that of the end.
fn counted_checks(rules: &Rules, root: &Node, problems: &mut Problems) {
    let checks = rules.setup.checks;
    let asked = rules.ends.iter().find_map(|end| match end.condition {
        Condition::Checks { times } => Some((times, &end.name, end.source)),
        _ => None,
    });
    let Some((times, name, source)) = asked.filter(|_| checks.white == checks.black) else { return };
    let Some(place) = setup(root).or_else(|| own(source)) else { return };
    if checks.white != times {
        let message = format!("`{name}` needs {times} checks, but the setup counts {0}+{0}", checks.white);
        let help = format!("write `{times}+{times}` in the setup, or omit the field");
        problems.push(Diagnostic::warning(Code::IdleRule, place, message).help(help));
    }
}

/// Reports castling rights that arise by drops, in a game without drops.
fn dropped(rules: &Rules, problems: &mut Problems) {
    let first = rules.castling.iter().filter(|rule| rule.dropped).find_map(|rule| Some((rule, own(rule.source)?)));
    if let Some((rule, place)) = first.filter(|_| rules.hand.is_none()) {
        let message = format!("the castling right `{}` arises by drops, but there are no drops", rule.letter);
        let help = "remove `dropped`, or add hands, for example `hand: captured`";
        problems.push(Diagnostic::warning(Code::IdleRule, place, message).help(help));
    }
}

/// Reports `unmoved` squares that hold no pieces, or that no rule needs.
fn unmoved(rules: &Rules, warn: &mut impl FnMut(&str, &str, &str)) {
    let Some(unmoved) = &rules.unmoved else { return };
    let pieces = Side::ALL
        .into_iter()
        .any(|side| rules.piece_ids().any(|id| squares_of(&rules.setup, side, id).intersects(&unmoved[side])));
    if !pieces && rules.shuffle.is_none() && rules.hand.is_none_or(|hand| hand == HandRule::Setup) {
        warn(
            "unmoved",
            "unmoved pieces are tracked on these squares, but the setup has no pieces there",
            "name the squares on which the pieces begin, for example `{each: first rank}`",
        );
    }
}

/// Returns `true` if a side can ever hold one of the pieces that must be dropped. If hands are empty in the setup and
/// captures do not fill them, pieces come from elsewhere: from a partner's game, or from a FEN.
fn any_must_drop(rules: &Rules) -> bool {
    let held = |id: &PieceId| Side::ALL.into_iter().any(|side| rules.setup.hands[side][id.index()] > 0);
    match rules.hand {
        None => false,
        Some(HandRule::Setup) => rules.constraints.must_drop.iter().any(held) || !rules.piece_ids().any(|id| held(&id)),
        Some(HandRule::Unlimited) => true,
        // Royal pieces are never captured.
        Some(_) => rules.constraints.must_drop.iter().any(|id| {
            let goes =
                |other: PieceId| rules.piece(other).captured_as == *id && !rules.piece(other).royalty.is_ever_royal();
            held(id) || rules.piece_ids().any(goes) || !rules.is_plain()
        }),
    }
}
