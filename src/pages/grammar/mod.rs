//! The recogniser of sentences: it knows words and names, but neither rules nor the engine.

mod chart;
mod first;
mod forms;
mod manner;
mod nouns;
mod rules;
mod word;
mod words;
mod write;

pub use chart::{Budget, Note, Reading, readings, twins};
pub use first::{Kind, size};
pub use manner::Manner;
pub use rules::{GRAMMAR, Grammar, IS_READ};
pub use word::Word;
pub use words::{Bracket, Names, Row, row};
pub use write::{Choose, Said, write as written};
