//! Trials of a move under changed rules: the oracle is asked again with a tree from which rules, or parts of their conditions, are
//! removed.

use std::sync::Arc;

use ferz_oracle::{Move, Oracle, Position};

use crate::language::words;
use crate::rules::Rules;
use crate::rules::tree::{Block, Condition, ConditionKind, Deed, DeedKind, EffectKind, Meaning, Moves, RuleKind, Tree};
use crate::source::Span;
use crate::work::{self, Limits};

/// A reason for or against a move, in words and with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// The stable name of the reason: `forbid`, `must`, `require`, `royal-safety`.
    pub rule: &'static str,
    /// The reason in words.
    pub message: String,
    /// The place in the file.
    pub span: Option<Span>,
}

/// The move in question, and its position.
pub(super) struct Case<'a> {
    pub oracle: &'a Oracle,
    pub rules: Arc<Rules>,
    pub tree: &'a Tree,
    pub position: &'a Position,
    pub text: &'a str,
}

/// A condition of a rule: its `when`, its `unless`, or one that an effect requires.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Root {
    When,
    Unless,
    Require(usize),
}

impl Root {
    /// The value of the condition with which the rule lets a move pass.
    pub fn lets_pass(self) -> bool {
        self != Root::When
    }
}

impl Case<'_> {
    pub fn moves(&self, rules: Arc<Rules>, tree: Tree) -> (Vec<(Move, Position)>, Vec<String>) {
        // Without a rule that ends its moves, a game may have moves without end. Such a trial finds no move, and says nothing more.
        let all = || {
            let oracle = Oracle::new(rules, Arc::new(tree));
            let moves = oracle.moves(self.position);
            let texts = oracle.texts(self.position, &moves);
            (moves, texts)
        };
        work::within(&Limits::default(), all).unwrap_or_default()
    }

    /// The move under changed rules, if it is legal with them.
    pub fn find_by(&self, rules: Arc<Rules>, tree: Tree) -> Option<(Move, Position)> {
        let (moves, texts) = self.moves(rules, tree);
        let at = texts.iter().position(|text| text == self.text)?;
        moves.into_iter().nth(at)
    }

    pub fn find(&self, tree: Tree) -> Option<(Move, Position)> {
        self.find_by(self.rules.clone(), tree)
    }

    /// Returns `true` if the move is legal with a tree, or is the beginning of a legal move.
    pub fn leads(&self, tree: &Tree) -> bool {
        let (_, texts) = self.moves(self.rules.clone(), tree.clone());
        texts.iter().any(|text| text == self.text || continues(text, self.text))
    }

    /// The numbers of all rules.
    pub fn all(&self) -> std::ops::Range<usize> {
        0..self.tree.rules.len()
    }

    pub fn passes(&self, tree: &Tree) -> bool {
        self.find(tree.clone()).is_some()
    }

    pub fn words(&self, at: usize) -> String {
        let rule = &self.tree.rules[at];
        format!("the rule `{}` (“{}”)", rule.kind.name, words::rule(rule, self.tree, &self.rules).trim_end_matches('.'))
    }

    /// A reason that names a rule.
    pub fn told(&self, at: usize, rule: &'static str, verb: &str) -> Told {
        Told { rule, message: format!("{} {verb}", self.words(at)), span: self.tree.rules[at].source.span }
    }

    /// The smallest part of a condition of a rule without which the move is legal. The rule lets the move pass if the condition has
    /// the value `lets_pass`.
    pub fn narrowed(&self, strict: &Tree, (at, root): (usize, Root), lets_pass: bool) -> Option<Condition> {
        let mut tree = strict.clone();
        let whole = condition_of(&mut tree, at, root)?.clone();
        let with = |path: &[usize], wanted: bool| {
            let mut tree = strict.clone();
            let defines = self.tree.defines.clone();
            let Some(node) = condition_of(&mut tree, at, root) else { return false };
            let Some(node) = part(node, path, &|condition| inlined(condition, &defines)) else { return false };
            *node = constant(wanted);
            self.passes(&tree)
        };
        let (mut path, mut wanted) = (Vec::new(), lets_pass);
        if !with(&path, wanted) {
            return None;
        }
        let mut found = whole;
        loop {
            inlined(&mut found, &self.tree.defines);
            let (count, turned) = match &found.kind {
                ConditionKind::Or(parts) | ConditionKind::And(parts) => (parts.len(), wanted),
                ConditionKind::Not(_) => (1, !wanted),
                _ => (0, wanted),
            };
            let below = |child: usize| [&path[..], &[child]].concat();
            let decisive: Vec<usize> = (0..count).filter(|child| with(&below(*child), turned)).collect();
            let [only] = decisive[..] else { return Some(found) };
            // `not C` is not split, because its words are clearer.
            if matches!(found.kind, ConditionKind::Not(_)) {
                return Some(found);
            }
            path.push(only);
            wanted = turned;
            let child = part(&mut found, &[only], &|_| {}).map(|child| child.clone());
            let Some(child) = child else { return Some(found) };
            found = child;
        }
    }
}

pub(super) fn constant(holds: bool) -> Condition {
    if holds { ConditionKind::And(Vec::new()) } else { ConditionKind::Or(Vec::new()) }.into()
}

/// Replaces a defined name by its definition.
fn inlined(condition: &mut Condition, defines: &[crate::rules::tree::Define]) {
    while let ConditionKind::Defined(id) = &condition.kind {
        let Some(Meaning::Condition(meaning)) = defines.get(id.index()).map(|define| &define.kind.meaning) else {
            return;
        };
        *condition = meaning.clone();
    }
}

/// The part of a condition at a path.
fn part<'c>(
    condition: &'c mut Condition,
    path: &[usize],
    prepare: &dyn Fn(&mut Condition),
) -> Option<&'c mut Condition> {
    let [first, rest @ ..] = path else { return Some(condition) };
    prepare(condition);
    let child = match &mut condition.kind {
        ConditionKind::Or(parts) | ConditionKind::And(parts) => parts.get_mut(*first),
        ConditionKind::Not(inner) => Some(&mut **inner),
        _ => None,
    };
    child.and_then(|child| part(child, rest, prepare))
}

/// A condition of a rule.
fn condition_of(tree: &mut Tree, at: usize, root: Root) -> Option<&mut Condition> {
    let parts = &mut tree.rules.get_mut(at)?.kind;
    let block = match &mut parts.kind {
        RuleKind::After { block, .. } | RuleKind::Instead { block, .. } => Some(block),
        _ => None,
    };
    match (root, block) {
        (Root::When, None) => parts.when.as_mut(),
        (Root::Unless, None) => parts.unless.as_mut(),
        (Root::When, Some(block)) => block.when.as_mut(),
        (Root::Unless, Some(block)) => block.unless.as_mut(),
        (Root::Require(_), None) => None,
        (Root::Require(number), Some(block)) => {
            let mut all = Vec::new();
            requires(block, &mut all);
            all.into_iter().nth(number)
        }
    }
}

pub(super) fn requires_of(tree: &mut Tree, at: usize) -> usize {
    (0..).take_while(|number| condition_of(tree, at, Root::Require(*number)).is_some()).count()
}

/// The requirements of a block and of those inside it.
pub(super) fn requires<'b>(block: &'b mut Block, found: &mut Vec<&'b mut Condition>) {
    for effect in &mut block.effects {
        match &mut effect.kind {
            EffectKind::Require(condition) => found.push(condition),
            EffectKind::May(inner) | EffectKind::Block(inner) => requires(inner, found),
            _ => {}
        }
    }
}

pub(super) fn idle(moves: &mut Moves) {
    moves.gains.clear();
    moves.moved_by = None;
    (moves.ignores, moves.skips, moves.captures) = (None, None, None);
}

/// Takes the effects of all rules of a tree away.
pub(super) fn idle_all(tree: &mut Tree) {
    for at in 0..tree.rules.len() {
        relax(tree, at);
        match &mut tree.rules[at].kind.kind {
            RuleKind::After { block, .. } => *block = Block::default(),
            RuleKind::Instead { block, .. } => block.when = Some(constant(false)),
            _ => {}
        }
    }
}

/// Removes the parts of a rule that can forbid a move. Returns `false` for a rule that never forbids.
pub(super) fn relax(tree: &mut Tree, at: usize) -> bool {
    let Some(rule) = tree.rules.get_mut(at) else { return false };
    match &mut rule.kind.kind {
        RuleKind::Forbid(deeds) | RuleKind::Must { deeds, .. } => {
            deeds.clear();
            true
        }
        RuleKind::Pieces(moves) => {
            idle(moves);
            true
        }
        RuleKind::After { block, .. } => relax_block(block),
        RuleKind::Instead { .. } => false,
    }
}

/// Restores the deeds of a tree that take attacks and checks away, and no moves.
pub(super) fn keep_from_attacking(free: &mut Tree, tree: &Tree) {
    for (rule, whole) in free.rules.iter_mut().zip(&tree.rules) {
        if let (RuleKind::Forbid(kept), RuleKind::Forbid(deeds)) = (&mut rule.kind.kind, &whole.kind.kind) {
            let attacks = |deed: &&Deed| matches!(deed.kind.kind, DeedKind::Attack | DeedKind::Check);
            kept.extend(deeds.iter().filter(attacks).cloned());
        }
    }
}

fn relax_block(block: &mut Block) -> bool {
    let mut all = Vec::new();
    requires(block, &mut all);
    let asks = !all.is_empty();
    all.into_iter().for_each(|condition| *condition = constant(true));
    // A block without choices does not change the texts of moves, so it can be removed completely.
    match block.choices.is_empty() && !has_choices(block) {
        true => {
            // The conditions stay: with `even_in_check`, the rule allows more where they hold.
            *block = Block { when: block.when.take(), unless: block.unless.take(), ..Block::default() };
            true
        }
        false => {
            let forced = std::mem::take(&mut block.if_none_forbid);
            asks || forced
        }
    }
}

fn has_choices(block: &Block) -> bool {
    block.effects.iter().any(|effect| match &effect.kind {
        EffectKind::May(inner) | EffectKind::Block(inner) => !inner.choices.is_empty() || has_choices(inner),
        EffectKind::Then(_) | EffectKind::Change(..) => true,
        _ => false,
    })
}

/// Returns `true` if a text is another one with more behind it. `b9d10` does not continue `b9d1`.
pub(super) fn continues(text: &str, start: &str) -> bool {
    text.strip_prefix(start).is_some_and(|rest| rest.starts_with(|first: char| !first.is_ascii_digit()))
}
