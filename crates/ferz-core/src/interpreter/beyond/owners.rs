//! Pieces that belong to the side in whose part of the board they stand.

use crate::board::Side;
use crate::position::{Cell, Position};

use super::super::engine::Engine;

impl<const W: usize> Engine<W> {
    /// Gives pieces to the sides in whose parts of the board they stand.
    pub(super) fn change_owners(&self, position: &mut Position<W>) {
        let Some(owners) = &self.rules.beyond.relations.owners else { return };
        for side in Side::ALL {
            let parts = owners[side].resize();
            for square in position.of_side(!side) & parts {
                let Some(piece) = position.cell(square).piece() else { continue };
                position.set(square, Cell::of(piece, side));
                position.lose_rights(square);
                position.state.unmoved.remove(square);
            }
        }
    }
}
