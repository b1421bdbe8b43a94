//! `ferz snapshot --review`: shows what changed in snapshots, and asks what to do about it.

mod prompt;
mod screen;
mod sections;

pub(super) use prompt::{Answer, Prompt};
pub(super) use screen::shown;
