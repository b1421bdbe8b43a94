//! A modest engine that plays every variant to its rules: there to try games with, not to win titles.
//!
//! Alpha-beta with iterative deepening, a hash table, quiescence and a static evaluation whose numbers are worked out from
//! the rules: what a piece is worth follows from its mobility, where it wants to go from promotions and goals. Repetition
//! and all other ends are those of [`crate::game`], with the past of the game.
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
mod clock;
mod evaluate;
mod line;
mod ordering;
mod signals;
mod table;
mod values;

use std::time::{Duration, Instant};

use crate::game::Game;
use crate::interpreter::Move;
use crate::position::Key;
use crate::rules::Rules;

pub use clock::{Clock, Time};
pub use signals::Signals;

use alphabeta::Worker;
use evaluate::Evaluator;
use ordering::Ordering;
use table::Table;

/// The score of a won game; less by the number of plies until then.
const WON: i32 = 1_000_000;
/// Scores beyond this are of games won or lost by force.
const SURELY_WON: i32 = WON - 10_000;
/// The deepest iteration.
const DEEPEST: u32 = 99;

/// How long to search.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The last iteration.
    pub depth: Option<u32>,
    /// About how many positions are looked at.
    pub nodes: Option<u64>,
    /// The time there is.
    pub time: Option<Time>,
    /// A win within so many moves is enough.
    pub mate: Option<u32>,
    /// Only these moves are looked at, if there are any.
    pub only: Vec<Move>,
    /// Is the answer to wait for [`Signals::stop`], whatever has been found?
    pub infinite: bool,
}

/// What a position is worth to the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// In hundredths of what a piece of little mobility is worth.
    Centipawns(i32),
    /// Won (or, if negative, lost) by force within so many moves.
    Mate(i32),
}

impl Score {
    fn of(score: i32) -> Score {
        let moves = |plies: i32| (plies + 1) / 2;
        if score > SURELY_WON {
            Score::Mate(moves(WON - score))
        } else if score < -SURELY_WON {
            Score::Mate(-moves(WON + score))
        } else {
            Score::Centipawns(score)
        }
    }
}

/// What an iteration has found.
#[derive(Clone, Debug)]
pub struct Info {
    /// How deep it was.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub longest: u32,
    /// What the position is worth.
    pub score: Score,
    /// How many positions have been looked at.
    pub nodes: u64,
    /// Since the search began.
    pub time: Duration,
    /// How full the hash table is, of 1,000.
    pub hashfull: u32,
    /// The best line.
    pub line: Vec<Move>,
}

/// The answer.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The best move; none if there is no legal move, or none of those asked for.
    pub best: Option<Move>,
    /// The answer expected to it.
    pub reply: Option<Move>,
    /// What the position is worth, if an iteration was finished.
    pub score: Option<Score>,
}

/// What is kept from one search of a variant to the next.
#[derive(Debug)]
pub struct Searcher {
    table: Table,
    evaluator: Evaluator,
    ordering: Ordering,
}

impl Searcher {
    /// An engine for a variant, with a hash table of so many megabytes.
    pub fn new(rules: &Rules, megabytes: usize) -> Searcher {
        Searcher { table: Table::new(megabytes), evaluator: Evaluator::new(rules), ordering: Ordering::new(rules) }
    }

    /// Changes the size of the hash table, and forgets what was in it.
    pub fn resize(&mut self, megabytes: usize) {
        self.table = Table::new(megabytes);
    }

    /// Forgets what earlier searches have found.
    pub fn forget(&mut self) {
        self.table.clear();
        self.ordering.clear();
    }

    /// What a position is worth to the side to move, without looking ahead.
    pub fn evaluate(&self, game: &Game) -> i32 {
        self.evaluator.evaluate(game, 0)
    }

    /// Searches for the best move. `past` are the keys of the positions that led to this one; `report` is told of every
    /// iteration.
    pub fn search(
        &mut self,
        game: &Game,
        past: &[Key],
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn FnMut(&Info),
    ) -> Found {
        let clock = Clock::new(Instant::now(), limits.time, limits.nodes);
        self.table.new_search();
        self.ordering.age();
        let mut worker = Worker::new(self, game, past, (clock, signals));
        let found = worker.iterate(limits, report);
        if limits.infinite || signals.is_pondering() {
            signals.wait_for_stop();
        }
        found
    }
}
