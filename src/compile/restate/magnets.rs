//! Pieces that attract enemies and repel friends.

use crate::rules::PieceId;
use crate::rules::tree::{Becomes, Block, DeedKind, DeedParts, Set};

use super::book::{Book, effects};
use super::say::*;

/// Adds the effect of a magnetic piece on the next pieces of its rank and file.
pub(super) fn attract(book: &mut Book) {
    let magnets = &book.rules.beyond.relations.magnets;
    if magnets.is_empty() {
        return;
    }
    if !book.is_plain_board() {
        return book.leave_out("rules/relations/magnets", "magnets on hexagons, or on a board whose sides are joined");
    }
    let kinds = book.kinds(magnets);
    let charged = || kinds.clone();
    let other = except(on(pieces(), destination()), mover());
    let is_castling: crate::rules::tree::Condition =
        crate::rules::tree::ConditionKind::Deed(Box::new(deed(DeedKind::Castling).into())).into();
    let mover_itself = that(on(mover(), charged()), not(is_castling));
    draw(book, vec![deed(DeedKind::Move)], mover_itself);
    if !book.rules.castling.is_empty() {
        draw(book, vec![deed(DeedKind::Castling)], on(other, charged()));
    }
    let pieces: Vec<PieceId> = magnets.clone();
    pieces.iter().for_each(|piece| promote(book, *piece));
}

/// The next enemies in line come beside the piece, and the next friends go as far away as they can.
fn draw(book: &mut Book, deeds: Vec<DeedParts>, source: Set) {
    let charged = book.kinds(&book.rules.beyond.relations.magnets);
    let line = book.notation("R");
    let next = |side: fn(Set) -> Set| away(side(charged.clone()), line.clone(), source.clone());
    let beside_it = beside(between(squares(), it(), source.clone()), source.clone());
    book.after("attracts", deeds.clone(), effects(vec![go(next(enemy), beside_it)]));
    let friends = except(next(own), source.clone());
    let onwards = just_beyond(empty(), it(), source);
    book.after("repels", deeds, Block { repeat: true, ..effects(vec![go(friends, onwards)]) });
}

/// A friend that is pushed to a square of mandatory promotion promotes.
fn promote(book: &mut Book, piece: PieceId) {
    let Some(promotion) = &book.rules.piece(piece).promotion else { return };
    if promotion.choices.white != promotion.choices.black {
        return book.leave_out("rules/relations/magnets", "promotions that differ by side");
    }
    let there = on(own(book.kinds(&[piece])), area(promotion.mandatory));
    let pushed = except(except(there.clone(), on(pieces(), destination())), before(there));
    let done = vec![change(pushed, Becomes::Choice(promotion.choices.white.clone()))];
    book.after("pushed_promotes", vec![deed(DeedKind::Move)], effects(done));
}
