//! Squares on which a move ends only to capture what no shorter move captures.

use crate::board::{Bitboard, Square};
use crate::position::Position;

use super::super::engine::Engine;
use super::super::moves::{Move, MoveKind};

impl<const W: usize> Engine<W> {
    /// Leaves out moves that end on squares of last resort without need.
    pub(super) fn end_as_last_resort(&self, position: &Position<W>, moves: &mut Vec<Move>) {
        let Some(squares) = &self.rules.beyond.takes.last_resort else { return };
        let squares: Bitboard<W> = squares[position.state.turn].resize();
        let all = moves.clone();
        moves.retain(|made| {
            let goes = made.kind() != MoveKind::Swap && made.kind() != MoveKind::Drop && made.from != made.to;
            !goes || !squares.contains(made.to) || made.is_capture() && !self.is_taken_shorter(made, &all)
        });
    }

    /// Returns `true` if a shorter move of the same piece makes the same capture.
    fn is_taken_shorter(&self, made: &Move, all: &[Move]) -> bool {
        let geometry = &self.rules.geometry;
        let length = |made: &Move| {
            let away = |place: fn(&crate::board::Geometry, Square) -> usize| {
                place(geometry, made.from).abs_diff(place(geometry, made.to))
            };
            away(crate::board::Geometry::file) + away(crate::board::Geometry::rank)
        };
        let takes =
            |other: &Move| made.captures().squares().iter().all(|square| other.captures().squares().contains(square));
        let same = |other: &Move| other.captures().squares().len() == made.captures().squares().len() && takes(other);
        all.iter().any(|other| other.from == made.from && same(other) && length(other) < length(made))
    }
}
