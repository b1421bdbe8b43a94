//! Legality tests for rules that the tables do not hold.

use crate::board::{Side, Square};
use crate::position::{Cell, Position};
use crate::rules::PieceId;
use crate::work;

use super::super::engine::Engine;
use super::super::moves::{AttackSource, Move, MoveKind};

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
        if !relations.persuasion.is_empty() && self.goes_to_be_persuaded(position, us, made) {
            return false;
        }
        !(made.is_capture()
            && self.rules.beyond.takes.unguarded_only.contains(&made.piece)
            && self.is_guarded(position, us, made, by))
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
