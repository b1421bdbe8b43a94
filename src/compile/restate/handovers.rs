//! Loads that pieces carry, and hand over without moving.

use crate::rules::PieceId;
use crate::rules::tree::{Becomes, Block, DeedKind, RuleId, Set, Word};

use super::book::{Book, effects};
use super::say::*;

/// Adds, for each piece that can carry a load, rules to hand it over and to take it from a friend or an enemy.
pub(super) fn hand_over(book: &mut Book) {
    let forms = &book.rules.beyond.relations.handovers;
    let without: Vec<PieceId> = forms.iter().map(|forms| forms[0]).collect();
    let with: Vec<PieceId> = forms.iter().map(|forms| forms[1]).collect();
    let loads: Vec<(PieceId, PieceId)> = forms.iter().map(|forms| (forms[0], forms[1])).collect();
    let unloads: Vec<(PieceId, PieceId)> = forms.iter().map(|forms| (forms[1], forms[0])).collect();
    for [bare, laden] in forms {
        let definition = book.rules.piece(*bare);
        if !definition.extra.is_empty() {
            book.leave_out("rules/relations/handovers", "moves under `also` are not restated");
        }
        let reach = book.notation(&definition.notation);
        let friends = away(own(book.kinds(&without)), reach.clone(), mover());
        let done = vec![change(chosen(), Becomes::Table(loads.clone())), change(mover(), Becomes::Kind(*bare))];
        hand(book, "hands_over", *laden, (friends, done));
        let carriers = away(book.kinds(&with), reach, mover());
        let done = vec![change(chosen(), Becomes::Table(unloads.clone())), change(mover(), Becomes::Kind(*laden))];
        let rule = hand(book, "is_handed", *bare, (carriers, done));
        let back = |from: Set, last| is(from, word(last));
        let undoes = all(vec![
            back(origin(), Word::LastDestination),
            back(destination(), Word::LastOrigin),
            is(destination(), enemy(pieces())),
        ]);
        book.forbid("no_return", vec![deed(DeedKind::Rule(rule))], Some(undoes));
    }
}

fn hand(
    book: &mut Book,
    name: &str,
    piece: PieceId,
    (partners, done): (Set, Vec<crate::rules::tree::Effect>),
) -> RuleId {
    let choices = vec![choice(0, partners)];
    book.instead(name, Some(own(book.kinds(&[piece]))), Block { choices, ..effects(done) })
}
