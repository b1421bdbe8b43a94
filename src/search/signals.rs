//! Signals to a running search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// Signals that the caller and a running search share.
#[derive(Debug, Default)]
pub struct Signals {
    stop: Arc<AtomicBool>,
    ponder: AtomicBool,
    lock: Mutex<()>,
    changed: Condvar,
}

impl Signals {
    /// Signals for a search on the opponent's time. It goes on until [`hit`](Signals::hit) or [`stop`](Signals::stop).
    pub fn pondering() -> Signals {
        Signals { ponder: AtomicBool::new(true), ..Signals::default() }
    }

    /// Signals for a search that also ends once `stop` is `true`.
    pub fn stopped_by(stop: Arc<AtomicBool>) -> Signals {
        Signals { stop, ..Signals::default() }
    }

    /// Tells the search to answer now.
    pub fn stop(&self) {
        self.set(&self.stop, true);
    }

    /// Tells the search that the expected move has been played, so that its own clock runs from now on.
    pub fn hit(&self) {
        self.set(&self.ponder, false);
    }

    /// Returns `true` if the search must answer now.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns `true` if the search runs on the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.ponder.load(Ordering::Relaxed)
    }

    /// Waits until the search must answer, or until a search on the opponent's time gets its own time.
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
