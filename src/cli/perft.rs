//! `ferz perft`.

use std::sync::Arc;

use indicatif::{ProgressBar, ProgressStyle};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use serde::Serialize;

use super::bounds::{bounded, threads};
use super::common::{Failure, Position, Terminal, Verdict, is_watched};
use super::parts;
use super::told::{self, Told};
use crate::game::Game;
use crate::interpreter::Move;
use crate::notation::uci;
use crate::perft::Table;
use crate::restate;

/// Count the sequences of legal moves of a given length.
///
/// A game that is over has no moves; ends that a player may claim do not count as over. The last line is `Nodes
/// searched: N`. With `--hash`, counts of positions are kept in a table with keys of 128 bits.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  $ ferz perft chess 5
  $ ferz perft grand 4 --divide --threads 2
  $ ferz perft chess960 4 --start 0
  $ ferz perft chess 8 --hash 1024 --threads 0
  $ ferz perft chess 3 --oracle --divide
  $ ferz perft chess 7 --split 3 > parts && ferz batch < parts > counts && ferz perft chess 7 --merge counts")]
pub(super) struct Arguments {
    #[command(flatten)]
    position: Position,
    /// The number of moves in a sequence
    #[arg(value_parser = clap::value_parser!(u32).range(0..=64))]
    depth: u32,
    /// Show the count below each move
    #[arg(long)]
    divide: bool,
    /// The number of threads; 0 for all processors of the machine
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    threads: u16,
    /// Keep counts in a table of this many megabytes
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    hash: Option<u32>,
    /// Count nothing: write a request of `ferz batch` for each position after this many plies
    #[arg(long, value_name = "PLIES", conflicts_with_all = ["divide", "threads", "hash", "json"])]
    split: Option<u32>,
    /// Count nothing: add up the answers to the requests of --split that are in these files
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["divide", "threads", "hash", "split"])]
    merge: Vec<String>,
    /// Count with the oracle, a slow engine that shares no code with the generator
    #[arg(long, conflicts_with_all = ["threads", "hash", "split", "merge"])]
    oracle: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A count as programs read it.
#[derive(Debug, Serialize)]
struct Report {
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<Below>>,
}

/// A move and the count below it.
#[derive(Debug, Serialize)]
struct Below {
    uci: String,
    nodes: u64,
}

/// A part of the tree: the game after the first moves, and the index of the first move to which it belongs.
struct Task {
    game: Game,
    depth: u32,
    root: usize,
}

/// From this depth on, a count may take long, so a progress bar is shown.
const LONG: u32 = 4;

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let told = told::open(&arguments.position, terminal)?;
    if arguments.oracle || told.is_some() {
        let report = ask_oracle(arguments, told, terminal)?;
        return print(&report, arguments, terminal);
    }
    let mut game = arguments.position.game(terminal)?;
    // The count itself may take any time, but listing the moves of one position is limited.
    bounded(|| Ok(game.legal_moves()))?;
    if let Some(plies) = arguments.split {
        parts::split(&arguments.position, game, (plies, arguments.depth), terminal)?;
        return Ok(Verdict::Fine);
    }
    if !arguments.merge.is_empty() {
        let report = Report { nodes: parts::merge(&arguments.merge, arguments.depth)?, divide: None };
        return print(&report, arguments, terminal);
    }
    let watched = is_watched() && arguments.depth >= LONG;
    let table = arguments.hash.map(|megabytes| Table::new(megabytes as usize)).transpose();
    let table = table.map_err(|error| Failure::Usage(error.to_string()))?;
    let report = if arguments.depth > 0 && (arguments.divide || arguments.threads != 1 || watched) {
        divide(&game, arguments, table.as_ref(), watched)?
    } else {
        Report { nodes: count(&mut game, arguments.depth, table.as_ref()), divide: arguments.divide.then(Vec::new) }
    };
    print(&report, arguments, terminal)
}

/// The counts of the oracle.
fn ask_oracle(arguments: &Arguments, told: Option<Told>, terminal: &Terminal) -> Result<Report, Failure> {
    let game = match told {
        Some(told) => told.game()?,
        None => {
            let (rules, setup) = arguments.position.parts(terminal)?;
            let oracle = restate::oracle(Arc::new(rules)).map_err(|unknown| Failure::Input(unknown.to_string()))?;
            let mut game = ferz_oracle::Game::new(&oracle, &setup);
            told::play(&mut game, &arguments.position.moves())?;
            game
        }
    };
    let oracle = game.oracle();
    if !arguments.divide || arguments.depth == 0 {
        return Ok(Report {
            nodes: oracle.perft(game.position(), arguments.depth),
            divide: arguments.divide.then(Vec::new),
        });
    }
    let moves = game.moves();
    let texts = oracle.texts(game.position(), &moves).into_iter();
    let below = |(uci, (_, after)): (String, &(_, ferz_oracle::Position))| Below {
        uci,
        nodes: oracle.perft(after, arguments.depth - 1),
    };
    let mut divide: Vec<Below> = texts.zip(&moves).map(below).collect();
    divide.sort_by(|one, other| one.uci.cmp(&other.uci));
    Ok(Report { nodes: divide.iter().map(|below| below.nodes).sum(), divide: Some(divide) })
}

fn print(report: &Report, arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    if arguments.json {
        terminal.print_json(report)?;
        return Ok(Verdict::Fine);
    }
    for Below { uci, nodes } in report.divide.iter().flatten() {
        terminal.print(&format!("{uci}: {nodes}\n"))?;
    }
    terminal.print(&format!("Nodes searched: {}\n", report.nodes))?;
    Ok(Verdict::Fine)
}

fn count(game: &mut Game, depth: u32, table: Option<&Table>) -> u64 {
    match table {
        None => game.perft(depth),
        Some(table) => game.perft_with(depth, table),
    }
}

/// Counts the leaf nodes below each move, with the requested number of threads.
fn divide(game: &Game, arguments: &Arguments, table: Option<&Table>, watched: bool) -> Result<Report, Failure> {
    let roots = uci::list(&game.clone());
    let tasks = tasks(game, &roots, arguments);
    let bar = if watched { bar(tasks.len() as u64) } else { ProgressBar::hidden() };
    let count = |task: &Task| {
        let nodes = count(&mut task.game.clone(), task.depth, table);
        bar.inc(1);
        (task.root, nodes)
    };
    let counts: Vec<(usize, u64)> = if arguments.threads == 1 {
        tasks.iter().map(count).collect()
    } else {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(usize::from(arguments.threads)).build();
        let pool = pool.map_err(|error| Failure::Usage(error.to_string()))?;
        pool.install(|| tasks.par_iter().map(count).collect())
    };
    bar.finish_and_clear();
    let mut below = vec![0; roots.len()];
    for (root, nodes) in counts {
        below[root] += nodes;
    }
    let nodes = below.iter().sum();
    let pairs = roots.into_iter().zip(below).map(|((uci, _), nodes)| Below { uci, nodes });
    let divide = arguments.divide.then(|| pairs.collect());
    Ok(Report { nodes, divide })
}

/// One task for each first move; one for each pair of moves if several threads share a deep tree.
fn tasks(game: &Game, roots: &[(String, Move)], arguments: &Arguments) -> Vec<Task> {
    let split = arguments.depth >= LONG && arguments.threads != 1;
    let mut tasks = Vec::new();
    for (root, (_, made)) in roots.iter().enumerate() {
        let game = after(game, made);
        if split {
            let depth = arguments.depth - 2;
            for reply in game.legal_moves() {
                tasks.push(Task { game: after(&game, &reply), depth, root });
            }
        } else {
            tasks.push(Task { game, depth: arguments.depth - 1, root });
        }
    }
    tasks
}

fn after(game: &Game, made: &Move) -> Game {
    let mut next = game.clone();
    next.play(made);
    next
}

fn bar(length: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {elapsed} (left {eta})");
    ProgressBar::new(length).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
