//! The state that rules read.

use super::visit::{self, Visitor};
use super::{Condition, ConditionKind, Meaning, Number, NumberKind, Rule, Set, SetKind, StateId, Tree};

impl Tree {
    /// The counters and marks that some rules read, each as often as it is read.
    pub fn state_read<'t>(&'t self, rules: impl Iterator<Item = &'t Rule>) -> Vec<StateId> {
        let mut read = StateRead { tree: self, found: Vec::new() };
        rules.for_each(|rule| visit::rule(&mut read, &mut rule.clone()));
        read.found
    }
}

/// Finds the counters and marks that expressions read.
struct StateRead<'t> {
    tree: &'t Tree,
    found: Vec<StateId>,
}

impl StateRead<'_> {
    fn defined(&mut self, meaning: Meaning) {
        match meaning {
            Meaning::Set(mut set) => self.set(&mut set),
            Meaning::Condition(mut condition) => self.condition(&mut condition),
        }
    }
}

impl Visitor for StateRead<'_> {
    fn set(&mut self, set: &mut Set) {
        match &set.kind {
            SetKind::Marked(id) => self.found.push(*id),
            SetKind::Defined(id) => self.defined(self.tree.defines[id.index()].kind.meaning.clone()),
            _ => {}
        }
        visit::in_set(self, set);
    }

    fn condition(&mut self, condition: &mut Condition) {
        if let ConditionKind::Defined(id) = &condition.kind {
            self.defined(self.tree.defines[id.index()].kind.meaning.clone());
        }
        visit::in_condition(self, condition);
    }

    fn number(&mut self, number: &mut Number) {
        if let NumberKind::Counter(_, id) = &number.kind {
            self.found.push(*id);
        }
        visit::in_number(self, number);
    }
}
