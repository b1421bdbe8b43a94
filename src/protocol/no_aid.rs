//! The verb `assist` in a build of the library without help for authors.

use super::fields::{Fields, Refusal};
use super::page::left_out;
use super::store::Key;

/// Refuses the problems with fixes.
pub(super) fn problems(_: &Key) -> Result<(), Refusal> {
    Err(left_out("fixes"))
}

/// Refuses questions about a text.
pub(super) fn answer(_: &Key, _: Fields<'_>) -> Result<(), Refusal> {
    Err(left_out("assist"))
}
