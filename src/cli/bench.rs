//! `ferz bench`.

use std::time::Duration;

use indexmap::IndexMap;
use serde::Serialize;

use super::bounds;
use super::common::{Failure, Terminal, Verdict, rules};
use crate::bench::{self, Counted, Effort, Tally};
use crate::game::Game;
use crate::variant::library;

/// Measure how fast variants are counted and loaded, or played at random.
///
/// Perft is run from the start position by one thread; the moves of the last ply are counted without being listed. The
/// depth is chosen to fit the time. Loading is reading, checking and compiling the file. With `--games`, random games
/// are played to the end, with all ends of the variant.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  $ ferz bench
  $ ferz bench chess grand my.yaml --seconds 5
  $ ferz bench chess --games --seed 7
  $ ferz bench chess --games --count 1000 --json")]
pub(super) struct Arguments {
    /// Built-in names or paths to YAML files; without any, all built-in variants
    #[arg(value_name = "VARIANT")]
    variants: Vec<String>,
    /// How long to measure each variant
    #[arg(long, value_name = "S", default_value = "1", value_parser = seconds)]
    seconds: Duration,
    /// Count to this depth
    #[arg(long, value_name = "N", conflicts_with = "games", value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: Option<u32>,
    /// Play random games
    #[arg(long)]
    games: bool,
    /// The seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1, requires = "games")]
    seed: u64,
    /// Number of games to play, without a time limit
    #[arg(long, value_name = "N", requires = "games", conflicts_with = "seconds", value_parser = clap::value_parser!(u64).range(1..))]
    count: Option<u64>,
    /// The largest number of plies of a game
    #[arg(long, value_name = "N", default_value_t = 10_000, requires = "games")]
    plies: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The number of loads of a variant from which the time is computed.
const LOADS: usize = 3;

fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=86_400.0).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("a number of seconds from 0 to 86400".to_owned()),
    }
}

/// Properties of a variant after loading.
#[derive(Debug, Serialize)]
struct Header {
    variant: String,
    files: usize,
    ranks: usize,
    load_ms: f64,
    table_bytes: usize,
}

/// A count as programs read it.
#[derive(Debug, Serialize)]
struct CountRow {
    #[serde(flatten)]
    header: Header,
    depth: u32,
    nodes: u64,
    seconds: f64,
    nodes_per_second: f64,
}

/// Games as programs read them.
#[derive(Debug, Serialize)]
struct GamesRow {
    #[serde(flatten)]
    header: Header,
    seed: u64,
    games: u64,
    plies: u64,
    seconds: f64,
    games_per_second: f64,
    plies_per_second: f64,
    white: u64,
    black: u64,
    draws: u64,
    unfinished: u64,
    ends: IndexMap<String, u64>,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let all: Vec<String> = library::names().map(str::to_owned).collect();
    let names = if arguments.variants.is_empty() { &all } else { &arguments.variants };
    if arguments.games { games(names, arguments, terminal) } else { counts(names, arguments, terminal) }
}

/// A variant and its start position, with the time of loading.
fn load(name: &str, terminal: &Terminal) -> Result<(Header, Game), Failure> {
    let load = || rules(name, terminal).and_then(bounds::compiled);
    let (compiled, time) = bench::loaded(LOADS, load)?;
    let game = compiled.start().map_err(|error| Failure::Input(format!("{name}: {error}")))?;
    let geometry = &compiled.rules().geometry;
    let header = Header {
        variant: name.to_owned(),
        files: geometry.files(),
        ranks: geometry.ranks(),
        load_ms: time.as_secs_f64() * 1e3,
        table_bytes: compiled.table_bytes(),
    };
    Ok((header, game))
}

/// Prints a row for each variant as soon as it is measured, or all rows as JSON at the end.
fn rows<Row: Serialize>(
    names: &[String],
    (heading, json): (&str, bool),
    terminal: &mut Terminal,
    measure: impl Fn(Header, Game) -> Row,
    line: impl Fn(&Row) -> String,
) -> Result<Verdict, Failure> {
    let mut all = Vec::new();
    if !json {
        terminal.print(heading)?;
    }
    for name in names {
        let (header, game) = load(name, terminal)?;
        let row = measure(header, game);
        if json {
            all.push(row);
        } else {
            terminal.print(&line(&row))?;
            terminal.flush()?;
        }
    }
    if json {
        terminal.print_json(&all)?;
    }
    Ok(Verdict::Fine)
}

fn counts(names: &[String], arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let heading = format!(
        "{:<20} {:>7} {:>5} {:>13} {:>10} {:>9} {:>9}\n",
        "variant", "board", "depth", "nodes", "Mnodes/s", "load ms", "table kB"
    );
    let measure = |header, mut game: Game| {
        let counted = bench::count(&mut game, arguments.depth, arguments.seconds);
        let Counted { depth, nodes, time } = counted;
        CountRow { header, depth, nodes, seconds: time.as_secs_f64(), nodes_per_second: counted.speed() }
    };
    let line = |row: &CountRow| {
        let header = &row.header;
        format!(
            "{:<20} {:>7} {:>5} {:>13} {:>10.1} {:>9.2} {:>9.0}\n",
            header.variant,
            format!("{}x{}", header.files, header.ranks),
            row.depth,
            row.nodes,
            row.nodes_per_second / 1e6,
            header.load_ms,
            header.table_bytes as f64 / 1e3
        )
    };
    rows(names, (&heading, arguments.json), terminal, measure, line)
}

fn games(names: &[String], arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let heading = format!(
        "{:<20} {:>9} {:>10} {:>11} {:>9} {:>7} {:>7} {:>7} {:>7}\n",
        "variant", "games", "games/s", "plies/game", "Mplies/s", "white", "black", "drawn", "no end"
    );
    let effort = arguments.count.map_or(Effort::Time(arguments.seconds), Effort::Games);
    let measure = |header, game: Game| {
        // Each variant uses the same seed, so that its games do not depend on the rest of the list.
        let mut random = fastrand::Rng::with_seed(arguments.seed);
        let tally = bench::play(&game, effort, arguments.plies, &mut |moves| random.usize(0..moves));
        games_row(header, arguments.seed, tally)
    };
    let line = |row: &GamesRow| {
        let share = |number: u64| format!("{:.1}%", 100.0 * number as f64 / row.games.max(1) as f64);
        format!(
            "{:<20} {:>9} {:>10.0} {:>11.1} {:>9.2} {:>7} {:>7} {:>7} {:>7}\n",
            row.header.variant,
            row.games,
            row.games_per_second,
            row.plies as f64 / row.games.max(1) as f64,
            row.plies_per_second / 1e6,
            share(row.white),
            share(row.black),
            share(row.draws),
            share(row.unfinished)
        )
    };
    rows(names, (&heading, arguments.json), terminal, measure, line)
}

fn games_row(header: Header, seed: u64, tally: Tally) -> GamesRow {
    GamesRow {
        header,
        seed,
        games: tally.games,
        plies: tally.plies,
        seconds: tally.time.as_secs_f64(),
        games_per_second: tally.speed(),
        plies_per_second: tally.plies_per_second(),
        white: tally.won[0],
        black: tally.won[1],
        draws: tally.drawn,
        unfinished: tally.unfinished,
        ends: tally.ends,
    }
}
