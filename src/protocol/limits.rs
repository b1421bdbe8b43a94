//! How much a request may cost, and how it is stopped before its end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::fields::{Fault, Fields, Refusal};

/// What a request may cost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// The time, in seconds.
    pub seconds: f64,
    /// The leaves that are counted.
    pub nodes: u64,
}

impl Limits {
    /// What a request may cost that says nothing.
    pub const DEFAULT: Limits = Limits { seconds: 10.0, nodes: 10_000_000_000 };
    /// What a request may ask for, if the one who started the conversation says nothing.
    pub const MOST: Limits = Limits { seconds: 86_400.0, nodes: u64::MAX };

    /// The limits of a request, of which none is beyond `most`.
    pub(super) fn of(fields: Fields<'_>, most: Limits) -> Result<Limits, Refusal> {
        let default =
            Limits { seconds: Limits::DEFAULT.seconds.min(most.seconds), nodes: Limits::DEFAULT.nodes.min(most.nodes) };
        let Some(wanted) = fields.object("limits")? else { return Ok(default) };
        wanted.only("limits", &["seconds", "nodes"])?;
        let within = |refusal: Refusal| refusal.within("limits");
        let seconds = wanted.positive("seconds").map_err(within)?.unwrap_or(default.seconds);
        let nodes = wanted.number("nodes").map_err(within)?.unwrap_or(default.nodes);
        let beyond = |what: &str, most: &dyn std::fmt::Display| {
            Err(Refusal::new(format!("`limits`: `{what}` may be at most {most} in this conversation")))
        };
        match (seconds > most.seconds, nodes > most.nodes) {
            (true, _) => beyond("seconds", &most.seconds),
            (_, true) => beyond("nodes", &most.nodes),
            _ => Ok(Limits { seconds, nodes }),
        }
    }
}

/// Says when a request has to be given up.
pub(super) struct Budget<'a> {
    limits: Limits,
    deadline: Option<Instant>,
    cancelled: &'a AtomicBool,
    nodes: u64,
}

impl<'a> Budget<'a> {
    /// A budget that begins now. The request is given up when `cancelled` becomes true, too.
    pub(super) fn new(limits: Limits, cancelled: &'a AtomicBool) -> Budget<'a> {
        let time = Duration::try_from_secs_f64(limits.seconds).ok();
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        Budget { limits, deadline, cancelled, nodes: 0 }
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
            return stop(Fault::Limit, format!("given up after {} seconds", self.limits.seconds));
        }
        Ok(())
    }

    /// The same, after more leaves have been counted.
    pub(super) fn count(&mut self, nodes: u64) -> Result<(), Refusal> {
        self.nodes = self.nodes.saturating_add(nodes);
        self.go_on()
    }
}
