//! How long to search.

use crate::interpreter::Move;

use super::clock::Time;
use super::skill::Skill;

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
    /// Number of best lines to find (MultiPV); 0 stands for 1.
    pub lines: usize,
    /// How strong the answer is, if it is not to be as strong as possible.
    pub skill: Option<Skill>,
    /// Only these moves are looked at, if there are any.
    pub only: Vec<Move>,
    /// `true` if the search must not answer before the stop signal.
    pub infinite: bool,
}
