//! Signals to a running search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// Shared between a search and who has started it.
#[derive(Debug, Default)]
pub struct Signals {
    stop: AtomicBool,
    ponder: AtomicBool,
    lock: Mutex<()>,
    changed: Condvar,
}

impl Signals {
    /// For a search on the opponent's time: it goes on until [`hit`](Signals::hit) or [`stop`](Signals::stop).
    pub fn pondering() -> Signals {
        Signals { ponder: AtomicBool::new(true), ..Signals::default() }
    }

    /// The search is to answer now.
    pub fn stop(&self) {
        self.set(&self.stop, true);
    }

    /// The move expected has been played: the clock runs from now on.
    pub fn hit(&self) {
        self.set(&self.ponder, false);
    }

    /// Returns `true` if the search is to answer now.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns `true` if the clock is that of the opponent.
    pub fn is_pondering(&self) -> bool {
        self.ponder.load(Ordering::Relaxed)
    }

    /// Returns when the search is to answer, or when a search on the opponent's time has become one on its own.
    pub fn wait_for_stop(&self) {
        let was_pondering = self.is_pondering();
        let mut guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_stopped() && (!was_pondering || self.is_pondering()) {
            guard = self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn set(&self, flag: &AtomicBool, value: bool) {
        let _guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        flag.store(value, Ordering::Relaxed);
        self.changed.notify_all();
    }
}
