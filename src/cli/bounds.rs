//! Limits on one answer of a command. Perft, matches and games may take any time; only their start is limited.

use std::time::{Duration, Instant};

use super::failure::Failure;
use crate::game::Compiled;
use crate::machine;
use crate::rules::Rules;
use crate::work::{self, Limits, Stopped};

/// The largest number of steps of the generator for one answer: about a second and a half. Every built-in game needs less than 60 % of
/// it.
pub const MOST_STEPS: u64 = 16_000_000;
/// The most memory that the program may allocate for an answer. With code and stacks it stays below 256 MB.
pub const MOST_BYTES: usize = 208 << 20;

/// The same for a page of rules, whose steps take a little longer. The largest one, that of Tai Shogi, takes 13 million.
pub const MOST_STEPS_OF_A_PAGE: u64 = 14_000_000;

/// Does the work for one answer within the limits.
pub(super) fn bounded<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    within(MOST_STEPS, work)
}

/// Does the work for a page with all rules within its limits.
pub(super) fn bounded_page<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    within(MOST_STEPS_OF_A_PAGE, work)
}

fn within<T>(steps: u64, work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    let limits = Limits { steps: Some(steps), bytes: Some(MOST_BYTES), ..Limits::default() };
    work::within(&limits, work).unwrap_or_else(|stopped| Err(Failure::Input(message(stopped))))
}

/// Does work that takes long in a large game, with a time limit in seconds.
pub(super) fn patient<T>(seconds: u64, work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    let deadline = Instant::now().checked_add(Duration::from_secs(seconds));
    let limits = Limits { deadline, bytes: Some(MOST_BYTES), ..Limits::default() };
    work::within(&limits, work).unwrap_or_else(|stopped| match stopped {
        Stopped::Deadline => Err(Failure::Input(format!("given up after {seconds} seconds\nhelp: {SMALLER}"))),
        _ => Err(Failure::Input(message(stopped))),
    })
}

/// A compiled variant. Its tables and the moves of its start position are computed within the limits.
pub(super) fn compiled(rules: Rules) -> Result<Compiled, Failure> {
    bounded(|| {
        let compiled = Compiled::new(rules);
        // An unplayable start position is reported when the command asks for it.
        let _ = compiled.start().map(|game| game.legal_moves());
        Ok(compiled)
    })
}

/// A number of threads on the command line; 0 for all processors of the machine.
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

/// Help for work that takes too long.
const SMALLER: &str =
    "have fewer pieces on the board, moves with fewer legs or shorter ranges (`Q5` instead of `Q`), or a smaller board";

/// Help for a block that never comes to rest.
const REST: &str = "let each round of `repeat` leave less to change, or say in `when:` where it ends";

/// The message about the exceeded limit, with help.
fn message(stopped: Stopped) -> String {
    match stopped {
        Stopped::Endless(_) => return format!("{stopped}\nhelp: `ferz check` says which rule it is"),
        Stopped::Restless => return format!("{stopped}\nhelp: {REST}"),
        _ => {}
    }
    let remedy = match stopped {
        Stopped::Bytes(_) => {
            "have fewer kinds of pieces, let them slide less far (`Q5` instead of `Q`) or in fewer directions, or have a smaller board"
        }
        _ => &format!("{SMALLER}; `ferz batch` can take longer, by the `limits` of a request"),
    };
    format!("this is too large to answer: {stopped}\nhelp: {remedy}")
}
