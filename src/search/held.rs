//! The pieces that a side has in hand, for the evaluation.

use crate::rules::PieceId;

/// The pieces in hand of a side.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Hand {
    pub value: i32,
    /// The kinds of pieces, a bit for each. Kinds with a higher index are left out.
    pub kinds: u64,
}

/// The bit of a piece in a set of kinds; 0 for kinds with a higher index.
pub(super) fn bit(piece: PieceId) -> u64 {
    1_u64.checked_shl(piece.index() as u32).unwrap_or_default()
}
