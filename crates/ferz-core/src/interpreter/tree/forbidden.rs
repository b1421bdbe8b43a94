//! Moves that rules forbid before they are made.

use crate::position::Position;
use crate::rules::tree::{Deed, DeedKind, Layer, Rule, RuleKind};

use super::super::engine::Engine;
use super::super::moves::{Move, MoveKind};
use super::frame::Frame;
use super::relations::lower;

impl<const W: usize> Engine<W> {
    /// `true` if a rule forbids a move before it is made. The frame is the same afterwards.
    pub(super) fn is_forbidden(&self, position: &Position<W>, frame: &mut Frame<'_, W>) -> bool {
        self.is_forbidden_beside(position, frame, &[])
    }

    /// The rules that need no test for a move that has been found.
    pub(super) fn decided_for(&self, made: &Move) -> &[usize] {
        let steps = matches!(made.kind(), MoveKind::Normal | MoveKind::StaysAndCaptures);
        if steps && made.from != made.to { &self.tree.settling.decided } else { &[] }
    }

    /// The same, without some rules.
    pub(super) fn is_forbidden_beside(
        &self,
        position: &Position<W>,
        frame: &mut Frame<'_, W>,
        decided: &[usize],
    ) -> bool {
        let mut open = self.tree.forbids.iter().filter(|index| !decided.contains(index));
        if !open.any(|index| may_forbid(&self.rules.tree.rules[*index], frame)) {
            return false;
        }
        let before = frame.before.take();
        let forbidden = self.forbids(position, frame, decided);
        frame.before = before;
        forbidden
    }

    /// The same, for words of a move that do not know the position before it.
    pub(super) fn forbids(&self, position: &Position<W>, asked: &mut Frame<'_, W>, decided: &[usize]) -> bool {
        let highest = asked.layer;
        let mut open = self.tree.forbids.iter().filter(|index| !decided.contains(index));
        let forbidden = open.any(|index| {
            let rule = &self.rules.tree.rules[*index];
            let RuleKind::Forbid(deeds) = &rule.kind.kind else { return false };
            if !may_forbid(rule, asked) {
                return false;
            }
            // A rule that removes attacks reads the attacks without such rules, whatever else it forbids.
            let takes_attacks = deeds.iter().any(|deed| deed.kind.kind == DeedKind::Attack);
            asked.layer = lower(if takes_attacks { Layer::Lent } else { Layer::Real }, highest);
            deeds.iter().any(|deed| deed.kind.kind != DeedKind::Check && self.is_deed(position, deed, asked))
                && self.applies(position, (rule.kind.when.as_ref(), rule.kind.unless.as_ref()), asked)
        });
        asked.layer = highest;
        forbidden
    }
}

/// `false` if the kind of a move alone excludes all deeds that a rule forbids.
fn may_forbid<const W: usize>(rule: &Rule, frame: &Frame<'_, W>) -> bool {
    matches!(&rule.kind.kind, RuleKind::Forbid(deeds) if deeds.iter().any(|deed| may_be(deed, frame)))
}

/// `false` if the kind of a move alone excludes a deed.
fn may_be<const W: usize>(deed: &Deed, frame: &Frame<'_, W>) -> bool {
    match deed.kind.kind {
        DeedKind::Capture | DeedKind::Attack => !frame.captured.is_empty(),
        DeedKind::Rule(id) => frame.made.is_some_and(|made| made.kind() == MoveKind::Rule(id.0)),
        DeedKind::Drop => frame.made.is_some_and(|made| made.kind() == MoveKind::Drop),
        DeedKind::Castling => frame.made.is_some_and(|made| matches!(made.kind(), MoveKind::Castling { .. })),
        _ => true,
    }
}
