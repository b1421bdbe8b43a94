//! The kinds of pieces that rules name.

use super::visit::{self, Visitor};
use super::{Becomes, Effect, EffectKind, Placed, RuleKind, Set, SetKind, Tree};
use crate::rules::PieceId;

/// The kinds of pieces that the rules and ends of a tree name. A kind may be named more than once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Kinds {
    /// The kinds that effects bring onto the board: by placing, changing and giving.
    pub made: Vec<PieceId>,
    /// The kinds of `made` that effects place as new pieces.
    pub placed: Vec<PieceId>,
    /// The kinds that sets name, and those that a table changes.
    pub read: Vec<PieceId>,
}

/// Changes of the material by rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coming {
    /// The kinds that effects make, of other pieces or as new ones.
    pub made: Vec<PieceId>,
    /// The kinds of `made` that come as new pieces, even if only royal pieces are left.
    pub placed: Vec<PieceId>,
    /// `true` if rules bring pieces to squares to which their notations do not lead.
    pub moves_pieces: bool,
    /// `true` if rules forbid moves by marks or counters, which the pieces on the board do not tell.
    pub limits_by_state: bool,
}

impl Kinds {
    /// Returns `true` if a rule or an end names a kind.
    pub fn names(&self, kind: PieceId) -> bool {
        self.made.contains(&kind) || self.read.contains(&kind)
    }
}

impl Visitor for Kinds {
    fn set(&mut self, set: &mut Set) {
        if let SetKind::Kind(kind) = set.kind {
            self.read.push(kind);
        }
        visit::in_set(self, set);
    }

    fn effect(&mut self, effect: &mut Effect) {
        match &effect.kind {
            EffectKind::Place { what: Placed::Kind(kind), .. } => {
                self.made.push(*kind);
                self.placed.push(*kind);
            }
            EffectKind::Change(_, Becomes::Kind(kind)) => self.made.push(*kind),
            EffectKind::Change(_, Becomes::Choice(kinds)) => self.made.extend(kinds),
            EffectKind::Change(_, Becomes::Table(table)) => {
                self.read.extend(table.iter().map(|(before, _)| *before));
                self.made.extend(table.iter().map(|(_, after)| *after));
            }
            EffectKind::Give { kind, .. } => self.made.extend(*kind),
            _ => {}
        }
        visit::in_effect(self, effect);
    }
}

impl Tree {
    /// The kinds of pieces that rules and ends name.
    pub fn kinds(&self) -> Kinds {
        let mut kinds = Kinds::default();
        if !self.is_empty() {
            visit::tree(&mut kinds, &mut self.clone());
        }
        kinds
    }

    /// The kinds of pieces of a side that effects can bring onto the board, although neither the setup nor a promotion does.
    pub fn coming(&self) -> Coming {
        let Kinds { mut made, mut placed, .. } = self.kinds();
        for kinds in [&mut made, &mut placed] {
            kinds.retain(|kind| !self.sides.neutral.contains(kind));
            kinds.sort_unstable();
            kinds.dedup();
        }
        Coming { made, placed, moves_pieces: self.moves_pieces(), limits_by_state: self.limits_by_state() }
    }

    /// Returns `true` if rules forbid moves by marks or counters.
    fn limits_by_state(&self) -> bool {
        let forbids = self.rules.iter().filter(|rule| matches!(rule.kind.kind, RuleKind::Forbid(_)));
        !self.state_read(forbids).is_empty()
    }

    /// Returns `true` if effects of rules may capture, so that a move that captures nothing by itself becomes a capture.
    pub fn captures_by_effects(&self) -> bool {
        self.rules.iter().any(|rule| match &rule.kind.kind {
            RuleKind::After { block, .. } | RuleKind::Instead { block, .. } => block.captures(),
            _ => false,
        })
    }

    /// Returns `true` if rules only forbid or demand moves, some of them by where a move has led.
    pub fn only_restricts(&self) -> bool {
        let requires = |effect: &Effect| matches!(effect.kind, EffectKind::Require(_));
        self.rules.iter().all(|rule| match &rule.kind.kind {
            RuleKind::Forbid(_) | RuleKind::Must { .. } => true,
            RuleKind::After { block, .. } => block.choices.is_empty() && block.effects.iter().all(requires),
            RuleKind::Pieces(_) | RuleKind::Instead { .. } => false,
        })
    }

    /// Returns `true` if rules can bring pieces to squares to which their notations do not lead: by other moves, by effects after
    /// moves, or in place of a move.
    pub fn moves_pieces(&self) -> bool {
        let moves = |kind: &RuleKind| match kind {
            RuleKind::Pieces(_) | RuleKind::Instead { .. } => true,
            RuleKind::After { block, .. } => block.moves_pieces(),
            RuleKind::Forbid(_) | RuleKind::Must { .. } => false,
        };
        self.rules.iter().any(|rule| moves(&rule.kind.kind))
    }

    /// Returns `true` if rules can put pieces on the board, perhaps some that were captured. A position from before a capture may then come again.
    pub fn places_pieces(&self) -> bool {
        self.rules.iter().any(|rule| match &rule.kind.kind {
            RuleKind::After { block, .. } | RuleKind::Instead { block, .. } => block.places_pieces(),
            _ => false,
        })
    }

    /// `true` if a move can have more than one step.
    pub fn has_steps(&self) -> bool {
        let leads_on = |rule: &RuleKind| match rule {
            RuleKind::After { block, .. } | RuleKind::Instead { block, .. } => block.goes_on(),
            _ => false,
        };
        self.rules.iter().any(|rule| leads_on(&rule.kind.kind))
    }
}

impl super::Block {
    /// `true` if the block asks for a further step.
    pub fn goes_on(&self) -> bool {
        self.effects.iter().any(|effect| match &effect.kind {
            EffectKind::Then(_) => true,
            EffectKind::May(block) => block.goes_on(),
            _ => false,
        })
    }

    /// Returns `true` if effects may capture.
    pub fn captures(&self) -> bool {
        self.effects.iter().any(|effect| match &effect.kind {
            EffectKind::Capture(_) => true,
            EffectKind::May(block) | EffectKind::Block(block) => block.captures(),
            _ => false,
        })
    }

    fn places_pieces(&self) -> bool {
        self.effects.iter().any(|effect| match &effect.kind {
            EffectKind::Place { .. } => true,
            EffectKind::May(block) | EffectKind::Block(block) => block.places_pieces(),
            _ => false,
        })
    }

    fn moves_pieces(&self) -> bool {
        self.effects.iter().any(|effect| match &effect.kind {
            EffectKind::Move(..)
            | EffectKind::Place { .. }
            | EffectKind::Swap(..)
            | EffectKind::Change(..)
            | EffectKind::Flip(_)
            | EffectKind::Then(_) => true,
            EffectKind::May(block) | EffectKind::Block(block) => block.moves_pieces(),
            _ => false,
        })
    }
}
