//! Rules that add, forbid and restrict captures.

use crate::rules::tree::{Block, DeedKind, DeedParts, Gain, Layer, RelationKind, SetKind, Taker};
use crate::rules::{PieceId, Royalty, Strike};

use super::book::{Book, effects, moves_of};
use super::notations;
use super::say::*;

/// Forbids captures.
pub(super) fn forbid(book: &mut Book) {
    let takes = &book.rules.beyond.takes;
    if !takes.needs.is_empty() {
        let lacks = Some(no(own(book.kinds(&takes.needs))));
        book.forbid("needs", vec![deed(DeedKind::Capture), deed(DeedKind::Attack)], lacks);
    }
    if takes.none_before > 0 {
        let early = Some(in_first_turns(u32::from(takes.none_before)));
        book.forbid("none_before", vec![deed(DeedKind::Capture)], early);
    }
    if takes.by_mate {
        book.forbid("only_by_mate", vec![deed(DeedKind::Capture)], None);
    }
    if !takes.passing.is_empty() {
        capture_on_passed_squares(book);
    }
}

/// Forbids a quiet move to a square on which the piece can capture en passant.
fn capture_on_passed_squares(book: &mut Book) {
    for piece in book.rules.piece_ids() {
        let definition = book.rules.piece(piece);
        let passing = |pattern: &crate::rules::movement::Pattern| pattern.legs().iter().any(|leg| leg.terms.en_passant);
        if !definition.movement.patterns.iter().any(passing) {
            continue;
        }
        let Some(text) = notations::en_passant_as_quiet(&definition.notation).filter(|_| definition.extra.is_empty())
        else {
            book.leave_out("rules/takes/passing", "a move of this piece may end in several ways");
            continue;
        };
        let catches = away(SetKind::Passed.into(), book.notation(&text), mover());
        let quiet = by(DeedParts { quiet: true, ..deed(DeedKind::Move) }, book.kinds(&[piece]));
        book.forbid("captures_passed", vec![quiet], Some(is(destination(), catches)));
    }
}

/// Leaves en passant rights on the squares that pieces pass in lines.
pub(super) fn leave_trails(book: &mut Book) {
    let passing = &book.rules.beyond.takes.passing;
    if !passing.is_empty() {
        let passed = between(empty(), origin(), destination());
        let is_deed = |kind| crate::rules::tree::ConditionKind::Deed(Box::new(deed(kind).into())).into();
        let moves = not(either(vec![is_deed(DeedKind::EnPassant), is_deed(DeedKind::Castling)]));
        let when = Some(all(vec![is(mover(), own(book.kinds(passing))), any(passed.clone()), moves]));
        let block = Block { when, ..effects(vec![crate::rules::tree::EffectKind::Trail(passed).into()]) };
        book.after("passes", vec![deed(DeedKind::Move)], block);
    }
}

/// Adds captures to those of the notations.
pub(super) fn extend(book: &mut Book) {
    let takes = &book.rules.beyond.takes;
    if takes.from_afar {
        capture_from_afar(book);
    }
    for strike in &takes.strikes {
        strikes(book, strike);
    }
    for piece in &takes.friends {
        take_friends(book, *piece);
    }
    if !takes.bombs.is_empty() {
        let bombs = own(book.kinds(&takes.bombs));
        let blown_up = union(vec![mover(), beside(pieces(), mover())]);
        book.instead("bombs", Some(bombs), effects(vec![capture(blown_up)]));
    }
}

/// Lets pieces capture without leaving their squares.
fn capture_from_afar(book: &mut Book) {
    for piece in book.rules.piece_ids() {
        if !book.rules.piece(piece).extra.is_empty() {
            book.leave_out("rules/takes/from_afar", "moves under `also` are not restated");
            continue;
        }
        let gains = vec![Gain::Only(book.notation(&book.rules.piece(piece).notation))];
        let moves = crate::rules::tree::Moves { gains, taker: Taker::Stays, ..moves_of(book.kinds(&[piece])) };
        book.moves("from_afar", moves, None);
    }
}

/// Adds captures with the moves of another piece.
fn strikes(book: &mut Book, strike: &Strike) {
    let enemies = enemy(book.kinds(&strike.of));
    let within = strike.within;
    let to = match within {
        0 => enemies,
        _ => {
            let distance = crate::rules::tree::NumberKind::Distance(it(), mover()).into();
            let near = not(more(distance, number(u32::from(within))));
            let line = book.notation(&format!("Q{within}"));
            let seen = any(away(other(own(pieces())), line, it()));
            that(enemies, either(vec![near, seen]))
        }
    };
    for piece in &strike.by {
        let source = book.rules.piece(strike.moves.unwrap_or(*piece));
        if !source.extra.is_empty() {
            book.leave_out("rules/takes/strikes", "moves under `also` are not restated");
        }
        let taker = match strike.taker {
            crate::rules::Taker::Goes => Taker::Goes,
            crate::rules::Taker::Stays => Taker::Stays,
            crate::rules::Taker::Vanishes => Taker::Vanishes,
        };
        let gains = vec![Gain::Also(book.notation(&source.notation))];
        let moves = crate::rules::tree::Moves { gains, taker, to: Some(to.clone()), ..moves_of(book.kinds(&[*piece])) };
        book.moves("strikes", moves, None);
    }
}

/// Lets a piece capture friends as it captures enemies.
fn take_friends(book: &mut Book, piece: PieceId) {
    let definition = book.rules.piece(piece);
    let Some(text) = notations::of_friends(&definition.notation).filter(|_| definition.extra.is_empty()) else {
        return book.leave_out("rules/takes/friends", "a move of this piece may end in several ways");
    };
    if !text.is_empty() {
        let gains = vec![Gain::Also(book.notation(&text))];
        book.moves("friends", crate::rules::tree::Moves { gains, ..moves_of(book.kinds(&[piece])) }, None);
    }
}

/// Adds the changes on the board after captures.
pub(super) fn follow(book: &mut Book) {
    if book.rules.beyond.takes.by_mate {
        let lost = related(enemy(pieces()), RelationKind::Lost);
        let block = Block { repeat: true, ..effects(vec![remove(lost)]) };
        book.after("mated", vec![deed(DeedKind::Move), deed(DeedKind::Drop)], block);
    }
}

/// Adds conditions on the position after a capture.
pub(super) fn demand(book: &mut Book) {
    let takes = &book.rules.beyond.takes;
    if !takes.unguarded_only.is_empty() {
        let takers = || book.kinds(&takes.unguarded_only);
        let guards = attacking(except(enemy(pieces()), takers()), Layer::Real, mover());
        let deeds = vec![by(deed(DeedKind::Capture), takers())];
        book.after("unguarded_only", deeds, effects(vec![require(no(guards))]));
    }
    let royal_kinds: Vec<PieceId> =
        book.rules.piece_ids().filter(|piece| book.rules.piece(*piece).royalty != Royalty::Common).collect();
    if !takes.friends.is_empty() && !royal_kinds.is_empty() {
        let heirs = of(deed(DeedKind::Capture), own(book.kinds(&royal_kinds)));
        let safe = no(attacking(enemy(pieces()), Layer::Real, mover()));
        book.after("heir", vec![heirs], effects(vec![require(safe)]));
    }
}
