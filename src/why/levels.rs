//! Reasons in games whose moves lead to another board: a piece sees only the pieces of its own board.

use crate::board::Square;
use crate::rules::{PieceId, PlacedPiece, Rules, Setup};

use super::Case;
use super::faults::CrossingFault;
use super::reason::Reason;

/// The board of a piece: 0 or 1. `None` if the piece is on both boards.
pub(super) fn board_of(rules: &Rules, piece: PieceId) -> Option<usize> {
    let forms = &rules.beyond.levels.forms;
    forms.iter().find_map(|forms| forms.iter().position(|form| *form == piece))
}

/// Returns `true` if two pieces stand on different boards.
fn are_apart(rules: &Rules, [one, other]: [PieceId; 2]) -> bool {
    let boards = [board_of(rules, one), board_of(rules, other)];
    boards[0].is_some() && boards[1].is_some() && boards[0] != boards[1]
}

/// The position as a piece sees it: without the pieces of the other board.
pub(super) fn seen_by(rules: &Rules, setup: &Setup, piece: PieceId) -> Setup {
    let mut seen = setup.clone();
    for square in &mut seen.pieces {
        *square = square.filter(|placed| !are_apart(rules, [placed.piece, piece]));
    }
    seen
}

/// The position of each board.
pub(super) fn boards(rules: &Rules, setup: &Setup) -> Vec<Setup> {
    match rules.beyond.levels.forms.first() {
        None => vec![setup.clone()],
        Some(forms) => forms.iter().map(|piece| seen_by(rules, setup, *piece)).collect(),
    }
}

impl Case<'_> {
    /// The piece of the other board on a square.
    fn across(&self, piece: PieceId, square: Square) -> Option<PlacedPiece> {
        let placed = self.setup.pieces[square.index()];
        placed.filter(|placed| are_apart(self.game.rules(), [placed.piece, piece]))
    }

    /// The reason, if the piece would cross to a square on which another piece stands.
    pub(super) fn crosses_to_occupied(&self, piece: PieceId, to: Square) -> Option<Reason> {
        self.across(piece, to).map(|_| Reason::Crossing { fault: CrossingFault::Occupied { to } })
    }

    /// The reason, if a piece would have to capture on a square where only a piece of the other board stands.
    pub(super) fn captures_across(&self, piece: PieceId, reasons: &[Reason]) -> Option<Reason> {
        let [Reason::Square { square, ends: true, .. }] = reasons else { return None };
        let at = *square;
        self.across(piece, at).map(|placed| Reason::Crossing { fault: CrossingFault::NotThere { at, placed } })
    }
}
