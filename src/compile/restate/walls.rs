//! Walls that moves put up or that replace moves, and pieces that enter from the hand behind others.

use crate::board::{BySide, Geometry, Side, SquareSet, Step};
use crate::rules::movement::Pattern;
use crate::rules::tree::{
    Adjective, Block, Condition, ConditionKind, DeedKind, Effect, EffectKind, NumberKind, Set, SetKind, Whose,
};
use crate::rules::{Piece, PieceId, Rules, WallPlace, Walls};

use super::book::{Book, effects};
use super::say::*;

/// Adds the wall that a move puts up, or that replaces a move.
pub(super) fn build(book: &mut Book) {
    let Some(walls) = &book.rules.effects.walls else { return };
    let board = book.rules.geometry.squares();
    let place = match walls.on == (BySide { white: board, black: board }) {
        true => place_of(book, walls),
        false => on(place_of(book, walls), area(walls.on)),
    };
    let mut done: Vec<Effect> = Vec::new();
    if walls.built == WallPlace::Moved {
        done.push(clear(super::say::walls()));
    }
    done.push(super::say::build(chosen()));
    let is_free = walls.instead || book.rules.tree.rules.is_empty() && empties_few_squares(book.rules);
    let choices = vec![choice(0, if is_free { place } else { free(place) })];
    if walls.instead {
        let when = Some(all(vec![any(own(pieces())), not(in_check(Whose::Own))]));
        book.instead("walls", None, Block { choices, when, ..effects(done) });
    } else {
        let block = Block { choices, if_none_forbid: true, ..effects(done) };
        book.after("walls", vec![deed(DeedKind::Any)], block);
    }
}

/// The squares on which a wall may be put up.
fn place_of(book: &Book, walls: &Walls) -> Set {
    match walls.built {
        WallPlace::Behind => on(empty(), origin()),
        WallPlace::Shot => related_reached(empty(), mover()),
        WallPlace::Anywhere | WallPlace::Moved => empty(),
        WallPlace::Edge => {
            let edge = on(empty(), area(edge_of(&book.rules.geometry)));
            union(vec![edge, away(empty(), book.notation("W"), super::say::walls())])
        }
    }
}

/// Squares of a set to which some pieces could go.
fn related_reached(set: Set, by: Set) -> Set {
    related(set, crate::rules::tree::RelationKind::Reached(by))
}

/// Returns `true` if every square that a move empties is one that its piece has left, or that of a piece captured en passant. Rules in
/// the language are not asked.
pub(in crate::compile) fn empties_few_squares(rules: &Rules) -> bool {
    let (effects, takes) = (&rules.effects, &rules.beyond.takes);
    let captures = effects.blast.is_some() || !takes.chains.is_empty() || !takes.two_steps.is_empty();
    let moves = |piece: &Piece| piece.patterns().any(Pattern::captures_on_the_way);
    !captures && rules.beyond.relations.magnets.is_empty() && !rules.pieces.iter().any(moves)
}

/// The empty squares that were empty before the move, that the moved piece has left, or on which a piece was captured
/// en passant. Other squares that the move has emptied, such as the square of an exploded piece, cannot get a wall.
pub(in crate::compile) fn free(set: Set) -> Set {
    let in_passing = that(captured(), ConditionKind::Deed(Box::new(deed(DeedKind::EnPassant).into())).into());
    on(set, except(union(vec![before(empty()), origin(), in_passing]), destination()))
}

/// The squares that lack a neighbour on their file or rank.
fn edge_of(geometry: &Geometry) -> BySide<SquareSet> {
    let steps = [Step::new(0, 1), Step::new(1, 0), Step::new(0, -1), Step::new(-1, 0)];
    let is_edge = |square: &crate::board::Square| steps.iter().any(|step| geometry.step(*square, *step).is_none());
    let edge = geometry.squares().iter().filter(is_edge).collect();
    BySide { white: edge, black: edge }
}

/// When a piece moves for the first time, a piece from the hand may enter on its square. Royal pieces must be safe even
/// without the new piece.
pub(super) fn gate(book: &mut Book) {
    let gating = &book.rules.effects.gating;
    // A wall takes the square that a piece would enter.
    if gating.is_empty() || book.rules.effects.walls.as_ref().is_some_and(|walls| !walls.instead) {
        return;
    }
    let moves = || vec![deed(DeedKind::Move)];
    book.after("safe_before_gating", moves(), effects(vec![require(safe(book))]));
    let unmoved = before(filtered(Adjective::Unmoved, pieces()));
    let account = book.rules.unmoved.unwrap_or(BySide { white: SquareSet::EMPTY, black: SquareSet::EMPTY });
    let left = on(on(on(empty(), origin()), unmoved), area(account));
    let on_squares = squares_of_gates(book, gating, &left);
    // A piece that the move itself captures cannot enter with the same move.
    let held = before(in_hand(book.kinds(gating), Whose::Own));
    let choices = vec![choice(0, held), choice(1, on_squares)];
    let square: Set = SetKind::Word(crate::rules::tree::Word::Chosen(crate::rules::tree::ChoiceId(1))).into();
    let comes = vec![place(chosen(), square, None)];
    let may: Effect = EffectKind::May(Box::new(Block { choices, ..effects(comes) })).into();
    book.after("gating", moves(), effects(vec![may]));
}

/// The own royal pieces are safe, or an effect of the move has removed a royal piece of the enemy, so that their safety does not
/// matter.
fn safe(book: &Book) -> Condition {
    let safe = not(in_check(Whose::Own));
    if book.rules.effects.blast.is_none() && book.rules.beyond.is_empty() {
        return safe;
    }
    let royals = || count(royal(enemy(pieces())));
    either(vec![safe, more(NumberKind::Before(Box::new(royals())).into(), royals())])
}

/// The squares that moves have left and on which the chosen piece may enter.
fn squares_of_gates(book: &Book, gating: &[PieceId], left: &Set) -> Set {
    let all_squares = book.rules.geometry.squares();
    let everywhere = BySide { white: all_squares, black: all_squares };
    let allowed = |piece: &PieceId| book.rules.piece(*piece).drop.as_ref().map_or(everywhere, |drop| drop.on);
    let wide = |piece: &PieceId| Side::ALL.into_iter().all(|side| (all_squares & allowed(piece)[side]) == all_squares);
    let free: Vec<PieceId> = gating.iter().copied().filter(|piece| wide(piece)).collect();
    if free.len() == gating.len() {
        return left.clone();
    }
    let mut sets = Vec::new();
    if !free.is_empty() {
        sets.push(that(left.clone(), is(chosen(), book.kinds(&free))));
    }
    for piece in gating.iter().filter(|piece| !wide(piece)) {
        let there = on(left.clone(), area(allowed(piece)));
        sets.push(that(there, is(chosen(), book.kinds(&[*piece]))));
    }
    union(sets)
}
