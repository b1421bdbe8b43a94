//! Moves that no rule of the tree can touch. The tables decide about them, as in a game without such rules.

use crate::rules::tree::{Block, Deed, DeedKind, Effect, EffectKind, Meaning, RuleKind, Set, SetKind, Tree};
use crate::rules::{PieceId, Rules};

/// The kinds of moves that no rule can touch, whatever the position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Untouched {
    /// `true` for moves of pieces on the board that capture nothing, castling aside.
    pub quiet: bool,
    /// Pieces whose moves that capture nothing may be touched all the same.
    pub except: Vec<PieceId>,
    /// `true` if rules take attacks away. A move that leaves a royal piece attacked may be legal then.
    pub spares_royals: bool,
}

impl Untouched {
    /// Finds out which moves no rule can touch. `takes_attacks`: rules take attacks away, and change them in no other way.
    pub(super) fn of(rules: &Rules, takes_attacks: bool) -> Untouched {
        let tree = &rules.tree;
        if rules.not_followed().is_some() || rules.effects.flips.is_some() {
            return Untouched::default();
        }
        let mut except = Vec::new();
        for rule in &tree.rules {
            let (deeds, forbids) = match &rule.kind.kind {
                RuleKind::After { deeds, block } if only_notes(block) || comes_later(deeds, block) => continue,
                RuleKind::After { deeds, .. } => (deeds, false),
                RuleKind::Forbid(deeds) => (deeds, true),
                RuleKind::Must { deeds, .. } if deeds.iter().any(touches_quiet_moves) => return Untouched::default(),
                RuleKind::Pieces(_) | RuleKind::Must { .. } | RuleKind::Instead { .. } => continue,
            };
            // A rule that forbids to give check takes the check away, and not the move.
            let touches = |deed: &&Deed| touches_quiet_moves(deed) && !(forbids && deed.kind.kind == DeedKind::Check);
            for deed in deeds.iter().filter(touches) {
                let moves = matches!(deed.kind.kind, DeedKind::Move | DeedKind::Any);
                match deed.kind.by.as_ref().filter(|_| moves).and_then(|set| kinds(tree, set)) {
                    Some(some) => except.extend(some),
                    None => return Untouched::default(),
                }
            }
        }
        Untouched { quiet: true, except, spares_royals: takes_attacks }
    }
}

/// `true` if a move that captures nothing, castling aside, may be such a deed.
fn touches_quiet_moves(deed: &Deed) -> bool {
    !matches!(
        deed.kind.kind,
        DeedKind::Capture
            | DeedKind::Attack
            | DeedKind::EnPassant
            | DeedKind::Castling
            | DeedKind::Drop
            | DeedKind::Rule(_)
    )
}

/// `true` if effects only note something that decides about no move before the next turn.
fn only_notes(block: &Block) -> bool {
    let notes = |effect: &Effect| match &effect.kind {
        EffectKind::Mark(..) | EffectKind::Unmark(..) | EffectKind::Add(..) | EffectKind::Set(..) => true,
        EffectKind::Block(block) => only_notes(block),
        _ => false,
    };
    block.choices.is_empty() && !block.if_none_forbid && block.effects.iter().all(notes)
}

/// `true` if effects happen at the end of a turn, when the move has been found to be legal, and make no move illegal.
fn comes_later(deeds: &[Deed], block: &Block) -> bool {
    deeds.iter().all(|deed| deed.kind.kind == DeedKind::Turn) && never_forbids(block)
}

fn never_forbids(block: &Block) -> bool {
    let permits = |effect: &Effect| match &effect.kind {
        EffectKind::Require(_) | EffectKind::Then(_) => false,
        EffectKind::May(block) | EffectKind::Block(block) => never_forbids(block),
        _ => true,
    };
    block.choices.is_empty() && !block.if_none_forbid && block.effects.iter().all(permits)
}

/// The kinds of pieces that a set holds, if it names kinds only.
fn kinds(tree: &Tree, set: &Set) -> Option<Vec<PieceId>> {
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
