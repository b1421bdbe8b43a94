//! Today's keys of `rules:` said in the language of rules.
//!
//! [`restate`] turns the constraints, effects and further rules of a variant into a [`Tree`]. What reads the tree (the oracle, a
//! printer, words) then knows every variant without knowing a key. A key that the tree cannot say is reported by name. What a
//! piece, the board, the setup, castling, hands and ends are stays in [`Rules`].
//!
//! One file holds the keys of one family; `book` collects the rules, `say` has the words they are made of.

mod actions;
mod book;
mod captures;
mod chains;
mod constraints;
mod effects;
mod handovers;
mod loans;
mod merges;
mod notations;
mod rebirth;
mod relations;
mod say;
mod splits;
mod swaps;
mod walls;
mod ways;

use crate::rules::{Rules, Tree};

use book::Book;

/// The rules of a variant in the language of rules.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Restated {
    /// All that could be said.
    pub tree: Tree,
    /// The keys that the tree does not say; empty if the tree is whole.
    pub unsaid: Vec<Unsaid>,
}

/// A key that the tree does not say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsaid {
    /// The key as a path in the file, such as `rules/turns/dice`.
    pub key: &'static str,
    /// What the language lacks.
    pub why: &'static str,
}

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
    // What follows a move, in the order in which it happens.
    merges::merge(&mut book);
    ways::capture(&mut book);
    effects::follow(&mut book);
    walls::build(&mut book);
    rebirth::give(&mut book);
    splits::leave_behind(&mut book);
    relations::follow(&mut book);
    captures::follow(&mut book);
    // What is asked of the position that a move leaves.
    relations::demand(&mut book);
    captures::demand(&mut book);
    constraints::demand(&mut book);
    walls::gate(&mut book);
    constraints::oblige(&mut book);
    actions::count(&mut book);
    book.finish()
}
