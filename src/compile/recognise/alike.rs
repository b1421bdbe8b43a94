//! A form of rules in which two that say the same by the same words are equal, whatever names their files have for sets.

use std::collections::BTreeSet;

use crate::board::{BySide, Side, SquareSet};
use crate::rules::movement::Pattern;
use crate::rules::tree::visit::{self, Visitor};
use crate::rules::tree::{
    Area, Becomes, Block, ChoiceId, Condition, ConditionKind, Define, DefineId, Effect, EffectKind, Gain, Meaning,
    Rule, RuleKind, Set, SetKind, Taker, Turns, Word,
};
use crate::rules::{PieceId, Rules};

use crate::compile::restate::{empties_few_squares, free};

/// Returns `true` if two rules differ at most in their names.
pub(super) fn same(one: &Rule, other: &Rule) -> bool {
    let (one, other) = (&one.kind, &other.kind);
    let conditions = (&one.when, &one.unless) == (&other.when, &other.unless);
    conditions && one.kind == other.kind && one.even_in_check == other.even_in_check
}

/// The effects of a rule, without those inside others.
pub(super) fn effects_of(rule: &Rule) -> &[Effect] {
    match &rule.kind.kind {
        RuleKind::After { block, .. } | RuleKind::Instead { block, .. } => &block.effects,
        _ => &[],
    }
}

/// Gives the rules of a file, and those of a translation, the same form.
pub(super) struct Form {
    /// All pieces.
    pieces: Vec<PieceId>,
    /// The names that the file has for sets and conditions.
    defines: Vec<Define>,
    /// `true` if every square that is empty after a move was so before, is left by the piece, or is that of a piece captured en passant.
    is_calm: bool,
}

impl Form {
    pub(super) fn of(file: &Rules) -> Form {
        let calm = |effect: &Effect| {
            use EffectKind::{Build, Change, Clear, Flip, Require};
            matches!(effect.kind, Build(_) | Change(..) | Clear(_) | Flip(_) | Require(_))
        };
        let calm_rule = |rule: &Rule| match &rule.kind.kind {
            RuleKind::Pieces(moves) => moves.taker == Taker::Goes && !moves.gains.iter().any(captures_on_the_way),
            _ => effects_of(rule).iter().all(calm),
        };
        let is_calm = empties_few_squares(file) && file.tree.rules.iter().all(calm_rule);
        Form { pieces: file.piece_ids().collect(), defines: file.tree.defines.clone(), is_calm }
    }

    /// A rule with its pieces in the order of the file, or `pieces` for all of them, and with sets in place of their names.
    pub(super) fn rule(&self, rule: &Rule) -> Rule {
        let mut rule = rule.clone();
        let mut choices = Vec::new();
        if let RuleKind::After { block, .. } | RuleKind::Instead { block, .. } = &mut rule.kind.kind {
            number_choices(block, &mut choices);
        }
        if let RuleKind::Pieces(moves) = &mut rule.kind.kind {
            moves.gains.iter_mut().for_each(without_text);
        }
        visit::rule(&mut Formed { form: self, choices }, &mut rule);
        rule
    }

    /// The same for turns.
    pub(super) fn turns(&self, turns: &Turns) -> Turns {
        let mut turns = turns.clone();
        visit::turns(&mut Formed { form: self, choices: Vec::new() }, &mut turns);
        turns
    }

    fn meaning(&self, id: DefineId) -> Option<&Meaning> {
        self.defines.get(id.index()).map(|define| &define.kind.meaning)
    }
}

struct Formed<'a> {
    form: &'a Form,
    /// The choices of the rule by their new numbers.
    choices: Vec<ChoiceId>,
}

fn captures_on_the_way(gain: &Gain) -> bool {
    let (Gain::Also(notation) | Gain::Only(notation)) = gain else { return false };
    notation.movement.patterns.iter().any(Pattern::captures_on_the_way)
}

/// Two notations are equal if their moves are.
fn without_text(gain: &mut Gain) {
    let (Gain::Also(notation) | Gain::Only(notation)) = gain else { return };
    notation.text.clear();
    notation.movement.patterns.iter_mut().for_each(|pattern| pattern.span = 0..0);
}

/// Numbers the choices of a block, and of those inside it, in the order in which they are made.
fn number_choices(block: &mut Block, choices: &mut Vec<ChoiceId>) {
    for choice in &mut block.choices {
        choices.push(choice.id);
        choice.id = ChoiceId(choices.len() as u16 - 1);
    }
    for effect in &mut block.effects {
        if let EffectKind::May(inner) | EffectKind::Block(inner) = &mut effect.kind {
            number_choices(inner, choices);
        }
    }
}

impl Visitor for Formed<'_> {
    fn set(&mut self, set: &mut Set) {
        if let SetKind::Defined(id) = set.kind
            && let Some(Meaning::Set(meaning)) = self.form.meaning(id)
        {
            set.kind = meaning.kind.clone();
        }
        visit::in_set(self, set);
        if let SetKind::Related(inner, _) = &set.kind
            && self.form.is_calm
            && free((**inner).clone()) == *set
        {
            *set = (**inner).clone();
        }
        match &mut set.kind {
            SetKind::Union(parts) => {
                *parts = std::mem::take(parts).into_iter().flat_map(parts_of).collect();
                if let Some(area) = joined(parts) {
                    set.kind = area;
                    return;
                }
                let named: Option<BTreeSet<PieceId>> = parts.iter().map(kind_of).collect();
                match named {
                    Some(named) if named.len() == self.form.pieces.len() => set.kind = SetKind::Pieces,
                    Some(named) => *parts = named.into_iter().map(|piece| SetKind::Kind(piece).into()).collect(),
                    None => {}
                }
            }
            SetKind::Area(area) => area.words.clear(),
            SetKind::Except(from, without) => {
                let all = &self.form.pieces;
                if let Some((mut left, gone)) = group(from, all).zip(group(without, all)) {
                    left.retain(|piece| !gone.contains(piece));
                    set.kind = match left.as_slice() {
                        [one] => SetKind::Kind(*one),
                        _ => SetKind::Union(left.into_iter().map(|piece| SetKind::Kind(piece).into()).collect()),
                    };
                }
            }
            SetKind::Word(Word::Chosen(id)) => {
                if let Some(number) = self.choices.iter().position(|choice| choice == id) {
                    *id = ChoiceId(number as u16);
                }
            }
            _ => {}
        }
    }

    fn condition(&mut self, condition: &mut Condition) {
        if let ConditionKind::Defined(id) = condition.kind
            && let Some(Meaning::Condition(meaning)) = self.form.meaning(id)
        {
            condition.kind = meaning.kind.clone();
        }
        visit::in_condition(self, condition);
    }

    fn effect(&mut self, effect: &mut Effect) {
        visit::in_effect(self, effect);
        if let EffectKind::Change(_, Becomes::Table(table)) = &mut effect.kind {
            table.sort();
        }
    }
}

/// The parts of a union, or the set itself.
fn parts_of(set: Set) -> Vec<Set> {
    match set.kind {
        SetKind::Union(parts) => parts,
        _ => vec![set],
    }
}

/// The area that several areas are together; `None` if a set is none.
fn joined(parts: &[Set]) -> Option<SetKind> {
    let squares = parts.iter().map(|part| match &part.kind {
        SetKind::Area(area) => Some(area.squares),
        _ => None,
    });
    let all: Vec<BySide<SquareSet>> = squares.collect::<Option<_>>()?;
    let side = |side: Side| all.iter().fold(SquareSet::EMPTY, |joined, part| joined | part[side]);
    let squares = BySide { white: side(Side::White), black: side(Side::Black) };
    Some(SetKind::Area(Box::new(Area { words: String::new(), squares })))
}

/// The pieces of a set that is a list of kinds, in the order of the file; `None` for any other set.
pub(super) fn group(set: &Set, all: &[PieceId]) -> Option<Vec<PieceId>> {
    let group = match &set.kind {
        SetKind::Pieces => Some(all.to_vec()),
        SetKind::Union(parts) => parts.iter().map(kind_of).collect(),
        _ => kind_of(set).map(|piece| vec![piece]),
    };
    group.map(|mut group: Vec<PieceId>| {
        group.sort();
        group.dedup();
        group
    })
}

fn kind_of(set: &Set) -> Option<PieceId> {
    match set.kind {
        SetKind::Kind(piece) => Some(piece),
        _ => None,
    }
}

/// Collects the groups of pieces that rules name.
pub(super) struct Groups {
    pub all: Vec<PieceId>,
    pub found: Vec<Vec<PieceId>>,
}

impl Visitor for Groups {
    fn set(&mut self, set: &mut Set) {
        visit::in_set(self, set);
        if let Some(group) = group(set, &self.all)
            && !self.found.contains(&group)
        {
            self.found.push(group);
        }
    }
}
