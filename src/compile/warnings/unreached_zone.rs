//! `unreached-zone`: see its page in the rule book.

use super::never_promotes::zone_of;
use super::own::{OWN, own};
use super::reach::Reach;
use crate::board::Side;
use crate::diagnostic::{Code, Diagnostic};
use crate::english;
use crate::rules::Rules;
use crate::variant::Specification;
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, spec: &Specification, reach: &Reach, problems: &mut Problems) {
    for id in rules.piece_ids() {
        let piece = rules.piece(id);
        let (Some(promotion), Some(zone)) = (&piece.promotion, zone_of(spec, &piece.name)) else { continue };
        for side in Side::ALL {
            let mut pieces = reach.pieces.iter().filter(|placed| placed.piece == id && placed.side == side).peekable();
            let has_choice = promotion.limits[side].iter().any(|limit| *limit != Some(0));
            if pieces.peek().is_none()
                || promotion.zone[side].is_empty()
                || !has_choice
                || pieces.any(|placed| placed.promotes)
            {
                continue;
            }
            let place = if zone.source == OWN { Some(zone) } else { own(piece.source) };
            let Some(place) = place else { continue };
            let message = format!(
                "no `{}` of {} ever reaches this promotion zone",
                piece.name,
                english::capitalised(side.name())
            );
            let help = "write a zone for each side: `{each: last rank}`, or `{white: …, black: …}`";
            problems.push(Diagnostic::warning(Code::UnreachedZone, place, message).help(help));
        }
    }
}
