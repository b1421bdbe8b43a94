//! Rules as a tree of sets, conditions and effects.
//!
//! A rule has squares or pieces, a condition, and an effect or a prohibition. `docs/rules-language.md` has the text
//! of all nodes. Code that walks the tree (an oracle, a printer, descriptions) knows nodes, and no particular rule.
//!
//! # Order within a move
//!
//! 1. The side chooses a move: by notations and [`RuleKind::Pieces`], castling, a drop, or a [`RuleKind::Instead`].
//! 2. [`RuleKind::Forbid`] reads the position before the move. The new piece of a promotion is not known yet.
//! 3. The move is made, with promotion. Captured pieces leave the board.
//! 4. [`RuleKind::After`] of `step` and `promotion`. A mover that changes there does not promote with that move. Then
//!    [`EffectKind::Then`], from 1, until it is no longer possible or the player stops.
//! 5. All other [`RuleKind::After`] in the order of the file. Each reads the position that the one before has left.
//! 6. Safety: no royal piece of the own side is attacked. Where royal pieces can leave the board by own moves: a move after
//!    which the own side has fewer royal pieces than before is illegal; one after which an enemy has fewer is legal.
//! 7. [`RuleKind::Must`] in the order of the file: each reads the moves that have passed 1 to 6.
//! 8. [`Turns`] decides which side moves next. Rules after `turn` run when the turn is over, then the ends.
//!
//! Two moves of one piece with the same origin, destination, captured pieces, choices and resulting position are one
//! move.

use crate::board::BySide;

use super::PieceId;

mod effect;
mod expression;
mod frame;
pub mod kinds;
mod node;
mod rule;
mod side;
mod state;
pub mod visit;

pub use effect::{Becomes, Block, Choice, Counter, Effect, EffectKind, Placed, Then};
pub use expression::{
    Adjective, Comparison, Condition, ConditionKind, Deed, DeedKind, DeedParts, Layer, Likeness, Number, NumberKind,
    Quantity, Relation, RelationKind, Set, SetKind, State, Store, Within, Word,
};
pub use frame::{Declaration, DeclarationParts, Define, DefineParts, EndParts, Held, Meaning, TreeEnd, Turns, Verdict};
pub use node::{Area, ChoiceId, DefineId, Node, Notation, PlayerId, RuleId, StateId};
pub use rule::{Gain, MovedBy, Moves, Rule, RuleKind, RuleParts, Taker};
pub use side::{Dropouts, Facing, Sides, Whose};

/// All that a file says in the language of rules.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tree {
    /// Named sets and conditions.
    pub defines: Vec<Define>,
    /// State of a position beyond pieces on squares.
    pub state: Vec<Declaration>,
    /// The sides.
    pub sides: Sides,
    /// Worth of pieces, in thousandths: `worth:` of a piece. Pieces that are not listed are worth 0.
    pub worth: Vec<(PieceId, i64)>,
    /// How many moves a turn has; `None` for one.
    pub turns: Option<Turns>,
    /// The rules in the order of the file, parents first.
    pub rules: Vec<Rule>,
    /// Ends in the language.
    pub ends: Vec<TreeEnd>,
}

impl Tree {
    /// The pieces that each side keeps off the board at the start of a game, for each declaration of the state. Empty in games without
    /// stores.
    pub fn empty_stores(&self) -> Vec<BySide<Vec<PieceId>>> {
        let stores = self.state.iter().any(|declaration| matches!(declaration.kind.kind, Held::Pieces));
        if stores { vec![BySide::default(); self.state.len()] } else { Vec::new() }
    }

    /// A concept that the interpreter does not follow yet, and only the oracle does, with its place. `None` if it follows all.
    pub fn not_followed(&self) -> Option<(&'static str, super::Source)> {
        if self.sides.order.len() > 2 || !self.sides.partners.is_empty() {
            return Some(("more than two sides", super::Source::default()));
        }
        if let Some(boards) = self.turns.as_ref().and_then(|turns| turns.boards.as_ref()) {
            return Some(("`boards:` of turns", boards.white.source));
        }
        self.rules.iter().find_map(|rule| match &rule.kind.kind {
            RuleKind::Pieces(moves) if moves.skips.is_some() => Some(("`skips:` of pieces", rule.source)),
            RuleKind::Pieces(moves) if moves.told_apart && !moves.gains.iter().all(Gain::is_of_two_steps) => {
                Some(("`told_apart:` of pieces", rule.source))
            }
            _ => None,
        })
    }

    /// The worth of a piece, in thousandths.
    pub fn worth_of(&self, piece: PieceId) -> i64 {
        self.worth.iter().find(|(known, _)| *known == piece).map_or(0, |(_, worth)| *worth)
    }

    /// Returns `true` if moves can leave the player a choice beside their squares.
    pub fn offers_choices(&self) -> bool {
        fn offers(block: &Block) -> bool {
            let inside = |effect: &Effect| match &effect.kind {
                EffectKind::May(_) | EffectKind::Change(_, Becomes::Choice(_)) => true,
                EffectKind::Block(block) => offers(block),
                _ => false,
            };
            !block.choices.is_empty() || block.effects.iter().any(inside)
        }
        self.rules.iter().any(|rule| match &rule.kind.kind {
            RuleKind::After { block, .. } | RuleKind::Instead { block, .. } => offers(block),
            _ => false,
        })
    }

    /// Returns `true` if the file has no rule in the language of rules. Names for sets, and the worth of pieces, are none by themselves.
    pub fn is_empty(&self) -> bool {
        let Tree { defines: _, state, sides, worth: _, turns, rules, ends } = self;
        rules.is_empty() && ends.is_empty() && turns.is_none() && state.is_empty() && *sides == Sides::default()
    }
}
