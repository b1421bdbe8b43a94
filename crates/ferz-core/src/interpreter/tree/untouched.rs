//! Moves that no rule of the tree can affect. The tables decide about them, as in a game without such rules.

use crate::rules::tree::{
    Block, Deed, DeedKind, Effect, EffectKind, Layer, Meaning, Rule, RuleKind, Set, SetKind, Tree,
};
use crate::rules::{PieceId, Rules};

use super::dependence::Needs;

/// The kinds of moves that no rule can affect, in any position.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Untouched {
    /// `true` if the quiet moves of pieces on the board are unaffected, apart from castling.
    pub quiet: bool,
    /// Pieces whose quiet moves may still be affected.
    pub except: Vec<PieceId>,
    /// Rules that affect such moves only in some positions, or of some pieces.
    pub at_times: Vec<AtTimes>,
    /// `true` if rules remove attacks. A move that leaves a royal piece attacked may then be legal.
    pub spares_royals: bool,
}

/// A rule that affects moves under conditions.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct AtTimes {
    /// The conditions.
    pub(super) needs: Needs,
    /// The attacks that the conditions read.
    pub layer: Layer,
    /// The kinds of pieces whose moves it affects. `None` for all.
    pub by: Option<Vec<PieceId>>,
}

impl Untouched {
    /// Finds out which moves no rule can affect. `takes_attacks` is `true` if rules change attacks only by removing them.
    pub(super) fn of(rules: &Rules, takes_attacks: bool) -> Untouched {
        let tree = &rules.tree;
        if rules.not_followed_as_stated().is_some() || rules.effects.flips.is_some() {
            return Untouched::default();
        }
        let mut found = Untouched { quiet: true, spares_royals: takes_attacks, ..Untouched::default() };
        for rule in &tree.rules {
            if !found.note(tree, rule) {
                return Untouched::default();
            }
        }
        found
    }

    /// Records the moves that a rule affects. Returns `false` if it may affect all of them at any time.
    fn note(&mut self, tree: &Tree, rule: &Rule) -> bool {
        let (deeds, forbids) = match &rule.kind.kind {
            RuleKind::After { deeds, block }
                if comes_later(deeds, block) || only_notes(block) && !rule.kind.even_in_check =>
            {
                return true;
            }
            RuleKind::After { deeds, .. } => (deeds, false),
            RuleKind::Forbid(deeds) => (deeds, true),
            RuleKind::Must { deeds, .. } => return !deeds.iter().any(touches_quiet_moves),
            RuleKind::Pieces(_) | RuleKind::Instead { .. } => return true,
        };
        // A rule that forbids a check removes the check, not the move.
        let touches = |deed: &&Deed| touches_quiet_moves(deed) && !(forbids && deed.kind.kind == DeedKind::Check);
        let deeds: Vec<&Deed> = deeds.iter().filter(touches).collect();
        if deeds.is_empty() {
            return true;
        }
        let by = movers(tree, &deeds);
        let needs = match &rule.kind.kind {
            RuleKind::After { block, .. } => Needs::after_moves(tree, block.when.as_ref()),
            _ => Needs::before_moves(tree, rule.kind.when.as_ref()),
        };
        match (by, needs.is_empty()) {
            (None, true) => return false,
            (Some(by), true) => self.except.extend(by),
            (by, false) => {
                // A rule that takes attacks away reads those that are there before.
                let layer = match &rule.kind.kind {
                    RuleKind::Forbid(deeds) if deeds.iter().any(|deed| deed.kind.kind == DeedKind::Attack) => {
                        Layer::Lent
                    }
                    _ => Layer::Real,
                };
                self.at_times.push(AtTimes { needs, layer, by });
            }
        }
        true
    }
}

/// The kinds of pieces that make moves of some kinds. `None` if any may.
fn movers(tree: &Tree, deeds: &[&Deed]) -> Option<Vec<PieceId>> {
    let mut all = Vec::new();
    for deed in deeds {
        let moves = matches!(deed.kind.kind, DeedKind::Move | DeedKind::Any | DeedKind::Step);
        all.extend(deed.kind.by.as_ref().filter(|_| moves).and_then(|set| kinds(tree, set))?);
    }
    Some(all)
}

/// `true` if a quiet move other than castling may be of this kind.
fn touches_quiet_moves(deed: &Deed) -> bool {
    let captures = deed.kind.of.is_some();
    !captures
        && !matches!(
            deed.kind.kind,
            DeedKind::Capture
                | DeedKind::Attack
                | DeedKind::EnPassant
                | DeedKind::Castling
                | DeedKind::Drop
                | DeedKind::Rule(_)
        )
}

/// `true` if the effects only store state that does not matter before the next turn.
pub(super) fn only_notes(block: &Block) -> bool {
    let notes = |effect: &Effect| match &effect.kind {
        EffectKind::Mark(..)
        | EffectKind::Unmark(..)
        | EffectKind::Add(..)
        | EffectKind::Set(..)
        | EffectKind::Trail(_) => true,
        EffectKind::Block(block) => only_notes(block),
        _ => false,
    };
    block.choices.is_empty() && !block.if_none_forbid && block.effects.iter().all(notes)
}

/// `true` if effects happen at the end of a turn, when the move has been found to be legal, and make no move illegal.
pub(super) fn comes_later(deeds: &[Deed], block: &Block) -> bool {
    deeds.iter().all(|deed| deed.kind.kind == DeedKind::Turn) && never_forbids(block)
}

pub(super) fn never_forbids(block: &Block) -> bool {
    let permits = |effect: &Effect| match &effect.kind {
        EffectKind::Require(_) | EffectKind::Then(_) => false,
        EffectKind::May(block) | EffectKind::Block(block) => never_forbids(block),
        _ => true,
    };
    block.choices.is_empty() && !block.if_none_forbid && block.effects.iter().all(permits)
}

/// The kinds of pieces that a set holds, if it names kinds only.
pub(super) fn kinds(tree: &Tree, set: &Set) -> Option<Vec<PieceId>> {
    match &set.kind {
        SetKind::Kind(kind) => Some(vec![*kind]),
        SetKind::Union(all) => {
            let all: Option<Vec<Vec<PieceId>>> = all.iter().map(|set| kinds(tree, set)).collect();
            Some(all?.into_iter().flatten().collect())
        }
        SetKind::Filtered(_, inner) | SetKind::Related(inner, _) | SetKind::Where(inner, _) => kinds(tree, inner),
        SetKind::Except(inner, _) => kinds(tree, inner),
        SetKind::Defined(id) => match &tree.defines[id.index()].kind.meaning {
            Meaning::Set(set) => kinds(tree, set),
            Meaning::Condition(_) => None,
        },
        _ => None,
    }
}
