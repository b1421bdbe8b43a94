//! How many actions a turn has, and which.

use crate::board::{BySide, Side};
use crate::rules::PieceId;
use crate::rules::tree::{Becomes, Block, DeedKind, DeedParts, Number, NumberKind, RuleId, RuleKind, Turns, Whose};

use super::book::{Book, effects};
use super::say::*;

/// With its first turns a side lets pieces become others where they stand.
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
        // Nothing else is done with these turns.
        let others: Vec<DeedParts> = instead_rules(book).collect();
        let deeds = [vec![deed(DeedKind::Move), deed(DeedKind::Drop)], others].concat();
        book.forbid("opening_first", deeds, Some(in_first_turns(2 * opening.len() as u32)));
    }
}

/// The `instead` rules that have been said before the opening.
fn instead_rules<'a>(book: &'a Book) -> impl Iterator<Item = DeedParts> + 'a {
    let rules = book.tree.rules.iter().enumerate();
    let others = rules.filter(|(_, rule)| matches!(rule.kind.kind, RuleKind::Instead { .. }));
    let others = others.filter(|(_, rule)| !rule.kind.name.starts_with("opening"));
    others.map(|(index, _)| deed(DeedKind::Rule(RuleId(index as u16))))
}

/// The number of actions of a turn.
pub(super) fn count(book: &mut Book) {
    let turns = &book.rules.beyond.turns;
    let unsaid = [
        (turns.refusable, "rules/turns/refusable", "a move that takes back the last one"),
        (turns.follow.is_some(), "rules/turns/then", "what follows a capture is an action of its own"),
        (turns.fill.is_some(), "rules/turns/fill", "what happens every so many turns"),
        (turns.proposals.is_some(), "rules/turns/proposes", "moves whose piece the other side chooses"),
        (turns.boards.is_some(), "rules/turns/boards", "boards on which turns go on by themselves"),
        (turns.dice, "rules/turns/dice", "chance"),
    ];
    unsaid.into_iter().filter(|(is_there, ..)| *is_there).for_each(|(_, key, why)| book.leave_out(key, why));
    let plain = turns.actions == (BySide { white: 1, black: 1 }) && turns.first.is_none() && turns.grows == 0;
    if plain {
        return;
    }
    let moves = BySide::from_fn(|side: Side| growing(u32::from(turns.actions[side]), u32::from(turns.grows)));
    let first = turns.first.map(|first| number(u32::from(first)));
    let until = turns.until_check.then(|| in_check(Whose::Enemy));
    book.tree.turns = Some(Turns { moves, first, until, roll: false });
}

/// So many actions in the first turn of the game, and some more in each turn after it.
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
