//! Rules in the language that say the same as a constraint or an effect, for which the generator has faster code.
//!
//! There is one test for all of them: a constraint or an effect stands for rules of a file if its [translation](restate)
//! is found among these rules, in an order that means the same. A rule that is written in another way stays in the tree,
//! and is played by the generic code.

mod alike;
mod guesses;
mod limits;

use std::collections::BTreeMap;

use crate::rules::tree::visit::{self, Visitor};
use crate::rules::tree::{Deed, DeedKind, EffectKind, Rule, RuleId, RuleKind, Turns};
use crate::rules::{Beyond, Constraints, Effects, Known, PieceId, Rules, Takes, Tree};

use super::restate::{Restated, translate};
use alike::{Form, Groups, effects_of, same};

/// Plays the rules of a tree as constraints and effects, where these say the same.
pub(super) fn recognise(rules: Rules) -> Rules {
    if rules.tree.rules.is_empty() && rules.tree.turns.is_none() {
        return rules;
    }
    let mut search = Search::new(&rules);
    search.guess_constraints();
    search.guess_effects();
    search.guess_relations();
    search.guess_captures();
    search.guess_walls();
    if let Some(turns) = &rules.tree.turns {
        search.guess_turns(turns);
    }
    let mut recognised = search.recognised(&rules);
    // Beside effects of other rules, the generic code finds obligatory captures as fast.
    if recognised.as_ref().is_some_and(|recognised| !recognised.tree.only_restricts()) {
        search.leave_obligations();
        recognised = search.recognised(&rules);
    }
    let plays = |recognised: &Rules| limits::plays_together(recognised) && same_order(&rules, recognised);
    recognised.filter(plays).unwrap_or(rules)
}

/// A search for constraints and effects whose translations are among the rules of a file.
struct Search {
    /// The rules of the variant with nothing but the constraints, effects and further rules that have been found.
    bare: Rules,
    /// The form in which rules are compared.
    form: Form,
    /// The rules of the file in this form.
    stated: Vec<Rule>,
    /// The number of rules that have been found.
    said: usize,
    /// `true` if the turns have been found.
    finds_turns: bool,
    /// The groups of pieces that the file names.
    groups: Vec<Vec<PieceId>>,
}

impl Search {
    fn new(rules: &Rules) -> Search {
        let all: Vec<PieceId> = rules.piece_ids().collect();
        let mut groups = Groups { found: vec![all.clone()], all };
        let form = Form::of(rules);
        let mut stated: Vec<Rule> = rules.tree.rules.iter().map(|rule| form.rule(rule)).collect();
        stated.iter_mut().for_each(|rule| visit::rule(&mut groups, rule));
        let mut bare = Rules { beyond: Beyond::default(), known: Vec::new(), ..rules.clone() };
        bare.tree.rules.clear();
        bare.tree.turns = None;
        (bare.constraints, bare.effects) = Default::default();
        Search { bare, form, stated, said: 0, finds_turns: false, groups: groups.found }
    }

    /// Keeps a change of the constraints and effects if all rules that it adds are among those of the file.
    fn try_with(&mut self, change: impl Fn(&mut Constraints, &mut Effects, &mut Beyond)) -> bool {
        let said = self.said;
        self.try_if(change, |_, found| found.rules.len() > said)
    }

    /// Keeps a rule about turns if the turns of the file say the same.
    fn try_turns(&mut self, turns: &Turns, change: impl Fn(&mut Beyond)) {
        let same = |form: &Form, found: &Tree| {
            found.turns.as_ref().is_some_and(|found| form.turns(found) == form.turns(turns))
        };
        self.finds_turns |= self.try_if(|_, _, beyond| change(beyond), same);
    }

    /// Keeps a change if its translation passes a test, and all its rules are among those of the file.
    fn try_if(
        &mut self,
        change: impl Fn(&mut Constraints, &mut Effects, &mut Beyond),
        passes: impl Fn(&Form, &Tree) -> bool,
    ) -> bool {
        let Rules { constraints, effects, beyond, .. } = &mut self.bare;
        let before = (constraints.clone(), effects.clone(), beyond.clone());
        change(constraints, effects, beyond);
        let Restated { tree, unsaid } = translate(&self.bare);
        let fits =
            unsaid.is_empty() && passes(&self.form, &tree) && tree.rules.iter().all(|rule| self.place(rule).is_some());
        if fits {
            self.said = tree.rules.len();
        } else {
            (self.bare.constraints, self.bare.effects, self.bare.beyond) = before;
        }
        fits
    }

    /// The rule of the file that says the same.
    fn place(&self, rule: &Rule) -> Option<usize> {
        let rule = self.form.rule(rule);
        self.stated.iter().position(|stated| same(stated, &rule))
    }

    /// Returns `true` if a rule of the file is of a kind. Translations take time, so that hopeless ones are not tried.
    fn any(&self, is_kind: impl Fn(&RuleKind) -> bool) -> bool {
        self.stated.iter().any(|rule| is_kind(&rule.kind.kind))
    }

    /// The effects of the rules of the file, without those inside others.
    fn effects(&self) -> impl Iterator<Item = &EffectKind> {
        self.stated.iter().flat_map(effects_of).map(|effect| &effect.kind)
    }

    /// Returns `true` if a rule of the file has an effect of a kind.
    fn any_effect(&self, is_kind: impl Fn(&EffectKind) -> bool) -> bool {
        self.effects().any(is_kind)
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
        if found.is_empty() && !self.finds_turns {
            return None;
        }
        let mut rules = with(file, self.bare.clone(), &found)?;
        if self.finds_turns {
            rules.tree.turns = None;
        }
        Some(rules)
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
    rules.effects = bare.effects;
    let Takes { chains, in_hand_as, .. } = rules.beyond.takes;
    rules.beyond = Beyond { takes: Takes { chains, in_hand_as, ..bare.beyond.takes }, ..bare.beyond };
    (!renumber.lost).then_some(rules)
}

/// Returns `true` if the recognised rules, together with the rest, mean the same as the rules of the file. Rules of one kind are
/// applied in the order of the file, except those that only forbid.
fn same_order(file: &Rules, recognised: &Rules) -> bool {
    let form = Form::of(file);
    let formed = |rules: &[Rule]| -> Vec<Rule> { rules.iter().map(|rule| form.rule(rule)).collect() };
    let (stated, restated) = (formed(&file.tree.rules), formed(&translate(recognised).tree.rules));
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
