//! Limits on one answer of a command. Counts, matches and games may take any time; only their start is limited.

use super::failure::Failure;
use crate::machine;
use crate::work::{self, Limits, Stopped};

/// The most steps of the generator for one answer: about a second and a half. No shipped game needs a quarter of it.
pub const MOST_STEPS: u64 = 16_000_000;
/// Largest memory that the program may allocate for an answer. Tables use about four fifths of it.
pub const MOST_BYTES: usize = 304 << 20;

/// Does the work for one answer within what it may cost.
pub(super) fn bounded<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    let limits = Limits { steps: Some(MOST_STEPS), bytes: Some(MOST_BYTES), ..Limits::default() };
    work::within(&limits, work).unwrap_or_else(|stopped| Err(Failure::Input(message(stopped))))
}

/// A number of threads on the command line; 0 where the machine's own number is meant.
pub(super) fn threads(word: &str) -> Result<u16, String> {
    let most = machine::most_threads();
    let count = word.parse::<u64>().map_err(|error| error.to_string())?;
    u16::try_from(count)
        .ok()
        .filter(|count| usize::from(*count) <= most)
        .ok_or_else(|| format!("on this machine at most {most} are allowed"))
}

/// A number of things that are done at the same time, at least 1.
pub(super) fn jobs(word: &str) -> Result<u16, String> {
    threads(word).and_then(|count| if count == 0 { Err("at least 1 is needed".to_owned()) } else { Ok(count) })
}

/// Says which bound was passed, and what to do about it.
fn message(stopped: Stopped) -> String {
    let remedy = match stopped {
        Stopped::Bytes(_) => {
            "have fewer kinds of pieces, let them slide less far (`Q5` in place of `Q`) or in fewer directions, or have a smaller board"
        }
        _ => {
            "have fewer pieces on the board, moves with fewer legs or shorter ranges (`Q5` in place of `Q`), or a smaller board; \
             `ferz batch` works as long as a request's `limits` allow"
        }
    };
    format!("this is too large to answer: {stopped}\nhelp: {remedy}")
}
