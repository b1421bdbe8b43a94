//! `dead-castling`: see its page in the rule book.

use super::own::{key, own};
use crate::board::{Side, Square};
use crate::compile::shuffle;
use crate::diagnostic::{Code, Diagnostic};
use crate::english;
use crate::rules::{CastlingOrigin, CastlingRule, PieceId, Rules};
use crate::variant::Node;
use crate::variant::node::Problems;

/// The number of shuffled start positions that are tested, spread over all numbers.
const STARTS: u64 = 960;

pub(super) fn check(rules: &Rules, root: &Node, problems: &mut Problems) {
    // Shuffled start positions have rights of their own.
    if rules.shuffle.is_some() {
        shuffled(rules, root, problems);
        return;
    }
    for (index, rule) in rules.castling.iter().enumerate() {
        // If the right can arise by drops, the setup need not grant it. The board of this file may have holes on the
        // way of an inherited castling move.
        let place = own(rule.source).or_else(|| key(root, &["board"]).filter(|_| granted(rules, index)));
        let Some(span) = place.filter(|_| !rule.dropped) else { continue };
        let Some((reason, help)) = reason(rules, index, rule) else { continue };
        let message = format!("the castling move `{}` can never be made: {reason}", rule.letter);
        problems.push(Diagnostic::warning(Code::DeadCastling, span, message).help(help));
    }
}

/// Castling moves that the setup grants, and that all or some of the shuffled starts do not allow.
fn shuffled(rules: &Rules, root: &Node, problems: &mut Problems) {
    let (count, place) = (shuffle::count(rules), key(root, &["shuffle"]));
    let step = (count / STARTS).max(1);
    let numbers = (0..count).step_by(usize::try_from(step).unwrap_or(usize::MAX));
    let mut starts = 0;
    let mut granted = vec![0; rules.castling.len()];
    for setup in numbers.take(STARTS as usize).filter_map(|number| shuffle::start(rules, number)) {
        starts += 1;
        setup.castling.iter().for_each(|right| granted[usize::from(right.rule)] += 1);
    }
    for right in &rules.setup.castling {
        let rule = &rules.castling[usize::from(right.rule)];
        let often = granted[usize::from(right.rule)];
        let Some(place) = own(rule.source).or(place).filter(|_| often < starts && !rule.dropped) else { continue };
        let message = match often {
            0 => format!(
                "the castling move `{}` can never be made: no shuffled start position has its pieces in place",
                rule.letter
            ),
            _ => format!(
                "the castling move `{}` is possible in only {often} of {starts} shuffled start positions",
                rule.letter
            ),
        };
        let help =
            "let it start anywhere, as in `move: king any-g1` with `with: rook right-f1`, or write `castling: none`";
        problems.push(Diagnostic::warning(Code::DeadCastling, place, message).help(help));
    }
}

/// The reason why a castling move is impossible in every game.
fn reason(rules: &Rules, index: usize, rule: &CastlingRule) -> Option<(String, String)> {
    let placed = "put the piece there in the setup, or remove the castling move".to_owned();
    for (pieces, origin) in [(&rule.movers, rule.from), (&rule.partners, rule.partner_from)] {
        if let Some(reason) = missing(rules, rule.side, pieces, origin) {
            return Some((reason, placed));
        }
    }
    if !granted(rules, index) {
        let reason = "the setup does not grant it".to_owned();
        return Some((reason, format!("write `{}` in the third field of the setup", rule.letter)));
    }
    for (pieces, square) in [(&rule.movers, rule.to), (&rule.partners, rule.partner_to)] {
        let stays_out = |id: &PieceId| !rules.piece(*id).confined[rule.side].contains(square);
        if let Some(id) = pieces.first().filter(|_| pieces.iter().all(stays_out)) {
            let reason = format!("`{}` may not stand on {}", rules.piece(*id).name, rules.geometry.name(square));
            return Some((reason, "enlarge the region of `confined`, or remove the castling move".to_owned()));
        }
    }
    let walls = rules.setup.walls | rules.geometry.holes();
    let (CastlingOrigin::At(from), CastlingOrigin::At(partner)) = (rule.from, rule.partner_from) else { return None };
    let path = rules.geometry.straight(from, rule.to) | rules.geometry.straight(partner, rule.partner_to);
    let wall: Square = (path & walls).iter().next()?;
    Some((format!("{} is a hole or a wall", rules.geometry.name(wall)), "choose other squares".to_owned()))
}

/// Returns `true` if the setup grants the right to a castling move.
fn granted(rules: &Rules, index: usize) -> bool {
    rules.setup.castling.iter().any(|right| usize::from(right.rule) == index)
}

/// The reason why no such piece can stand on the start square.
fn missing(rules: &Rules, side: Side, pieces: &[PieceId], origin: CastlingOrigin) -> Option<String> {
    let CastlingOrigin::At(square) = origin else { return None };
    let placed = rules.setup.pieces[square.index()];
    if placed.is_some_and(|placed| placed.side == side && pieces.contains(&placed.piece)) {
        return None;
    }
    let names: Vec<&str> = pieces.iter().map(|piece| rules.piece(*piece).name.as_str()).collect();
    Some(format!(
        "the setup has no {} of {} on {}",
        names.join(" or "),
        english::capitalised(side.name()),
        rules.geometry.name(square)
    ))
}
