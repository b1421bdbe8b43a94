//! Measurements: how fast moves are counted, how long a variant takes to load, how many random games are played.
//!
//! One thread does it all. Times are medians, because a machine is never quite idle.

use std::time::{Duration, Instant};

use indexmap::IndexMap;

use crate::board::Side;
use crate::game::Game;
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
    /// How many there are.
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
        // The next tree is expected to be larger by as much as this one was.
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

/// How long to play.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Effort {
    /// So many games.
    Games(u64),
    /// Games until this time is over, at least one; a quarter of the time is spent before on games that do not count.
    Time(Duration),
}

/// Games that were played.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tally {
    /// How many.
    pub games: u64,
    /// Plies of all of them.
    pub plies: u64,
    /// The time for all of them.
    pub time: Duration,
    /// Games won by White and by Black.
    pub won: [u64; 2],
    /// Drawn games.
    pub drawn: u64,
    /// Games that came to no end: too long, or without moves where no end says what that means.
    pub unfinished: u64,
    /// How often each end of the variant's file came about, in the order of the file.
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

/// Plays games from a position to their ends, with moves that `choose` picks, given how many there are. A game of
/// `longest` plies is given up.
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
            *tally.ends.entry(end.reason).or_default() += 1;
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
