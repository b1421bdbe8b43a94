//! Rules of the tree that the tables of pieces hold: captures of some kinds by others that a rule always forbids.

use super::tree::visit::{self, Visitor};
use super::tree::{Adjective, DeedKind, DeedParts, RelationKind, RuleKind, RuleParts, Set, SetKind, Tree};
use super::{PieceId, Rules};

/// The kinds of captured pieces with the kinds that may not capture them.
type Barred = (Vec<PieceId>, Vec<PieceId>);

impl Rules {
    /// The same rules with forbidden captures in the pieces instead of the tree, as the interpreter plays them. `None` if the tree forbids
    /// no captures by kinds alone.
    pub fn with_tables(&self) -> Option<Rules> {
        let held = self.tree.tabled(self.pieces.len());
        if held.is_empty() {
            return None;
        }
        let mut rules = self.clone();
        for (index, barred) in held.into_iter().rev() {
            rules.tree.rules.remove(index);
            barred.into_iter().for_each(|barred| rules.bar(&barred));
        }
        Some(rules)
    }

    /// Returns `true` if the tree says no more than the tables of pieces can hold.
    pub(super) fn has_only_tables(&self) -> bool {
        let mut tree = self.tree.clone();
        self.tree.tabled(self.pieces.len()).iter().rev().for_each(|(index, _)| drop(tree.rules.remove(*index)));
        tree.is_empty()
    }

    /// Makes pieces safe from others.
    fn bar(&mut self, (captured, by): &Barred) {
        for id in captured {
            let safe_from = &mut self.pieces[id.index()].safe_from;
            safe_from.extend(by);
            safe_from.sort_unstable();
            safe_from.dedup();
        }
    }
}

impl Tree {
    /// The rules that tables hold, in the order of the file. Rules before one that moves refer to by its number stay in the tree.
    /// A table also changes which pieces are `lost`, and a rule does not, so that trees with this word have none.
    fn tabled(&self, pieces: usize) -> Vec<(usize, Vec<Barred>)> {
        let forbids = self.rules.iter().any(|rule| matches!(rule.kind.kind, RuleKind::Forbid(_)));
        if !forbids || self.reads_lost() {
            return Vec::new();
        }
        let replaces = |kind: &RuleKind| matches!(kind, RuleKind::Instead { .. });
        let first = self.rules.iter().rposition(|rule| replaces(&rule.kind.kind)).map_or(0, |last| last + 1);
        let reader = Reader { tree: self, all: (0..pieces).map(|index| PieceId::new(index as u8)).collect() };
        let rules = self.rules.iter().enumerate().skip(first);
        rules.filter_map(|(index, rule)| Some((index, reader.barred(&rule.kind)?))).collect()
    }

    /// Returns `true` if a rule or an end asks which pieces are `lost`.
    fn reads_lost(&self) -> bool {
        let mut reads = ReadsLost(false);
        visit::tree(&mut reads, &mut self.clone());
        reads.0
    }
}

/// `true` if a set with the relation `lost` has been visited.
struct ReadsLost(bool);

impl Visitor for ReadsLost {
    fn set(&mut self, set: &mut Set) {
        self.0 |= matches!(&set.kind, SetKind::Related(_, relation) if matches!(relation.kind, RelationKind::Lost));
        visit::in_set(self, set);
    }
}

/// Reads rules that depend on nothing but kinds of pieces.
struct Reader<'a> {
    tree: &'a Tree,
    /// All kinds of pieces.
    all: Vec<PieceId>,
}

impl Reader<'_> {
    /// The captures that a rule forbids, if it forbids nothing else and has no condition.
    fn barred(&self, rule: &RuleParts) -> Option<Vec<Barred>> {
        let RuleKind::Forbid(deeds) = &rule.kind else { return None };
        let plain = rule.when.is_none() && rule.unless.is_none();
        plain.then(|| deeds.iter().map(|deed| self.barred_deed(&deed.kind)).collect())?
    }

    fn barred_deed(&self, deed: &DeedParts) -> Option<Barred> {
        let limits = deed.quiet || deed.first || deed.from.is_some() || deed.to.is_some();
        if deed.kind != DeedKind::Capture || limits {
            return None;
        }
        let named = |set: &Option<Set>| set.as_ref().map_or_else(|| Some(self.all.clone()), |set| self.kinds(set));
        Some((named(&deed.of)?, named(&deed.by)?))
    }

    /// The kinds that a set consists of. `None` if it depends on more than the kinds of pieces.
    fn kinds(&self, set: &Set) -> Option<Vec<PieceId>> {
        match &set.kind {
            SetKind::Pieces => Some(self.all.clone()),
            SetKind::Kind(kind) => Some(vec![*kind]),
            SetKind::Filtered(Adjective::Neutral, set) => {
                let mut kinds = self.kinds(set)?;
                kinds.retain(|kind| self.tree.sides.neutral.contains(kind));
                Some(kinds)
            }
            SetKind::Union(parts) => {
                let parts: Option<Vec<_>> = parts.iter().map(|part| self.kinds(part)).collect();
                Some(parts?.concat())
            }
            SetKind::Except(most, without) => {
                let (mut most, without) = (self.kinds(most)?, self.kinds(without)?);
                most.retain(|kind| !without.contains(kind));
                Some(most)
            }
            _ => None,
        }
    }
}
