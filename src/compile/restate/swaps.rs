//! Pieces that change places.

use crate::board::{BySide, Side, SquareSet};
use crate::rules::tree::{Becomes, Block, Condition, DeedKind, Likeness, RuleId, Set, Whose, Word};
use crate::rules::{PieceId, Promotion, Swap};

use super::book::{Book, effects};
use super::notations;
use super::say::*;

/// Adds the rules by which pieces change places with friends, with enemies, or with the piece that they capture.
pub(super) fn exchange(book: &mut Book) {
    let beyond = &book.rules.beyond;
    for swap in &beyond.relations.swaps {
        swap_pieces(book, swap);
    }
    if beyond.relations.swaps.iter().any(|swap| swap.itself) {
        wait(book);
    }
}

/// Adds a rule that forbids undoing an exchange in the next move.
fn stand(book: &mut Book, rules: &[RuleId]) {
    let last = || union(vec![word(Word::LastOrigin), word(Word::LastDestination)]);
    let deeds = rules.iter().map(|rule| deed(DeedKind::Rule(*rule))).collect();
    let undoes = all(vec![is(origin(), last()), is(destination(), last())]);
    book.forbid("no_undoing", deeds, Some(undoes));
}

/// A piece passes by changing places with itself.
fn wait(book: &mut Book) {
    let swaps = book.rules.beyond.relations.swaps.iter().filter(|swap| swap.itself);
    let mut waiting: Vec<PieceId> = swaps.flat_map(|swap| swap.pieces.clone()).collect();
    waiting.sort_unstable();
    waiting.dedup();
    book.instead("itself", Some(own(book.kinds(&waiting))), Block::default());
}

/// Adds swaps of pieces: one rule for all kinds that swap in the same way.
fn swap_pieces(book: &mut Book, swap: &Swap) {
    let alike = swap.promotes && (swap.anywhere || swap.moves.is_some());
    let rules: Vec<RuleId> = match alike {
        true => swap_kinds(book, swap, &swap.pieces).into_iter().collect(),
        false => swap.pieces.iter().filter_map(|piece| swap_kinds(book, swap, &[*piece])).collect(),
    };
    if swap.stands {
        stand(book, &rules);
    }
    if swap.promotes {
        promote(book, &rules);
    }
}

/// Pieces of some kinds change places with others. Friends are of another kind.
fn swap_kinds(book: &mut Book, swap: &Swap, kinds: &[PieceId]) -> Option<RuleId> {
    let with = book.kinds(&swap.with);
    let others = match swap.enemy {
        true => enemy(with),
        false => except(own(with), same(pieces(), Likeness::Kind, mover())),
    };
    let source = book.rules.piece(swap.moves.or_else(|| kinds.first().copied())?);
    let depends = source.movement.patterns.iter().any(|pattern| pattern.initial) || !source.extra.is_empty();
    let reach = notations::onto_pieces(&source.notation).filter(|_| !depends || swap.anywhere);
    let Some(reach) = reach else {
        book.leave_out("rules/relations/swaps", "moves that depend on the past of a piece or on its square");
        return None;
    };
    let partners = match swap.anywhere {
        true => others,
        false => away(others, book.notation(&reach), mover()),
    };
    let mut conditions: Vec<Condition> = Vec::new();
    if !swap.in_check {
        conditions.push(not(in_check(Whose::Own)));
    }
    conditions.extend(super::relations::held(book).map(not));
    if !swap.promotes {
        kinds.iter().for_each(|piece| conditions.extend(comes_to_promote(book, *piece, swap)));
    }
    let when = (!conditions.is_empty()).then(|| all(conditions));
    let done = vec![super::say::swap(mover(), chosen())];
    let block = Block { choices: vec![choice(0, partners)], when, ..effects(done) };
    Some(book.instead("swaps", Some(own(book.kinds(kinds))), block))
}

/// The squares on which a piece must promote, as the own side sees the board.
fn mandatory(promotion: &Promotion, of_enemy: bool) -> BySide<SquareSet> {
    BySide::from_fn(|side: Side| promotion.mandatory[if of_enemy { !side } else { side }])
}

/// The conditions that neither piece arrives on a square of mandatory promotion.
fn comes_to_promote(book: &Book, piece: PieceId, rule: &Swap) -> Vec<Condition> {
    let stays_away = |of: PieceId, comes: Set, square: Set, enemy: bool| {
        let promotion = book.rules.piece(of).promotion.as_ref()?;
        let there = area(mandatory(promotion, enemy));
        Some(not(all(vec![is(comes, book.kinds(&[of])), is(square, there)])))
    };
    let mut found: Vec<Condition> = stays_away(piece, mover(), chosen(), false).into_iter().collect();
    found.extend(rule.with.iter().filter_map(|of| stays_away(*of, chosen(), mover(), rule.enemy)));
    found
}

/// Adds the promotion of a swapped friend that arrives on a square of mandatory promotion: of the mover, or else of
/// the other.
fn promote(book: &mut Book, rules: &[RuleId]) {
    if book.rules.beyond.relations.swaps.iter().any(|swap| swap.promotes && swap.enemy) {
        book.leave_out("rules/relations/swaps", "enemies that promote by an exchange");
    }
    for piece in book.rules.piece_ids() {
        let Some(promotion) = &book.rules.piece(piece).promotion else { continue };
        let limited = |side: Side| promotion.limits[side].iter().any(Option::is_some);
        if promotion.choices.white != promotion.choices.black || Side::ALL.into_iter().any(limited) {
            book.leave_out("rules/relations/swaps", "promotions that differ by side or are limited");
            continue;
        }
        let arrives = on(own(book.kinds(&[piece])), area(mandatory(promotion, false)));
        let there = || arrives.clone();
        let becomes = || Becomes::Choice(promotion.choices.white.clone());
        let deeds = || rules.iter().map(|rule| deed(DeedKind::Rule(*rule))).collect();
        let arrived = on(there(), destination());
        book.after("promotes", deeds(), effects(vec![change(arrived, becomes())]));
        let other = on(there(), origin());
        book.after("other_promotes", deeds(), effects(vec![change(other, becomes())]));
    }
}
