//! Pieces that change sides if their attackers are worth more than their protectors.

use crate::rules::tree::{Block, DeedKind, Layer, Number, NumberKind, RelationKind, Set, SetKind};

use super::book::{Book, effects};
use super::say::*;

/// The sum of the worth of the pieces of a set.
fn worth(set: Set) -> Number {
    NumberKind::Worth(set).into()
}

fn passed() -> Set {
    SetKind::Passed.into()
}

/// Adds the changes of side after a move, and forbids moves of wary pieces to squares where they would change sides.
pub(super) fn persuade(book: &mut Book) {
    let relations = &book.rules.beyond.relations;
    if relations.persuasion.is_empty() {
        return;
    }
    let values = book.rules.piece_ids().zip(&relations.persuasion);
    book.tree.worth = values.map(|(piece, worth)| (piece, i64::from(*worth) * 1000)).collect();
    let deeds = || vec![deed(DeedKind::Move), deed(DeedKind::Drop)];
    let attackers = |by: Set, of: Set| worth(attacking(by, Layer::Joint, of));
    let guards = |by: Set, of: Set| worth(related(by, RelationKind::Guarding(Layer::Joint, of)));
    let seen = attacked(enemy(pieces()), Layer::Bare, own(pieces()));
    let lost = that(seen, more(attackers(own(pieces()), it()), guards(enemy(pieces()), it())));
    book.after("persuasion", deeds(), Block { repeat: true, ..effects(vec![flip(lost)]) });
    if !relations.wary.is_empty() {
        let unsafe_there = more(attackers(enemy(pieces()), mover()), guards(own(pieces()), mover()));
        let by_wary = vec![by(deed(DeedKind::Move), book.kinds(&relations.wary))];
        book.after("wary", by_wary, effects(vec![require(not(unsafe_there))]));
    }
    // Attacks on squares that a move has passed are counted before the move.
    let earlier = |by: Set| -> Number { NumberKind::Before(Box::new(attackers(by, it()))).into() };
    let dangerous = that(passed(), more(earlier(enemy(pieces())), earlier(own(pieces()))));
    book.after("passes_safely", vec![deed(DeedKind::Move)], effects(vec![require(no(dangerous))]));
}
