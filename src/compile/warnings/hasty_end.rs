//! `hasty-end`: see its page in the rule book.

use super::own::own;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Condition, Rules};
use crate::variant::node::Problems;

/// An end with fewer plies without progress than this would end games in the opening.
const FEWEST_PLIES: u32 = 20;

/// In games that start with fewer pieces than this, a short count may be intended.
const ARMIES: usize = 16;

pub(super) fn check(rules: &Rules, problems: &mut Problems) {
    if rules.setup.pieces.iter().flatten().count() < ARMIES {
        return;
    }
    for end in &rules.ends {
        let Condition::NoProgress { plies, .. } = end.condition else { continue };
        let Some(place) = own(end.source).filter(|_| u32::from(plies) < FEWEST_PLIES) else { continue };
        let message = format!("`{}` ends the game after {} moves of each side without progress", end.name, plies / 2);
        let help = "the number counts moves of each side, as in the rule of 50 moves: raise it, \
            or write `allow: [hasty-end]` if you intend that";
        problems.push(Diagnostic::warning(Code::HastyEnd, place, message).help(help));
    }
}
