//! The parts of a move that conditions of rules read. Conditions that depend only on the position or on the piece are evaluated once, not
//! for every move.

use crate::rules::tree::visit::{self, Visitor};
use crate::rules::tree::{
    Adjective, Condition, ConditionKind, Gain, Meaning, Number, NumberKind, RuleKind, Set, SetKind, State, Tree, Word,
};

/// The largest part of a move that a condition reads. Each part includes those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
enum Reads {
    /// No part of the move: the condition depends only on the position before it.
    #[default]
    Position,
    /// The piece that moves, and the square that it leaves.
    Mover,
    /// Anything else.
    Move,
}

/// Conditions that must all hold for a rule to affect moves. If one of them fails, the rule can be skipped.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Needs {
    /// Conditions that the position before the move decides.
    pub position: Vec<Condition>,
    /// Conditions that the piece decides that moves.
    pub mover: Vec<Condition>,
}

impl Needs {
    /// The parts of `when:` of a rule that is evaluated before a move.
    pub fn before_moves(tree: &Tree, when: Option<&Condition>) -> Needs {
        let mut needs = Needs::default();
        for part in when.into_iter().flat_map(parts) {
            let mut reader = Reader { tree, most: Reads::Position, words: false, after: false };
            reader.condition(&mut part.clone());
            match reader.most {
                Reads::Position => needs.position.push(part.clone()),
                Reads::Mover => needs.mover.push(part.clone()),
                Reads::Move => {}
            }
        }
        needs
    }

    /// The parts of `when:` of a rule that is evaluated after a move, if they depend only on the position before it.
    pub fn after_moves(tree: &Tree, when: Option<&Condition>) -> Needs {
        let is_known = |part: &&Condition| {
            let mut reader = Reader { tree, most: Reads::Position, words: false, after: true };
            reader.condition(&mut (*part).clone());
            reader.most == Reads::Position
        };
        let position = when.into_iter().flat_map(parts).filter(is_known).cloned().collect();
        Needs { position, mover: Vec::new() }
    }

    /// `true` if only the move itself decides whether the rule affects it.
    pub fn is_empty(&self) -> bool {
        self.position.is_empty() && self.mover.is_empty()
    }
}

/// `true` if the position alone decides which elements a set has.
pub(super) fn position_decides(tree: &Tree, set: &Set) -> bool {
    reads_before(tree, |reader| reader.set(&mut set.clone())) == Reads::Position
}

/// The rules among some, and the places in their lists of gains, whose sets only the position decides.
pub(super) fn shared_gains(tree: &Tree, rules: &[usize]) -> Vec<(usize, usize)> {
    let mut shared = Vec::new();
    for rule in rules {
        let RuleKind::Pieces(moves) = &tree.rules[*rule].kind.kind else { continue };
        for (at, gain) in moves.gains.iter().enumerate() {
            if moves.moved_by.is_none() && matches!(gain, Gain::To(set) if position_decides(tree, set)) {
                shared.push((*rule, at));
            }
        }
    }
    shared
}

/// `true` if the position and the piece that moves decide which elements a set has.
pub(super) fn mover_decides(tree: &Tree, set: &Set) -> bool {
    reads_before(tree, |reader| reader.set(&mut set.clone())) <= Reads::Mover
}

/// `true` if the position and the piece that moves decide whether a condition holds.
pub(super) fn mover_decides_if(tree: &Tree, condition: &Condition) -> bool {
    reads_before(tree, |reader| reader.condition(&mut condition.clone())) <= Reads::Mover
}

/// `true` if a set is made with words of a move, which may stand for pieces off the board.
pub(super) fn names_words(tree: &Tree, set: &Set) -> bool {
    let mut reader = Reader { tree, most: Reads::Position, words: false, after: false };
    reader.set(&mut set.clone());
    reader.words
}

/// The parts of a move that a rule reads before the move.
fn reads_before<'t>(tree: &'t Tree, read: impl FnOnce(&mut Reader<'t>)) -> Reads {
    let mut reader = Reader { tree, most: Reads::Position, words: false, after: false };
    read(&mut reader);
    reader.most
}

/// The conditions that must all hold.
pub(super) fn parts(condition: &Condition) -> Vec<&Condition> {
    match &condition.kind {
        ConditionKind::And(all) => all.iter().flat_map(parts).collect(),
        _ => vec![condition],
    }
}

/// Finds out what a condition reads.
struct Reader<'t> {
    tree: &'t Tree,
    most: Reads,
    /// `true` if there are words of a move, this one or the last.
    words: bool,
    /// `true` if the condition is evaluated after the move, on the changed board.
    after: bool,
}

impl Reader<'_> {
    fn note(&mut self, reads: Reads) {
        self.most = self.most.max(reads);
    }
}

impl Visitor for Reader<'_> {
    fn set(&mut self, set: &mut Set) {
        self.words |= matches!(&set.kind, SetKind::Word(word) if *word != Word::It);
        match &set.kind {
            SetKind::Word(Word::Mover | Word::Origin) | SetKind::Filtered(Adjective::Other, _) => {
                self.note(Reads::Mover)
            }
            SetKind::Word(Word::Destination | Word::Captured | Word::Chosen(_)) => self.note(Reads::Move),
            SetKind::Defined(id) => match self.tree.defines[id.index()].kind.meaning.clone() {
                Meaning::Set(mut set) => self.set(&mut set),
                Meaning::Condition(mut condition) => self.condition(&mut condition),
            },
            _ => {}
        }
        if self.after {
            self.note(Reads::Move);
        }
        visit::in_set(self, set);
    }

    fn condition(&mut self, condition: &mut Condition) {
        match &condition.kind {
            // Conditions about legal moves can be nested, and the depth is not known here.
            ConditionKind::State(_, State::InCheck) if !self.after => {}
            ConditionKind::Deed(_) | ConditionKind::Can(..) | ConditionKind::Always(..) | ConditionKind::State(..) => {
                self.note(Reads::Move);
            }
            ConditionKind::Joined(..) if self.after => self.note(Reads::Move),
            ConditionKind::Defined(id) => match self.tree.defines[id.index()].kind.meaning.clone() {
                Meaning::Condition(mut condition) => self.condition(&mut condition),
                Meaning::Set(mut set) => self.set(&mut set),
            },
            _ => {}
        }
        visit::in_condition(self, condition);
    }

    fn number(&mut self, number: &mut Number) {
        // The number of the turn and of its moves are those before the move.
        let known = matches!(
            number.kind,
            NumberKind::Constant(_)
                | NumberKind::Turn
                | NumberKind::MovesLeft
                | NumberKind::MovesMade
                | NumberKind::Plus(..)
                | NumberKind::Minus(..)
                | NumberKind::Rest(..)
        );
        if matches!(number.kind, NumberKind::Repeats) || self.after && !known {
            self.note(Reads::Move);
        }
        visit::in_number(self, number);
    }
}
