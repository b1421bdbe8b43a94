//! Moves that pieces lend to each other, and captures of attackers.

use crate::rules::Guarded;
use crate::rules::tree::{Gain, Layer, Moves};

use super::book::{Book, moves_of};
use super::say::*;

/// The rules that give pieces further moves.
pub(super) fn lend(book: &mut Book) {
    let relations = &book.rules.beyond.relations;
    for guarded in &relations.guarded {
        go_where_guarded(book, guarded);
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
