//! Limits on the cost of a request, and tests that stop it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::fields::{Fault, Fields, Refusal};
use crate::machine::Instant;
use crate::work::{self, Stopped};

/// Limits of a request.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// The time, in seconds.
    pub seconds: f64,
    /// The number of leaf nodes to count.
    pub nodes: u64,
}

impl Limits {
    /// Limits of a request that names none.
    pub const DEFAULT: Limits = Limits { seconds: 10.0, nodes: 10_000_000_000 };
    /// Largest limits that a request may ask for, unless the session sets others.
    pub const MOST: Limits = Limits { seconds: 86_400.0, nodes: u64::MAX };

    /// The limits of a request, at most `most`.
    pub(super) fn of(fields: Fields<'_>, most: Limits) -> Result<Limits, Refusal> {
        let default =
            Limits { seconds: Limits::DEFAULT.seconds.min(most.seconds), nodes: Limits::DEFAULT.nodes.min(most.nodes) };
        let Some(wanted) = fields.object("limits")? else { return Ok(default) };
        wanted.only("limits", &["seconds", "nodes"])?;
        let within = |refusal: Refusal| refusal.within("limits");
        let seconds = wanted.positive("seconds").map_err(within)?.unwrap_or(default.seconds);
        let nodes = wanted.number("nodes").map_err(within)?.unwrap_or(default.nodes);
        let beyond = |what: &str, most: &dyn std::fmt::Display| {
            Err(Refusal::new(format!("`limits`: `{what}` may be at most {most} in this session")))
        };
        match (seconds > most.seconds, nodes > most.nodes) {
            (true, _) => beyond("seconds", &most.seconds),
            (_, true) => beyond("nodes", &most.nodes),
            _ => Ok(Limits { seconds, nodes }),
        }
    }
}

/// The budget of a request, which decides when the request is given up.
pub(super) struct Budget {
    limits: Limits,
    deadline: Option<Instant>,
    cancelled: Arc<AtomicBool>,
    nodes: u64,
    bytes: usize,
}

/// The most bytes that the program may allocate while it works on a request.
const MOST_BYTES: usize = 208 << 20;
/// The same if other requests are worked on at the same time, because their threads hold memory, too.
const MOST_SHARED_BYTES: usize = 192 << 20;

impl Budget {
    /// A budget that begins now. The request is given up when `cancelled` becomes true, too. `shared` is `true` if
    /// other requests are worked on at the same time.
    pub(super) fn new(limits: Limits, cancelled: Arc<AtomicBool>, shared: bool) -> Budget {
        let time = Duration::try_from_secs_f64(limits.seconds).ok();
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        let bytes = if shared { MOST_SHARED_BYTES } else { MOST_BYTES };
        Budget { limits, deadline, cancelled, nodes: 0, bytes }
    }

    /// The limits on work inside the generator.
    pub(super) fn of_work(&self) -> work::Limits {
        let cancelled = Some(self.cancelled.clone());
        work::Limits { steps: None, deadline: self.deadline, cancelled, bytes: Some(self.bytes) }
    }

    /// The refusal for a request whose work was stopped.
    pub(super) fn refusal(&self, stopped: Stopped) -> Refusal {
        match stopped {
            Stopped::Cancelled => Refusal::new("cancelled").of(Fault::Cancelled),
            Stopped::Deadline => self.too_late(),
            Stopped::Steps(_) | Stopped::Bytes(_) | Stopped::Captures | Stopped::Endless(_) | Stopped::Restless => {
                Refusal::new(format!("given up: {stopped}")).of(Fault::Limit)
            }
        }
    }

    /// The flag that another request sets to cancel this one.
    pub(super) fn cancelled(&self) -> &Arc<AtomicBool> {
        &self.cancelled
    }

    /// The seconds until the time is up.
    pub(super) fn seconds_left(&self) -> f64 {
        let left = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        left.map_or(self.limits.seconds, |left| left.as_secs_f64())
    }

    fn too_late(&self) -> Refusal {
        Refusal::new(format!("given up after {} seconds", self.limits.seconds)).of(Fault::Limit)
    }

    /// Fails once the request has to be given up.
    pub(super) fn go_on(&self) -> Result<(), Refusal> {
        let stop = |fault, message| Err(Refusal::new(message).of(fault));
        if self.cancelled.load(Ordering::Relaxed) {
            return stop(Fault::Cancelled, "cancelled".to_owned());
        }
        if self.nodes > self.limits.nodes {
            return stop(Fault::Limit, format!("given up: there are more than {} nodes", self.limits.nodes));
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(self.too_late());
        }
        Ok(())
    }

    /// The same, after more leaves have been counted.
    pub(super) fn count(&mut self, nodes: u64) -> Result<(), Refusal> {
        self.nodes = self.nodes.saturating_add(nodes);
        self.go_on()
    }
}
