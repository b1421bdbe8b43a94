//! `dead-castling`: see its page in the rule book.

use super::own::own;
use crate::board::{Side, Square};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{CastlingOrigin, CastlingRule, PieceId, Rules};
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, problems: &mut Problems) {
    // Shuffled starts have rights of their own.
    if rules.shuffle.is_some() {
        return;
    }
    for (index, rule) in rules.castling.iter().enumerate() {
        // Where the pieces may be dropped, so may the right come.
        let Some(span) = own(rule.source).filter(|_| !rule.dropped) else { continue };
        let Some((reason, help)) = reason(rules, index, rule) else { continue };
        let message = format!("the castling move `{}` can never be made: {reason}", rule.letter);
        problems.push(Diagnostic::warning(Code::DeadCastling, span, message).help(help));
    }
}

/// Why a castling move is impossible in every game.
fn reason(rules: &Rules, index: usize, rule: &CastlingRule) -> Option<(String, String)> {
    let placed = "put the piece there in the setup, or remove the castling move".to_owned();
    for (pieces, origin) in [(&rule.movers, rule.from), (&rule.partners, rule.partner_from)] {
        if let Some(reason) = missing(rules, rule.side, pieces, origin) {
            return Some((reason, placed));
        }
    }
    let granted = rules.setup.castling.iter().any(|right| usize::from(right.rule) == index);
    if !granted {
        let reason = "the setup does not grant it".to_owned();
        return Some((reason, format!("write `{}` in the third field of the setup", rule.letter)));
    }
    let walls = rules.setup.walls | rules.geometry.holes();
    let (CastlingOrigin::At(from), CastlingOrigin::At(partner)) = (rule.from, rule.partner_from) else { return None };
    let path = rules.geometry.straight(from, rule.to) | rules.geometry.straight(partner, rule.partner_to);
    let wall: Square = (path & walls).iter().next()?;
    Some((format!("{} is no free square", rules.geometry.name(wall)), "choose other squares".to_owned()))
}

/// Why a piece cannot start from where it should.
fn missing(rules: &Rules, side: Side, pieces: &[PieceId], origin: CastlingOrigin) -> Option<String> {
    let CastlingOrigin::At(square) = origin else { return None };
    let placed = rules.setup.pieces[square.index()];
    if placed.is_some_and(|placed| placed.side == side && pieces.contains(&placed.piece)) {
        return None;
    }
    let names: Vec<&str> = pieces.iter().map(|piece| rules.piece(*piece).name.as_str()).collect();
    Some(format!("the setup has no {} of {} on {}", names.join(" or "), side.name(), rules.geometry.name(square)))
}
