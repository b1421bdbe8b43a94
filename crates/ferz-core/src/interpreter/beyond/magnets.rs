//! Pieces that draw enemies and push friends away.

use crate::board::{Side, Square, Step};
use crate::position::{Cell, Position};

use super::super::engine::Engine;

impl<const W: usize> Engine<W> {
    /// Lets the piece of `us` that has come to a square draw the next pieces on its rank and file, or push them away.
    pub(super) fn attract(&self, position: &mut Position<W>, us: Side, on: Square) {
        let magnets = &self.rules.beyond.relations.magnets;
        let charged = |cell: Cell| cell.piece().is_some_and(|piece| magnets.contains(&piece));
        if !charged(position.cell(on)) {
            return;
        }
        let geometry = &self.rules.geometry;
        let next = |square: Square, step: Step| geometry.step(square, step).map(|landing| landing.square);
        for step in [Step::new(0, 1), Step::new(1, 0), Step::new(0, -1), Step::new(-1, 0)] {
            let occupied = position.occupied();
            let mut ahead = std::iter::successors(next(on, step), |square| next(*square, step));
            let Some(found) = ahead.find(|square| *square == on || occupied.contains(*square)) else { continue };
            let cell = position.cell(found);
            if found == on || !charged(cell) {
                continue;
            }
            let to = match cell.side() == us {
                false => next(on, step),
                true => {
                    let away = std::iter::successors(next(found, step), |square| next(*square, step));
                    away.take_while(|square| !occupied.contains(*square)).last()
                }
            };
            if let Some(to) = to.filter(|to| *to != found) {
                position.set(found, Cell::EMPTY);
                position.set(to, cell);
                position.lose_rights(found);
            }
        }
    }
}
