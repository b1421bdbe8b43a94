//! Pieces that rules forbid to move at all. Their moves are not searched.

use crate::rules::tree::{Condition, Deed, DeedKind, Layer, Rule, RuleKind, Set, Tree};

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
    /// `true` if the position decides about all pieces alike.
    pub alike: bool,
    pub layer: Layer,
}

impl Still {
    /// The rules of a tree that forbid all moves of some pieces.
    pub fn all(tree: &Tree) -> Vec<Still> {
        tree.rules.iter().enumerate().flat_map(|(index, rule)| Still::of(tree, index, rule)).collect()
    }

    fn of(tree: &Tree, index: usize, rule: &Rule) -> Vec<Still> {
        let RuleKind::Forbid(deeds) = &rule.kind.kind else { return Vec::new() };
        let conditions = || rule.kind.when.iter().chain(&rule.kind.unless);
        if !conditions().all(|condition| mover_decides_if(tree, condition)) {
            return Vec::new();
        }
        let layer = layer_of(deeds);
        let needs = Needs::before_moves(tree, rule.kind.when.as_ref());
        let plain = needs.mover.is_empty() && rule.kind.unless.is_none();
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
                alike: plain && sets().all(|set| position_decides(tree, set)),
                layer,
            })
        };
        deeds.iter().filter_map(still).collect()
    }
}

/// The attacks that a rule reads which forbids deeds. A rule that takes attacks away reads those that are there before.
pub(super) fn layer_of(deeds: &[Deed]) -> Layer {
    match deeds.iter().any(|deed| deed.kind.kind == DeedKind::Attack) {
        true => Layer::Lent,
        false => Layer::Real,
    }
}
