//! `mandatory-outside`: see its page in the rule book.

use super::own::own;
use crate::board::Side;
use crate::diagnostic::{Code, Diagnostic};
use crate::english;
use crate::rules::{PromotionZone, Rules};
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, problems: &mut Problems) {
    for piece in &rules.pieces {
        let Some(promotion) = &piece.promotion else { continue };
        let by_end = matches!(promotion.when, PromotionZone::Arriving | PromotionZone::Capturing);
        let Some(place) = own(promotion.source).filter(|_| by_end) else { continue };
        for side in Side::ALL {
            let outside = promotion.mandatory[side] & !promotion.zone[side] & rules.geometry.squares();
            if outside.is_empty() {
                continue;
            }
            let names: Vec<String> = outside.iter().map(|square| rules.geometry.name(square)).collect();
            let message = format!(
                "`{}` of {} must promote on {}, but this is outside its `zone`, so it does not promote there",
                piece.name,
                english::capitalised(side.name()),
                crate::diagnostic::shorten(&names.join(" "))
            );
            let help = "`mandatory` chooses among the squares of `zone`: change one of the two";
            problems.push(Diagnostic::warning(Code::MandatoryOutside, place, message).help(help));
            break;
        }
    }
}
