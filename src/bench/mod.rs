//! Measurements: the speed of perft, of loading a variant, and of random games.
//!
//! Everything runs in one thread. Times are medians, because other programs may disturb the measurement.

use std::time::Duration;

use indexmap::IndexMap;

use crate::board::Side;
use crate::game::Game;
use crate::machine::Instant;
use crate::rules::Outcome;

/// The deepest tree that is counted.
const DEEPEST: u32 = 64;

/// Loads the given number of times. Returns the last result with the median time.
///
/// # Errors
/// The first error of `load`.
pub fn loaded<T, E>(times: usize, load: impl Fn() -> Result<T, E>) -> Result<(T, Duration), E> {
    let mut taken = Vec::new();
    loop {
        let begun = Instant::now();
        let loaded = load()?;
        taken.push(begun.elapsed());
        if taken.len() >= times {
            return Ok((loaded, median(&mut taken)));
        }
    }
}

/// A tree that was counted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Counted {
    /// The length of the sequences of moves.
    pub depth: u32,
    /// The number of sequences.
    pub nodes: u64,
    /// The median time of a count.
    pub time: Duration,
}

impl Counted {
    /// Leaves a second.
    pub fn speed(&self) -> f64 {
        rate(self.nodes, self.time)
    }
}

/// Counts the tree below a position to a depth, or to the largest depth whose count fits into the time. The count is
/// repeated until the time is over.
///
/// ```
/// use std::time::Duration;
///
/// let mut game = ferz::load("chess").unwrap().start().unwrap();
/// let counted = ferz::bench::count(&mut game, Some(3), Duration::ZERO);
/// assert_eq!((counted.depth, counted.nodes), (3, 8_902));
/// ```
pub fn count(game: &mut Game, depth: Option<u32>, time: Duration) -> Counted {
    let begun = Instant::now();
    let mut counted = timed(game, depth.unwrap_or(1));
    while depth.is_none() && counted.depth < DEEPEST {
        let deeper = timed(game, counted.depth + 1);
        if deeper.nodes == 0 {
            break;
        }
        // The next tree is expected to grow by the same factor.
        let growth = deeper.nodes as f64 / counted.nodes.max(1) as f64;
        counted = deeper;
        if deeper.time.as_secs_f64() * growth.max(1.0) > time.as_secs_f64() / 2.0 {
            break;
        }
    }
    let mut times = vec![counted.time];
    while begun.elapsed() < time {
        times.push(timed(game, counted.depth).time);
    }
    Counted { time: median(&mut times), ..counted }
}

fn timed(game: &mut Game, depth: u32) -> Counted {
    let begun = Instant::now();
    let nodes = game.perft(depth);
    Counted { depth, nodes, time: begun.elapsed() }
}

/// The amount of games to play.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Effort {
    /// This number of games.
    Games(u64),
    /// Games for this time, but at least one. Before that, warm-up games run for a quarter of the time.
    Time(Duration),
}

/// Games that were played.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tally {
    /// The number of games.
    pub games: u64,
    /// The plies of all games.
    pub plies: u64,
    /// The time of all games.
    pub time: Duration,
    /// Games won by White and by Black.
    pub won: [u64; 2],
    /// Drawn games.
    pub drawn: u64,
    /// Games without a result: too long, or without legal moves and without an end that covers this.
    pub unfinished: u64,
    /// The number of games with each end, in the order of the file.
    pub ends: IndexMap<String, u64>,
}

impl Tally {
    /// Games a second.
    pub fn speed(&self) -> f64 {
        rate(self.games, self.time)
    }

    /// Plies a second.
    pub fn plies_per_second(&self) -> f64 {
        rate(self.plies, self.time)
    }
}

/// Plays games from a position to their ends. `choose` gets the number of legal moves and returns the index of the move
/// to play. A game of `longest` plies is given up.
pub fn play(start: &Game, effort: Effort, longest: usize, choose: &mut dyn FnMut(usize) -> usize) -> Tally {
    let ends = start.rules().ends.iter().map(|end| (end.name.clone(), 0));
    let mut tally = Tally { ends: ends.collect(), ..Tally::default() };
    if let Effort::Time(time) = effort {
        // Lazily computed data must not count as part of a game.
        let begun = Instant::now();
        while begun.elapsed() < time / 4 {
            start.clone().play_out(longest, choose);
        }
    }
    let begun = Instant::now();
    let goes_on = |tally: &Tally| match effort {
        Effort::Games(games) => tally.games < games,
        Effort::Time(time) => tally.games == 0 || begun.elapsed() < time,
    };
    while goes_on(&tally) {
        let played = start.clone().play_out(longest, choose);
        tally.games += 1;
        tally.plies += played.plies as u64;
        match played.end.as_ref().map(|end| end.outcome) {
            None => tally.unfinished += 1,
            Some(Outcome::Draw) => tally.drawn += 1,
            Some(Outcome::Won(Side::White)) => tally.won[0] += 1,
            Some(Outcome::Won(Side::Black)) => tally.won[1] += 1,
        }
        if let Some(end) = played.end {
            *tally.ends.entry(end.reason.to_string()).or_default() += 1;
        }
    }
    tally.time = begun.elapsed();
    tally
}

fn rate(number: u64, time: Duration) -> f64 {
    // The rate stays finite even if the clock has not advanced.
    number as f64 / time.as_secs_f64().max(1e-9)
}

/// The median; zero if there are none.
pub fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
