//! Squares that a piece has passed, and on which it may be captured.

use crate::board::{Bitboard, Square};
use crate::position::{Position, State};
use crate::rules::PieceId;

use super::super::engine::Engine;
use super::super::moves::{Move, MoveKind};

/// Facts about the position before a move that are needed after it.
#[derive(Clone)]
pub(in super::super) struct Before<const W: usize> {
    /// The state.
    pub state: State<W>,
    /// The first captured piece and its square.
    pub taken: Option<(Square, PieceId)>,
}

impl<const W: usize> Engine<W> {
    /// Records the facts about a position that are needed after a move.
    pub(in super::super) fn before_beyond(&self, position: &Position<W>, made: &Move) -> Before<W> {
        let first = made.captures().squares().first().copied();
        let taken = first.and_then(|square| position.cell(square).piece().map(|piece| (square, piece)));
        Before { state: position.state, taken }
    }

    /// Notes the squares of a line that a piece has passed, if it may be captured on them.
    pub(super) fn note_passed(&self, position: &mut Position<W>, made: &Move) {
        // The mark of a proposal is no piece. The move that has to end there may be an en passant capture.
        if made.kind() == MoveKind::Proposal {
            return;
        }
        // A double step can pass over a piece on the other level. Its square is occupied, so there is no en passant
        // capture on it.
        position.state.passed &= !position.occupied();
        if self.rules.beyond.relations.skips_walls {
            // Walls are skipped, so a passed square may be far from where it seems.
            position.state.passed = Bitboard::EMPTY;
        }
    }

    /// Clears the en passant right if the piece that passed was removed by its own move.
    pub(super) fn forget_passer_that_is_gone(&self, position: &mut Position<W>) {
        if !position.state.passed.is_empty() && position.cell(position.state.passer).piece().is_none() {
            position.state.passed = Bitboard::EMPTY;
        }
    }
}
