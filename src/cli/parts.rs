//! `ferz perft --split` and `--merge`: splits a count into parts, for many machines.
//!
//! Each part is a request of `ferz batch`, so that any program that answers such requests can count it. Its id holds
//! the number of move lines that lead to the position, and the number of parts. The answer repeats the id.

use std::fs::File;
use std::io::{BufRead, BufReader};

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::common::{Failure, Position, Terminal};
use crate::game::Game;
use crate::notation::uci;

/// The largest number of parts.
const MOST: usize = 4_000_000;

/// The id of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Part {
    /// The depth of the whole count.
    perft: u32,
    part: usize,
    of: usize,
    /// The number of move sequences that lead to the position.
    times: u64,
}

/// A request of `ferz batch`.
#[derive(Debug, Serialize)]
struct Request<'a> {
    id: Part,
    #[serde(rename = "do")]
    verb: &'static str,
    variant: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<u64>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    chess960: bool,
    play: Vec<&'a str>,
    depth: u32,
    limits: Limits,
}

/// The limits of a request.
#[derive(Debug, Serialize)]
struct Limits {
    seconds: u32,
    nodes: u64,
}

/// Large limits, because a part may take long.
const LIMITS: Limits = Limits { seconds: 86_400, nodes: u64::MAX };

/// The answer to a request.
#[derive(Debug, Deserialize)]
struct Answer {
    id: Part,
    nodes: Option<u64>,
}

/// A position, and one of the move sequences that lead to it.
struct Reached {
    game: Game,
    line: Vec<String>,
    times: u64,
}

/// Writes a request for each position after `plies` plies.
pub(super) fn split(
    position: &Position,
    game: Game,
    (plies, depth): (u32, u32),
    terminal: &mut Terminal,
) -> Result<(), Failure> {
    if plies > depth {
        return Err(Failure::Usage(format!("--split {plies} must be smaller than the depth of the count, {depth}")));
    }
    let mut level = vec![Reached { game, line: Vec::new(), times: 1 }];
    for _ in 0..plies {
        level = next(level)?;
    }
    let of = level.len();
    for (part, reached) in level.iter().enumerate() {
        let request = Request {
            id: Part { perft: depth, part, of, times: reached.times },
            verb: "perft",
            variant: &position.variant,
            fen: position.fen.as_deref(),
            start: position.start,
            chess960: position.chess960,
            play: position.play.iter().map(|mv| mv.trim()).chain(reached.line.iter().map(String::as_str)).collect(),
            depth: depth - plies,
            limits: LIMITS,
        };
        let text = serde_json::to_string(&request).map_err(|error| Failure::Io(error.into()))?;
        terminal.print(&text)?;
        terminal.print("\n")?;
    }
    Ok(())
}

/// The positions one ply later, each once.
fn next(level: Vec<Reached>) -> Result<Vec<Reached>, Failure> {
    let mut found: Vec<Reached> = Vec::new();
    let mut places = FxHashMap::default();
    for reached in level {
        for (text, mv) in uci::list(&reached.game) {
            let mut game = reached.game.clone();
            game.play(&mv);
            let place = *places.entry(game.key()).or_insert(found.len());
            if let Some(known) = found.get_mut(place) {
                known.times += reached.times;
                continue;
            }
            let mut line = reached.line.clone();
            line.push(text);
            found.push(Reached { game, line, times: reached.times });
            if found.len() > MOST {
                return Err(Failure::Usage(format!("more than {MOST} positions: split one ply earlier")));
            }
        }
    }
    Ok(found)
}

/// Adds up the answers in files.
pub(super) fn merge(files: &[String], depth: u32) -> Result<u64, Failure> {
    let mut sum = Sum { depth, counts: Vec::new(), total: 0 };
    for file in files {
        let opened = File::open(file).map_err(|error| Failure::Usage(format!("cannot read `{file}`: {error}")))?;
        for (index, line) in BufReader::new(opened).lines().enumerate() {
            let line = line?;
            if !line.trim().is_empty() {
                sum.add(&line).map_err(|why| Failure::Input(format!("{file}:{}: {why}", index + 1)))?;
            }
        }
    }
    sum.whole()
}

/// The sum so far.
struct Sum {
    depth: u32,
    /// The count of each part; `None` if it is not known yet.
    counts: Vec<Option<u64>>,
    total: u64,
}

impl Sum {
    fn add(&mut self, line: &str) -> Result<(), String> {
        let answer: Answer =
            serde_json::from_str(line).map_err(|_| "this is not an answer to a request of `--split`".to_owned())?;
        let Part { perft, part, of, times } = answer.id;
        let nodes = answer.nodes.ok_or_else(|| format!("part {part} was not counted: {line}"))?;
        if perft != self.depth {
            return Err(format!("a part of perft {perft}, not {}", self.depth));
        }
        if self.counts.is_empty() {
            if of > MOST {
                return Err(format!("{of} parts are more than `--split` can write"));
            }
            self.counts = vec![None; of];
        }
        let fits = of == self.counts.len() && part < of;
        let place = self.counts.get_mut(part).filter(|_| fits).ok_or("a part of another count")?;
        match *place {
            // Two machines may have counted the same part, for example if one of them was given up.
            Some(known) if known == nodes => return Ok(()),
            Some(known) => return Err(format!("part {part} has {nodes} leaves here and {known} elsewhere")),
            None => *place = Some(nodes),
        }
        let leaves = nodes.checked_mul(times).and_then(|leaves| self.total.checked_add(leaves));
        self.total = leaves.ok_or("the sum is too large")?;
        Ok(())
    }

    fn whole(&self) -> Result<u64, Failure> {
        let missing: Vec<usize> = (0..self.counts.len()).filter(|part| self.counts[*part].is_none()).collect();
        match missing.as_slice() {
            [] if self.counts.is_empty() => Err(Failure::Input("there is no answer in the files".to_owned())),
            [] => Ok(self.total),
            [first, ..] => Err(Failure::Input(format!(
                "{} of {} parts are missing, the first is part {first}",
                missing.len(),
                self.counts.len()
            ))),
        }
    }
}
