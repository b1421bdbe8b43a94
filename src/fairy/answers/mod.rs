//! The functions of Fairy-Stockfish's libraries for other languages: FENs as these read and write them, ends, material, and notations of
//! moves. `ferz.pyffish` and `ferz/ffish` use this module.

mod count;
mod data;
mod ends;
mod fen;
mod fog;
mod material;
mod styles;
mod tidy;

pub use data::{BUILT_IN, NOTATIONS};
pub use ends::{at_once, claim};
pub use fen::{Origins, write};
pub use fog::write as fog;
pub use material::is_insufficient;
pub use styles::Style;
pub use tidy::{read, sfen, validate};
