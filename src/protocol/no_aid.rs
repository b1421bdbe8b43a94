//! The verb `assist` in a build of the library without help for authors.

use std::sync::Arc;

use crate::game::Compiled;

use super::fields::{Fields, Refusal};
use super::page::left_out;
use super::store::Key;

/// Refuses the problems with fixes.
pub(super) fn problems(_: &Key, _: Option<Arc<Compiled>>) -> Result<(), Refusal> {
    Err(left_out("fixes"))
}

/// Refuses previews.
pub(super) fn preview(_: &Key, _: Fields<'_>) -> Result<Vec<u8>, Refusal> {
    Err(left_out("preview"))
}

/// Refuses questions about a text.
pub(super) fn answer(_: &Key, _: Fields<'_>) -> Result<(), Refusal> {
    Err(left_out("assist"))
}
