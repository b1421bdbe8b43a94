//! The limits of a search.

use crate::interpreter::Move;
use crate::machine::Instant;

use super::clock::Time;
use super::skill::Skill;

/// The limits of a search.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The depth of the last iteration.
    pub depth: Option<u32>,
    /// The approximate number of positions to search.
    pub nodes: Option<u64>,
    /// The time for the move.
    pub time: Option<Time>,
    /// When the clock began to run; `None` for the start of the search.
    pub since: Option<Instant>,
    /// The search ends when it finds a win within this number of moves.
    pub mate: Option<u32>,
    /// Number of best lines to find (MultiPV); 0 stands for 1.
    pub lines: usize,
    /// The skill level; `None` for full strength.
    pub skill: Option<Skill>,
    /// If not empty, only these moves are searched.
    pub only: Vec<Move>,
    /// `true` if the search must not answer before the stop signal.
    pub infinite: bool,
}
