//! Moves that pieces lend to each other, and captures of attackers.

use crate::rules::Guarded;
use crate::rules::tree::{DeedKind, Gain, Layer, Moves};

use super::book::{Book, moves_of};
use super::say::*;

/// The rules that give pieces further moves.
pub(super) fn lend(book: &mut Book) {
    let relations = &book.rules.beyond.relations;
    for guarded in &relations.guarded {
        go_where_guarded(book, guarded);
    }
    if relations.takes_attackers {
        take_attackers(book);
    }
}

/// Some pieces also move to empty squares that more friends than enemies attack.
fn go_where_guarded(book: &mut Book, guarded: &Guarded) {
    let layer = if guarded.through { Layer::Joint } else { Layer::Bare };
    let number_of = |set| count(attacking(set, layer, it()));
    let ours = more(number_of(own(pieces())), number_of(enemy(pieces())));
    let gains = vec![Gain::To(that(empty(), ours))];
    let when = (!guarded.in_check).then(|| not(in_check(crate::rules::tree::Whose::Own)));
    let moves = Moves { gains, to: Some(area(guarded.on)), ..moves_of(book.kinds(&guarded.pieces)) };
    book.moves("guarded", moves, when);
}

/// A piece captures exactly the enemies that attack it. A royal piece is in check as usual.
fn take_attackers(book: &mut Book) {
    let attackers = || attacking(pieces(), Layer::Bare, mover());
    let gains = vec![Gain::To(enemy(attackers()))];
    book.moves("takes_attackers", Moves { gains, ..moves_of(pieces()) }, None);
    book.forbid("only_attackers", vec![deed(DeedKind::Capture)], Some(is_not(captured(), attackers())));
    let threatened = is_not(destination(), attacked(squares(), Layer::Bare, mover()));
    book.forbid("plain_checks", vec![deed(DeedKind::Check)], Some(threatened));
}
