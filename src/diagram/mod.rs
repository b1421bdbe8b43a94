//! The Interactive Diagram of chessvariants.com: a variant as a page that the script of that site plays.
//!
//! The page has a definition of the game in lines: `key=value`, and one line for each piece with its name, letter,
//! notation, picture and squares. It cannot express many rules of games. The page is written nevertheless, and every rule
//! that is missing there is reported with its place.

mod also;
mod castling;
mod definition;
mod ends;
mod moves;
mod page;
mod pictures;
mod promotions;
mod report;
mod shuffle;
mod unsaid;

pub use definition::export;
pub use moves::CHAINS;
pub use page::{Diagram, Look};
