//! A simple engine that plays every variant, for trying out games.
//!
//! Alpha-beta with iterative deepening, a hash table, quiescence and a static evaluation computed from the rules:
//! piece values follow from mobility, and piece-square values from promotions and goals. In games with royal pieces,
//! further terms are read from the attacks of all pieces. Repetition and all other ends are those of [`crate::game`],
//! with the past of the game.
//!
//! ```
//! use ferz::search::{Limits, Searcher, Signals};
//! let chess = ferz::load("chess").unwrap();
//! let setup = ferz::fen::read("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", chess.rules()).unwrap();
//! let mut game = chess.game(&setup).unwrap();
//! let limits = Limits { depth: Some(3), ..Limits::default() };
//! let found = Searcher::new(chess.rules(), 1).search(&game, &[], &limits, &Signals::default(), &mut |_| {});
//! let best = found.best.unwrap();
//! assert_eq!(ferz::notation::uci::write(&mut game, &best), "a1a8");
//! ```

mod alphabeta;
mod blasts;
pub mod checking;
pub mod clock;
mod danger;
mod ends;
pub mod evaluate;
mod exposed;
mod held;
mod joining;
mod limits;
mod line;
mod memory;
mod near;
mod ordering;
pub mod pruning;
mod quiescence;
mod rating;
mod reading;
mod score;
mod searcher;
mod signals;
mod skill;
mod table;
mod terms;
mod values;
mod weights;

pub use clock::{Clock, Time};
pub use limits::Limits;
pub use score::{Found, Info, Score};
pub use searcher::Searcher;
pub use signals::Signals;
pub use skill::Skill;
