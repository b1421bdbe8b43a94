//! How long to search.

use crate::interpreter::Move;

use super::clock::Time;

/// How long to search.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The last iteration.
    pub depth: Option<u32>,
    /// About how many positions are looked at.
    pub nodes: Option<u64>,
    /// The time there is.
    pub time: Option<Time>,
    /// A win within so many moves is enough.
    pub mate: Option<u32>,
    /// Only these moves are looked at, if there are any.
    pub only: Vec<Move>,
    /// Is the answer to wait for the signal to stop, whatever has been found?
    pub infinite: bool,
}
