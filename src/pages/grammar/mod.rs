//! The recogniser of sentences: it knows words and names, but neither rules nor the engine.

mod chart;
mod first;
mod forms;
mod rules;
mod word;
mod words;

pub use chart::{Note, Reading, readings, twins};
pub use first::{Kind, size};
pub use rules::{GRAMMAR, Grammar};
pub use word::Word;
pub use words::{Bracket, Names, Row, row};
