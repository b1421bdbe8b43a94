//! The verb `search`: the best move by the engine of `ferz play`.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

use crate::game::Game;
use crate::interpreter::Move;
use crate::notation::{san, uci};
use crate::search::{Found, Info, Limits, Score, Searcher, Signals, Time};

use super::fields::{Fields, Refusal};
use super::limits::Budget;
use super::played::Played;
use super::request::Tell;

/// The size of the hash table in megabytes: by default, and at most.
const HASH: (u64, u64) = (16, 128);
/// The largest number of best lines.
const LINES: u64 = 64;

/// The answer to `search`, and a line of progress.
#[derive(Serialize)]
pub(super) struct Thought {
    /// The best move; missing if there is no legal move.
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<Texts>,
    /// The rank of the line among the best ones, if several were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    rank: Option<u32>,
    /// In hundredths of a weak piece, for the side to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    /// Moves until a forced win; negative for a loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
    depth: u32,
    nodes: u64,
    seconds: f64,
    pv: Vec<Texts>,
}

/// A move in both notations.
#[derive(Clone, Serialize)]
struct Texts {
    uci: String,
    san: String,
}

/// Searches for the best move.
pub(super) fn search(
    played: &Played,
    depth: Option<u32>,
    fields: Fields<'_>,
    budget: &Budget,
    tell: Tell<'_>,
) -> Result<Thought, Refusal> {
    let limits = limits(depth, fields, budget)?;
    let hash = fields.number("hash")?.unwrap_or(HASH.0);
    if hash == 0 || hash > HASH.1 {
        return Err(Refusal::new(format!("`hash` is a number of megabytes from 1 to {}", HASH.1)));
    }
    let told = fields.flag("progress")?;
    let (game, lines) = (&played.game, limits.lines);
    let mut last: Option<Info> = None;
    let mut report = |info: &Info| {
        if told && let Ok(line) = serde_json::to_vec(&Thought::of(game, info, lines > 1)) {
            tell(&line);
        }
        if info.rank == 1 {
            last = Some(info.clone());
        }
    };
    let signals = Signals::stopped_by(Arc::clone(budget.cancelled()));
    let past = past(played)?;
    let found = Searcher::new(game.rules(), hash as usize).search(game, &past, &limits, &signals, &mut report);
    budget.go_on()?;
    Ok(Thought::found(game, &found, last.as_ref()))
}

/// The keys of the positions before the last one.
fn past(played: &Played) -> Result<Vec<crate::position::Key>, Refusal> {
    let mut game = played.start()?;
    let mut keys = Vec::with_capacity(played.moves.len());
    for made in &played.moves {
        keys.push(game.key());
        game.play(made);
    }
    Ok(keys)
}

/// The limits of the search. It always ends within the time limit of the request.
fn limits(depth: Option<u32>, fields: Fields<'_>, budget: &Budget) -> Result<Limits, Refusal> {
    let (nodes, seconds) = (fields.number("nodes")?, fields.positive("seconds")?);
    if depth.is_none() && nodes.is_none() && seconds.is_none() {
        return Err(Refusal::new("`search` needs `depth`, `nodes` or `seconds`"));
    }
    let lines = fields.number("lines")?.unwrap_or(1);
    if lines == 0 || lines > LINES {
        return Err(Refusal::new(format!("`lines` is a number from 1 to {LINES}")));
    }
    let most = budget.seconds_left() * 0.9;
    let seconds = seconds.map_or(most, |seconds| seconds.min(most));
    let time = Duration::try_from_secs_f64(seconds).ok().map(|time| Time::exactly(time, Duration::ZERO));
    Ok(Limits { depth: depth.map(|depth| depth.max(1)), nodes, time, lines: lines as usize, ..Limits::default() })
}

impl Thought {
    /// The result of an iteration.
    fn of(game: &Game, info: &Info, ranked: bool) -> Thought {
        let (score, mate) = parts(Some(info.score));
        let pv = texts(game, &info.line);
        Thought {
            best: pv.first().cloned(),
            rank: ranked.then_some(info.rank),
            score,
            mate,
            depth: info.depth,
            nodes: info.nodes,
            seconds: info.time.as_secs_f64(),
            pv,
        }
    }

    /// The result of the whole search, with the last iteration.
    fn found(game: &Game, found: &Found, last: Option<&Info>) -> Thought {
        // An interrupted iteration may have found a better move than the first move of the last line.
        let line: Vec<Move> = match (found.best, last) {
            (Some(best), Some(info)) if info.line.first() == Some(&best) => info.line.clone(),
            (best, _) => best.into_iter().chain(found.reply).collect(),
        };
        let (score, mate) = parts(found.score);
        let pv = texts(game, &line);
        Thought {
            best: pv.first().cloned(),
            rank: None,
            score,
            mate,
            depth: last.map_or(0, |info| info.depth),
            nodes: last.map_or(0, |info| info.nodes),
            seconds: last.map_or(0.0, |info| info.time.as_secs_f64()),
            pv,
        }
    }
}

fn parts(score: Option<Score>) -> (Option<i32>, Option<i32>) {
    match score {
        Some(Score::Centipawns(score)) => (Some(score), None),
        Some(Score::Mate(moves)) => (None, Some(moves)),
        None => (None, None),
    }
}

/// The moves of a line in both notations, up to the first that is not legal.
fn texts(game: &Game, line: &[Move]) -> Vec<Texts> {
    let (mut game, mut texts) = (game.clone(), Vec::new());
    for made in line {
        if !game.legal_moves().contains(made) {
            break;
        }
        texts.push(Texts { uci: uci::write(&game, made), san: san::write(&mut game, made) });
        game.play(made);
    }
    texts
}
