//! The translated rules so far, and the keys that could not be translated.

use std::collections::BTreeMap;

use crate::compile::steps::Ground;
use crate::rules::tree::visit::{self, Visitor};
use crate::rules::tree::{
    Block, Choice, Condition, Deed, DeedKind, DeedParts, Effect, Moves, Node, Notation, Number, RuleId, RuleKind,
    RuleParts, Set, SetKind, Taker,
};
use crate::rules::{PieceId, Rules, Tree};

use super::notations;
use super::restated::{Restated, Unsaid};
use super::say::{deed, pieces, union};

/// A tree that grows rule by rule.
pub(super) struct Book<'a> {
    pub rules: &'a Rules,
    pub tree: Tree,
    unsaid: Vec<Unsaid>,
    /// How many rules of each name have been added.
    added: BTreeMap<String, usize>,
}

/// A block of effects for an `after` or `instead` rule.
pub(super) fn effects(effects: Vec<Effect>) -> Block {
    Block { effects, ..Block::default() }
}

/// Moves of some pieces without any further property, to which the caller adds properties.
pub(super) fn moves_of(pieces: Set) -> Moves {
    Moves {
        pieces,
        gains: Vec::new(),
        to: None,
        through: None,
        ignores: None,
        skips: None,
        captures: None,
        told_apart: false,
        taker: Taker::Goes,
        moved_by: None,
    }
}

impl<'a> Book<'a> {
    /// A book with all that the file has in the language except its rules.
    pub fn new(rules: &'a Rules) -> Book<'a> {
        Book {
            rules,
            tree: Tree { rules: Vec::new(), ..rules.tree.clone() },
            unsaid: Vec::new(),
            added: BTreeMap::new(),
        }
    }

    /// Adds the rules that the file has in the language, after those of the book.
    pub fn copy_rules(&mut self) {
        let mut file = self.rules.tree.clone();
        visit::tree(&mut Shift(self.tree.rules.len() as u16), &mut file);
        self.tree.rules.append(&mut file.rules);
        file.rules = std::mem::take(&mut self.tree.rules);
        self.tree = file;
    }

    /// The pieces of some kinds, of both sides.
    pub fn kinds(&self, of: &[PieceId]) -> Set {
        if !of.is_empty() && self.rules.piece_ids().all(|piece| of.contains(&piece)) {
            return pieces();
        }
        union(of.iter().map(|piece| SetKind::Kind(*piece).into()).collect())
    }

    /// A notation on the board of the variant.
    pub fn notation(&self, text: &str) -> Notation {
        notations::written(text, Ground::from(&self.rules.geometry))
            .unwrap_or_else(|| Notation { text: text.to_owned(), movement: crate::rules::Movement::default() })
    }

    /// `true` on one level of squares whose sides are not joined.
    pub fn is_plain_board(&self) -> bool {
        let geometry = &self.rules.geometry;
        let topology = geometry.topology();
        !(topology.is_hexagonal()
            || topology.wraps_files()
            || topology.wraps_ranks()
            || geometry.leads_between_levels())
    }

    /// Records a key that the tree does not express.
    pub fn leave_out(&mut self, key: &'static str, why: &'static str) {
        self.unsaid.push(Unsaid { key, why });
    }

    fn push(&mut self, name: &str, kind: RuleKind, when: Option<Condition>) -> RuleId {
        let added = self.added.entry(name.to_owned()).or_default();
        *added += 1;
        let numbered = if *added == 1 { name.to_owned() } else { format!("{name}_{added}") };
        if let Some(stated) = self.rules.known(&numbered) {
            self.tree.rules.push(stated.clone());
            return RuleId(self.tree.rules.len() as u16 - 1);
        }
        let taken =
            |name: &str| self.tree.rules.iter().chain(&self.rules.tree.rules).any(|rule| rule.kind.name == name);
        let name = match taken(name) {
            true => (2..).map(|number| format!("{name}_{number}")).find(|name| !taken(name)).unwrap_or_default(),
            false => name.to_owned(),
        };
        let id = RuleId(self.tree.rules.len() as u16);
        let choices = match &kind {
            RuleKind::After { block, .. } | RuleKind::Instead { block, .. } => choices_of(block),
            _ => Vec::new(),
        };
        let parts = RuleParts { name, kind, when, unless: None, even_in_check: false, choices };
        self.tree.rules.push(parts.into());
        id
    }

    /// Adds a rule that forbids moves.
    pub fn forbid(&mut self, name: &str, deeds: Vec<DeedParts>, when: Option<Condition>) {
        self.push(name, RuleKind::Forbid(deeds.into_iter().map(Node::from).collect()), when);
    }

    /// Adds a rule that obliges a side to make certain moves. With `most`, only those with the largest number are
    /// legal.
    pub fn must(&mut self, name: &str, deeds: Vec<DeedParts>, most: Option<Number>) {
        self.push(name, RuleKind::Must { deeds: deeds.into_iter().map(Node::from).collect(), most }, None);
    }

    /// Adds a rule with effects after moves.
    pub fn after(&mut self, name: &str, deeds: Vec<DeedParts>, block: Block) -> RuleId {
        self.push(name, RuleKind::After { deeds: deeds.into_iter().map(Node::from).collect(), block }, None)
    }

    /// Adds an `instead` rule: the side may apply `block` in place of a move. With `by`, one of these pieces does so.
    pub fn instead(&mut self, name: &str, by: Option<Set>, block: Block) -> RuleId {
        let deed = DeedParts { by, ..deed(DeedKind::Move) };
        self.push(name, RuleKind::Instead { deed: deed.into(), block }, None)
    }

    /// Adds a rule that changes the moves of pieces.
    pub fn moves(&mut self, name: &str, moves: Moves, when: Option<Condition>) {
        self.push(name, RuleKind::Pieces(Box::new(moves)), when);
    }

    /// Permits moves of a rule that leave royal pieces attacked.
    pub fn even_in_check(&mut self, rule: RuleId) {
        if let Some(rule) = self.tree.rules.get_mut(rule.index()) {
            rule.kind.even_in_check = true;
        }
    }

    /// The finished result.
    pub fn finish(self) -> Restated {
        Restated { tree: self.tree, unsaid: self.unsaid }
    }
}

/// Adds a number to the ids of rules.
struct Shift(u16);

impl Visitor for Shift {
    fn deed(&mut self, deed: &mut Deed) {
        visit::in_deed(self, deed);
        if let DeedKind::Rule(RuleId(id)) = &mut deed.kind.kind {
            *id += self.0;
        }
    }
}

/// The names of the choices of a block and of those inside it.
fn choices_of(block: &Block) -> Vec<String> {
    use crate::rules::tree::EffectKind;
    let mut choices: Vec<&Choice> = block.choices.iter().collect();
    for effect in &block.effects {
        if let EffectKind::May(inner) | EffectKind::Block(inner) = &effect.kind {
            choices.extend(&inner.choices);
        }
    }
    let name = |(index, _): (usize, &&Choice)| if index == 0 { "chosen".to_owned() } else { format!("chosen_{index}") };
    choices.iter().enumerate().map(name).collect()
}
