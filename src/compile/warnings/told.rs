//! `idle-rule` and `idle-key` for the language of rules: rules that can never apply, and names that no rule reads.

use super::own::own;
use crate::board::{BySide, Side, SquareSet};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::tree::visit::{self as walk, Visitor};
use crate::rules::tree::{
    Adjective, Condition, ConditionKind, Counter, Deed, DeedKind, DefineId, Effect, EffectKind, Gain, Held, Number,
    NumberKind, RelationKind, RuleKind, Set, SetKind, StateId, Store, Word,
};
use crate::rules::{Rules, Told};
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, problems: &mut Problems) {
    if rules.tree.is_empty() {
        return;
    }
    let mut tree = rules.tree.clone();
    let mut names = Names::default();
    walk::tree(&mut names, &mut tree);
    warn_of_names(rules, &names, problems);
    let mut rules_and_ends = Idle { rules, found: Vec::new() };
    walk::tree(&mut rules_and_ends, &mut tree);
    for (source, message, help) in rules_and_ends.found {
        if let Some(place) = own(source) {
            problems.push(Diagnostic::warning(Code::IdleRule, place, message).help(help));
        }
    }
}

/// The names that the nodes of a tree read.
#[derive(Default)]
struct Names {
    defines: Vec<DefineId>,
    states: Vec<StateId>,
    /// The state that effects change. A change does not count as reading.
    written: Vec<StateId>,
}

impl Visitor for Names {
    fn set(&mut self, set: &mut Set) {
        match &set.kind {
            SetKind::Defined(id) => self.defines.push(*id),
            SetKind::Marked(id) => self.states.push(*id),
            SetKind::Related(_, relation) => {
                if let RelationKind::In(_, Store::Kept(id)) = relation.kind {
                    self.states.push(id);
                }
            }
            _ => {}
        }
        walk::in_set(self, set);
    }

    fn condition(&mut self, condition: &mut Condition) {
        if let ConditionKind::Defined(id) = condition.kind {
            self.defines.push(id);
        }
        walk::in_condition(self, condition);
    }

    fn number(&mut self, number: &mut Number) {
        if let NumberKind::Counter(_, id) = number.kind {
            self.states.push(id);
        }
        walk::in_number(self, number);
    }

    fn effect(&mut self, effect: &mut Effect) {
        match &effect.kind {
            EffectKind::Mark(_, id)
            | EffectKind::Unmark(_, id)
            | EffectKind::Give { store: Store::Kept(id), .. }
            | EffectKind::Add(_, Counter { id, .. })
            | EffectKind::Set(Counter { id, .. }, _) => self.written.push(*id),
            _ => {}
        }
        walk::in_effect(self, effect);
    }
}

fn warn_of_names(rules: &Rules, names: &Names, problems: &mut Problems) {
    let (tree, given) = (&rules.tree, rules.setup.told.as_deref());
    let mut warn = |source, message: String, help: &str| {
        if let Some(place) = own(source) {
            problems.push(Diagnostic::warning(Code::IdleKey, place, message).help(help));
        }
    };
    for (at, define) in tree.defines.iter().enumerate() {
        if !names.defines.contains(&DefineId(at as u16)) {
            let message = format!("nothing uses the name `{}`", define.kind.name);
            warn(define.source, message, "use it in a rule or an end, or remove it");
        }
    }
    for (at, held) in tree.state.iter().enumerate() {
        let id = StateId(at as u16);
        // The rules of check read royal marks.
        let is_royal = matches!(held.kind.kind, Held::PieceMarks { royal: true });
        let name = &held.kind.name;
        if !names.states.contains(&id) && !is_royal {
            let message = match names.written.contains(&id) {
                true => format!("rules change `{name}`, but nothing reads it"),
                false => format!("nothing uses `{name}`"),
            };
            warn(held.source, message, "read it in a rule or an end, or remove it");
        } else if !names.written.contains(&id) && !is_given(&held.kind.kind, given, id) {
            let message = format!("no rule changes `{name}`, so it stays as it is at the start");
            warn(held.source, message, "change it with a rule, or remove it");
        }
    }
}

/// Returns `true` if the state has a value at the start: a counter with a start value, or what the setup gives.
fn is_given(held: &Held, given: Option<&Told>, id: StateId) -> bool {
    match held {
        Held::GameCounter(start) => *start != 0,
        Held::SideCounter(start) => (start.white, start.black) != (0, 0),
        Held::PieceMarks { .. } | Held::SquareMarks => {
            given.is_some_and(|told| !told.marked.on::<16>(id.index()).is_empty())
        }
        Held::Pieces => given
            .is_some_and(|told| !(told.kept[id.index()].white.is_empty() && told.kept[id.index()].black.is_empty())),
    }
}

/// Searches for sets without elements, and for kinds of moves that the game does not have.
struct Idle<'a> {
    rules: &'a Rules,
    found: Vec<(crate::rules::Source, String, &'static str)>,
}

impl Visitor for Idle<'_> {
    fn set(&mut self, set: &mut Set) {
        let before = self.found.len();
        walk::in_set(self, set);
        // The innermost empty set is the cause.
        let is_named = !matches!(set.kind, SetKind::None);
        if self.found.len() == before && is_named && Side::ALL.into_iter().all(|side| self.most(set)[side].is_empty()) {
            let message = "no square or piece can ever be in this set".to_owned();
            self.found.push((set.source, message, "write areas that have squares in common"));
        }
    }

    fn deed(&mut self, deed: &mut Deed) {
        walk::in_deed(self, deed);
        let missing = match deed.kind.kind {
            DeedKind::Castling if self.rules.castling.is_empty() => "castles",
            DeedKind::Promotion if !self.rules.pieces.iter().any(|piece| piece.promotion.is_some()) => "promotes",
            DeedKind::Drop if !self.has_drops() => "is dropped: no side ever has pieces in hand",
            _ => return,
        };
        let message = format!("no piece of this game {missing}, so this never applies");
        self.found.push((deed.source, message, "remove it, or give the game such moves"));
    }
}

impl Idle<'_> {
    fn has_drops(&self) -> bool {
        let gives = |effect: &mut Effect| matches!(effect.kind, EffectKind::Give { store: Store::Hand, .. });
        let mut search = Search { test: gives, found: false };
        walk::tree(&mut search, &mut self.rules.tree.clone());
        let held = Side::ALL.into_iter().any(|side| self.rules.setup.hands[side].iter().any(|count| *count > 0));
        self.rules.hand.is_some() || held || search.found || self.moves_to_drop()
    }

    /// Returns `true` if a notation contains drops.
    fn moves_to_drop(&self) -> bool {
        let lends = |rule: &crate::rules::tree::Rule| match &rule.kind.kind {
            RuleKind::Pieces(moves) => moves.gains.iter().any(|gain| matches!(gain, Gain::Also(_) | Gain::Only(_))),
            _ => false,
        };
        self.rules.pieces.iter().any(|piece| piece.drop.is_some()) || self.rules.tree.rules.iter().any(lends)
    }

    /// A set of squares that contains all elements of a set, and perhaps more.
    fn most(&self, set: &Set) -> BySide<SquareSet> {
        let all = BySide::from_fn(|_| self.rules.geometry.squares());
        match &set.kind {
            SetKind::Area(area) => area.squares,
            SetKind::None => BySide::from_fn(|_| SquareSet::default()),
            SetKind::Union(parts) => {
                let parts: Vec<BySide<SquareSet>> = parts.iter().map(|part| self.most(part)).collect();
                BySide::from_fn(|side| parts.iter().fold(SquareSet::default(), |sum, part| sum | part[side]))
            }
            SetKind::Filtered(adjective, inner) => match (adjective, &inner.kind) {
                (Adjective::Other, SetKind::Word(Word::Mover)) => BySide::from_fn(|_| SquareSet::default()),
                _ => self.most(inner),
            },
            SetKind::Where(base, _) => self.most(base),
            SetKind::Except(base, out) => match &out.kind {
                SetKind::Area(area) => {
                    let base = self.most(base);
                    BySide::from_fn(|side| base[side] & !area.squares[side])
                }
                _ => self.most(base),
            },
            SetKind::Related(base, relation) => {
                let base = self.most(base);
                match &relation.kind {
                    RelationKind::On(set) | RelationKind::That { not: false, within: set } => {
                        let other = self.most(set);
                        BySide::from_fn(|side| base[side] & other[side])
                    }
                    _ => base,
                }
            }
            _ => all,
        }
    }
}

/// Searches for an effect.
struct Search<F> {
    test: F,
    found: bool,
}

impl<F: Fn(&mut Effect) -> bool> Visitor for Search<F> {
    fn effect(&mut self, effect: &mut Effect) {
        self.found |= (self.test)(effect);
        walk::in_effect(self, effect);
    }
}
