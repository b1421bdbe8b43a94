//! Errors for rules about moves and attacks whose conditions depend on these moves or attacks themselves.

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::Source;
use crate::rules::tree::visit::{self, Visitor};
use crate::rules::tree::{
    Condition, ConditionKind, DeedKind, DefineId, Meaning, Relation, RelationKind, Rule, RuleKind, Set, SetKind, State,
    Tree,
};
use crate::source::{SourceId, Span};

/// The errors for all rules of a tree that would have to be known before they can be evaluated.
pub(super) fn circles(tree: &Tree) -> Vec<Diagnostic> {
    tree.rules.iter().filter_map(|rule| circle(tree, rule)).collect()
}

/// Example: `pieces: rook, when: own side can capture, also_moves: "N"`. What the side can capture depends on the rule.
fn circle(tree: &Tree, rule: &Rule) -> Option<Diagnostic> {
    let sees = match &rule.kind.kind {
        RuleKind::Pieces(moves) => moves.ignores.is_none(),
        RuleKind::Forbid(deeds) => {
            deeds.iter().any(|deed| matches!(deed.kind.kind, DeedKind::Attack | DeedKind::Check)).then_some(true)?
        }
        _ => return None,
    };
    let mut questions = Questions { tree, sees, found: None };
    visit::rule(&mut questions, &mut rule.clone());
    let (what, source) = questions.found?;
    let place = source.span.or(rule.source.span).unwrap_or(Span::new(SourceId(0), 0..0));
    let message = format!("{what} depends on this rule itself, because the rule decides about moves or attacks");
    let help = match sees {
        true => "ask for attacks (`any own king is attacked`), or say it in a rule with `after:` and `require:`",
        false => "a piece attacks only what it sees: ask for something other than attacks",
    };
    Some(Diagnostic::error(Code::BadRule, place, message).help(help))
}

/// Looks for the first question that may not be asked.
struct Questions<'t> {
    tree: &'t Tree,
    /// `true` if questions about attacks may be asked.
    sees: bool,
    /// The question in words, and its place.
    found: Option<(&'static str, Source)>,
}

impl Questions<'_> {
    fn note(&mut self, what: &'static str, source: Source) {
        self.found.get_or_insert((what, source));
    }

    /// The meaning of a name is asked where the name stands.
    fn defined(&mut self, id: DefineId, source: Source) {
        let mut inner = Questions { tree: self.tree, sees: self.sees, found: None };
        match self.tree.defines[id.index()].kind.meaning.clone() {
            Meaning::Set(mut set) => inner.set(&mut set),
            Meaning::Condition(mut condition) => inner.condition(&mut condition),
        }
        if let Some((what, _)) = inner.found {
            self.note(what, source);
        }
    }

    fn relation(&mut self, relation: &Relation) {
        match relation.kind {
            RelationKind::Lost => self.note("`lost`", relation.source),
            RelationKind::Attacked(..)
            | RelationKind::Attacking(..)
            | RelationKind::Guarded(..)
            | RelationKind::Guarding(..)
                if !self.sees =>
            {
                self.note("an attack", relation.source);
            }
            _ => {}
        }
    }
}

impl Visitor for Questions<'_> {
    fn set(&mut self, set: &mut Set) {
        match &set.kind {
            SetKind::Defined(id) => self.defined(*id, set.source),
            SetKind::Related(_, relation) => self.relation(relation),
            _ => {}
        }
        visit::in_set(self, set);
    }

    fn condition(&mut self, condition: &mut Condition) {
        match &condition.kind {
            ConditionKind::Can(..) => self.note("what a side can do", condition.source),
            ConditionKind::State(_, State::Mated | State::Stuck) => self.note("`mated` or `stuck`", condition.source),
            ConditionKind::State(_, State::InCheck) if !self.sees => self.note("a check", condition.source),
            ConditionKind::Defined(id) => self.defined(*id, condition.source),
            _ => {}
        }
        visit::in_condition(self, condition);
    }
}
