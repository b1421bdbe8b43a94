//! `odd-castling`: see its page in the rule book.

use super::own::own;
use crate::board::Geometry;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{CastlingOrigin, CastlingRule, PieceId, Rules};
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, problems: &mut Problems) {
    for rule in &rules.castling {
        let Some(place) = own(rule.source) else { continue };
        let is_royal = |pieces: &[PieceId]| pieces.iter().any(|id| rules.piece(*id).royalty.is_ever_royal());
        if is_royal(&rule.partners) && !is_royal(&rule.movers) {
            let message = format!("the partner of the castling move `{}` is the royal piece", rule.letter);
            let help = "`move` is the royal piece, which may not pass attacked squares, and `with` its partner: \
                exchange the two";
            problems.push(Diagnostic::warning(Code::OddCastling, place, message).help(help));
            continue;
        }
        let Some(reason) = oddity(&rules.geometry, rule) else { continue };
        let message = format!("after the castling move `{}` {reason}", rule.letter);
        let help =
            "the castling piece moves towards its partner, and the partner goes to its other side: compare the squares";
        problems.push(Diagnostic::warning(Code::OddCastling, place, message).help(help));
    }
}

/// The difference between a castling move and castling in chess; `None` if there is none.
fn oddity(geometry: &Geometry, rule: &CastlingRule) -> Option<String> {
    let place = |square| (geometry.file(square) as i32, geometry.rank(square) as i32);
    let ((file, rank), (other_file, other_rank)) = (place(rule.to), place(rule.partner_to));
    let (files, ranks) = (other_file - file, other_rank - rank);
    if files.abs().max(ranks.abs()) != 1 {
        let (to, partner) = (geometry.name(rule.to), geometry.name(rule.partner_to));
        return Some(format!("the two pieces are not side by side: {to} and {partner}"));
    }
    if let CastlingOrigin::Toward(step) = rule.partner_from {
        let passes = (files, ranks) == (-i32::from(step.files), -i32::from(step.ranks));
        return (!passes).then(|| "the partner is not on the other side of the castling piece".to_owned());
    }
    let (CastlingOrigin::At(from), CastlingOrigin::At(partner)) = (rule.from, rule.partner_from) else { return None };
    let towards = |(file, rank): (i32, i32), (from_file, from_rank): (i32, i32)| {
        ((file - from_file).signum(), (rank - from_rank).signum())
    };
    let (goes, should) = (towards((file, rank), place(from)), towards(place(partner), place(from)));
    if goes != (0, 0) && goes != should {
        return Some("the castling piece has moved away from its partner".to_owned());
    }
    let passes = (files, ranks) == (-should.0, -should.1);
    (!passes).then(|| "the partner is not on the other side of the castling piece".to_owned())
}
