//! `ferz match`.

pub(super) mod engine;
pub mod standings;

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::bounds::{bounded, jobs};
use super::common::{Failure, Terminal, Verdict};
use super::files;
use crate::protocol::Dialect;
use crate::referee::{
    Contestant, Entry, Finished, Match, Model, Openings, Record, Schedule, Score, Sprt, Variant, Verdict as Tested,
    lines_of,
};
use engine::{contestant, control, name_apart, sprt};
use standings::{Standings, summary};

/// Let engines play each other in any variant, with Ferz as the referee.
///
/// Every move and every end is judged by the rules. An engine that crashes, hangs, plays an illegal move, makes a false claim
/// or oversteps its time loses that game. Each opening is played with both colours.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
An ENGINE is a command, or `simple` or `random` for an opponent that is built in. Settings may stand before the command:
  proto=uci|cecp     what it speaks (uci)
  name=NAME          what it is called
  tc=CONTROL         its own time control
  option.NAME=VALUE  an option to set
A CONTROL is SECONDS, SECONDS+INCREMENT, MOVES/SECONDS+INCREMENT, st=SECONDS for each move, depth=N or nodes=N.

Examples:
  $ ferz match --engine 'name=new ./new uci' --engine 'name=old ./old uci' --games 1000 --sprt 0,5 --pgn games.pgn
  $ ferz match --engine 'ferz uci' --engine simple --variant xiangqi --variant my.yaml --tc 2+0.05
  $ ferz match --engine 'proto=cecp ferz cecp' --engine 'option.Hash=64 fairy-stockfish' --openings book.epd
  $ ferz match --engine ./new --engine ./old --engine ./other --schedule gauntlet --openings games.pgn --plies 12 --json")]
pub(super) struct Arguments {
    /// The engines; two or more
    #[arg(long = "engine", value_name = "ENGINE", required = true)]
    engines: Vec<String>,
    /// The variant: a built-in name or a path to a YAML file; several are played in turn
    #[arg(long = "variant", value_name = "VARIANT", default_value = Dialect::Uci.first_variant())]
    variants: Vec<String>,
    /// The total number of games
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: usize,
    /// The time control
    #[arg(long, value_name = "CONTROL", default_value = "10+0.1")]
    tc: String,
    /// The number of games to play at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = jobs)]
    concurrency: u16,
    /// The pairs of engines that play each other
    #[arg(long, value_enum, default_value_t = Pairs::RoundRobin)]
    schedule: Pairs,
    /// A file of openings: PGN (`.pgn`), or one a line: EPD or `startpos`, then perhaps `moves` and moves
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Largest number of moves to play of each opening
    #[arg(long, value_name = "N", requires = "openings")]
    plies: Option<usize>,
    /// Choose random start positions, if the variant shuffles them
    #[arg(long)]
    shuffle: bool,
    /// Start each game with this many random moves
    #[arg(long, value_name = "N", default_value_t = 0)]
    random_plies: usize,
    /// The seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Stop when the test has decided between two differences in Elo
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", value_parser = sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// The Elo model of the differences in --sprt
    #[arg(long, value_enum, default_value_t = Elos::Logistic, requires = "sprt")]
    elo_model: Elos,
    /// Print JSON when all games are over
    #[arg(long)]
    json: bool,
    /// Write the games to a new file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Go on with the match whose games are in the file
    #[arg(long, requires = "pgn")]
    resume: bool,
    /// The number of milliseconds by which an answer may be late
    #[arg(long, value_name = "MS", default_value_t = 20)]
    margin: u64,
    /// The number of seconds that an engine may take to start, or to move without a clock
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    patience: u64,
    /// The number of plies after which a game is drawn
    #[arg(long, value_name = "N", default_value_t = 1000)]
    max_plies: usize,
}

/// Pairs that play each other.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Pairs {
    /// Each engine plays each other
    RoundRobin,
    /// The first engine plays each of the others
    Gauntlet,
}

/// Meaning of a difference in Elo.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Elos {
    /// The expected score
    Logistic,
    /// The expected score in standard deviations of a game
    #[value(alias = "normalized")]
    Normalised,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let planned = plan(arguments)?;
    let (mut record, entries) = record(arguments)?;
    let (mut games, notes) = planned.played(&entries).map_err(Failure::Usage)?;
    let path = arguments.pgn.as_deref().unwrap_or(Path::new(""));
    notes.iter().for_each(|note| terminal.complain(&format!("warning: {}: {note}\n", path.display())));
    if record.as_ref().is_some_and(|record| !record.is_locked()) {
        terminal.complain(&format!(
            "warning: `{}` cannot be locked: make sure that no other match writes to it\n",
            path.display()
        ));
    }
    let mut standings = Standings::new(arguments.json, std::io::stdout().is_terminal());
    if !games.is_empty() {
        standings.note(&format!("{} games are already in the file.\n", games.len()), terminal)?;
    }
    let before = games.clone();
    let mut printed = Ok(());
    let mut watch = |finished: &Finished| {
        games.push(finished.clone());
        printed = standings.show(finished, &games, &planned, terminal);
        let tested = planned.sprt.map(|sprt| sprt.judge(&Score::of(&planned.contestants[0].name, &games).tally()).1);
        printed.is_ok() && matches!(tested, None | Some(Tested::Continue))
    };
    let result = planned.run(record.as_mut(), &before, &mut watch);
    printed?;
    result.map_err(|error| Failure::Usage(error.to_string()))?;
    games.sort_by_key(|game| game.number);
    match arguments.json {
        true => terminal.print_json(&standings::report(&planned, &games))?,
        false => terminal.print(&summary(&planned, &games))?,
    }
    Ok(Verdict::Fine)
}

fn plan(arguments: &Arguments) -> Result<Match, Failure> {
    let control = control(&arguments.tc).map_err(Failure::Usage)?;
    let engines = arguments.engines.iter().map(|text| contestant(text, control));
    let mut contestants: Vec<Contestant> = engines.collect::<Result<_, _>>().map_err(Failure::Usage)?;
    name_apart(&mut contestants);
    if contestants.len() < 2 {
        return Err(Failure::Usage("a match needs two engines: give --engine twice".to_owned()));
    }
    if arguments.sprt.is_some() && contestants.len() != 2 {
        return Err(Failure::Usage("--sprt is of two engines".to_owned()));
    }
    let load = |word: &String| {
        bounded(|| {
            let variant = Variant::load(word).map_err(Failure::Usage)?;
            let _ = variant.compiled().start().map(|game| game.legal_moves());
            Ok(variant.listed())
        })
    };
    let variants = arguments.variants.iter().map(load);
    let lines = match &arguments.openings {
        None => Vec::new(),
        Some(path) => {
            let lines = lines_of(path, &files::read_text(path)?);
            lines.map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?
        }
    };
    let Arguments { shuffle, random_plies, seed, plies, .. } = *arguments;
    Ok(Match {
        contestants,
        variants: variants.collect::<Result<_, _>>()?,
        openings: Openings { lines, shuffle, plies, random_plies, seed },
        games: arguments.games,
        concurrency: usize::from(arguments.concurrency),
        margin: Duration::from_millis(arguments.margin),
        patience: Duration::from_secs(arguments.patience),
        longest: arguments.max_plies,
        schedule: match arguments.schedule {
            Pairs::RoundRobin => Schedule::RoundRobin,
            Pairs::Gauntlet => Schedule::Gauntlet,
        },
        sprt: arguments.sprt.map(|sprt| match arguments.elo_model {
            Elos::Logistic => Sprt { model: Model::Logistic, ..sprt },
            Elos::Normalised => Sprt { model: Model::Normalised, ..sprt },
        }),
    })
}

fn record(arguments: &Arguments) -> Result<(Option<Record>, Vec<Entry>), Failure> {
    let Some(path) = &arguments.pgn else { return Ok((None, Vec::new())) };
    let opened = match arguments.resume {
        true => Record::resume(path),
        false => Record::create(path).map(|record| (record, Vec::new())),
    };
    match opened {
        Ok((record, games)) => Ok((Some(record), games)),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            Err(Failure::Usage(format!("`{}` already exists: use --resume to continue it", path.display())))
        }
        Err(error) => Err(Failure::Usage(format!("cannot write `{}`: {error}", path.display()))),
    }
}
