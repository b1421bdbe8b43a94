//! Legality tests for rules that the tables do not hold.

use crate::board::{Side, Square};
use crate::position::{Cell, Position};
use crate::rules::{Paralysis, PieceId};
use crate::work;

use super::super::engine::Engine;
use super::super::moves::{AttackSource, Move, MoveKind};

/// How many checks in answer to checks must be mate themselves where a check must be mate. The next one counts as an answer in
/// any case, so that perpetual checks end.
const DEEPEST: u8 = 4;

impl<const W: usize> Engine<W> {
    /// Returns `true` if the rules outside the tables permit a move. The caller has tested that the move leaves the royal
    /// pieces safe. Some rules make the move, test the position, and unmake it.
    pub(in super::super) fn allows_beyond(&self, position: &mut Position<W>, made: &Move, by: AttackSource) -> bool {
        if !work::spend(2) {
            return false;
        }
        let us = position.state.turn;
        let relations = &self.rules.beyond.relations;
        if !self.rules.beyond.levels.forms.is_empty() && !self.is_safe_before_crossing(position, made, by) {
            return false;
        }
        if relations.paralysis == Some(Paralysis::Forbidden) && self.leads_to_paralysis(position, us, made) {
            return false;
        }
        if !relations.persuasion.is_empty() && self.goes_to_be_persuaded(position, us, made) {
            return false;
        }
        if made.is_capture()
            && self.rules.beyond.takes.unguarded_only.contains(&made.piece)
            && self.is_guarded(position, us, made, by)
        {
            return false;
        }
        !relations.checks_must_mate || self.checks_only_to_mate(position, made, DEEPEST)
    }

    /// Returns `true` if an enemy could recapture on the square of a capture. Pieces that capture only unguarded
    /// enemies do not count. They stand in the way of others all the same, so they change sides instead of leaving the board.
    fn is_guarded(&self, position: &mut Position<W>, us: Side, made: &Move, by: AttackSource) -> bool {
        let mark = position.mark();
        self.apply(position, made);
        for square in position.of_pieces(&self.rules.beyond.takes.unguarded_only) & position.of_side(!us) {
            if let Some(piece) = position.cell(square).piece() {
                position.set(square, Cell::of(piece, us));
            }
        }
        let guarded = self.attacks(position, made.to, !us, by);
        position.undo(&mark);
        guarded
    }

    /// Returns `true` if a move leaves a piece of the mover and an enemy of the same kind attacking each other.
    fn leads_to_paralysis(&self, position: &mut Position<W>, us: Side, made: &Move) -> bool {
        let mark = position.mark();
        self.apply(position, made);
        let leads = !self.in_paralysis(position, us).is_empty();
        position.undo(&mark);
        leads
    }

    /// Returns `true` if a move gives no check, or mate. A check may be answered by a check that is mate; after `deepest` of these,
    /// any check is an answer.
    fn checks_only_to_mate(&self, position: &mut Position<W>, made: &Move, deepest: u8) -> bool {
        let mark = position.mark();
        self.apply(position, made);
        let turn = position.state.turn;
        let fine = !self.in_check(position, turn) || {
            let answers = self.unverified_beyond(position);
            !answers.iter().any(|answer| {
                self.is_safe(position, answer, AttackSource::Tables)
                    && (deepest == 0 || self.checks_only_to_mate(position, answer, deepest - 1))
            })
        };
        position.undo(&mark);
        fine
    }

    /// Returns `true` if royal pieces are safe before the moved piece changes boards.
    fn is_safe_before_crossing(&self, position: &mut Position<W>, made: &Move, by: AttackSource) -> bool {
        if !self.plan.any_royals() {
            return true;
        }
        let us = position.state.turn;
        let mark = position.mark();
        self.apply(position, made);
        let landed = match made.kind() {
            MoveKind::Castling { partner_to, .. } => [Some(made.to), Some(partner_to)],
            _ => [Some(made.to), None],
        };
        for square in landed.into_iter().flatten() {
            self.cross(position, square);
        }
        let safe = !self.in_check_by(position, us, by);
        position.undo(&mark);
        safe
    }

    /// Takes the piece on a square to the other board.
    pub(super) fn cross(&self, position: &mut Position<W>, square: Square) {
        let cell = position.cell(square);
        let other = |piece: PieceId| self.rules.beyond.levels.other(piece);
        if let Some(piece) = cell.piece().and_then(other) {
            position.set(square, Cell::of(piece, cell.side()));
        }
    }
}
