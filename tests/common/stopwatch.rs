//! How long something takes, however busy the machine is.

use std::fs;
use std::time::{Duration, Instant};

/// The time that a thread has spent on a processor; where the system does not tell, the time that has passed.
pub struct Stopwatch {
    busy: Option<Duration>,
    began: Instant,
}

impl Stopwatch {
    pub fn start() -> Stopwatch {
        Stopwatch { busy: busy(), began: Instant::now() }
    }

    /// What this thread has spent since the start.
    pub fn spent(&self) -> Duration {
        // Some systems have the file and keep no account.
        let now = busy().filter(|now| !now.is_zero());
        let spent = self.busy.zip(now).and_then(|(before, now)| now.checked_sub(before));
        spent.unwrap_or_else(|| self.began.elapsed())
    }
}

/// What this thread has spent on a processor since it began.
fn busy() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split_whitespace().next()?.parse().ok()?))
}

#[test]
fn a_stopwatch_counts_work_and_not_waiting() {
    let watch = Stopwatch::start();
    std::thread::sleep(Duration::from_millis(50));
    if busy().is_some_and(|busy| !busy.is_zero()) {
        assert!(watch.spent() < Duration::from_millis(40), "{:?}", watch.spent());
    }
    let mut number = 1_u64;
    let began = Instant::now();
    while watch.spent() < Duration::from_millis(5) {
        number = std::hint::black_box(number.wrapping_mul(3));
        assert!(began.elapsed() < Duration::from_secs(60), "{number}");
    }
}
