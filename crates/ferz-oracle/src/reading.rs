//! Tests of what expressions read: attacks, earlier positions, captures.

use ferz_core::rules::movement::Pattern;
use ferz_core::rules::tree::{
    Block, Condition, ConditionKind, Deed, DeedKind, EffectKind, Meaning, Number, NumberKind, RelationKind, Rule,
    RuleKind, Set, SetKind, Tree,
};

/// `true` if a rule captures pieces after moves, and its sets read no attacks. These captures count as attacks.
/// Captures that only follow other captures do not count: a piece beside an explosion is not attacked.
pub(crate) fn captures_after_moves(tree: &Tree, rule: &Rule) -> bool {
    let RuleKind::After { deeds, block } = &rule.kind.kind else { return false };
    let by_quiet_moves = |deed: &Deed| !matches!(deed.kind.kind, DeedKind::Capture | DeedKind::Attack);
    deeds.iter().any(by_quiet_moves) && captures(tree, block)
}

fn captures(tree: &Tree, block: &Block) -> bool {
    let asks = block.when.iter().chain(&block.unless).any(|condition| asks_attacks(tree, condition));
    !asks
        && block.effects.iter().any(|effect| match &effect.kind {
            EffectKind::Capture(set) => !reads_attacks(tree, set),
            EffectKind::May(block) | EffectKind::Block(block) => captures(tree, block),
            _ => false,
        })
}

/// `true` if a set reads attacks.
fn reads_attacks(tree: &Tree, set: &Set) -> bool {
    let reads = |set: &Set| reads_attacks(tree, set);
    match &set.kind {
        SetKind::Defined(id) => match &tree.defines[id.index()].kind.meaning {
            Meaning::Set(set) => reads(set),
            Meaning::Condition(condition) => asks_attacks(tree, condition),
        },
        SetKind::Filtered(_, inner)
        | SetKind::Home(inner)
        | SetKind::Twin(inner)
        | SetKind::First(inner)
        | SetKind::Row(_, inner)
        | SetKind::Before(inner) => reads(inner),
        SetKind::Where(inner, condition) => reads(inner) || asks_attacks(tree, condition),
        SetKind::Union(sets) => sets.iter().any(reads),
        SetKind::Except(one, other) => reads(one) || reads(other),
        SetKind::Related(inner, relation) => {
            let attacks = match &relation.kind {
                RelationKind::Attacked(..)
                | RelationKind::Attacking(..)
                | RelationKind::Guarded(..)
                | RelationKind::Guarding(..)
                | RelationKind::Reached(_)
                | RelationKind::Lost => true,
                RelationKind::Beside(set) | RelationKind::On(set) | RelationKind::Same(_, set) => reads(set),
                RelationKind::That { within, .. } => reads(within),
                RelationKind::Between(one, other) | RelationKind::OnLine(one, other) => reads(one) || reads(other),
                RelationKind::Beyond { of, from, .. } => reads(of) || reads(from),
                RelationKind::Away { from, through, .. } => reads(from) || through.as_ref().is_some_and(reads),
                RelationKind::Joined { to, .. } => reads(to),
                RelationKind::In(..) => false,
            };
            attacks || reads(inner)
        }
        _ => false,
    }
}

/// `true` if a condition reads attacks.
fn asks_attacks(tree: &Tree, condition: &Condition) -> bool {
    let asks = |condition: &Condition| asks_attacks(tree, condition);
    let reads = |set: &Set| reads_attacks(tree, set);
    match &condition.kind {
        ConditionKind::Or(all) | ConditionKind::And(all) => all.iter().any(asks),
        ConditionKind::Not(inner) | ConditionKind::Before(inner) => asks(inner),
        ConditionKind::Defined(id) => match &tree.defines[id.index()].kind.meaning {
            Meaning::Condition(condition) => asks(condition),
            Meaning::Set(set) => reads(set),
        },
        ConditionKind::Is { set, within, .. } => reads(set) || reads(within),
        ConditionKind::Count { set, within, .. } => {
            reads(set) || within.as_ref().is_some_and(|within| reads(&within.set))
        }
        ConditionKind::More { left, right, .. } => reads(left) || reads(right),
        ConditionKind::State(..) | ConditionKind::Can(..) | ConditionKind::Always(..) => true,
        _ => false,
    }
}

/// `true` if a condition reads earlier positions. A player claims such an end. Any other end ends the game at once.
pub(crate) fn asks_the_past(tree: &Tree, condition: &Condition) -> bool {
    let asks = |condition: &Condition| asks_the_past(tree, condition);
    match &condition.kind {
        ConditionKind::Or(all) | ConditionKind::And(all) => all.iter().any(asks),
        ConditionKind::Not(inner) | ConditionKind::Before(inner) => asks(inner),
        ConditionKind::Defined(id) => match &tree.defines[id.index()].kind.meaning {
            Meaning::Condition(condition) => asks(condition),
            Meaning::Set(_) => false,
        },
        ConditionKind::Always(..) => true,
        ConditionKind::Compare(one, _, other) => repeats(one) || repeats(other),
        _ => false,
    }
}

/// `true` if a number reads how often the position has occurred.
fn repeats(number: &Number) -> bool {
    match &number.kind {
        NumberKind::Repeats => true,
        NumberKind::Plus(one, other) | NumberKind::Minus(one, other) => repeats(one) || repeats(other),
        NumberKind::Before(inner) => repeats(inner),
        _ => false,
    }
}

/// `true` if a rule needs the number of occurrences, so that positions must store the earlier ones.
pub(crate) fn remembers(tree: &Tree) -> bool {
    fn block_asks(tree: &Tree, block: &Block) -> bool {
        let asks = |condition: &Condition| asks_the_past(tree, condition);
        block.when.iter().chain(&block.unless).any(asks)
            || block.effects.iter().any(|effect| match &effect.kind {
                EffectKind::Require(condition) => asks(condition),
                EffectKind::May(block) | EffectKind::Block(block) => block_asks(tree, block),
                _ => false,
            })
    }
    tree.rules.iter().any(|rule| {
        let conditions = rule.kind.when.iter().chain(&rule.kind.unless);
        let block = match &rule.kind.kind {
            RuleKind::After { block, .. } | RuleKind::Instead { block, .. } => Some(block),
            _ => None,
        };
        conditions.into_iter().any(|condition| asks_the_past(tree, condition))
            || block.is_some_and(|block| block_asks(tree, block))
    })
}

/// `true` if enemies can be captured by a pattern.
pub(crate) fn can_capture(pattern: &Pattern) -> bool {
    pattern.takes_enemies() || (pattern.legs().is_empty() && pattern.captures())
}

/// `true` if a block contains `then`, so that the move can go on.
pub(crate) fn goes_on(block: &Block) -> bool {
    block.effects.iter().any(|effect| match &effect.kind {
        EffectKind::Then(_) => true,
        EffectKind::May(inner) => goes_on(inner),
        _ => false,
    })
}
