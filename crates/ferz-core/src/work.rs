//! Limits on work: a caller sets the largest cost of an answer, and slow loops of the generator test whether to go
//! on.
//!
//! [`within`] sets the limits for the thread. Loops that can take long count their steps with [`spend`], which returns
//! `false` once a limit is exceeded. The loop then ends early. Its result is incomplete, so [`within`] drops it and
//! returns [`Stopped`]. Without limits a thread works as long as it needs. The generator of games without special rules
//! counts no steps.
//!
//! A position or a game that was being changed when a limit was exceeded may be damaged, and has to be dropped too.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::machine::{self, Instant};

/// The number of steps between two tests of the limits: a fraction of a millisecond.
const SLICE: u64 = 4_096;

/// Limits on the cost of some work. `None` means no limit.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The steps that are counted with [`spend`]: about a tenth of a microsecond each.
    pub steps: Option<u64>,
    /// The time at which the work has to end.
    pub deadline: Option<Instant>,
    /// A flag that another thread sets to end the work.
    pub cancelled: Option<Arc<AtomicBool>>,
    /// The bytes that the whole program may hold: see [`machine::used`].
    pub bytes: Option<usize>,
}

/// The limit that stopped some work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// The work took more steps than this.
    Steps(u64),
    /// The time was up.
    Deadline,
    /// Another thread has ended it.
    Cancelled,
    /// The program held more bytes than this.
    Bytes(usize),
    /// A move was read whose long list of captures had been freed.
    Captures,
    /// A rule of the tree, by its index, adds steps to a move without end.
    Endless(usize),
    /// A block of the tree that is repeated until nothing changes never comes to rest.
    Restless,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stopped::Steps(most) => write!(f, "it takes more than {} million steps", most / 1_000_000),
            Stopped::Deadline => f.write_str("it takes longer than the permitted time"),
            Stopped::Cancelled => f.write_str("cancelled"),
            Stopped::Bytes(most) => write!(f, "it takes more than {} MB of memory", most >> 20),
            Stopped::Captures => f.write_str("it uses a move whose captures are no longer stored"),
            Stopped::Restless => f.write_str("a rule with `repeat: until nothing changes` never comes to rest"),
            Stopped::Endless(_) => f.write_str("a rule with `then:` adds steps to a move without end"),
        }
    }
}

impl std::error::Error for Stopped {}

/// Counts the steps of a thread.
struct Meter {
    /// Steps that are left until the next test of the limits.
    left: Cell<u64>,
    /// The value of `left` after the last test.
    given: Cell<u64>,
    /// All steps before the last test.
    spent: Cell<u64>,
    stopped: Cell<Option<Stopped>>,
    /// How many calls of [`within`] the work is inside of.
    depth: Cell<u32>,
}

thread_local! {
    static METER: Meter = const {
        let (left, given, spent) = (Cell::new(0), Cell::new(0), Cell::new(0));
        Meter { left, given, spent, stopped: Cell::new(None), depth: Cell::new(0) }
    };
    static LIMITS: RefCell<Limits> = const {
        RefCell::new(Limits { steps: None, deadline: None, cancelled: None, bytes: None })
    };
}

/// Counts some steps. Returns `false` once the work has to end.
#[inline]
pub fn spend(steps: usize) -> bool {
    METER.with(|meter| match meter.left.get().checked_sub(steps as u64) {
        Some(left) => {
            meter.left.set(left);
            true
        }
        None => meter.look(steps as u64),
    })
}

/// Tests the limits at once, before a part of the work that counts no steps. Returns `false` once the work has to end.
pub fn look() -> bool {
    METER.with(|meter| meter.look(0))
}

/// Returns `true` if the program may allocate this number of bytes. Called before a large block is allocated, because a
/// test between steps would come too late.
pub fn has_room(bytes: usize) -> bool {
    METER.with(|meter| meter.has_room(bytes))
}

/// Stops the work, because its result would be wrong.
pub fn stop(reason: Stopped) {
    METER.with(|meter| meter.stop(reason));
}

/// The result of work that may [stop] itself. Inside [`within`] the reason is reported there; elsewhere the result is empty.
pub fn or_empty<T: Default>(work: impl FnOnce() -> T) -> T {
    let is_limited = METER.with(|meter| meter.depth.get() > 0);
    if is_limited { work() } else { within(&Limits::default(), work).unwrap_or_default() }
}

/// Returns `true` if a limit has been exceeded. Later results are then incomplete.
pub fn is_stopped() -> bool {
    METER.with(|meter| meter.stopped.get().is_some())
}

/// Does some work within limits, in addition to those already set.
///
/// # Errors
/// When a limit is exceeded. The incomplete result of the work is dropped.
pub fn within<T>(limits: &Limits, work: impl FnOnce() -> T) -> Result<T, Stopped> {
    let _outer = Outer::enter(limits);
    let result = work();
    METER.with(|meter| {
        meter.look(0);
        meter.stopped.get().map_or(Ok(result), Err)
    })
}

/// Does some work, and counts the steps that it takes.
pub fn measured<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let _outer = Outer::enter(&Limits::default());
    let result = work();
    METER.with(|meter| {
        meter.look(0);
        (result, meter.spent.get())
    })
}

impl Meter {
    /// Tests the limits, after `steps` steps in addition to those already counted.
    #[cold]
    fn look(&self, steps: u64) -> bool {
        if self.stopped.get().is_some() {
            return false;
        }
        let made = self.given.get() - self.left.get() + steps;
        let spent = self.spent.get().saturating_add(made);
        self.spent.set(spent);
        let stopped = LIMITS.with_borrow(|limits| limits.passed(spent));
        let given = if stopped.is_some() { 0 } else { SLICE };
        self.stopped.set(stopped);
        self.given.set(given);
        self.left.set(given);
        stopped.is_none()
    }

    /// Stops the work if the program would hold too much memory with this number of additional bytes.
    fn has_room(&self, bytes: usize) -> bool {
        if self.stopped.get().is_some() {
            return false;
        }
        let most = LIMITS.with_borrow(|limits| limits.bytes);
        let Some(most) = most.filter(|most| machine::noted().saturating_add(bytes) > *most) else { return true };
        self.stop(Stopped::Bytes(most));
        false
    }

    /// Stops the work, unless it has been stopped already.
    fn stop(&self, reason: Stopped) {
        if self.stopped.get().is_none() {
            self.spent.set(self.spent.get().saturating_add(self.given.get() - self.left.get()));
            self.given.set(0);
            self.left.set(0);
            self.stopped.set(Some(reason));
        }
    }
}

impl Limits {
    /// The limit that is exceeded after this number of steps; `None` if there is none.
    fn passed(&self, spent: u64) -> Option<Stopped> {
        if let Some(most) = self.steps.filter(|most| spent > *most) {
            return Some(Stopped::Steps(most));
        }
        if self.cancelled.as_ref().is_some_and(|cancelled| cancelled.load(Ordering::Relaxed)) {
            return Some(Stopped::Cancelled);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(Stopped::Deadline);
        }
        self.bytes.filter(|most| machine::noted() > *most).map(Stopped::Bytes)
    }

    /// These limits, reduced to what is left of `outer` after `spent` steps.
    fn inside(&self, outer: &Limits, spent: u64) -> Limits {
        let least = |one: Option<u64>, other: Option<u64>| one.into_iter().chain(other).min();
        Limits {
            steps: least(self.steps, outer.steps.map(|most| most.saturating_sub(spent))),
            deadline: self.deadline.into_iter().chain(outer.deadline).min(),
            cancelled: self.cancelled.clone().or_else(|| outer.cancelled.clone()),
            bytes: self.bytes.into_iter().chain(outer.bytes).min(),
        }
    }
}

/// The state of the meter before some work. Dropping this value restores it.
struct Outer {
    limits: Limits,
    spent: u64,
    stopped: Option<Stopped>,
}

impl Outer {
    fn enter(limits: &Limits) -> Outer {
        METER.with(|meter| {
            let spent = meter.spent.get() + meter.given.get() - meter.left.get();
            let stopped = meter.stopped.get();
            meter.depth.set(meter.depth.get() + 1);
            meter.spent.set(0);
            meter.given.set(0);
            meter.left.set(0);
            let outer = LIMITS.with_borrow_mut(|current| {
                let inner = limits.inside(current, spent);
                std::mem::replace(current, inner)
            });
            Outer { limits: outer, spent, stopped }
        })
    }
}

impl Drop for Outer {
    fn drop(&mut self) {
        METER.with(|meter| {
            let inner = meter.spent.get() + meter.given.get() - meter.left.get();
            meter.spent.set(self.spent.saturating_add(inner));
            meter.given.set(0);
            meter.left.set(0);
            meter.stopped.set(self.stopped);
            meter.depth.set(meter.depth.get() - 1);
            LIMITS.with_borrow_mut(|current| *current = std::mem::take(&mut self.limits));
        });
    }
}
