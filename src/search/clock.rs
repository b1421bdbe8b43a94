//! Time management of a search.

use std::time::Duration;

use crate::machine::Instant;

use super::signals::Signals;

/// Smallest number of nodes before a stop takes effect, so that a search that is stopped at once still has a line.
const LEAST_NODES: u64 = 256;

/// If less time than this passes between two readings, the next reading comes after twice as many nodes.
const QUICK: Duration = Duration::from_micros(100);
/// The largest number of nodes between two readings of the clock.
const MOST_NODES: u64 = 16;

/// The time limits for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Time {
    /// After this time, no new iteration begins.
    pub enough: Duration,
    /// After this time, the search ends.
    pub most: Duration,
    /// The time on the clock: later than this, the move is late.
    left: Duration,
    /// The part of the time that the search has however slow the positions are.
    least: Duration,
}

/// The assumed number of moves that a clock must last for, if it is not given.
const MOVES_LEFT: u32 = 30;

/// The number of pauses for which there must be time after the end of a search.
const PAUSES: u32 = 2;

/// Time that is held in reserve, for a machine that is busy with something else.
const RESERVE: Duration = Duration::from_millis(250);

/// The part of the clock that may be spent although less than the reserve is left.
const SCARCE: u32 = 8;

/// Of a fixed time that loses no game, this part is kept back at most.
const KEPT_BACK: u32 = 32;

impl Time {
    /// A fixed time for this move. A late answer loses no game in most programs, so at most a small part of the time is kept back.
    pub fn exactly(time: Duration, overhead: Duration) -> Time {
        Time::fixed(time, overhead.min(time / KEPT_BACK))
    }

    fn fixed(time: Duration, overhead: Duration) -> Time {
        let time = at_least_a_moment(time.saturating_sub(overhead));
        // A busy machine makes every search seem slow.
        Time { enough: time, most: time, left: time, least: time * 2 / 3 }
    }

    /// A fixed time for this move that loses the game when it is over.
    pub fn byoyomi(time: Duration, overhead: Duration) -> Time {
        let time = Time::fixed(time, overhead);
        Time { least: time.most / 8, ..time }
    }

    /// The same limits for a search that may go on for `pause` after its time is over, because it reads the clock only
    /// between two positions. In a game of many pieces, or on a busy machine, a position can take long.
    #[must_use]
    pub fn with_pause(self, pause: Duration) -> Time {
        let most = self.most.min(self.left.saturating_sub(pause * PAUSES).max(self.least));
        Time { enough: self.enough.min(most), most, ..self }
    }

    /// A share of a clock: from the time left, the increment, and the number of moves until the next time control, if
    /// known.
    pub fn share(left: Duration, increment: Duration, moves: Option<u32>, overhead: Duration) -> Time {
        let moves = moves.unwrap_or(MOVES_LEFT).clamp(1, MOVES_LEFT * 2);
        let left = left.saturating_sub(overhead);
        // In a game of many pieces each search lasts as long as it may. With less than the increment to spend, a clock that
        // has fallen below the reserve recovers.
        let left = left.saturating_sub(RESERVE).max(left / SCARCE);
        // The increment is added only after the move, so the remaining time is the limit.
        let ceiling = if moves == 1 { left.mul_f64(0.8) } else { left.mul_f64(0.35) };
        let share = (left / moves + increment.mul_f64(0.7)).min(ceiling);
        let most = (share * 3).min(ceiling);
        Time { enough: at_least_a_moment(share.mul_f64(0.6)), most: at_least_a_moment(most), left, least: left / 8 }
    }
}

fn at_least_a_moment(time: Duration) -> Duration {
    time.max(Duration::from_millis(1))
}

/// Measures a search.
#[derive(Clone, Debug)]
pub struct Clock {
    began: Instant,
    /// The start of the engine's own time. It is later than the start of the search if the search began on the
    /// opponent's time.
    own: Option<Instant>,
    time: Option<Time>,
    nodes: Option<u64>,
    /// The time when the clock was last read.
    read: Instant,
    /// The longest time between two readings.
    pause: Duration,
    /// The number of nodes at which the clock is read again.
    next: u64,
    /// The number of nodes between the last reading and the next.
    step: u64,
}

impl Clock {
    /// A clock that starts.
    pub fn new(began: Instant, time: Option<Time>, nodes: Option<u64>) -> Clock {
        Clock { began, own: None, time, nodes, read: Instant::now(), pause: Duration::ZERO, next: 0, step: 1 }
    }

    /// The longest time between two readings. Zero if the time of the search is not limited.
    pub fn pause(&self) -> Duration {
        self.pause
    }

    /// The time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Returns `true` if the search must end now.
    pub fn is_over(&mut self, nodes: u64, signals: &Signals) -> bool {
        if self.nodes.is_some_and(|most| nodes >= most) {
            return true;
        }
        if nodes >= LEAST_NODES && signals.is_stopped() {
            return true;
        }
        if nodes < self.next {
            return false;
        }
        let before = self.read;
        let over = self.own_time(signals).is_some_and(|(spent, time)| spent >= time.most);
        // A single position of a large game may take a millisecond. There the clock is read at each node.
        let quick = self.read.saturating_duration_since(before) < QUICK;
        self.step = if quick { (self.step * 2).min(MOST_NODES) } else { 1 };
        self.next = nodes + self.step;
        over
    }

    /// Returns `true` if the time of the search is over. Unlike [`is_over`](Clock::is_over), it always reads the clock.
    pub fn is_late(&mut self, signals: &Signals) -> bool {
        self.own_time(signals).is_some_and(|(spent, time)| spent >= time.most)
    }

    /// Returns `true` if no new iteration should begin.
    pub fn is_enough(&mut self, signals: &Signals) -> bool {
        signals.is_stopped() || self.own_time(signals).is_some_and(|(spent, time)| spent >= time.enough)
    }

    /// Returns `true` if time is limited, and the clock is the engine's own.
    pub fn is_running(&self, signals: &Signals) -> bool {
        self.time.is_some() && !signals.is_pondering()
    }

    /// The time that the search has used, and its limits.
    fn own_time(&mut self, signals: &Signals) -> Option<(Duration, Time)> {
        let time = self.time?;
        let now = Instant::now();
        self.pause = self.pause.max(now.saturating_duration_since(self.read));
        self.read = now;
        if signals.is_pondering() {
            self.own = Some(now);
            return None;
        }
        Some((now.saturating_duration_since(self.own.unwrap_or(self.began)), time))
    }
}
