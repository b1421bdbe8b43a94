//! `ferz match`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::bounds::jobs;
use super::common::{Failure, Terminal, Verdict};
use crate::play::Opponent;
use crate::protocol::Dialect;
use crate::referee::{
    Contestant, Control, Entry, Finished, Kind, Match, Openings, Record, Score, Sprt, Variant, Verdict as Tested,
};

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
  $ ferz match --engine 'proto=cecp ferz cecp' --engine 'option.Hash=64 fairy-stockfish' --openings book.epd")]
pub(super) struct Arguments {
    /// Who plays; two or more
    #[arg(long = "engine", value_name = "ENGINE", required = true)]
    engines: Vec<String>,
    /// The variant: a built-in name or a path to a YAML file; several are played in turn
    #[arg(long = "variant", value_name = "VARIANT", default_value = Dialect::Uci.first_variant())]
    variants: Vec<String>,
    /// The number of games in all
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: usize,
    /// The time control
    #[arg(long, value_name = "CONTROL", default_value = "10+0.1")]
    tc: String,
    /// How many games are played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = jobs)]
    concurrency: u16,
    /// A file of openings, one a line: a FEN or `startpos`, then perhaps `moves` and moves
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Draw lots for the start where the variant shuffles it
    #[arg(long)]
    shuffle: bool,
    /// Make so many random moves first
    #[arg(long, value_name = "N", default_value_t = 0)]
    random_plies: usize,
    /// The same number makes the same draws
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Stop when it is clear which of two differences in Elo holds
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", value_parser = sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Write the games to a new file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Go on with the match whose games are in the file
    #[arg(long, requires = "pgn")]
    resume: bool,
    /// How many milliseconds an answer may be late
    #[arg(long, value_name = "MS", default_value_t = 20)]
    margin: u64,
    /// How many seconds an engine may take to start, or to move without a clock
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    patience: u64,
    /// A game of so many plies is drawn
    #[arg(long, value_name = "N", default_value_t = 1000)]
    max_plies: usize,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let planned = plan(arguments)?;
    let (mut record, entries) = record(arguments)?;
    let (mut games, notes) = planned.played(&entries).map_err(Failure::Usage)?;
    let path = arguments.pgn.as_deref().unwrap_or(Path::new(""));
    notes.iter().for_each(|note| terminal.complain(&format!("warning: {}: {note}\n", path.display())));
    if record.as_ref().is_some_and(|record| !record.is_locked()) {
        terminal.complain(&format!("warning: `{}` cannot be locked: let no other match write to it\n", path.display()));
    }
    if !games.is_empty() {
        terminal.print(&format!("{} games are in the file already.\n", games.len()))?;
    }
    let before = games.clone();
    let mut printed = Ok(());
    let mut watch = |finished: &Finished| {
        games.push(finished.clone());
        printed = show(finished, &planned, terminal);
        let tested = planned.sprt.map(|sprt| sprt.judge(&Score::of(&planned.contestants[0].name, &games).tally()).1);
        printed.is_ok() && matches!(tested, None | Some(Tested::Continue))
    };
    let result = planned.run(record.as_mut(), &before, &mut watch);
    printed?;
    result.map_err(|error| Failure::Usage(error.to_string()))?;
    summary(&planned, &games, terminal)?;
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
    let variants = arguments.variants.iter().map(|word| Variant::load(word));
    let lines = match &arguments.openings {
        None => Vec::new(),
        Some(path) => {
            let text = std::fs::read_to_string(path)
                .map_err(|error| Failure::Usage(format!("cannot read `{}`: {error}", path.display())))?;
            let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
            lines.map(str::to_owned).collect()
        }
    };
    let Arguments { shuffle, random_plies, seed, .. } = *arguments;
    Ok(Match {
        contestants,
        variants: variants.collect::<Result<_, _>>().map_err(Failure::Usage)?,
        openings: Openings { lines, shuffle, random_plies, seed },
        games: arguments.games,
        concurrency: usize::from(arguments.concurrency),
        margin: Duration::from_millis(arguments.margin),
        patience: Duration::from_secs(arguments.patience),
        longest: arguments.max_plies,
        sprt: arguments.sprt,
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
            Err(Failure::Usage(format!("`{}` is there already: --resume goes on with it", path.display())))
        }
        Err(error) => Err(Failure::Usage(format!("cannot write `{}`: {error}", path.display()))),
    }
}

fn show(game: &Finished, planned: &Match, terminal: &mut Terminal) -> Result<(), Failure> {
    let Finished { number, white, black, variant, result, reason, .. } = game;
    let of = planned.games;
    terminal.print(&format!("{}/{of} {variant}: {white} – {black} {result} {{{reason}}}\n", number + 1))?;
    terminal.flush()
}

fn summary(planned: &Match, games: &[Finished], terminal: &mut Terminal) -> Result<(), Failure> {
    terminal.print("\n")?;
    for contestant in &planned.contestants {
        let name = &contestant.name;
        let own: Vec<Finished> =
            games.iter().filter(|game| game.white == *name || game.black == *name).cloned().collect();
        let score = Score::of(name, &own);
        let (wins, draws, losses) = (score.wins, score.draws, score.losses);
        let points = (2 * wins + draws) as f64 / 2.0;
        let faults = faults(name, &own);
        terminal.print(&format!("{name}: {points} of {} (+{wins} ={draws} -{losses}){faults}\n", own.len()))?;
    }
    if let [first, second] = planned.contestants.as_slice()
        && let Some(elo) = Score::of(&first.name, games).tally().elo()
    {
        let tally = Score::of(&first.name, games).tally();
        let (difference, error, superiority) = (elo.difference, elo.error, elo.superiority * 100.0);
        let (first, second) = (&first.name, &second.name);
        terminal.print(&format!(
            "Elo of {first} over {second}: {difference:.1} +/- {error:.1} (95 %), stronger with {superiority:.1} %\n"
        ))?;
        if let Some(sprt) = planned.sprt {
            let (ratio, verdict) = sprt.judge(&tally);
            let (lower, upper) = sprt.bounds();
            let verdict = match verdict {
                Tested::Continue => "undecided".to_owned(),
                Tested::Null => format!("{} Elo accepted", sprt.elo0),
                Tested::Alternative => format!("{} Elo accepted", sprt.elo1),
            };
            terminal.print(&format!("SPRT: log-likelihood ratio {ratio:.2} ({lower:.2}, {upper:.2}): {verdict}\n"))?;
        }
    }
    Ok(())
}

/// How often a contestant has lost by a fault, by kind.
fn faults(name: &str, games: &[Finished]) -> String {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for game in games {
        let lost = if game.white == name { game.result == "0-1" } else { game.result == "1-0" };
        if lost && game.termination != "normal" && game.termination != "adjudication" {
            *kinds.entry(&game.termination).or_default() += 1;
        }
    }
    kinds.iter().map(|(kind, count)| format!(", {count} by {kind}")).collect()
}

/// Makes names different.
fn name_apart(contestants: &mut [Contestant]) {
    for index in 1..contestants.len() {
        let taken = |name: &str, before: &[Contestant]| before.iter().any(|other| other.name == name);
        let (before, rest) = contestants.split_at_mut(index);
        let plain = rest[0].name.clone();
        let mut number = 2;
        while taken(&rest[0].name, before) {
            rest[0].name = format!("{plain} {number}");
            number += 1;
        }
    }
}

fn contestant(text: &str, common: Control) -> Result<Contestant, String> {
    let words = shlex::split(text).ok_or_else(|| format!("`{text}`: a quote is not closed"))?;
    let (mut name, mut cecp, mut time, mut options) = (None, false, common, Vec::new());
    let mut words = words.into_iter().peekable();
    while let Some((key, value)) = words.peek().and_then(|word| word.split_once('=')) {
        match (key, value) {
            ("name", value) => name = Some(value.to_owned()),
            ("proto", "uci") => cecp = false,
            ("proto", "cecp" | "xboard") => cecp = true,
            ("proto", other) => return Err(format!("`{other}` is no protocol: there are uci and cecp")),
            ("tc", value) => time = control(value)?,
            (key, value) => match key.strip_prefix("option.") {
                Some(option) => options.push((option.to_owned(), value.to_owned())),
                None => break,
            },
        }
        words.next();
    }
    let command: Vec<String> = words.collect();
    let first = command.first().ok_or_else(|| format!("`{text}` has no command"))?;
    let stem =
        std::path::Path::new(first).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let kind = match (first.as_str(), command.len()) {
        ("simple", 1) => Kind::BuiltIn(Opponent::Simple),
        ("random", 1) => Kind::BuiltIn(Opponent::Random),
        _ if cecp => Kind::Cecp(command, options),
        _ => Kind::Uci(command, options),
    };
    Ok(Contestant { name: name.unwrap_or(stem), kind, control: time })
}

fn control(text: &str) -> Result<Control, String> {
    let wrong = || format!("`{text}` is no time control: write 10+0.1, 40/60, st=1, depth=6 or nodes=10000");
    let seconds = |text: &str| {
        let seconds: f64 = text.parse().map_err(|_| wrong())?;
        // A limit far beyond any game, so that sums cannot overflow.
        if (0.0..=1e7).contains(&seconds) { Ok(Duration::from_secs_f64(seconds)) } else { Err(wrong()) }
    };
    if let Some((kind, value)) = text.split_once('=') {
        return match kind {
            "st" => Ok(Control::PerMove(seconds(value)?)),
            "depth" => value.parse().map(Control::Depth).map_err(|_| wrong()),
            "nodes" => value.parse().map(Control::Nodes).map_err(|_| wrong()),
            _ => Err(wrong()),
        };
    }
    let (moves, rest) = match text.split_once('/') {
        None => (None, text),
        Some((moves, rest)) => (Some(moves.parse::<u32>().ok().filter(|moves| *moves > 0).ok_or_else(wrong)?), rest),
    };
    let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    Ok(Control::Clock { base: seconds(base)?, increment: seconds(increment)?, moves })
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|word| word.trim().parse::<f64>()).collect();
    let wrong =
        || "write two differences in Elo, the smaller one first, and perhaps two chances of an error".to_owned();
    let numbers = numbers.map_err(|_| wrong())?;
    let sprt = match numbers[..] {
        [elo0, elo1] => Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 },
        [elo0, elo1, alpha, beta] => Sprt { elo0, elo1, alpha, beta },
        _ => return Err(wrong()),
    };
    let chance = |value: f64| value > 0.0 && value < 0.5;
    let differences = sprt.elo0 < sprt.elo1 && sprt.elo0.abs() < 1000.0 && sprt.elo1.abs() < 1000.0;
    if differences && chance(sprt.alpha) && chance(sprt.beta) { Ok(sprt) } else { Err(wrong()) }
}
