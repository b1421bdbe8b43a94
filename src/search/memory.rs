//! Data that one search of a variant leaves for the next.

use super::evaluate::Evaluator;
use super::ordering::Ordering;
use super::table::Table;

/// All of it.
#[derive(Debug)]
pub(super) struct Memory {
    pub table: Table,
    pub evaluator: Evaluator,
    pub ordering: Ordering,
}
