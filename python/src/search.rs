//! The built-in engine for Python.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use ferz::Key;
use ferz::notation::{self, uci};
use ferz::search::{Found as Answer, Info, Limits, Score, Searcher, Signals, Time};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::moves::Move;
use crate::variant::Variant;

/// The time between two tests whether Python was interrupted.
const PATIENCE: Duration = Duration::from_millis(50);
/// The largest hash table, in megabytes.
const LARGEST: usize = 1 << 16;

/// Result of a search.
#[pyclass(frozen, module = "ferz", get_all)]
#[derive(Clone)]
pub struct Found {
    /// The best move; `None` if there is no legal move.
    best: Option<Move>,
    /// Score of the position for the side to move, in hundredths of a weak piece; `None` if it is won or lost by
    /// force.
    score: Option<i32>,
    /// The number of moves within which the side to move wins by force (or, if negative, loses); `None` if neither was
    /// found.
    mate: Option<i32>,
    /// The best line: the best move, the best answer, and so on.
    pv: Vec<Move>,
    /// The depth of the last iteration that was finished.
    depth: u32,
    /// The number of positions searched.
    nodes: u64,
    /// The time of the search, in seconds.
    time: f64,
}

#[pymethods]
impl Found {
    fn __repr__(&self) -> String {
        let worth = match (self.score, self.mate) {
            (_, Some(moves)) => format!("mate {moves}"),
            (Some(score), None) => format!("score {score}"),
            (None, None) => "no score".to_owned(),
        };
        let best = self.best.as_ref().map_or("no move", |made| &made.written.san);
        format!("<Found {best} {worth} depth {}>", self.depth)
    }

    fn __eq__(&self, other: &Found) -> bool {
        let line = |found: &Found| found.pv.iter().map(|made| made.written.clone()).collect::<Vec<_>>();
        let best = |found: &Found| found.best.as_ref().map(|made| made.written.clone());
        (self.score, self.mate, self.depth, self.nodes) == (other.score, other.mate, other.depth, other.nodes)
            && self.time == other.time
            && (best(self), line(self)) == (best(other), line(other))
    }

    fn __hash__(&self) -> u64 {
        self.nodes ^ u64::from(self.depth)
    }

    #[new]
    #[pyo3(signature = (best, score, mate, pv, depth, nodes, time))]
    fn new(
        best: Option<Move>,
        score: Option<i32>,
        mate: Option<i32>,
        pv: Vec<Move>,
        depth: u32,
        nodes: u64,
        time: f64,
    ) -> Found {
        Found { best, score, mate, pv, depth, nodes, time }
    }

    #[expect(clippy::type_complexity)] // The arguments of `new`.
    fn __getnewargs__(&self) -> (Option<Move>, Option<i32>, Option<i32>, Vec<Move>, u32, u64, f64) {
        (self.best.clone(), self.score, self.mate, self.pv.clone(), self.depth, self.nodes, self.time)
    }
}

/// The limits of a search and the size of its hash table, as given from Python.
#[derive(Clone, Copy)]
pub(crate) struct Asked {
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// In seconds.
    pub time: Option<f64>,
    /// The size of the hash table in megabytes.
    pub hash: usize,
}

impl Asked {
    /// Reads the numbers as Python gives them.
    pub fn new(depth: Option<i64>, nodes: Option<i64>, time: Option<f64>, hash: usize) -> PyResult<Asked> {
        let below = |name: &str| PyValueError::new_err(format!("`{name}` is a number from 0 on"));
        let depth = depth.map(|depth| u64::try_from(depth).map_err(|_| below("depth"))).transpose()?;
        let nodes = nodes.map(|nodes| u64::try_from(nodes).map_err(|_| below("nodes"))).transpose()?;
        let depth = depth.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX));
        Ok(Asked { depth, nodes, time, hash })
    }

    fn limits(self) -> PyResult<Limits> {
        if self.depth.is_none() && self.nodes.is_none() && self.time.is_none() {
            return Err(PyValueError::new_err("say how long to search: `depth=`, `nodes=` or `time=` in seconds"));
        }
        if self.hash > LARGEST {
            return Err(PyValueError::new_err(format!("`hash` is a number of megabytes up to {LARGEST}")));
        }
        let duration = |seconds: f64| {
            let duration = Duration::try_from_secs_f64(seconds);
            duration.map_err(|_| PyValueError::new_err("`time` is a number of seconds from 0 on"))
        };
        let time = self.time.map(duration).transpose()?.map(|time| Time::exactly(time, Duration::ZERO));
        Ok(Limits { depth: self.depth.map(|depth| depth.max(1)), nodes: self.nodes, time, ..Limits::default() })
    }
}

/// Searches for the best move, without the GIL. An interrupt of Python ends the search.
pub(crate) fn search(
    py: Python<'_>,
    game: &ferz::Game,
    past: &[Key],
    variant: &Variant,
    asked: Asked,
) -> PyResult<Found> {
    let (limits, signals) = (asked.limits()?, Signals::default());
    let (root, limits, signals) = (&game.clone(), &limits, &signals);
    let outcome = py.detach(|| {
        thread::scope(|scope| {
            let (tell, told) = channel();
            scope.spawn(move || {
                let mut last: Option<Info> = None;
                let mut searcher = Searcher::new(root.rules(), asked.hash.max(1));
                let found = searcher.search(root, past, limits, signals, &mut |info| last = Some(info.clone()));
                // If the receiver is gone, the answer is no longer needed.
                let _ = tell.send((found, last));
            });
            loop {
                match told.recv_timeout(PATIENCE) {
                    Ok(outcome) => return Ok(Some(outcome)),
                    Err(RecvTimeoutError::Disconnected) => return Ok(None),
                    Err(RecvTimeoutError::Timeout) => {
                        if let Err(interrupt) = Python::attach(|py| py.check_signals()) {
                            signals.stop();
                            return Err(interrupt);
                        }
                    }
                }
            }
        })
    })?;
    let (found, last) = outcome.ok_or_else(|| PyValueError::new_err("the search has ended without an answer"))?;
    Ok(told(game, variant, &found, last.as_ref()))
}

fn told(game: &ferz::Game, variant: &Variant, found: &Answer, last: Option<&Info>) -> Found {
    let (mut game, mut pv) = (game.clone(), Vec::new());
    let line = last.map(|info| info.line.as_slice()).unwrap_or_default();
    // An interrupted iteration may have found a better move than the first move of the last line.
    let line: Vec<ferz::Move> = match found.best {
        Some(best) if line.first() != Some(&best) => std::iter::once(best).chain(found.reply).collect(),
        _ => line.to_vec(),
    };
    for made in line {
        if !game.legal_moves().contains(&made) {
            break;
        }
        let (uci, san) = (uci::write(&game, &made), notation::san::write(&mut game, &made));
        pv.push(Move::new(ferz::Written { uci, san, made }, variant));
        game.play(&made);
    }
    let (score, mate) = match found.score {
        Some(Score::Centipawns(score)) => (Some(score), None),
        Some(Score::Mate(moves)) => (None, Some(moves)),
        None => (None, None),
    };
    Found {
        best: pv.first().cloned(),
        score,
        mate,
        depth: last.map_or(0, |info| info.depth),
        nodes: last.map_or(0, |info| info.nodes),
        time: last.map_or(0.0, |info| info.time.as_secs_f64()),
        pv,
    }
}
