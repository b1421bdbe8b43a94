//! Rules that no table answers: what they change is worked out move by move.

use super::levels::Levels;
use super::relation::Relations;
use super::takes::Takes;
use super::turns::Turns;

/// Rules for which every move is changed, made and looked at.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Beyond {
    /// What becomes of the pieces of a capture.
    pub takes: Takes,
    /// What pieces do to each other by where they stand.
    pub relations: Relations,
    /// How many actions a turn has, and which.
    pub turns: Turns,
    /// The boards on which the pieces stand, drawn on one.
    pub levels: Levels,
}

impl Beyond {
    /// Returns `true` if there are no such rules.
    pub fn is_empty(&self) -> bool {
        *self == Beyond::default()
    }
}
