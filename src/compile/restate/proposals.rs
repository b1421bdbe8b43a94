//! Moves whose destination one side names, and whose piece the other side chooses.

use crate::rules::PieceId;
use crate::rules::tree::{Becomes, Block, DeedKind, EffectKind, MovedBy, Moves, Placed, RelationKind, SetKind, Whose};

use super::actions::{has_several, turns_of};
use super::book::{Book, effects, moves_of};
use super::say::*;

/// A side marks the destination of its next move. The other side makes the move with one of the pieces that can, and
/// then marks a destination of its own.
pub(super) fn propose(book: &mut Book) {
    let Some(proposals) = &book.rules.beyond.turns.proposals else { return };
    if has_several(book) {
        return book
            .leave_out("rules/turns/proposes", "turns of several moves in which one side names the destination");
    }
    let forms: Vec<(PieceId, PieceId)> = proposals.marked.iter().map(|forms| (forms[0], forms[1])).collect();
    let to_capture: Vec<PieceId> = forms.iter().map(|forms| forms.1).collect();
    let goal = || own(book.kinds(&[proposals.mark]));
    let (prey, plain) = (book.kinds(&to_capture), book.kinds(&forms.iter().map(|forms| forms.0).collect::<Vec<_>>()));
    let goals = || goals_of(book);
    let due = || any(goals());
    let moves = Moves {
        moved_by: Some(MovedBy::Own),
        captures: Some(own(prey.clone())),
        ignores: Some(goal()),
        ..moves_of(enemy(pieces()))
    };
    let marked = Placed::Kind(proposals.mark);
    let comes = EffectKind::Place { what: marked, on: on(empty(), chosen()), whose: Some(Whose::Enemy) };
    let turns_into = change(on(enemy(pieces()), chosen()), Becomes::Table(forms.clone()));
    let reached = related(union(vec![empty(), enemy(plain)]), RelationKind::Reached(mover()));
    let elsewhere = all(vec![due(), is_not(destination(), on(squares(), goals()))]);
    book.moves("made_by_others", moves, Some(any(goals())));
    book.forbid("elsewhere", vec![deed(DeedKind::Move)], Some(elsewhere));
    book.forbid("only_others", vec![by(deed(DeedKind::Move), own(pieces())), deed(DeedKind::Drop)], None);
    let block = Block { choices: vec![choice(0, reached)], ..effects(vec![turns_into, comes.into()]) };
    book.instead("proposes", Some(own(pieces())), Block { when: Some(no(goals_of(book))), ..block });
    let goes_on = crate::rules::tree::ConditionKind::Deed(Box::new(deed(DeedKind::Move).into()));
    turns_of(book).goes_on = Some(goes_on.into());
}

/// The own pieces on the proposed destination.
fn goals_of(book: &Book) -> crate::rules::tree::Set {
    let Some(proposals) = &book.rules.beyond.turns.proposals else { return SetKind::None.into() };
    let kinds: Vec<PieceId> = proposals.marked.iter().map(|forms| forms[1]).chain([proposals.mark]).collect();
    own(book.kinds(&kinds))
}
