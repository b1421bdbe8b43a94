//! Effects of pieces on other pieces that depend on where they stand, such as beside each other.

use crate::rules::Freezer;
use crate::rules::tree::{Condition, DeedKind, Likeness, Moves, Set};

use super::book::{Book, moves_of};
use super::say::*;

/// Adds moves and attacks that relations forbid. Reports keys that cannot be translated.
pub(super) fn forbid(book: &mut Book) {
    see(book);
    let relations = &book.rules.beyond.relations;
    for freezer in &relations.freezers {
        book.forbid("freezers", moves_and_attacks(), Some(frozen(book, freezer)));
    }
    if let Some(shielded) = shielded(book) {
        book.forbid("shields", vec![of(deed(DeedKind::Attack), shielded)], None);
    }
}

fn moves_and_attacks() -> Vec<crate::rules::tree::DeedParts> {
    vec![deed(DeedKind::Move), deed(DeedKind::Attack)]
}

/// Adds rules for steps over walls.
fn see(book: &mut Book) {
    let relations = &book.rules.beyond.relations;
    if relations.skips_walls {
        book.moves("skips_walls", Moves { skips: Some(walls()), ..moves_of(pieces()) }, None);
    }
}

/// The condition that a freezer holds the mover, and no thawer beside that freezer frees it.
fn frozen(book: &Book, freezer: &Freezer) -> Condition {
    let relations = &book.rules.beyond.relations;
    // If the other side makes the move, friends and enemies are those of the piece's own side.
    let by_others = book.rules.beyond.turns.proposals.is_some();
    let friends = |set: Set| if by_others { same(set, Likeness::Side, mover()) } else { own(set) };
    let enemies = |set: Set| if by_others { except(set, same(pieces(), Likeness::Side, mover())) } else { enemy(set) };
    let near = beside(enemies(book.kinds(&freezer.by)), mover());
    let holds = match relations.thawers.is_empty() {
        true => near,
        false => that(near, no(beside(other(friends(book.kinds(&relations.thawers))), it()))),
    };
    let held = except(book.kinds(&freezer.of), book.kinds(&relations.unfrozen));
    all(vec![is(mover(), held), any(holds)])
}

/// The condition that enemies keep the mover from moving; `None` in games without such rules.
pub(super) fn held(book: &Book) -> Option<Condition> {
    let relations = &book.rules.beyond.relations;
    let held: Vec<Condition> = relations.freezers.iter().map(|freezer| frozen(book, freezer)).collect();
    (!held.is_empty()).then(|| either(held))
}

/// The enemies that a shield beside them protects from capture; `None` in games without shields.
pub(super) fn shielded(book: &Book) -> Option<Set> {
    let shields = &book.rules.beyond.relations.shields;
    let behind = shields.iter().map(|shield| beside(enemy(book.kinds(&shield.of)), enemy(book.kinds(&shield.by))));
    (!shields.is_empty()).then(|| union(behind.collect()))
}
