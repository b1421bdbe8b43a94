//! Pieces that rules forbid to move at all. Their moves are not searched.

use crate::rules::tree::{Condition, ConditionKind, Deed, DeedKind, Layer, Rule, RuleKind, Set, SetKind, Tree, Word};

use super::dependence::{Needs, mover_decides, mover_decides_if, names_words, position_decides};

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
    /// The pieces or squares that the rule leaves out, of a rule with `unless: mover is W`.
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
        if !asks_mover(tree, rule) {
            return Vec::new();
        }
        let layer = layer_of(deeds);
        let needs = Needs::before_moves(tree, rule.kind.when.as_ref());
        let except = rule.kind.unless.as_ref().and_then(|unless| left_out(tree, unless));
        let plain = needs.mover.is_empty() && (rule.kind.unless.is_none() || except.is_some());
        let still = |deed: &Deed| {
            let parts = &deed.kind;
            Still {
                rule: index,
                by: parts.by.clone(),
                from: parts.from.clone(),
                needs: needs.position.clone(),
                except: except.clone(),
                alike: plain && parts.by.iter().chain(&parts.from).all(|set| position_decides(tree, set)),
                layer,
            }
        };
        deeds.iter().filter(|deed| is_every_move(tree, deed)).map(still).collect()
    }
}

/// `true` if a rule forbids plain moves only to pieces that it forbids to move at all. `deeds` are those of the rule that plain moves can be.
pub(super) fn forbids_all_or_nothing(tree: &Tree, rule: &Rule, deeds: &[&Deed]) -> bool {
    let is_of_all = |deed: &Deed| is_every_move(tree, deed) && deed.kind.by.is_none() && deed.kind.from.is_none();
    asks_mover(tree, rule)
        && (deeds.iter().any(|deed| is_of_all(deed)) || deeds.iter().all(|deed| is_every_move(tree, deed)))
}

/// `true` if the conditions of a rule depend on the position and the piece that moves, and on nothing else.
fn asks_mover(tree: &Tree, rule: &Rule) -> bool {
    rule.kind.when.iter().chain(&rule.kind.unless).all(|condition| mover_decides_if(tree, condition))
}

/// `true` if a deed is every move of some pieces.
fn is_every_move(tree: &Tree, deed: &Deed) -> bool {
    let parts = &deed.kind;
    matches!(parts.kind, DeedKind::Any | DeedKind::Move)
        && !(parts.quiet || parts.first || parts.of.is_some() || parts.to.is_some())
        && parts.by.iter().chain(&parts.from).all(|set| mover_decides(tree, set))
}

/// The set of a condition `mover is W`, if the position decides which squares it has.
fn left_out(tree: &Tree, unless: &Condition) -> Option<Set> {
    let ConditionKind::Is { set, not: false, within } = &unless.kind else { return None };
    let is_mover = matches!(set.kind, SetKind::Word(Word::Mover));
    let names_squares = matches!(within.kind, SetKind::Word(_)) || !names_words(tree, within);
    (is_mover && names_squares && position_decides(tree, within)).then(|| within.clone())
}

/// The attacks that a rule reads which forbids deeds. A rule that takes attacks away reads those that are there before.
pub(super) fn layer_of(deeds: &[Deed]) -> Layer {
    match deeds.iter().any(|deed| deed.kind.kind == DeedKind::Attack) {
        true => Layer::Lent,
        false => Layer::Real,
    }
}
