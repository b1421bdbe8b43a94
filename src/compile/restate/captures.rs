//! Rules that add, forbid and restrict captures.

use crate::rules::Strike;
use crate::rules::tree::{Block, DeedKind, Gain, Layer, RelationKind, Taker};

use super::book::{Book, effects, moves_of};
use super::say::*;

/// Forbids captures.
pub(super) fn forbid(book: &mut Book) {
    let takes = &book.rules.beyond.takes;
    if takes.by_mate {
        book.forbid("only_by_mate", vec![deed(DeedKind::Capture)], None);
    }
}

/// Adds captures to those of the notations.
pub(super) fn extend(book: &mut Book) {
    let takes = &book.rules.beyond.takes;
    for strike in &takes.strikes {
        strikes(book, strike);
    }
}

/// Adds captures with the moves of another piece.
fn strikes(book: &mut Book, strike: &Strike) {
    let enemies = enemy(book.kinds(&strike.of));
    let within = strike.within;
    let to = match within {
        0 => enemies,
        _ => {
            let distance = crate::rules::tree::NumberKind::Distance(it(), mover()).into();
            let near = not(more(distance, number(u32::from(within))));
            let line = book.notation(&format!("Q{within}"));
            let seen = any(away(other(own(pieces())), line, it()));
            that(enemies, either(vec![near, seen]))
        }
    };
    for piece in &strike.by {
        let source = book.rules.piece(strike.moves.unwrap_or(*piece));
        if !source.extra.is_empty() {
            book.leave_out("rules/takes/strikes", "moves under `also` are not restated");
        }
        let taker = match strike.taker {
            crate::rules::Taker::Goes => Taker::Goes,
            crate::rules::Taker::Stays => Taker::Stays,
            crate::rules::Taker::Vanishes => Taker::Vanishes,
        };
        let gains = vec![Gain::Also(book.notation(&source.notation))];
        let moves = crate::rules::tree::Moves { gains, taker, to: Some(to.clone()), ..moves_of(book.kinds(&[*piece])) };
        book.moves("strikes", moves, None);
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
