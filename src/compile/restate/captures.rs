//! Rules that forbid and restrict captures.

use crate::rules::tree::{Block, DeedKind, Layer, RelationKind};

use super::book::{Book, effects};
use super::say::*;

/// Forbids captures.
pub(super) fn forbid(book: &mut Book) {
    let takes = &book.rules.beyond.takes;
    if takes.by_mate {
        book.forbid("only_by_mate", vec![deed(DeedKind::Capture)], None);
    }
}

/// Adds the changes on the board after captures.
pub(super) fn follow(book: &mut Book) {
    if book.rules.beyond.takes.by_mate {
        let lost = related(enemy(pieces()), RelationKind::Lost);
        let block = Block { repeat: true, ..effects(vec![remove(lost)]) };
        book.after("mated", vec![deed(DeedKind::Move), deed(DeedKind::Drop)], block);
    }
}

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
