//! Moves that the other side may refuse.

use crate::rules::tree::{
    Becomes, Block, Choice, ChoiceId, Comparison, Condition, ConditionKind, Counter, DeclarationParts, DeedKind,
    Effect, EffectKind, Held, Likeness, NumberKind, StateId, Word,
};

use super::book::{Book, effects};
use super::say::*;

/// A side may refuse the last move, unless it has just refused another. The refused move may not be repeated at once.
pub(super) fn refuse(book: &mut Book) {
    if !book.rules.beyond.turns.refusable {
        return;
    }
    if super::actions::has_several(book) {
        return book.leave_out("rules/turns/refusable", "turns of several moves that may be refused");
    }
    let id = StateId(book.tree.state.len() as u16);
    // 0: the last move may be refused. 1: a move has just been refused. 2: the move in its place has been made.
    let declaration = DeclarationParts { name: "refusals".to_owned(), kind: Held::GameCounter(0) };
    book.tree.state.push(declaration.into());
    let equals = |value: u32| -> Condition {
        ConditionKind::Compare(NumberKind::Counter(None, id).into(), Comparison::Equal, number(value)).into()
    };
    let set_to = |value: u32| -> Effect { EffectKind::Set(Counter { whose: None, id }, number(value)).into() };
    let origin_of_last = || on(squares(), word(Word::LastOrigin));
    let other = || word(Word::Chosen(ChoiceId(1)));
    let choices =
        vec![choice(0, on(pieces(), word(Word::LastMover))), Choice { id: ChoiceId(1), from: origin_of_last() }];
    let done = vec![
        go(chosen(), other()),
        change(on(pieces(), other()), Becomes::KindOf(word(Word::LastOrigin))),
        place(word(Word::LastCaptured), on(squares(), it()), None),
        set_to(1),
    ];
    // Exchanges, passes and other moves by a rule are not moves of a piece from one square to another, so they cannot
    // be refused.
    let when = Some(all(vec![
        equals(0),
        no(word(Word::LastChosen)),
        any(word(Word::LastDestination)),
        at_most(1, word(Word::LastOrigin)),
        is_not(word(Word::LastOrigin), word(Word::LastDestination)),
    ]));
    book.instead("refuses", None, Block { choices, when, ..effects(done) });
    let last = || word(Word::LastChosen);
    let again =
        all(vec![is(origin(), last()), is(destination(), last()), is(mover(), same(pieces(), Likeness::Kind, last()))]);
    let moves = || vec![deed(DeedKind::Move), deed(DeedKind::Drop)];
    book.after("another", moves(), Block { when: Some(equals(1)), ..effects(vec![require(not(again))]) });
    book.after("accepted", moves(), Block { when: Some(equals(2)), ..effects(vec![set_to(0)]) });
    book.after("stands", moves(), Block { when: Some(equals(1)), ..effects(vec![set_to(2)]) });
}
