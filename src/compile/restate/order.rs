//! The order in which the families of keys are translated.

use crate::rules::Rules;

use super::book::Book;
use super::restated::Restated;
use super::{
    actions, captures, chains, constraints, effects, levels, magnets, persuasion, proposals, relations, two_steps,
    walls,
};

/// Translates the keys of a variant into the language of rules.
pub fn restate(rules: &Rules) -> Restated {
    let mut restated = translate(rules);
    crate::language::name_areas(&mut restated.tree, rules);
    restated
}

/// The same, but areas have no names. These take time to find.
pub fn translate(rules: &Rules) -> Restated {
    let mut book = Book::new(rules);
    let beside_rules = !rules.tree.rules.is_empty();
    if beside_rules {
        // The interpreter does these before the rules in the language, too.
        follow_moves(&mut book);
        book.copy_rules();
    }
    constraints::allow(&mut book);
    relations::skip(&mut book);
    levels::part(&mut book);
    chains::jump(&mut book);
    two_steps::step_twice(&mut book);
    proposals::propose(&mut book);
    // Effects after a move, in the order in which they happen.
    if !beside_rules {
        follow_moves(&mut book);
    }
    walls::build(&mut book);
    magnets::attract(&mut book);
    persuasion::persuade(&mut book);
    // Conditions on the position after a move.
    captures::demand(&mut book);
    constraints::demand(&mut book);
    walls::gate(&mut book);
    constraints::oblige(&mut book);
    actions::count(&mut book);
    book.finish()
}

/// Adds the effects of keys that belong to the move itself: crossing to the other board, blasts, petrification and
/// changes of side.
fn follow_moves(book: &mut Book) {
    levels::cross(book);
    effects::follow(book);
}
