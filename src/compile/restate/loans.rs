//! Moves that pieces lend to each other, and captures of attackers.

use crate::rules::movement::{Course, Pattern};
use crate::rules::tree::{DeedKind, Gain, Layer, MovedBy, Moves, RelationKind, Word};
use crate::rules::{Guarded, Loan, PieceId};

use super::book::{Book, moves_of};
use super::say::*;

/// The rules that give pieces further moves.
pub(super) fn lend(book: &mut Book) {
    let relations = &book.rules.beyond.relations;
    for loan in &relations.loans {
        loan.from.iter().for_each(|lender| borrow(book, loan, *lender));
    }
    for guarded in &relations.guarded {
        go_where_guarded(book, guarded);
    }
    if relations.takes_attackers {
        take_attackers(book);
    }
    if !relations.controllers.is_empty() {
        control(book);
    }
}

/// Some pieces also move as a friend of this kind while it guards them, or while they attack it.
fn borrow(book: &mut Book, loan: &Loan, lender: PieceId) {
    let source = book.rules.piece(loan.moves.unwrap_or(lender));
    let depends = |pattern: &Pattern| {
        let passing = pattern.legs().iter().any(|leg| leg.trail || leg.terms.en_passant);
        pattern.initial || passing || matches!(pattern.course, Course::Castling(_))
    };
    if !source.extra.is_empty() || source.movement.patterns.iter().any(depends) {
        book.leave_out("rules/relations/loans", "moves that depend on the past of the lender");
    }
    let lenders = other(own(book.kinds(&[lender])));
    let relation = match loan.sought {
        true => RelationKind::Guarded(Layer::Bare, Some(mover())),
        false => RelationKind::Guarding(Layer::Bare, mover()),
    };
    let gains = vec![Gain::Also(book.notation(&source.notation))];
    let everywhere = book.rules.geometry.squares();
    let wide = loan.on.white == everywhere && loan.on.black == everywhere;
    let to = (!wide).then(|| area(loan.on));
    let when = Some(any(related(lenders, relation)));
    book.moves("loans", Moves { gains, to, ..moves_of(book.kinds(&loan.to)) }, when);
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

/// A side moves enemies that its pieces attack. A piece moved this way cannot move in the next turn.
fn control(book: &mut Book) {
    let relations = &book.rules.beyond.relations;
    let controllers = own(book.kinds(&relations.controllers));
    let seen = attacked(enemy(pieces()), Layer::Bare, controllers);
    let pieces = except(seen, book.kinds(&relations.uncontrolled));
    book.moves("controlled", Moves { moved_by: Some(MovedBy::Both), ..moves_of(pieces) }, None);
    let held = Some(is(mover(), own(word(Word::LastMover))));
    book.forbid("held_after", vec![deed(DeedKind::Move)], held);
}
