//! Time on a target whose standard library has no clock: WebAssembly outside WASI.

use std::ops::{Add, Sub};
use std::sync::OnceLock;
use std::time::Duration;

/// The clock of the host. Without one, the time never changes.
static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

/// Sets the function that returns the time since some fixed moment. Only the first call has an effect. Without a clock,
/// limits on time are never exceeded.
pub fn set_clock(clock: fn() -> Duration) {
    // A later clock would make points in time incomparable.
    let _ = CLOCK.set(clock);
}

/// A point in time, with the functions of `std::time::Instant` that Ferz uses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Instant(Duration);

impl Instant {
    /// The present.
    pub fn now() -> Instant {
        Instant(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
    }

    /// The time from this point to the present.
    pub fn elapsed(&self) -> Duration {
        Instant::now() - *self
    }

    /// The time from an earlier point to this one; zero if that point is later.
    pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
        *self - earlier
    }

    /// A later point in time; `None` if it is too far away.
    pub fn checked_add(self, time: Duration) -> Option<Instant> {
        self.0.checked_add(time).map(Instant)
    }
}

impl Add<Duration> for Instant {
    type Output = Instant;

    fn add(self, time: Duration) -> Instant {
        Instant(self.0.saturating_add(time))
    }
}

impl Sub for Instant {
    type Output = Duration;

    fn sub(self, earlier: Instant) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}
