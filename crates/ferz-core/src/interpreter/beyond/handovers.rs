//! Loads that pieces carry, and hand over without moving.

use crate::board::{Bitboard, Side};
use crate::position::{Cell, Position};
use crate::rules::{Memo, Pending, PieceId};

use super::super::engine::Engine;
use super::super::moves::{Further, Move, MoveKind};
use super::super::tables::Ends;

impl<const W: usize> Engine<W> {
    /// The form of a piece after it has handed over its load or received one, and whether the piece carries the load
    /// now.
    fn handed(&self, piece: PieceId) -> Option<(PieceId, bool)> {
        self.rules.beyond.relations.handovers.iter().find_map(|[without, with]| match piece {
            _ if piece == *without => Some((*with, false)),
            _ if piece == *with => Some((*without, true)),
            _ => None,
        })
    }

    /// Adds the moves that hand over a load. A piece with the load gives it to a friend that it could capture if that
    /// were an enemy. A piece without it takes it from such a friend or from an enemy. No piece moves. The reach is
    /// that of the piece without the load.
    pub(super) fn hand_over(&self, position: &Position<W>, moves: &mut Vec<Move>) {
        let us = position.state.turn;
        let forms = &self.rules.beyond.relations.handovers;
        let (occupied, own) = (position.occupied(), position.of_side(us));
        let all = |index: usize| forms.iter().fold(Bitboard::EMPTY, |all, forms| all | position.of_piece(forms[index]));
        let (without, with) = (all(0), all(1));
        if with.is_empty() {
            return;
        }
        let undone = match position.state.memo {
            Memo { pending: Pending::Undo, squares, .. } => Some(squares),
            _ => None,
        };
        for from in own & (without | with) {
            let Some(piece) = position.cell(from).piece() else { continue };
            let Some((other, laden)) = self.handed(piece) else { continue };
            let (reaches, partners) = if laden { (other, without & own) } else { (piece, with) };
            let ends = Ends { enemies: partners & !Bitboard::of(from), ..Ends::NONE };
            for on in self.moves.counted_targets((us, reaches), from, &occupied, ends) {
                if undone == Some([on, from]) && !own.contains(on) {
                    continue;
                }
                moves.push(Move::new(
                    (from, from),
                    piece,
                    Further { promotion: Some(other), ..Further::of_kind(MoveKind::Through(on)) },
                ));
            }
        }
    }

    /// Changes the two pieces of a handover. Returns the memo that forbids to undo it at once if an enemy has lost
    /// the load.
    pub(super) fn end_handover(&self, position: &mut Position<W>, us: Side, made: &Move) -> Memo {
        let MoveKind::Through(on) = made.kind() else { return Memo::default() };
        let cell = position.cell(on);
        let Some((other, _)) = cell.piece().and_then(|piece| self.handed(piece)) else { return Memo::default() };
        position.set(on, Cell::of(other, cell.side()));
        position.lose_rights_of_changed(&self.rules, on);
        match cell.side() == us {
            true => Memo::default(),
            false => Memo { pending: Pending::Undo, squares: [made.from, on], ..Memo::default() },
        }
    }
}
