//! Data that is kept from one search of a variant to the next.

use std::time::Duration;

use super::evaluate::Evaluator;
use super::ordering::Ordering;
use super::table::Table;

/// The number of stored evaluations; a power of two.
pub(super) const ESTIMATES: usize = 1 << 15;

/// The hash table, the evaluation data and the move ordering statistics.
#[derive(Debug)]
pub(super) struct Memory {
    pub table: Table,
    pub evaluator: Evaluator,
    pub ordering: Ordering,
    /// Static evaluations of recent positions, with a part of their keys.
    pub estimates: Vec<(u64, i32)>,
    /// The longest time that recent searches took between two readings of the clock.
    pub pause: Duration,
}
