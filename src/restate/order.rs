//! The order in which the families of keys are said.

use crate::rules::Rules;

use super::book::Book;
use super::restated::Restated;
use super::{
    actions, captures, chains, constraints, effects, handovers, loans, merges, rebirth, relations, splits, swaps,
    walls, ways,
};

/// Says the keys of a variant in the language of rules.
pub fn restate(rules: &Rules) -> Restated {
    let mut book = Book::new(rules);
    constraints::allow(&mut book);
    captures::forbid(&mut book);
    relations::forbid(&mut book);
    loans::lend(&mut book);
    captures::extend(&mut book);
    chains::jump(&mut book);
    swaps::exchange(&mut book);
    handovers::hand_over(&mut book);
    splits::part(&mut book);
    actions::open(&mut book);
    // Effects after a move, in the order in which they happen.
    merges::merge(&mut book);
    ways::capture(&mut book);
    effects::follow(&mut book);
    walls::build(&mut book);
    rebirth::give(&mut book);
    splits::leave_behind(&mut book);
    relations::follow(&mut book);
    captures::follow(&mut book);
    // Conditions on the position after a move.
    relations::demand(&mut book);
    captures::demand(&mut book);
    constraints::demand(&mut book);
    walls::gate(&mut book);
    constraints::oblige(&mut book);
    actions::count(&mut book);
    book.finish()
}
