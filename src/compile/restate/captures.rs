//! Rules that restrict captures.

use crate::rules::tree::{DeedKind, Layer};

use super::book::{Book, effects};
use super::say::*;

/// Adds conditions on the position after a capture.
pub(super) fn demand(book: &mut Book) {
    let takes = &book.rules.beyond.takes;
    if !takes.unguarded_only.is_empty() {
        let takers = || book.kinds(&takes.unguarded_only);
        let guards = attacking(except(enemy(pieces()), takers()), Layer::Real, mover());
        let deeds = vec![by(deed(DeedKind::Capture), takers())];
        book.after("unguarded_only", deeds, effects(vec![require(no(guards))]));
    }
}
