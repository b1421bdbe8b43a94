//! Pieces that rules forbid to move at all. Their moves are not searched.

use crate::rules::tree::{Condition, ConditionKind, Deed, DeedKind, Layer, Rule, RuleKind, Set, SetKind, Tree, Word};

use super::dependence::{Needs, mover_decides, mover_decides_if, position_decides};

/// A rule that forbids all moves of some pieces.
#[derive(Debug)]
pub(super) struct Still {
    /// The index of the rule in the tree.
    pub rule: usize,
    /// The pieces and the squares. `None` for all.
    pub by: Option<Set>,
    pub from: Option<Set>,
    /// The conditions that the position decides.
    pub needs: Vec<Condition>,
    /// `true` if the position decides about all pieces alike, apart from those in `except`.
    pub alike: bool,
    /// The word for pieces or squares that the rule leaves out, of a rule with `unless: mover is W`.
    pub except: Option<Set>,
    pub layer: Layer,
}

impl Still {
    /// The rules of a tree that forbid all moves of some pieces.
    pub fn all(tree: &Tree) -> Vec<Still> {
        tree.rules.iter().enumerate().flat_map(|(index, rule)| Still::of(tree, index, rule)).collect()
    }

    /// `true` if no piece may ever move.
    pub fn is_of_all(&self, tree: &Tree) -> bool {
        let rule = &tree.rules[self.rule];
        self.by.is_none() && self.from.is_none() && rule.kind.when.is_none() && rule.kind.unless.is_none()
    }

    fn of(tree: &Tree, index: usize, rule: &Rule) -> Vec<Still> {
        let RuleKind::Forbid(deeds) = &rule.kind.kind else { return Vec::new() };
        let conditions = || rule.kind.when.iter().chain(&rule.kind.unless);
        if !conditions().all(|condition| mover_decides_if(tree, condition)) {
            return Vec::new();
        }
        let layer = layer_of(deeds);
        let needs = Needs::before_moves(tree, rule.kind.when.as_ref());
        let except = rule.kind.unless.as_ref().and_then(|unless| left_out(tree, unless));
        let plain = needs.mover.is_empty() && (rule.kind.unless.is_none() || except.is_some());
        let still = |deed: &Deed| {
            let parts = &deed.kind;
            let every = matches!(parts.kind, DeedKind::Any | DeedKind::Move)
                && !(parts.quiet || parts.first || parts.of.is_some() || parts.to.is_some());
            let sets = || parts.by.iter().chain(&parts.from);
            (every && sets().all(|set| mover_decides(tree, set))).then(|| Still {
                rule: index,
                by: parts.by.clone(),
                from: parts.from.clone(),
                needs: needs.position.clone(),
                except: except.clone(),
                alike: plain && sets().all(|set| position_decides(tree, set)),
                layer,
            })
        };
        deeds.iter().filter_map(still).collect()
    }
}

/// The word of a condition `mover is W`, if the position decides for which squares it stands.
fn left_out(tree: &Tree, unless: &Condition) -> Option<Set> {
    let ConditionKind::Is { set, not: false, within } = &unless.kind else { return None };
    let is_word = matches!(set.kind, SetKind::Word(Word::Mover)) && matches!(within.kind, SetKind::Word(_));
    (is_word && position_decides(tree, within)).then(|| within.clone())
}

/// The attacks that a rule reads which forbids deeds. A rule that takes attacks away reads those that are there before.
pub(super) fn layer_of(deeds: &[Deed]) -> Layer {
    match deeds.iter().any(|deed| deed.kind.kind == DeedKind::Attack) {
        true => Layer::Lent,
        false => Layer::Real,
    }
}
