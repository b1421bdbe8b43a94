//! Consequences of a move under rules that the tables do not hold.

use crate::board::Side;
use crate::position::Position;
use crate::rules::{Memo, Turns};

use super::super::engine::Engine;
use super::super::moves::{Move, MoveKind};
use super::passing::Before;

impl<const W: usize> Engine<W> {
    /// Does what rules beyond the tables add to a move of `us`.
    pub(in super::super) fn after_beyond(&self, position: &mut Position<W>, us: Side, made: &Move, prior: &Before<W>) {
        let beyond = &self.rules.beyond;
        let goes = !(made.is_pass() || made.only_builds());
        if !beyond.levels.forms.is_empty() && goes {
            self.cross(position, made.to);
            if let MoveKind::Castling { partner_to, .. } = made.kind() {
                self.cross(position, partner_to);
            }
        }
        self.note_passed(position, made);
        if made.from == made.to && made.promotion().is_some() {
            position.lose_rights_of_changed(&self.rules, made.to);
        }
        // A dropped piece has not moved, so it attracts and repels nothing.
        if !beyond.relations.magnets.is_empty() && goes && made.kind() != MoveKind::Drop {
            let on = match made.kind() {
                MoveKind::Castling { partner_to, .. } => partner_to,
                _ => made.to,
            };
            self.attract(position, us, on, made.promotion());
        }
        if !beyond.relations.persuasion.is_empty() && !made.is_pass() {
            self.persuade(position, us);
        }
        self.forget_passer_that_is_gone(position);
        if beyond.turns != Turns::default() {
            self.end_action(position, us, made, prior);
        }
    }

    /// Decides after an action of `us` whether its turn goes on.
    fn end_action(&self, position: &mut Position<W>, us: Side, made: &Move, prior: &Before<W>) {
        let turns = &self.rules.beyond.turns;
        position.state.memo = Memo::default();
        if turns.proposals.is_some() {
            self.end_proposed(position, us, made, prior);
        } else if let Some(boards) = &turns.boards {
            self.end_action_on_board(position, boards, (us, made), prior);
        }
    }

    /// Gives the turn back to a side.
    pub(super) fn go_on(&self, position: &mut Position<W>, us: Side, memo: Memo) {
        position.state.turn = us;
        position.state.fullmoves -= us.index() as u32;
        position.state.memo = memo;
    }
}
