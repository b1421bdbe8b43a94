//! Definitions that sentences say in full instead of by their names.

use super::rules::define;
use crate::rules::Rules;
use crate::rules::tree::visit::{self, Visitor};
use crate::rules::tree::{Condition, ConditionKind, Define, Meaning, Set, SetKind, Tree};

/// The longest definition that is said in full wherever it is used, in letters.
const SHORT: usize = 40;
/// The longest definition that is said in full at its only use, in letters.
const LONG: usize = 110;

/// The tree with the definitions that sentences say in full in place of their names.
pub fn in_full(tree: &Tree, rules: &Rules) -> Tree {
    inlined(tree, &are_in_full(tree, rules))
}

/// For each definition, `true` if it is said in full.
pub(super) fn are_in_full(tree: &Tree, rules: &Rules) -> Vec<bool> {
    let mut uses = Uses(vec![0; tree.defines.len()]);
    visit::tree(&mut uses, &mut tree.clone());
    let letters = |each: &Define| define(each, tree, rules).trim_start_matches("Holds when ").len();
    let is_in_full = |(each, uses): (&Define, &usize)| match uses {
        0 => false,
        1 => letters(each) <= LONG,
        _ => letters(each) <= SHORT,
    };
    tree.defines.iter().zip(&uses.0).map(is_in_full).collect()
}

/// The tree with these definitions in place of their names.
pub(super) fn inlined(tree: &Tree, in_full: &[bool]) -> Tree {
    let meaning = |(define, in_full): (&Define, &bool)| in_full.then(|| define.kind.meaning.clone());
    let mut meanings = Meanings(tree.defines.iter().zip(in_full).map(meaning).collect());
    let mut tree = tree.clone();
    visit::tree(&mut meanings, &mut tree);
    tree
}

/// The number of uses of each definition.
struct Uses(Vec<usize>);

impl Visitor for Uses {
    fn set(&mut self, set: &mut Set) {
        if let SetKind::Defined(id) = &set.kind {
            self.0.get_mut(id.index()).into_iter().for_each(|uses| *uses += 1);
        }
        visit::in_set(self, set);
    }

    fn condition(&mut self, condition: &mut Condition) {
        if let ConditionKind::Defined(id) = &condition.kind {
            self.0.get_mut(id.index()).into_iter().for_each(|uses| *uses += 1);
        }
        visit::in_condition(self, condition);
    }
}

/// The meanings of the definitions that are said in full.
struct Meanings(Vec<Option<Meaning>>);

impl Visitor for Meanings {
    fn set(&mut self, set: &mut Set) {
        if let SetKind::Defined(id) = &set.kind
            && let Some(Some(Meaning::Set(meaning))) = self.0.get(id.index())
        {
            *set = meaning.clone();
        }
        visit::in_set(self, set);
    }

    fn condition(&mut self, condition: &mut Condition) {
        if let ConditionKind::Defined(id) = &condition.kind
            && let Some(Some(Meaning::Condition(meaning))) = self.0.get(id.index())
        {
            *condition = meaning.clone();
        }
        visit::in_condition(self, condition);
    }
}
