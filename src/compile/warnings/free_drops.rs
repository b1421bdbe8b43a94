//! `free-drops`: see its page in the rule book.

use super::own::own;
use crate::board::Side;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{DropPlace, HandRule, Rules};
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, problems: &mut Problems) {
    // If captured pieces go to hands, drops are intended.
    if rules.hand != Some(HandRule::Setup) {
        return;
    }
    for piece in rules.effects.gating.iter().map(|piece| rules.piece(*piece)) {
        let Some(drop) = piece.drop.as_ref().filter(|drop| drop.place == DropPlace::Free) else { continue };
        let anywhere = Side::ALL.iter().any(|side| rules.geometry.squares().is_subset(&drop.on[*side]));
        if let Some(span) = own(piece.source).filter(|_| anywhere) {
            let message = format!("`{}` enters by gating, but may also be dropped on any empty square", piece.name);
            let help = "write `drop: none` if it enters only by gating";
            problems.push(Diagnostic::warning(Code::FreeDrops, span, message).help(help));
        }
    }
}
