//! Opening turns, and pieces that split.

use crate::board::Side;
use crate::position::{Cell, Position};
use crate::rules::Split;

use super::super::engine::Engine;
use super::super::moves::{AttackSource, Further, Gate, Move, MoveKind};
use super::super::tables::Ends;

impl<const W: usize> Engine<W> {
    /// The moves of one of the turns with which a game opens: a piece becomes another where it stands.
    pub(super) fn opening_moves(&self, position: &Position<W>) -> Option<Vec<Move>> {
        let us = position.state.turn;
        let turn = position.state.fullmoves.saturating_sub(1) as usize;
        let forms = self.rules.beyond.turns.opening.get(turn)?;
        let all = forms.iter().flat_map(|[piece, form]| {
            position
                .pieces(us, *piece)
                .iter()
                .map(move |on| Move::new((on, on), *piece, Further { promotion: Some(*form), ..Further::NONE }))
        });
        Some(all.collect())
    }

    /// Lets pieces that split with every move leave one part where they stood.
    pub(super) fn leave_behind(&self, position: &mut Position<W>, us: Side, made: &Move) {
        let splits = &self.rules.beyond.takes.splits;
        let partner = match made.kind() {
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

    /// The moves by which one part of a piece leaves the other.
    pub(super) fn split_moves(&self, position: &Position<W>, found: &mut Vec<Move>) {
        let us = position.state.turn;
        let takes = &self.rules.beyond.takes;
        let occupied = position.occupied();
        let ends = Ends { empty: self.board.all_squares & !occupied, ..Ends::NONE };
        for split in takes.splits.iter().filter(|split| !split.always) {
            for from in position.pieces(us, split.piece) {
                if takes.splits_in_peace && self.attacks(position, from, !us, AttackSource::Tables) {
                    continue;
                }
                for to in self.moves.counted_targets((us, split.goes), from, &occupied, ends) {
                    found.push(Move::new(
                        (from, to),
                        split.piece,
                        Further {
                            promotion: Some(split.goes),
                            gate: Some(Gate { piece: split.stays, on: from }),
                            ..Further::NONE
                        },
                    ));
                }
            }
        }
    }
}
