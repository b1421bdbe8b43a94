//! Further moves that must follow a move in the same turn.

use crate::rules::tree::{
    Becomes, Block, Condition, Effect, Gain, Likeness, MovedBy, Moves, Number, NumberKind, Set, Word,
};
use crate::rules::tree::{Comparison, ConditionKind, DeedKind, RuleId};
use crate::rules::{Follow, PieceId};

use super::actions;
use super::book::{Book, effects, moves_of};
use super::say::*;

/// Adds the further moves of a turn.
pub(super) fn follow(book: &mut Book) {
    let turns = &book.rules.beyond.turns;
    let Some(follow) = &turns.follow else { return };
    if actions::has_several(book) && matches!(follow, Follow::Advance(_)) {
        return book.leave_out("rules/turns/then", "turns of several moves after which enemy pieces go ahead");
    }
    match follow {
        Follow::AsTaken => go_on_as_taken(book),
        Follow::Converted => move_captured(book),
        Follow::Replaced(keeps) => put_back(book, keeps),
        Follow::Advance(pieces) => send_ahead(book, pieces),
    }
}

fn last_captured() -> Set {
    word(Word::LastCaptured)
}

fn moves_made() -> Number {
    NumberKind::MovesMade.into()
}

/// The condition that the previous move was a capture in this turn.
fn pending() -> Condition {
    all(vec![more(moves_made(), number(0)), any(last_captured())])
}

/// After a capture the turn goes on. The capture is legal only if a further move is possible: see [`demand`]. Royal
/// pieces that the capture alone would leave attacked do not matter.
fn go_on_after_captures(book: &mut Book) {
    // The second part of a capture ends a turn of several moves.
    let until = actions::has_several(book).then(|| was(pending()));
    let turns = actions::turns_of(book);
    let ends: Vec<Condition> = turns.until.take().into_iter().chain(until).collect();
    turns.until = (!ends.is_empty()).then(|| either(ends));
    let goes_on = turns.goes_on.take().into_iter().chain([any(captured())]).collect();
    turns.goes_on = Some(either(goes_on));
}

/// A capture after which the turn goes on must be followed by a move. This is tested after all other effects of the
/// capture, because a piece that crosses to another board may open a line.
pub(super) fn demand(book: &mut Book) {
    let turns = &book.rules.beyond.turns;
    let follows = matches!(turns.follow, Some(Follow::AsTaken | Follow::Converted | Follow::Replaced(_)));
    if !follows {
        return;
    }
    let can = ConditionKind::Can(crate::rules::tree::Whose::Own, Box::new(deed(DeedKind::Any).into())).into();
    let rule = book.after("goes_on", vec![deed(DeedKind::Capture)], effects(vec![require(can)]));
    book.even_in_check(rule);
}

/// A capturing piece makes a quiet move with the moves of the captured piece.
fn go_on_as_taken(book: &mut Book) {
    let last = || word(Word::LastMover);
    let gains = vec![Gain::OnlyAs(last_captured())];
    book.moves("moves_on", Moves { gains, ..moves_of(last()) }, Some(pending()));
    let others = all(vec![pending(), is_not(mover(), last())]);
    book.forbid("the_same_piece", vec![deed(DeedKind::Move), deed(DeedKind::Drop)], Some(others));
    book.forbid("without_capture", vec![deed(DeedKind::Capture)], Some(pending()));
    go_on_after_captures(book);
}

/// A captured piece changes sides and moves on from its square.
fn move_captured(book: &mut Book) {
    book.moves("converted", Moves { moved_by: Some(MovedBy::Own), ..moves_of(last_captured()) }, Some(pending()));
    let others = all(vec![pending(), any(mover())]);
    book.forbid("only_converted", vec![deed(DeedKind::Move)], Some(others));
    book.forbid("no_drop", vec![deed(DeedKind::Drop)], Some(pending()));
    go_on_after_captures(book);
}

/// A captured piece is put back on an empty square.
fn put_back(book: &mut Book, keeps: &[PieceId]) {
    let mut conditions: Vec<Condition> = Vec::new();
    let everywhere = book.rules.geometry.squares();
    for piece in book.rules.piece_ids() {
        let Some(drop) = &book.rules.piece(piece).drop else { continue };
        let restricted = [drop.on.white, drop.on.black].iter().any(|on| (*on & everywhere) != everywhere);
        if restricted {
            conditions.push(either(vec![is_not(last_captured(), book.kinds(&[piece])), is(it(), area(drop.on))]));
        }
    }
    if !keeps.is_empty() {
        let alike = is(it(), same(squares(), Likeness::Colour, last_captured()));
        conditions.push(either(vec![is_not(last_captured(), book.kinds(keeps)), alike]));
    }
    let free = if conditions.is_empty() { empty() } else { that(empty(), all(conditions)) };
    let mut done = vec![place(last_captured(), chosen(), None)];
    // With two boards, the piece that was put back crosses to the other board. Royal pieces must be safe before it
    // crosses.
    if let Some(crosses) = super::levels::crossing(book, on(pieces(), chosen())) {
        done.extend([require(not(in_check(crate::rules::tree::Whose::Own))), crosses]);
    }
    let block = Block { choices: vec![choice(0, free)], when: Some(pending()), ..effects(done) };
    book.instead("replaces", None, block);
    book.forbid("only_replaces", vec![deed(DeedKind::Move), deed(DeedKind::Drop)], Some(pending()));
    go_on_after_captures(book);
}

/// After a move, an enemy piece is advanced by one square. If it promotes there, its side chooses the new piece at the
/// start of its turn.
fn send_ahead(book: &mut Book, pieces: &[PieceId]) {
    let kinds = book.kinds(pieces);
    let sent_kinds = || enemy(kinds.clone());
    let ahead = book.notation("fmW");
    let can_go = || that(sent_kinds(), any(away(empty(), ahead.clone(), it())));
    // A promotion at the start of a turn does not count as the move of the turn.
    let has_moved = all(vec![more(moves_made(), number(0)), any(word(Word::LastDestination))]);
    let target = away(empty(), ahead.clone(), chosen());
    let choices = vec![choice(0, can_go())];
    let block = Block { choices, when: Some(has_moved.clone()), ..effects(vec![go(chosen(), target)]) };
    let sent = book.instead("sends_ahead", None, block);
    book.even_in_check(sent);
    let promoted = promote_sent(book, pieces);
    let deeds = vec![deed(DeedKind::Move), deed(DeedKind::Drop)];
    let waits = promoted.iter().map(|(_, there)| any(there.clone())).chain([has_moved]).collect();
    book.forbid("in_order", deeds, Some(either(waits)));
    let not_by = |rule: RuleId| not(ConditionKind::Deed(Box::new(deed(DeedKind::Rule(rule)).into())).into());
    let late: Condition = ConditionKind::Compare(NumberKind::Turn.into(), Comparison::More, number(1)).into();
    let first =
        promoted.iter().map(|(rule, _)| ConditionKind::Deed(Box::new(deed(DeedKind::Rule(*rule)).into())).into());
    let send = all(vec![not_by(sent), late, any(can_go())]);
    let goes_on = either(first.chain([send]).collect());
    actions::turns_of(book).goes_on = Some(goes_on);
}

/// Adds promotions of advanced pieces. Returns, for each kind, the rule and the pieces that must promote.
fn promote_sent(book: &mut Book, pieces: &[PieceId]) -> Vec<(RuleId, Set)> {
    let mut rules = Vec::new();
    for piece in pieces {
        let Some(promotion) = &book.rules.piece(*piece).promotion else { continue };
        if promotion.choices.white != promotion.choices.black || promotion.zone != promotion.mandatory {
            book.leave_out("rules/turns/then", "promotions of pieces that were sent ahead, by side or if they wish");
            continue;
        }
        let there = on(own(book.kinds(&[*piece])), area(promotion.zone));
        let done: Vec<Effect> = vec![change(mover(), Becomes::Choice(promotion.choices.white.clone()))];
        let rule = book.instead("promotes", Some(there.clone()), effects(done));
        book.even_in_check(rule);
        rules.push((rule, there));
    }
    rules
}
