//! Visits all nodes of a tree, and may change them. A visitor implements methods only for the nodes that it needs.

use super::{
    Becomes, Block, Condition, ConditionKind, Deed, Effect, EffectKind, Gain, Meaning, Moves, Number, NumberKind,
    Placed, Relation, RelationKind, Rule, RuleKind, Set, SetKind, Tree, Turns, Within,
};

/// Receives nodes. By default, each method visits the inner nodes.
pub trait Visitor: Sized {
    /// A set.
    fn set(&mut self, set: &mut Set) {
        in_set(self, set);
    }

    /// A condition.
    fn condition(&mut self, condition: &mut Condition) {
        in_condition(self, condition);
    }

    /// A number.
    fn number(&mut self, number: &mut Number) {
        in_number(self, number);
    }

    /// A kind of move.
    fn deed(&mut self, deed: &mut Deed) {
        in_deed(self, deed);
    }

    /// An effect.
    fn effect(&mut self, effect: &mut Effect) {
        in_effect(self, effect);
    }
}

/// Visits all nodes of a tree.
pub fn tree(visitor: &mut impl Visitor, tree: &mut Tree) {
    for define in &mut tree.defines {
        match &mut define.kind.meaning {
            Meaning::Set(set) => visitor.set(set),
            Meaning::Condition(condition) => visitor.condition(condition),
        }
    }
    tree.turns.iter_mut().for_each(|each| turns(visitor, each));
    tree.rules.iter_mut().for_each(|each| rule(visitor, each));
    tree.ends.iter_mut().for_each(|end| visitor.condition(&mut end.kind.condition));
}

/// Visits all nodes of turns.
pub fn turns(visitor: &mut impl Visitor, turns: &mut Turns) {
    visitor.number(&mut turns.moves.white);
    visitor.number(&mut turns.moves.black);
    turns.first.iter_mut().for_each(|number| visitor.number(number));
    if let Some(boards) = &mut turns.boards {
        visitor.set(&mut boards.white);
        visitor.set(&mut boards.black);
    }
    turns.until.iter_mut().chain(&mut turns.goes_on).for_each(|condition| visitor.condition(condition));
}

/// Visits all nodes of a rule.
pub fn rule(visitor: &mut impl Visitor, rule: &mut Rule) {
    let parts = &mut rule.kind;
    parts.when.iter_mut().chain(&mut parts.unless).for_each(|condition| visitor.condition(condition));
    match &mut parts.kind {
        RuleKind::Pieces(change) => moves(visitor, change),
        RuleKind::Forbid(deeds) => deeds.iter_mut().for_each(|deed| visitor.deed(deed)),
        RuleKind::Must { deeds, most } => {
            deeds.iter_mut().for_each(|deed| visitor.deed(deed));
            most.iter_mut().for_each(|number| visitor.number(number));
        }
        RuleKind::After { deeds, block: effects } => {
            deeds.iter_mut().for_each(|deed| visitor.deed(deed));
            block(visitor, effects);
        }
        RuleKind::Instead { deed, block: effects } => {
            visitor.deed(deed);
            block(visitor, effects);
        }
    }
}

fn moves(visitor: &mut impl Visitor, moves: &mut Moves) {
    visitor.set(&mut moves.pieces);
    for gain in &mut moves.gains {
        match gain {
            Gain::Also(_) | Gain::Only(_) => {}
            Gain::AlsoAs(set) | Gain::OnlyAs(set) | Gain::To(set) | Gain::Checks(set) => visitor.set(set),
        }
    }
    let seen = moves.ignores.iter_mut().chain(&mut moves.skips).chain(&mut moves.captures);
    moves.to.iter_mut().chain(&mut moves.through).chain(seen).for_each(|set| visitor.set(set));
}

/// Visits choices, conditions and effects of a block.
pub fn block(visitor: &mut impl Visitor, block: &mut Block) {
    block.choices.iter_mut().for_each(|choice| visitor.set(&mut choice.from));
    block.when.iter_mut().chain(&mut block.unless).for_each(|condition| visitor.condition(condition));
    block.effects.iter_mut().for_each(|effect| visitor.effect(effect));
}

/// Visits the inner nodes of an effect.
pub fn in_effect(visitor: &mut impl Visitor, effect: &mut Effect) {
    match &mut effect.kind {
        EffectKind::Capture(set)
        | EffectKind::Remove(set)
        | EffectKind::Flip(set)
        | EffectKind::Mark(set, _)
        | EffectKind::Unmark(set, _)
        | EffectKind::Build(set)
        | EffectKind::Clear(set)
        | EffectKind::Trail(set) => visitor.set(set),
        EffectKind::Move(one, other) | EffectKind::Swap(one, other) => {
            visitor.set(one);
            visitor.set(other);
        }
        EffectKind::Place { what, on, .. } => {
            if let Placed::Piece(set) = what {
                visitor.set(set);
            }
            visitor.set(on);
        }
        EffectKind::Give { what, .. } => visitor.set(what),
        EffectKind::Change(set, into) => {
            visitor.set(set);
            if let Becomes::KindOf(set) = into {
                visitor.set(set);
            }
        }
        EffectKind::Add(number, _) | EffectKind::Set(_, number) => visitor.number(number),
        EffectKind::Require(condition) => visitor.condition(condition),
        EffectKind::Then(then) => {
            visitor.deed(&mut then.deed);
            then.moves_only_as.iter_mut().for_each(|set| visitor.set(set));
        }
        EffectKind::May(inner) | EffectKind::Block(inner) => block(visitor, inner),
    }
}

/// Visits the inner nodes of a set.
pub fn in_set(visitor: &mut impl Visitor, set: &mut Set) {
    match &mut set.kind {
        SetKind::Filtered(_, inner)
        | SetKind::Home(inner)
        | SetKind::Twin(inner)
        | SetKind::First(inner)
        | SetKind::Row(_, inner)
        | SetKind::Before(inner) => visitor.set(inner),
        SetKind::Related(base, relation) => {
            visitor.set(base);
            in_relation(visitor, relation);
        }
        SetKind::Where(base, condition) => {
            visitor.set(base);
            visitor.condition(condition);
        }
        SetKind::Union(parts) => parts.iter_mut().for_each(|part| visitor.set(part)),
        SetKind::Except(base, out) => {
            visitor.set(base);
            visitor.set(out);
        }
        SetKind::Pieces
        | SetKind::Squares
        | SetKind::Empty
        | SetKind::Walls
        | SetKind::Passed
        | SetKind::None
        | SetKind::Area(_)
        | SetKind::Kind(_)
        | SetKind::Marked(_)
        | SetKind::Defined(_)
        | SetKind::Rolled
        | SetKind::Word(_) => {}
    }
}

fn in_relation(visitor: &mut impl Visitor, relation: &mut Relation) {
    match &mut relation.kind {
        RelationKind::Beside(set)
        | RelationKind::On(set)
        | RelationKind::Attacking(_, set)
        | RelationKind::Guarding(_, set)
        | RelationKind::Reached(set)
        | RelationKind::Same(_, set)
        | RelationKind::Joined { to: set, .. }
        | RelationKind::That { within: set, .. } => visitor.set(set),
        RelationKind::Attacked(_, set) | RelationKind::Guarded(_, set) => {
            set.iter_mut().for_each(|set| visitor.set(set));
        }
        RelationKind::Between(one, other)
        | RelationKind::OnLine(one, other)
        | RelationKind::Beyond { of: one, from: other, .. } => {
            visitor.set(one);
            visitor.set(other);
        }
        RelationKind::Away { from, through, .. } => {
            visitor.set(from);
            through.iter_mut().for_each(|set| visitor.set(set));
        }
        RelationKind::In(..) | RelationKind::Lost => {}
    }
}

/// Visits the inner nodes of a condition.
pub fn in_condition(visitor: &mut impl Visitor, condition: &mut Condition) {
    let within = |visitor: &mut _, within: &mut Option<Within>| {
        within.iter_mut().for_each(|within| Visitor::set(visitor, &mut within.set));
    };
    match &mut condition.kind {
        ConditionKind::Or(parts) | ConditionKind::And(parts) => {
            parts.iter_mut().for_each(|part| visitor.condition(part));
        }
        ConditionKind::Not(inner) | ConditionKind::Always(_, inner) | ConditionKind::Before(inner) => {
            visitor.condition(inner);
        }
        ConditionKind::Is { set, within, .. } => {
            visitor.set(set);
            visitor.set(within);
        }
        ConditionKind::Count { set, within: inside, .. } => {
            visitor.set(set);
            within(visitor, inside);
        }
        ConditionKind::More { left, right, within: inside, .. } => {
            visitor.set(left);
            visitor.set(right);
            within(visitor, inside);
        }
        ConditionKind::Joined(set, _) => visitor.set(set),
        ConditionKind::Compare(left, _, right) => {
            visitor.number(left);
            visitor.number(right);
        }
        ConditionKind::Can(_, deed) | ConditionKind::Deed(deed) => visitor.deed(deed),
        ConditionKind::Defined(_) | ConditionKind::State(..) | ConditionKind::Side(_) => {}
    }
}

/// Visits the inner nodes of a number.
pub fn in_number(visitor: &mut impl Visitor, number: &mut Number) {
    match &mut number.kind {
        NumberKind::Count(set) | NumberKind::Worth(set) => visitor.set(set),
        NumberKind::Distance(one, other) => {
            visitor.set(one);
            visitor.set(other);
        }
        NumberKind::Plus(one, other) | NumberKind::Minus(one, other) | NumberKind::Rest(one, other) => {
            visitor.number(one);
            visitor.number(other);
        }
        NumberKind::Before(inner) => visitor.number(inner),
        NumberKind::Constant(_)
        | NumberKind::Turn
        | NumberKind::MovesLeft
        | NumberKind::MovesMade
        | NumberKind::Repeats
        | NumberKind::Counter(..) => {}
    }
}

/// Visits the inner nodes of a kind of move.
pub fn in_deed(visitor: &mut impl Visitor, deed: &mut Deed) {
    let deed = &mut deed.kind;
    let parts = deed.of.iter_mut().chain(&mut deed.by).chain(&mut deed.from).chain(&mut deed.to);
    parts.for_each(|set| visitor.set(set));
}
