//! The public interface of the search.

use std::time::Duration;

use crate::game::Game;
use crate::machine::Instant;
use crate::perft::NoRoom;
use crate::position::Key;
use crate::rules::Rules;

use super::alphabeta::Worker;
use super::clock::Clock;
use super::evaluate::Evaluator;
use super::limits::Limits;
use super::memory::{ESTIMATES, Memory};
use super::ordering::Ordering;
use super::score::{Found, Info};
use super::signals::Signals;
use super::table::Table;

/// An engine for one variant, with the data of earlier searches.
#[derive(Debug)]
pub struct Searcher(Memory);

impl Searcher {
    /// An engine for a variant, with a hash table of the given size in megabytes. If that cannot be allocated, the
    /// size is halved until it can.
    pub fn new(rules: &Rules, megabytes: usize) -> Searcher {
        let sizes = std::iter::successors(Some(megabytes), |size| (*size > 1).then_some(size / 2));
        let table = sizes.into_iter().find_map(|size| Table::new(size).ok()).unwrap_or_else(Table::smallest);
        let (evaluator, ordering) = (Evaluator::new(rules), Ordering::new(rules));
        Searcher(Memory { table, evaluator, ordering, estimates: vec![(0, 0); ESTIMATES], pause: Duration::ZERO })
    }

    /// Changes the size of the hash table, and clears it.
    ///
    /// # Errors
    /// When there is not enough memory. The table then stays unchanged.
    pub fn resize(&mut self, megabytes: usize) -> Result<(), NoRoom> {
        self.0.table = Table::new(megabytes)?;
        Ok(())
    }

    /// Tests whether a hash table of this size can be allocated.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn try_size(megabytes: usize) -> Result<(), NoRoom> {
        Table::new(megabytes).map(drop)
    }

    /// Clears the data of earlier searches.
    pub fn forget(&mut self) {
        self.0.table.clear();
        self.0.ordering.clear();
    }

    /// Static evaluation of a position for the side to move.
    pub fn evaluate(&self, game: &Game) -> i32 {
        self.0.evaluator.evaluate(&game.position(), 0, None).0
    }

    /// Searches for the best move. `past` are the keys of the positions that led to this one. `report` is called
    /// after every iteration.
    pub fn search(
        &mut self,
        game: &Game,
        past: &[Key],
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn FnMut(&Info),
    ) -> Found {
        let time = limits.time.map(|time| time.with_pause(self.0.pause));
        let clock = Clock::new(limits.since.unwrap_or_else(Instant::now), time, limits.nodes);
        self.0.table.new_search();
        self.0.ordering.age();
        let mut worker = Worker::new(&mut self.0, game, past, (clock, signals));
        let found = worker.iterate(limits, report);
        let pause = worker.pause();
        // A single long pause counts less and less.
        self.0.pause = pause.max(self.0.pause * 3 / 4);
        if limits.infinite || signals.is_pondering() {
            signals.wait_for_stop();
        }
        found
    }
}
