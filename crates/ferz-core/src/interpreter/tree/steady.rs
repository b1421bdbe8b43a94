//! Conditions that a plain move cannot change: they are the same before the move as where an effect reads them after it.

use crate::rules::tree::{
    Adjective, Block, Condition, ConditionKind, DeedKind, Effect, EffectKind, Gain, Meaning, Number, NumberKind,
    Quantity, Rule, RuleKind, Set, SetKind, StateId, Tree, Whose,
};
use crate::rules::{Movement, PieceId, Rules};

/// The changes that may happen between a plain move and a rule that follows it. A plain move goes to another square, and captures at most there.
pub(super) struct Steady<'a> {
    rules: &'a Rules,
    /// The counters that earlier effects change, and the marks that they set.
    changed: Vec<StateId>,
    /// `true` if earlier effects change pieces, or if a move may capture a piece of its own side.
    moves_pieces: bool,
}

impl<'a> Steady<'a> {
    /// The state of things before the rule with this index.
    pub fn before(rules: &'a Rules, index: usize) -> Steady<'a> {
        let mut all = Steady { rules, changed: Vec::new(), moves_pieces: captures_own(rules) };
        for (other, rule) in rules.tree.rules.iter().enumerate() {
            if let RuleKind::After { deeds, block } = &rule.kind.kind
                && (other < index || deeds.iter().any(|deed| deed.kind.kind == DeedKind::Step))
            {
                all.note(block);
            }
        }
        all
    }

    fn note(&mut self, block: &Block) {
        for Effect { kind, .. } in &block.effects {
            match kind {
                EffectKind::Add(_, counter) | EffectKind::Set(counter, _) => self.changed.push(counter.id),
                EffectKind::May(block) | EffectKind::Block(block) => self.note(block),
                EffectKind::Mark(_, id) => self.changed.push(*id),
                EffectKind::Unmark(..) | EffectKind::Trail(_) | EffectKind::Require(_) => {}
                _ => self.moves_pieces = true,
            }
        }
    }

    /// `true` if a condition that does not hold before a plain move does not hold after it.
    pub fn keeps_false(&self, condition: &Condition) -> bool {
        match &condition.kind {
            ConditionKind::Or(all) => all.iter().all(|one| self.keeps_false(one)),
            // A plain move takes marks with captured pieces, and gives none.
            ConditionKind::Count { many: Quantity::Any | Quantity::AtLeast(1..), set, within: None } => {
                matches!(&set.kind, SetKind::Marked(id) if !self.changed.contains(id)) || self.keeps(condition)
            }
            _ => self.keeps(condition),
        }
    }

    /// `true` if a plain move does not change whether the condition holds.
    fn keeps(&self, condition: &Condition) -> bool {
        match &condition.kind {
            ConditionKind::And(all) | ConditionKind::Or(all) => all.iter().all(|one| self.keeps(one)),
            ConditionKind::Not(one) => self.keeps(one),
            ConditionKind::Compare(left, _, right) => self.keeps_number(left) && self.keeps_number(right),
            ConditionKind::Count { set, within: None, .. } => {
                self.own_kinds(set).is_some_and(|kinds| self.stay(&kinds))
            }
            ConditionKind::Defined(id) => match &self.rules.tree.defines[id.index()].kind.meaning {
                Meaning::Condition(condition) => self.keeps(condition),
                Meaning::Set(_) => false,
            },
            _ => false,
        }
    }

    fn keeps_number(&self, number: &Number) -> bool {
        match &number.kind {
            NumberKind::Constant(_) | NumberKind::Turn | NumberKind::MovesLeft | NumberKind::MovesMade => true,
            NumberKind::Counter(_, id) => !self.changed.contains(id),
            NumberKind::Plus(one, other) | NumberKind::Minus(one, other) | NumberKind::Rest(one, other) => {
                self.keeps_number(one) && self.keeps_number(other)
            }
            _ => false,
        }
    }

    /// The kinds of a set that has all own pieces of some kinds. A plain move keeps their number.
    fn own_kinds(&self, set: &Set) -> Option<Vec<PieceId>> {
        match &set.kind {
            SetKind::Filtered(Adjective::Of(whose), inner) if *whose == Whose::Own => {
                kinds_alone(&self.rules.tree, inner)
            }
            SetKind::Defined(id) => match &self.rules.tree.defines[id.index()].kind.meaning {
                Meaning::Set(set) => self.own_kinds(set),
                Meaning::Condition(_) => None,
            },
            _ => None,
        }
    }

    /// `true` if no plain move changes how many own pieces of these kinds there are: none of them promotes, and nothing promotes to them.
    fn stay(&self, kinds: &[PieceId]) -> bool {
        let promotes = |piece: &PieceId| {
            self.rules.pieces.iter().zip(self.rules.piece_ids()).any(|(from, id)| {
                let choices = from
                    .promotion
                    .iter()
                    .flat_map(|promotion| promotion.choices.white.iter().chain(&promotion.choices.black));
                from.promotion.is_some() && id == *piece || choices.into_iter().any(|choice| choice == piece)
            })
        };
        !self.moves_pieces && !kinds.iter().any(promotes)
    }
}

/// The condition that one of the marks is there that a block takes away. `None` if the block does anything else.
pub(super) fn takes_marks(block: &Block) -> Option<Condition> {
    let mark = |effect: &Effect| match &effect.kind {
        EffectKind::Unmark(set, _) if matches!(set.kind, SetKind::Marked(_)) => {
            Some(ConditionKind::Count { many: Quantity::Any, set: set.clone(), within: None }.into())
        }
        _ => None,
    };
    let marks: Option<Vec<Condition>> = block.effects.iter().map(mark).collect();
    Some(ConditionKind::Or(marks.filter(|_| block.choices.is_empty())?).into())
}

/// The kinds of a set that has all pieces of some kinds.
fn kinds_alone(tree: &Tree, set: &Set) -> Option<Vec<PieceId>> {
    match &set.kind {
        SetKind::Kind(kind) => Some(vec![*kind]),
        SetKind::Union(all) => {
            let all: Option<Vec<Vec<PieceId>>> = all.iter().map(|set| kinds_alone(tree, set)).collect();
            Some(all?.into_iter().flatten().collect())
        }
        SetKind::Defined(id) => match &tree.defines[id.index()].kind.meaning {
            Meaning::Set(set) => kinds_alone(tree, set),
            Meaning::Condition(_) => None,
        },
        _ => None,
    }
}

/// `true` if a move may capture a piece of its own side.
fn captures_own(rules: &Rules) -> bool {
    let onto_friends =
        |movement: &Movement| movement.patterns.iter().any(|pattern| pattern.legs().iter().any(|leg| leg.terms.friend));
    let lends = |rule: &Rule| match &rule.kind.kind {
        RuleKind::Pieces(moves) => {
            moves.captures.is_some()
                || moves.moved_by.is_some()
                || moves.gains.iter().any(|gain| match gain {
                    Gain::Also(notation) | Gain::Only(notation) => onto_friends(&notation.movement),
                    _ => false,
                })
        }
        _ => false,
    };
    let movements = |piece: &crate::rules::Piece| {
        onto_friends(&piece.movement) || piece.extra.iter().any(|extra| onto_friends(&extra.movement))
    };
    rules.pieces.iter().any(movements) || rules.tree.rules.iter().any(lends)
}

/// `true` if the effects of a block, which only stores state, change none of these counters and marks.
pub(super) fn stores_others(block: &Block, read: &[StateId]) -> bool {
    block.effects.iter().all(|effect| match &effect.kind {
        EffectKind::Mark(_, id) | EffectKind::Unmark(_, id) => !read.contains(id),
        EffectKind::Add(_, counter) | EffectKind::Set(counter, _) => !read.contains(&counter.id),
        EffectKind::Block(block) => stores_others(block, read),
        _ => false,
    })
}
