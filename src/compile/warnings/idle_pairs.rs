//! `idle-rule` for pairs of rules, one of which makes the other useless: see its page in the rule book.

use super::own::{key, known};
use super::reach::range;
use crate::board::{BySide, Side, Square, SquareSet};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::Rules;
use crate::source::Span;
use crate::variant::Node;
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, root: &Node, problems: &mut Problems) {
    for (place, message, help) in pairs(rules, root) {
        if let Some(place) = place {
            problems.push(Diagnostic::warning(Code::IdleRule, place, message).help(help));
        }
    }
}

/// Place, message and help of a warning.
type Idle = (Option<Span>, String, &'static str);

fn pairs(rules: &Rules, root: &Node) -> Vec<Idle> {
    barred_drops(rules, root).into_iter().chain(apart(rules)).collect()
}

/// Reports pieces that must not face each other, but can never stand on the same file or rank.
fn apart(rules: &Rules) -> Option<Idle> {
    let (pieces, geometry) = (&rules.constraints.face_off, &rules.geometry);
    let plain = rules.is_plain() && rules.effects.flips.is_none() && rules.shuffle.is_none();
    let line = |square: Square| (geometry.file(square), geometry.rank(square));
    let squares = BySide::from_fn(|side| {
        let all = pieces.iter().map(|id| range(rules, *id, side)).fold(SquareSet::EMPTY, |all, one| all | one);
        all.iter().map(line).collect::<Vec<_>>()
    });
    let meet = |one: &(usize, usize)| squares.black.iter().any(|other| one.0 == other.0 || one.1 == other.1);
    let first = rules.piece(*pieces.first()?);
    (plain && !squares.white.iter().any(meet)).then(|| {
        let message =
            format!("`{}` never reaches a file or rank of the enemy's, so they never face each other", first.name);
        (known(rules, "face_off"), message, "let the regions of `confined` share files, or remove the rule")
    })
}

/// Reports pieces whose drop squares are all outside their `confined` squares.
fn barred_drops(rules: &Rules, root: &Node) -> Option<Idle> {
    let board = rules.geometry.squares();
    let barred = rules.pieces.iter().find(|piece| {
        piece.drop.as_ref().is_some_and(|drop| {
            let apart = |side: Side| {
                let (on, confined) = (drop.on[side] & board, piece.confined[side] & board);
                !on.is_empty() && !confined.is_empty() && !on.intersects(&confined)
            };
            drop.also_as.is_empty() && Side::ALL.into_iter().any(apart)
        })
    })?;
    let path = |name| key(root, &["pieces", &barred.name, name]);
    Some((
        path("drop").or_else(|| path("confined")).filter(|_| rules.hand.is_some()),
        format!("`{}` may not stand on any square on which it may be dropped", barred.name),
        "choose squares of `confined` for `drop: {on: …}`",
    ))
}
