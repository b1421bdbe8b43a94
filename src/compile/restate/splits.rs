//! Pieces of two parts that can separate.

use crate::rules::Split;
use crate::rules::tree::{Becomes, Block, DeedKind, Layer};

use super::book::{Book, effects};
use super::notations;
use super::say::*;

/// Adds moves by which one part leaves the other, to an empty square.
pub(super) fn part(book: &mut Book) {
    let takes = &book.rules.beyond.takes;
    for split in takes.splits.iter().filter(|split| !split.always) {
        let goes = book.rules.piece(split.goes);
        let depends = goes.movement.patterns.iter().any(|pattern| pattern.initial);
        let reach = notations::quiet(&goes.notation).filter(|_| goes.extra.is_empty() && !depends);
        let Some(reach) = reach else {
            book.leave_out("rules/takes/splits", "moves of a part that depend on its past or its square");
            continue;
        };
        let choices = vec![choice(0, away(empty(), book.notation(&reach), mover()))];
        let safe = no(attacking(enemy(pieces()), Layer::Real, mover()));
        let when = takes.splits_in_peace.then_some(safe);
        let stays = place_kind(split.stays, before(mover()));
        let done = vec![change(mover(), Becomes::Kind(split.goes)), go(mover(), chosen()), stays];
        book.instead("splits", Some(own(book.kinds(&[split.piece]))), Block { choices, when, ..effects(done) });
    }
}

/// Every move of some pieces leaves a part behind.
pub(super) fn leave_behind(book: &mut Book) {
    let splits = &book.rules.beyond.takes.splits;
    for split in splits.iter().filter(|split| split.always) {
        if splits.iter().any(|other| other.always && other.piece == split.goes) {
            book.leave_out("rules/takes/splits", "a part that splits with the same move");
        }
        leaves(book, split);
    }
}

/// The mover leaves a part, and so does its partner in castling.
fn leaves(book: &mut Book, split: &Split) {
    let kind = own(book.kinds(&[split.piece]));
    let piece = || kind.clone();
    let left = on(empty(), before(mover()));
    let when = Some(all(vec![is(mover(), piece()), any(left.clone())]));
    let done = vec![place_kind(split.stays, left), change(mover(), Becomes::Kind(split.goes))];
    book.after("leaves", vec![deed(DeedKind::Move)], Block { when, ..effects(done) });
    if book.rules.castling.iter().any(|rule| rule.partners.contains(&split.piece)) {
        let partner = || except(on(pieces(), destination()), mover());
        let left = except(on(empty(), origin()), before(mover()));
        let when = Some(all(vec![is(partner(), piece()), any(left.clone())]));
        let done = vec![place_kind(split.stays, left), change(partner(), Becomes::Kind(split.goes))];
        book.after("partner_leaves", vec![deed(DeedKind::Castling)], Block { when, ..effects(done) });
    }
}
