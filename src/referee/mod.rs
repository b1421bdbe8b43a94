//! Matches of engines in any variant. The referee checks every move, every end and every clock.
//!
//! Players are programs that use UCI or the protocol of XBoard, and built-in opponents. A program that crashes, hangs,
//! plays an illegal move, makes a false claim or oversteps its time loses that game, and is restarted for the next one.

pub mod cecp;
mod contest;
pub mod game;
mod openings;
mod pairing;
pub mod player;
mod program;
pub mod record;
pub mod scan;
mod score;
pub mod solve;
pub mod sprt;
pub mod stats;
mod uci;
mod variant;

pub use contest::Match;
pub use game::Termination;
pub use openings::{Opening, Openings, lines_of};
pub use pairing::{Contestant, Kind, Schedule};
pub use player::{Control, Fault};
pub use record::{Finished, Record};
pub use scan::Entry;
pub use score::Score;
pub use sprt::{Model, Sprt, Verdict};
pub use stats::{Elo, Tally};
pub use variant::{Listed, Variant};
