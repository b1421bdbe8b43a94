//! Statistics of random games.

use ferz::{Outcome, Side};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::random::Random;
use crate::variant::Variant;

/// Plays random games, without the GIL, and counts the results: `games`, `white`, `black`, `draws`, `unfinished`,
/// `plies`, `moves` (legal moves over all positions) and `ends` (the number of games for each end).
#[pyfunction]
#[pyo3(signature = (variant, games, *, seed=0, max_plies=10_000, threads=1))]
pub fn random_games<'py>(
    py: Python<'py>,
    variant: &Variant,
    games: u64,
    seed: u64,
    max_plies: usize,
    threads: usize,
) -> PyResult<Bound<'py, pyo3::types::PyDict>> {
    let start = variant.begin(py, None, None)?;
    let pool = crate::shared::pool(threads)?;
    let parts = pool.current_num_threads() as u64 * 4;
    let tally = py.detach(|| {
        let part = |part: u64| {
            let (first, last) = (games * part / parts, games * (part + 1) / parts);
            Tally::of(&start, first..last, seed, max_plies)
        };
        pool.install(|| (0..parts).into_par_iter().map(part).reduce(Tally::default, Tally::with))
    });
    let told = pyo3::types::PyDict::new(py);
    told.set_item("games", games)?;
    told.set_item("white", tally.white)?;
    told.set_item("black", tally.black)?;
    told.set_item("draws", tally.draws)?;
    told.set_item("unfinished", tally.unfinished)?;
    told.set_item("plies", tally.plies)?;
    told.set_item("moves", tally.moves)?;
    told.set_item("ends", tally.ends)?;
    Ok(told)
}

/// Results of games.
#[derive(Default)]
struct Tally {
    white: u64,
    black: u64,
    draws: u64,
    unfinished: u64,
    plies: u64,
    moves: u64,
    ends: std::collections::BTreeMap<String, u64>,
}

impl Tally {
    fn of(start: &ferz::Game, games: std::ops::Range<u64>, seed: u64, longest: usize) -> Tally {
        let mut tally = Tally::default();
        for number in games {
            let (mut random, mut moves) = (Random::new(seed, number), 0);
            let played = start.clone().play_out(longest, &mut |count| {
                moves += count as u64;
                random.below(count)
            });
            tally.plies += played.plies as u64;
            tally.moves += moves;
            match played.end.as_ref().map(|end| end.outcome) {
                Some(Outcome::Won(Side::White)) => tally.white += 1,
                Some(Outcome::Won(Side::Black)) => tally.black += 1,
                Some(Outcome::Draw) => tally.draws += 1,
                None => tally.unfinished += 1,
            }
            if let Some(end) = played.end {
                *tally.ends.entry(end.reason.to_string()).or_default() += 1;
            }
        }
        tally
    }

    fn with(mut self, other: Tally) -> Tally {
        self.white += other.white;
        self.black += other.black;
        self.draws += other.draws;
        self.unfinished += other.unfinished;
        self.plies += other.plies;
        self.moves += other.moves;
        for (end, count) in other.ends {
            *self.ends.entry(end).or_default() += count;
        }
        self
    }
}
