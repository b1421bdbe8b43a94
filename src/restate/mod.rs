//! The rules of a variant in the language of rules, and the oracle that plays by them.

#[cfg(feature = "batch")]
mod play;

pub use crate::compile::restate::{Restated, Unsaid, restate};
#[cfg(feature = "batch")]
pub use play::{NoOracle, oracle};
