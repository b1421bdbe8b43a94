//! Captures by mate: what is attacked and cannot be saved vanishes.

use crate::board::{Bitboard, Side};
use crate::position::{Cell, Position};

use super::super::engine::Engine;
use super::super::tables::Ends;

impl<const W: usize> Engine<W> {
    /// Removes enemies of `us` that are attacked and that no move of theirs could save, until there are none.
    pub(super) fn take_mated(&self, position: &mut Position<W>, us: Side) {
        loop {
            let mated = self.mated(position, us);
            if mated.is_empty() {
                return;
            }
            for square in mated {
                self.remove_piece(position, square, us);
                position.lose_rights(square);
                position.state.unmoved.remove(square);
                position.state.halfmoves = 0;
            }
        }
    }

    /// The attacked enemies of `us` that no move, captures included, could save.
    fn mated(&self, position: &Position<W>, us: Side) -> Bitboard<W> {
        let them = position.of_side(!us);
        let attacked = |position: &Position<W>, square| self.is_attacked(position, square, us, &Bitboard::EMPTY);
        let mut lost: Bitboard<W> = them.iter().filter(|square| attacked(position, *square)).collect();
        if lost.is_empty() {
            return lost;
        }
        // The current move may have no journal, so the trial is made on a copy of the position.
        let mut trial = position.clone();
        let occupied = position.occupied();
        let empty = self.board.all_squares & !occupied;
        let ends = Ends { empty, enemies: position.of_side(us), royal_targets: Bitboard::EMPTY };
        for from in them {
            let cell = position.cell(from);
            let Some(piece) = cell.piece().filter(|_| !lost.is_empty()) else { return lost };
            for to in self.moves.counted_targets((!us, piece), from, &occupied, ends) {
                let there = trial.cell(to);
                trial.set(from, Cell::EMPTY);
                trial.set(to, cell);
                let now = |square| if square == from { to } else { square };
                lost = lost.iter().filter(|square| attacked(&trial, now(*square))).collect();
                trial.set(to, there);
                trial.set(from, cell);
            }
        }
        lost
    }
}
