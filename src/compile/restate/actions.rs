//! The number and the kind of the actions of a turn.

use crate::board::{BySide, Side};
use crate::rules::PieceId;
use crate::rules::tree::{
    Becomes, Block, Condition, DeedKind, DeedParts, Number, NumberKind, RuleId, RuleKind, SetKind, Turns, Whose,
};

use super::book::{Book, effects};
use super::say::*;

/// In its first turns, a side changes one of its pieces into another kind where it stands, instead of moving.
pub(super) fn open(book: &mut Book) {
    let opening = &book.rules.beyond.turns.opening;
    for (index, forms) in (0_u32..).zip(opening) {
        let pieces: Vec<PieceId> = forms.iter().map(|forms| forms[0]).collect();
        let table = forms.iter().map(|forms| (forms[0], forms[1])).collect();
        let before = not(in_first_turns(2 * index));
        let when = Some(all(vec![before, in_first_turns(2 * index + 2)]));
        let block = Block { when, ..effects(vec![change(mover(), Becomes::Table(table))]) };
        book.instead("opening", Some(own(book.kinds(&pieces))), block);
    }
    if !opening.is_empty() {
        // No other move is possible in these turns.
        let others = instead_rules(book, "opening");
        let deeds = [vec![deed(DeedKind::Move), deed(DeedKind::Drop)], others].concat();
        book.forbid("opening_first", deeds, Some(in_first_turns(2 * opening.len() as u32)));
    }
}

/// Deeds for the `instead` rules so far, except those whose names begin with a word.
pub(super) fn instead_rules(book: &Book, except: &str) -> Vec<DeedParts> {
    let rules = book.tree.rules.iter().enumerate();
    let others = rules.filter(|(_, rule)| matches!(rule.kind.kind, RuleKind::Instead { .. }));
    let others = others.filter(|(_, rule)| !rule.kind.name.starts_with(except));
    others.map(|(index, _)| deed(DeedKind::Rule(RuleId(index as u16)))).collect()
}

/// The number of actions of a turn.
pub(super) fn count(book: &mut Book) {
    let turns = &book.rules.beyond.turns;
    if turns.dice {
        roll(book);
    }
    let turns = &book.rules.beyond.turns;
    let boards = turns.boards.map(|boards| boards.map(|board| area(BySide { white: board, black: board })));
    if !has_several(turns) && boards.is_none() {
        return;
    }
    let moves = BySide::from_fn(|side: Side| growing(u32::from(turns.actions[side]), u32::from(turns.grows)));
    let first = turns.first.map(|first| number(u32::from(first)));
    // Moves that go on after a capture have been translated already.
    let said = book.tree.turns.take();
    let (goes_on, followed) = said.map_or((None, None), |said| (said.goes_on, said.until));
    let checked = turns.until_check.then(|| in_check(Whose::Enemy));
    let ends: Vec<Condition> = checked.into_iter().chain(followed).collect();
    let until = (!ends.is_empty()).then(|| either(ends));
    let roll = turns.dice;
    book.tree.turns = Some(Turns { moves, first, until, goes_on, roll, boards });
}

/// `true` if a turn may have several moves, or does not simply end after the first move.
pub(super) fn has_several(turns: &crate::rules::Turns) -> bool {
    turns.actions != (BySide { white: 1, black: 1 }) || turns.first.is_some() || turns.grows != 0
}

/// Dice decide which kind of piece moves. A promotion counts as a move of the new piece.
fn roll(book: &mut Book) {
    let one = || number(1);
    let moves = BySide { white: one(), black: one() };
    book.tree.turns = Some(Turns { moves, first: None, until: None, goes_on: None, roll: true, boards: None });
    let rolled = effects(vec![require(is(mover(), SetKind::Rolled.into()))]);
    book.after("as_rolled", vec![deed(DeedKind::Move), deed(DeedKind::Drop)], rolled);
}

/// `start` actions in the first turn of the game, and `more` additional ones in each later turn.
fn growing(start: u32, more: u32) -> Number {
    let turn = || NumberKind::Turn.into();
    let plus = |one, other| NumberKind::Plus(Box::new(one), Box::new(other)).into();
    match (start, more) {
        (_, 0) => number(start),
        (1, 1) => turn(),
        _ => {
            let grown = (0..more).fold(number(start), |sum, _| plus(sum, turn()));
            NumberKind::Minus(Box::new(grown), Box::new(number(more))).into()
        }
    }
}
