//! New forms of capturing pieces.

use crate::rules::tree::{Becomes, Block, Condition, DeedKind, Set};
use crate::rules::{Merge, PieceId};

use super::book::{Book, effects};
use super::say::*;

/// A capturing and a captured piece, and the entry that applies to them.
struct Pair<'a> {
    by: PieceId,
    of: PieceId,
    merge: &'a Merge,
}

/// The captures that change the capturing piece: for each pair of pieces the first entry that fits.
pub(super) fn merge(book: &mut Book) {
    let merges = &book.rules.beyond.takes.merges;
    let mut seen: Vec<Pair> = Vec::new();
    for merge in merges {
        let fresh: Vec<Pair> = pairs(merge).filter(|pair| !seen.iter().any(|old| is_same(old, pair))).collect();
        let conditional = |old: &Pair| !old.merge.without.is_empty() && pairs(merge).any(|pair| is_same(old, &pair));
        if seen.iter().any(conditional) {
            book.leave_out("rules/takes/becomes", "an entry depends on whether an earlier one holds");
        }
        if fresh.len() == merge.by.len() * merge.of.len() {
            change_takers(book, merge, (&merge.by, &merge.of));
        } else {
            fresh.iter().for_each(|pair| change_takers(book, merge, (&[pair.by], &[pair.of])));
        }
        seen.extend(fresh);
    }
    if merges.iter().any(|merge| merge.friend) {
        spare_friends(book, &seen);
    }
}

fn pairs(merge: &Merge) -> impl Iterator<Item = Pair<'_>> {
    merge.by.iter().flat_map(move |by| merge.of.iter().map(move |of| Pair { by: *by, of: *of, merge }))
}

fn is_same(one: &Pair, other: &Pair) -> bool {
    (one.by, one.of, one.merge.friend) == (other.by, other.of, other.merge.friend)
}

/// Pieces that capture others become what an entry says.
fn change_takers(book: &mut Book, merge: &Merge, (takers, taken): (&[PieceId], &[PieceId])) {
    let taken = side_of(merge, book.kinds(taken));
    let deeds = vec![by(of(deed(DeedKind::Step), taken), book.kinds(takers))];
    let becomes = match merge.to {
        Some(piece) => Becomes::Kind(piece),
        None => Becomes::KindOf(captured()),
    };
    let when = (!merge.without.is_empty()).then(|| lacks(book, merge));
    book.after("becomes", deeds, Block { when, ..effects(vec![change(mover(), becomes)]) });
}

fn side_of(merge: &Merge, set: Set) -> Set {
    if merge.friend { own(set) } else { enemy(set) }
}

/// The condition that the side had none of the `without` pieces of an entry.
fn lacks(book: &Book, merge: &Merge) -> Condition {
    was(no(own(book.kinds(&merge.without))))
}

/// Forbids captures of friends that change no piece.
fn spare_friends(book: &mut Book, seen: &[Pair]) {
    let all: Vec<PieceId> = book.rules.piece_ids().collect();
    let mut idle: Vec<PieceId> = Vec::new();
    for piece in &all {
        let allowed: Vec<PieceId> =
            seen.iter().filter(|pair| pair.merge.friend && pair.by == *piece).map(|pair| pair.of).collect();
        if allowed.is_empty() {
            idle.push(*piece);
            continue;
        }
        let others = except(own(pieces()), book.kinds(&allowed));
        book.forbid("friends", vec![by(of(deed(DeedKind::Capture), others), book.kinds(&[*piece]))], None);
    }
    if !idle.is_empty() {
        book.forbid("friends", vec![by(of(deed(DeedKind::Capture), own(pieces())), book.kinds(&idle))], None);
    }
    for pair in seen.iter().filter(|pair| pair.merge.friend && !pair.merge.without.is_empty()) {
        let there = any(own(book.kinds(&pair.merge.without)));
        let taken = own(book.kinds(&[pair.of]));
        book.forbid("friends", vec![by(of(deed(DeedKind::Capture), taken), book.kinds(&[pair.by]))], Some(there));
    }
}
