//! Opening turns, and the regular filling of the board.

use crate::board::{Bitboard, Side, Square, Step};
use crate::position::{Cell, Position};
use crate::rules::Split;

use super::super::captures::Captures;
use super::super::engine::Engine;
use super::super::moves::{Move, MoveKind};
use super::super::picks::Picks;

impl<const W: usize> Engine<W> {
    /// The moves of one of the turns with which a game opens: a piece becomes another where it stands.
    pub(super) fn opening_moves(&self, position: &Position<W>) -> Option<Vec<Move>> {
        let us = position.state.turn;
        let turn = position.state.fullmoves.saturating_sub(1) as usize;
        let forms = self.rules.beyond.turns.opening.get(turn)?;
        let all = forms.iter().flat_map(|[piece, form]| {
            let (captures, kind) = (Captures::NONE, MoveKind::Normal);
            position.pieces(us, *piece).iter().map(move |on| Move {
                from: on,
                to: on,
                piece: *piece,
                promotion: Some(*form),
                captures,
                kind,
                wall: None,
                gate: None,
                picks: Picks::NONE,
            })
        });
        Some(all.collect())
    }

    /// Lets pieces that split with every move leave one part where they stood.
    pub(super) fn leave_behind(&self, position: &mut Position<W>, us: Side, made: &Move) {
        let splits = &self.rules.beyond.takes.splits;
        let partner = match made.kind {
            MoveKind::Castling { partner, partner_to } => Some((partner, partner_to)),
            _ => None,
        };
        for (from, to) in [Some((made.from, made.to)), partner].into_iter().flatten().filter(|(from, to)| from != to) {
            let piece = position.cell(to).piece();
            let fits = |split: &&Split| split.always && Some(split.piece) == piece;
            let free = position.cell(from).is_empty() && !position.walls().contains(from);
            if let Some(split) = splits.iter().find(fits).filter(|_| free) {
                position.set(to, Cell::of(split.goes, us));
                position.set(from, Cell::of(split.stays, us));
            }
        }
    }

    /// Lets pieces that stand alone vanish, and empty squares fill that are not enclosed, when it is time for it.
    pub(super) fn fill_up(&self, position: &mut Position<W>, us: Side) {
        let turns = position.state.fullmoves.saturating_sub(1);
        let fill = self
            .rules
            .beyond
            .turns
            .fill
            .filter(|fill| us == Side::Black && turns.is_multiple_of(u32::from(fill.every)));
        let Some(fill) = fill.filter(|_| turns > 0) else { return };
        let pieces = position.pieces_of_both() & !position.of_piece(fill.with);
        let beside = &self.board.surroundings.beside;
        let alone: Bitboard<W> = pieces.iter().filter(|square| !beside[square.index()].intersects(&pieces)).collect();
        for square in alone {
            position.set(square, Cell::EMPTY);
            position.lose_rights(square);
            position.state.halfmoves = 0;
        }
        let left = pieces & !alone;
        let open = |square: &Square| {
            let steps = [Step::new(0, 1), Step::new(1, 0), Step::new(0, -1), Step::new(-1, 0)];
            let mut next = steps.into_iter().filter_map(|step| self.rules.geometry.step(*square, step));
            next.any(|landing| !left.contains(landing.square))
        };
        let filled: Bitboard<W> = (self.board.all_squares & !position.occupied()).iter().filter(open).collect();
        filled.iter().for_each(|square| position.set(square, Cell::of(fill.with, Side::Black)));
        position.state.passed &= !filled;
    }
}
