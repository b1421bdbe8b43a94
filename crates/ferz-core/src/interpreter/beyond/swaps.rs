//! Pieces that change places.

use crate::board::Bitboard;
use crate::position::{Cell, Position};

use super::super::captures::Captures;
use super::super::engine::Engine;
use super::super::moves::{Move, MoveKind};
use super::super::tables::Ends;

impl<const W: usize> Engine<W> {
    /// The moves by which pieces of the side to move change places with others. Two that could both begin the exchange make
    /// one move.
    pub(super) fn swap_moves(&self, position: &Position<W>, found: &mut Vec<Move>) {
        let us = position.state.turn;
        let occupied = position.occupied();
        for swap in &self.rules.beyond.relations.swaps {
            if !swap.in_check && self.in_check(position, us) {
                continue;
            }
            let side = if swap.enemy { !us } else { us };
            let others = position.of_pieces(&swap.with) & position.of_side(side);
            for from in position.of_pieces(&swap.pieces) & position.of_side(us) {
                let Some(piece) = position.cell(from).piece() else { continue };
                let moves = swap.moves.unwrap_or(piece);
                // As if the other's square were empty.
                for to in others & !position.of_piece(piece) & !Bitboard::of(from) {
                    let ends = Ends { empty: Bitboard::of(to), ..Ends::NONE };
                    let without = occupied & !Bitboard::of(to);
                    if !swap.anywhere && self.moves.targets_of((us, moves), from, &without, ends).is_empty() {
                        continue;
                    }
                    let known =
                        found.iter().any(|made| made.kind == MoveKind::Swap && (made.from, made.to) == (to, from));
                    if !known {
                        let (captures, kind) = (Captures::NONE, MoveKind::Swap);
                        found.push(Move { from, to, piece, promotion: None, captures, kind, wall: None, gate: None });
                    }
                }
            }
        }
    }

    /// Lets two pieces change places.
    pub(in super::super) fn swap(&self, position: &mut Position<W>, made: &Move) {
        let us = position.state.turn;
        let (mover, other) = (position.cell(made.from), position.cell(made.to));
        let mover = made.promotion.map_or(mover, |piece| Cell::of(piece, us));
        position.set(made.from, Cell::EMPTY);
        position.set(made.to, mover);
        position.set(made.from, other);
        position.lose_rights(made.from);
        position.lose_rights(made.to);
        self.begin_move(position);
    }
}
