//! The number and the kind of the actions of a turn.

use crate::board::BySide;
use crate::rules::tree::{DeedKind, DeedParts, RuleId, RuleKind, Turns};

use super::book::Book;
use super::say::*;

/// Deeds for the `instead` rules so far, except those whose names begin with a word.
pub(super) fn instead_rules(book: &Book, except: &str) -> Vec<DeedParts> {
    let rules = book.tree.rules.iter().enumerate();
    let others = rules.filter(|(_, rule)| matches!(rule.kind.kind, RuleKind::Instead { .. }));
    let others = others.filter(|(_, rule)| !rule.kind.name.starts_with(except));
    others.map(|(index, _)| deed(DeedKind::Rule(RuleId(index as u16)))).collect()
}

/// Boards with turns of their own.
pub(super) fn count(book: &mut Book) {
    let turns = &book.rules.beyond.turns;
    let boards = turns.boards.map(|boards| boards.map(|board| area(BySide { white: board, black: board })));
    if let Some(boards) = boards {
        // A turn has a move on each board on which the side is to move.
        let moves = BySide { white: number(2), black: number(2) };
        let turns = turns_of(book);
        (turns.moves, turns.boards) = (moves, Some(boards));
    }
}

/// The turns of the tree, to be changed. Without any, a turn has one move.
pub(super) fn turns_of<'a>(book: &'a mut Book<'_>) -> &'a mut Turns {
    let one = || number(1);
    let plain = || Turns {
        moves: BySide { white: one(), black: one() },
        first: None,
        until: None,
        goes_on: None,
        roll: false,
        boards: None,
    };
    book.tree.turns.get_or_insert_with(plain)
}

/// Returns `true` if the file itself gives turns several moves.
pub(super) fn has_several(book: &Book) -> bool {
    let one = BySide { white: 1, black: 1 };
    let goes_on = |turns: &Turns| turns.first.is_some() || turns.goes_on.is_some();
    book.rules.moves_of_turns() != Some(one) || book.rules.tree.turns.as_ref().is_some_and(goes_on)
}
