//! Rules in the language that say the same as a constraint or an effect, for which the generator has faster code.
//!
//! There is one test for all of them: a constraint or an effect stands for rules of a file if its [translation](restate)
//! is found among these rules, in an order that means the same. A rule that is written in another way stays in the tree,
//! and is played by the generic code.

use std::collections::{BTreeMap, BTreeSet};

use crate::rules::tree::visit::{self, Visitor};
use crate::rules::tree::{Deed, DeedKind, EffectKind, Rule, RuleId, RuleKind, Set, SetKind};
use crate::rules::{Beyond, Blast, Constraints, Effects, Flips, Known, Pass, PieceId, Rules};

use super::restate::{restate, translate};

/// Plays the rules of a tree as constraints and effects, where these say the same.
pub(super) fn recognise(rules: Rules) -> Rules {
    if rules.tree.rules.is_empty() {
        return rules;
    }
    let mut search = Search::new(&rules);
    search.guess_constraints();
    search.guess_effects();
    let mut recognised = search.recognised(&rules);
    // Beside effects of other rules, the generic code finds obligatory captures as fast.
    if recognised.as_ref().is_some_and(|recognised| !recognised.tree.only_restricts()) {
        search.leave_obligations();
        recognised = search.recognised(&rules);
    }
    let plays = |recognised: &Rules| plays_together(recognised) && same_order(&rules, recognised);
    recognised.filter(plays).unwrap_or(rules)
}

/// A search for constraints and effects whose translations are among the rules of a file.
struct Search {
    /// The rules of the variant with nothing but the constraints and effects that have been found.
    bare: Rules,
    /// The rules of the file, with its pieces in order.
    stated: Vec<Rule>,
    /// The number of rules that have been found.
    said: usize,
    /// The groups of pieces that the file names.
    groups: Vec<Vec<PieceId>>,
}

impl Search {
    fn new(rules: &Rules) -> Search {
        let all: Vec<PieceId> = rules.piece_ids().collect();
        let mut groups = Groups { found: vec![all.clone()], all };
        visit::tree(&mut groups, &mut rules.tree.clone());
        let pieces = rules.pieces.len();
        let stated = rules.tree.rules.iter().map(|rule| sorted(rule, pieces)).collect();
        let mut bare = Rules { beyond: Beyond::default(), known: Vec::new(), ..rules.clone() };
        bare.tree.rules.clear();
        (bare.constraints, bare.effects) = Default::default();
        Search { bare, stated, said: 0, groups: groups.found }
    }

    /// Keeps a change of the constraints and effects if all rules that it adds are among those of the file.
    fn try_with(&mut self, change: impl Fn(&mut Constraints, &mut Effects, &mut Beyond)) -> bool {
        let before = (self.bare.constraints.clone(), self.bare.effects.clone(), self.bare.beyond.clone());
        let Rules { constraints, effects, beyond, .. } = &mut self.bare;
        change(constraints, effects, beyond);
        let rules = translate(&self.bare);
        let fits = rules.unsaid.is_empty()
            && rules.tree.rules.len() > self.said
            && rules.tree.rules.iter().all(|rule| self.place(rule).is_some());
        if !fits {
            (self.bare.constraints, self.bare.effects, self.bare.beyond) = before;
        } else {
            self.said = rules.tree.rules.len();
        }
        fits
    }

    /// The rule of the file that says the same.
    fn place(&self, rule: &Rule) -> Option<usize> {
        let rule = sorted(rule, self.bare.pieces.len());
        self.stated.iter().position(|stated| same(stated, &rule))
    }

    /// Returns `true` if a rule of the file is of a kind. Translations take time, so that hopeless ones are not tried.
    fn any(&self, is_kind: impl Fn(&RuleKind) -> bool) -> bool {
        self.stated.iter().any(|rule| is_kind(&rule.kind.kind))
    }

    /// Returns `true` if a rule of the file has an effect of a kind after moves.
    fn any_effect(&self, is_kind: impl Fn(&EffectKind) -> bool) -> bool {
        self.any(|kind| match kind {
            RuleKind::After { block, .. } => block.effects.iter().any(|effect| is_kind(&effect.kind)),
            _ => false,
        })
    }

    fn guess_constraints(&mut self) {
        let groups = self.groups.clone();
        if self.any(|kind| matches!(kind, RuleKind::Must { .. })) {
            let _ = self.try_with(|constraints, _, _| constraints.must_capture = true)
                || self.try_with(|constraints, _, beyond| {
                    (constraints.must_capture, beyond.takes.longest) = (true, true);
                });
            for group in &groups {
                self.try_with(|constraints, _, _| constraints.must_drop.clone_from(group));
            }
        }
        if self.any_effect(|effect| matches!(effect, EffectKind::Require(_))) {
            self.try_with(|constraints, _, _| constraints.no_checks = true);
            for group in &groups {
                self.try_with(|constraints, _, _| constraints.face_off.clone_from(group));
            }
        }
        if self.any(|kind| matches!(kind, RuleKind::Forbid(_))) {
            self.try_with(|constraints, _, _| constraints.royal_stays_in_check = true);
        }
        if self.any(|kind| matches!(kind, RuleKind::Instead { block, .. } if block.effects.is_empty())) {
            let _ = self.try_with(|constraints, _, _| constraints.pass = Pass::Stuck)
                || self.try_with(|constraints, _, _| constraints.pass = Pass::Always);
        }
    }

    fn guess_effects(&mut self) {
        let named = self.groups.clone();
        if self.any_effect(|effect| matches!(effect, EffectKind::Capture(_))) {
            let groups = || std::iter::once(Vec::new()).chain(named.iter().cloned());
            let blasts = groups().flat_map(|spares| groups().map(move |immune| (spares.clone(), immune)));
            let _ = blasts.into_iter().any(|(mut spares, immune)| {
                spares.retain(|piece| !immune.contains(piece));
                self.try_with(|_, effects, _| {
                    effects.blast = Some(Blast { spares: spares.clone(), immune: immune.clone() });
                })
            });
        }
        if self.any_effect(|effect| matches!(effect, EffectKind::Build(_))) {
            for group in &named {
                self.try_with(|_, effects, _| effects.petrifies.clone_from(group));
            }
        }
        if self.any_effect(|effect| matches!(effect, EffectKind::Flip(_))) {
            let flips = [Flips::Enclosed, Flips::NeighboursWithFriend, Flips::Neighbours, Flips::Attacked];
            let _ = flips.into_iter().any(|flips| self.try_with(|_, effects, _| effects.flips = Some(flips)));
        }
    }

    /// Leaves compulsory captures and drops in the tree.
    fn leave_obligations(&mut self) {
        let constraints = &mut self.bare.constraints;
        constraints.must_capture = false;
        constraints.must_drop.clear();
        self.bare.beyond.takes.longest = false;
    }

    /// The rules of the file with what has been found; `None` if that is nothing.
    fn recognised(&self, file: &Rules) -> Option<Rules> {
        let found = self.found();
        if found.is_empty() { None } else { with(file, self.bare.clone(), &found) }
    }

    /// The places of the recognised rules in the file, with their names in the translation.
    fn found(&self) -> BTreeMap<usize, String> {
        let rules = translate(&self.bare).tree.rules;
        rules.iter().filter_map(|rule| Some((self.place(rule)?, rule.kind.name.clone()))).collect()
    }
}

/// The same rules, with constraints and effects in place of some rules of the tree. `None` if a remaining rule refers to one
/// of these.
fn with(file: &Rules, bare: Rules, found: &BTreeMap<usize, String>) -> Option<Rules> {
    let mut rules = file.clone();
    let mut places = Vec::new();
    rules.tree.rules.clear();
    for (place, rule) in file.tree.rules.iter().enumerate() {
        let known = found.get(&place);
        places.push(known.is_none().then_some(RuleId(rules.tree.rules.len() as u16)));
        match known {
            Some(key) => rules.known.push(Known { key: key.clone(), rule: rule.clone() }),
            None => rules.tree.rules.push(rule.clone()),
        }
    }
    let mut renumber = Renumber { places, lost: false };
    visit::tree(&mut renumber, &mut rules.tree);
    rules.constraints = bare.constraints;
    let Effects { blast, petrifies, flips, walls: _, gating: _ } = bare.effects;
    rules.effects = Effects { blast, petrifies, flips, ..rules.effects };
    rules.beyond.takes.longest |= bare.beyond.takes.longest;
    (!renumber.lost).then_some(rules)
}

/// Returns `true` if the generator plays the constraints and effects beside the other keys of a variant. With magnets and flips, the order
/// of effects would be undefined, a side that may build a wall instead of moving is never stuck, and of captures only the lengths of
/// chains are compared.
fn plays_together(rules: &Rules) -> bool {
    let Rules { constraints, effects, beyond, .. } = rules;
    let recognised = Effects { walls: None, gating: Vec::new(), ..effects.clone() };
    let magnets = beyond.relations.magnets.is_empty() || recognised.is_empty();
    let flips = effects.flips.is_none() || *beyond == Beyond::default();
    let instead = effects.walls.as_ref().is_some_and(|walls| walls.instead);
    let longest = !beyond.takes.longest || !beyond.takes.chains.is_empty();
    magnets && flips && longest && !(instead && constraints.pass == Pass::Stuck)
}

/// Returns `true` if the recognised rules, together with the rest, mean the same as the rules of the file. Rules of one kind are
/// applied in the order of the file, except those that only forbid.
fn same_order(file: &Rules, recognised: &Rules) -> bool {
    let pieces = file.pieces.len();
    let stated: Vec<Rule> = file.tree.rules.iter().map(|rule| sorted(rule, pieces)).collect();
    let restated: Vec<Rule> = restate(recognised).tree.rules.iter().map(|rule| sorted(rule, pieces)).collect();
    let kinds: [fn(&RuleKind) -> bool; 4] = [
        |kind| matches!(kind, RuleKind::Pieces(_)),
        |kind| matches!(kind, RuleKind::Must { .. }),
        |kind| matches!(kind, RuleKind::After { .. }),
        |kind| matches!(kind, RuleKind::Instead { .. }),
    ];
    kinds.into_iter().all(|is_kind| {
        let of_kind = |rule: &&Rule| is_kind(&rule.kind.kind);
        let from_file = |rule: &&Rule| stated.iter().any(|stated| same(stated, rule));
        let stated = stated.iter().filter(of_kind);
        stated.map(|rule| &rule.kind.kind).eq(restated
            .iter()
            .filter(of_kind)
            .filter(from_file)
            .map(|rule| &rule.kind.kind))
    })
}

/// Returns `true` if two rules differ at most in their names.
fn same(one: &Rule, other: &Rule) -> bool {
    let (one, other) = (&one.kind, &other.kind);
    let conditions = (&one.when, &one.unless) == (&other.when, &other.unless);
    conditions && one.kind == other.kind && one.even_in_check == other.even_in_check
}

/// A rule with its pieces in the order of the file, or `pieces` for all of them.
fn sorted(rule: &Rule, pieces: usize) -> Rule {
    struct Sorted(usize);
    impl Visitor for Sorted {
        fn set(&mut self, set: &mut Set) {
            visit::in_set(self, set);
            let SetKind::Union(parts) = &mut set.kind else { return };
            let named: Option<BTreeSet<PieceId>> = parts.iter().map(kind_of).collect();
            match named {
                Some(named) if named.len() == self.0 => set.kind = SetKind::Pieces,
                Some(named) => *parts = named.into_iter().map(|piece| SetKind::Kind(piece).into()).collect(),
                None => {}
            }
        }
    }
    let mut rule = rule.clone();
    visit::rule(&mut Sorted(pieces), &mut rule);
    rule
}

fn kind_of(set: &Set) -> Option<PieceId> {
    match set.kind {
        SetKind::Kind(piece) => Some(piece),
        _ => None,
    }
}

/// Collects the groups of pieces that rules name.
struct Groups {
    all: Vec<PieceId>,
    found: Vec<Vec<PieceId>>,
}

impl Visitor for Groups {
    fn set(&mut self, set: &mut Set) {
        visit::in_set(self, set);
        let group = match &set.kind {
            SetKind::Pieces => Some(self.all.clone()),
            SetKind::Union(parts) => parts.iter().map(kind_of).collect(),
            _ => kind_of(set).map(|piece| vec![piece]),
        };
        if let Some(mut group) = group {
            group.sort();
            group.dedup();
            if !self.found.contains(&group) {
                self.found.push(group);
            }
        }
    }
}

/// Gives references to rules their new numbers.
struct Renumber {
    /// The new number of each rule; `None` if it is not in the tree any more.
    places: Vec<Option<RuleId>>,
    /// `true` if a reference has lost its rule.
    lost: bool,
}

impl Visitor for Renumber {
    fn deed(&mut self, deed: &mut Deed) {
        visit::in_deed(self, deed);
        if let DeedKind::Rule(id) = &mut deed.kind.kind {
            match self.places.get(id.index()).copied().flatten() {
                Some(place) => *id = place,
                None => self.lost = true,
            }
        }
    }
}
