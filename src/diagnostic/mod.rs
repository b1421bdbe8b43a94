//! Problems of a text: code, message, place and help, as plain data.
//!
//! This module knows no check and prints nothing. `render` makes the text for people.

mod code;
mod fix;
mod near;
mod problem;
#[cfg_attr(not(feature = "drawing"), path = "plain.rs")]
mod render;
mod style;

pub use code::Code;
pub use fix::{Edit, Fix};
pub use near::{nearest, nearest_few, one_of, shorten, suggest};
pub use problem::{Diagnostic, EditRecord, FixRecord, FixableRecord, Label, Record, Severity};
pub use render::{render, render_all, render_statements};
pub use style::{Statement, Style};
