//! Two boards that are drawn as one. Pieces ignore pieces of the other board, and cross to it after each move.

use crate::rules::PieceId;
use crate::rules::tree::{Becomes, DeedKind, DeedParts, Effect, Moves, Set, Whose};

use super::book::{Book, effects, moves_of};
use super::say::*;

/// Lets pieces ignore the pieces of the other board. A quiet move must end on a square that is empty on both boards.
pub(super) fn part(book: &mut Book) {
    let forms = &book.rules.beyond.levels.forms;
    if forms.is_empty() {
        return;
    }
    for (own, other) in [(0, 1), (1, 0)] {
        let kinds = |level: usize| forms.iter().map(|forms| forms[level]).collect::<Vec<PieceId>>();
        let ignores = Some(book.kinds(&kinds(other)));
        book.moves("apart", Moves { ignores, ..moves_of(book.kinds(&kinds(own))) }, None);
    }
    let quiet = DeedParts { quiet: true, ..deed(DeedKind::Move) };
    let full = any(except(on(pieces(), destination()), origin()));
    book.forbid("room", vec![quiet, deed(DeedKind::EnPassant)], Some(full));
}

/// After a move that was legal on its board, the pieces cross to the other one.
pub(super) fn cross(book: &mut Book) {
    let forms = &book.rules.beyond.levels.forms;
    if forms.is_empty() {
        return;
    }
    let safe = effects(vec![require(not(in_check(Whose::Own)))]);
    book.after("safe_before", vec![deed(DeedKind::Move)], safe);
    let moved = on(own(pieces()), destination());
    let crosses = crossing(book, moved).into_iter().collect();
    book.after("crosses", vec![deed(DeedKind::Move)], effects(crosses));
}

/// The crossing of some pieces to the other board; `None` in games with one board.
pub(super) fn crossing(book: &Book, of: Set) -> Option<Effect> {
    let forms = &book.rules.beyond.levels.forms;
    let table = forms.iter().flat_map(|forms| [(forms[0], forms[1]), (forms[1], forms[0])]).collect();
    (!forms.is_empty()).then(|| change(of, Becomes::Table(table)))
}
