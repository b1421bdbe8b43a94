//! Rules about pieces that affect other pieces by where they stand, such as beside each other.

use super::PieceId;

/// Rules about pieces that affect other pieces by where they stand, such as beside each other.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Relations {
    /// Worth of each piece for persuasion. A piece changes sides if the attacking enemies are worth more than the
    /// protecting friends. Empty if there is no such rule.
    pub persuasion: Vec<u32>,
    /// Pieces that may not move to a square where they would change sides by persuasion.
    pub wary: Vec<PieceId>,
    /// `true` if steps pass over walls as if they were not there.
    pub skips_walls: bool,
    /// Pieces that attract or repel the pieces on their lines, kings excepted, after they have moved.
    pub magnets: Vec<PieceId>,
}
