//! Terms of the evaluation from the ends of a game: squares that pieces should reach, and pieces that a side must not run out of.

use crate::board::{Side, SquareSet};
use crate::game::Position;
use crate::rules::tree::{
    Adjective, Area, Block, ConditionKind, DeedKind, EffectKind, Quantity, RelationKind, RuleKind, Set, SetKind,
    Verdict as Result, Whose,
};
use crate::rules::{Condition, End, PieceId, PlacedPiece, Rules, Verdict};

/// The score of the last piece that a side must not lose. With more of them, it decreases with the square of their number.
const LAST: i32 = 300;

/// Pieces without which a side loses.
#[derive(Clone, Debug)]
pub(super) struct Needed {
    kinds: Vec<PieceId>,
    /// The number with which the side has already lost.
    lost: i32,
}

impl Needed {
    /// The pieces that each side needs, by the ends of a game. Those that a side never has more than one of do not count.
    pub(super) fn of(rules: &Rules) -> Vec<Needed> {
        let mut needed = Vec::new();
        for end in rules.ends.iter().filter(|end| end.verdict == Verdict::Loss) {
            if let Condition::Extinct { pieces, any, at_most, .. } = &end.condition {
                let groups: Vec<&[PieceId]> = if *any { pieces.chunks(1).collect() } else { vec![pieces] };
                let needs = |group: &[PieceId]| Needed { kinds: group.to_vec(), lost: i32::from(*at_most) };
                needed.extend(groups.into_iter().map(needs));
            }
        }
        let losses = rules.tree.ends.iter().filter(|end| end.kind.verdict == Result::Loss && end.kind.whose.is_none());
        needed.extend(losses.filter_map(|end| needs(rules, &end.kind.condition.kind)));
        let some = |needed: &Needed, side: Side| {
            let of = |placed: &&PlacedPiece| placed.side == side && needed.kinds.contains(&placed.piece);
            rules.setup.pieces.iter().flatten().filter(of).count() as i32 > needed.lost + 1
        };
        needed.retain(|needed| Side::ALL.into_iter().any(|side| some(needed, side)));
        needed
    }

    /// The score of a side for the number of these pieces.
    pub(super) fn score(&self, position: &Position<'_>, side: Side) -> i32 {
        let count: i32 = self.kinds.iter().map(|kind| position.pieces(side, *kind).count() as i32).sum();
        -LAST / (count - self.lost).max(1).pow(2)
    }
}

/// The pieces of which a side must keep some, by a condition with which it loses.
fn needs(rules: &Rules, condition: &ConditionKind) -> Option<Needed> {
    let ConditionKind::Count { many, set, within: None } = condition else { return None };
    let lost = match many {
        Quantity::No => 0,
        Quantity::AtMost(number) => i32::from(*number),
        _ => return None,
    };
    let of = own(set)?;
    Some(Needed { kinds: rules.piece_ids().filter(|piece| has(&of.kind, *piece)).collect(), lost })
}

/// Returns `true` if the language of rules changes pieces after a move, or in place of one.
pub(super) fn have_effects(rules: &Rules) -> bool {
    rules.tree.rules.iter().any(|rule| match &rule.kind.kind {
        RuleKind::After { block, .. } | RuleKind::Instead { block, .. } => changes_pieces(block),
        _ => false,
    })
}

/// Returns `true` if turns have one move each, and the rules beyond moves only forbid or demand some of them.
pub(super) fn only_restrict(rules: &Rules) -> bool {
    let gives = |kind: &RuleKind| matches!(kind, RuleKind::Pieces(_) | RuleKind::Instead { .. });
    let plain = rules.beyond.is_empty() && rules.tree.turns.is_none() && !have_effects(rules);
    plain && !rules.tree.rules.iter().any(|rule| gives(&rule.kind.kind))
}

/// Returns `true` if the language of rules makes captures compulsory.
pub(super) fn demand_captures(rules: &Rules) -> bool {
    rules.tree.rules.iter().any(|rule| match &rule.kind.kind {
        RuleKind::Must { deeds, .. } => deeds.iter().any(|deed| deed.kind.kind == DeedKind::Capture),
        _ => false,
    })
}

/// Returns `true` if a block of effects changes pieces.
fn changes_pieces(block: &Block) -> bool {
    use EffectKind as E;
    block.effects.iter().any(|effect| match &effect.kind {
        E::May(block) | E::Block(block) => changes_pieces(block),
        E::Mark(..) | E::Unmark(..) | E::Trail(_) | E::Add(..) | E::Set(..) | E::Require(_) => false,
        _ => true,
    })
}

/// The regions in which a side wins by the language of rules if it brings this piece there.
pub(super) fn goals(rules: &Rules, piece: PieceId, side: Side) -> Vec<SquareSet> {
    let wins = rules.tree.ends.iter().filter(|end| end.kind.verdict == Result::Win && end.kind.whose.is_none());
    let region = |condition: &ConditionKind| match condition {
        ConditionKind::Count { many: Quantity::Any | Quantity::AtLeast(1), set, within: Some(within) } => {
            let wanted = !within.not && has(&own(set)?.kind, piece);
            area(&within.set).filter(|_| wanted).map(|area| area.squares[side])
        }
        _ => None,
    };
    wins.filter_map(|end| region(&end.kind.condition.kind)).collect()
}

/// The squares that a set stands for, if the board alone decides them.
fn area(set: &Set) -> Option<&Area> {
    match &set.kind {
        SetKind::Area(area) => Some(area),
        SetKind::Related(of, relation) if of.kind == SetKind::Squares => match &relation.kind {
            RelationKind::On(on) => area(on),
            _ => None,
        },
        _ => None,
    }
}

/// Returns `true` if a side wins by bringing a piece somewhere.
pub(super) fn have_goals(rules: &Rules) -> bool {
    let wins = |verdict: &Verdict| matches!(verdict, Verdict::Win | Verdict::Wins(_));
    let by_reaching = |end: &End| matches!(end.condition, Condition::Reached(_)) && wins(&end.verdict);
    rules.ends.iter().any(by_reaching)
}

/// The set of which these are the own side's pieces.
pub(super) fn own(set: &Set) -> Option<&Set> {
    match &set.kind {
        SetKind::Filtered(Adjective::Of(Whose::Own), of) => Some(of),
        _ => None,
    }
}

/// Returns `true` if a set has the pieces of a kind.
pub(super) fn has(set: &SetKind, piece: PieceId) -> bool {
    match set {
        SetKind::Pieces => true,
        SetKind::Kind(kind) => *kind == piece,
        SetKind::Union(sets) => sets.iter().any(|set| has(&set.kind, piece)),
        _ => false,
    }
}
