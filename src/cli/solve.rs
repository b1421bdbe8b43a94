//! `ferz solve`.

use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;

use super::common::{Failure, Terminal, Verdict};
use super::files;
use super::versus::engine::{contestant, control};
use crate::protocol::Dialect;
use crate::referee::solve::{Problem, Solution, solve};
use crate::referee::{Contestant, Variant};

/// Let an engine solve the positions of an EPD file.
///
/// An operation says what solves a position: `bm` names the moves that do, `am` those that do not, `dm` within how many moves
/// the engine has to see a win.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
ENGINE and CONTROL are those of `ferz match`; without --engine, the engine of this program is asked.
Exit codes: 0 all are solved, 1 some are not, or the file has a fault, 2 wrong usage or an I/O error.

Examples:
  $ ferz solve wac.epd
  $ ferz solve mates.epd --variant xiangqi --tc depth=6
  $ ferz solve wac.epd --engine 'option.Hash=64 stockfish' --tc st=0.5 --json")]
pub(super) struct Arguments {
    /// The positions, one a line
    file: PathBuf,
    /// The engine that solves them
    #[arg(long, value_name = "ENGINE")]
    engine: Option<String>,
    /// The variant: a built-in name or a path to a YAML file
    #[arg(long, value_name = "VARIANT", default_value = Dialect::Uci.first_variant())]
    variant: String,
    /// The time for each position
    #[arg(long, value_name = "CONTROL", default_value = "st=1")]
    tc: String,
    /// The number of milliseconds by which an answer may be late
    #[arg(long, value_name = "MS", default_value_t = 100)]
    margin: u64,
    /// The number of seconds that an engine may take to start, or to move without a clock
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    patience: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// JSON output.
#[derive(Debug, Serialize)]
struct Report {
    solved: usize,
    of: usize,
    positions: Vec<Solution>,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let engine = engine(arguments)?;
    let variant = Variant::load(&arguments.variant).map_err(Failure::Usage)?;
    let text = files::read_text(&arguments.file)?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let problems: Result<Vec<Problem>, String> =
        lines.map(|(index, line)| Problem::read(&variant, line, index + 1)).collect();
    let problems = problems.map_err(|error| Failure::Input(format!("{}: {error}", arguments.file.display())))?;
    let limits = (Duration::from_millis(arguments.margin), Duration::from_secs(arguments.patience));
    let (mut positions, mut printed) = (Vec::new(), Ok(()));
    let mut watch = |solution: Solution| {
        if !arguments.json {
            printed = terminal.print(&shown(&solution)).and_then(|()| terminal.flush());
        }
        positions.push(solution);
        printed.is_ok()
    };
    let result = solve(&engine, &variant, &problems, limits, &mut watch);
    printed?;
    result.map_err(Failure::Usage)?;
    let (solved, of) = (positions.iter().filter(|position| position.solved).count(), positions.len());
    match arguments.json {
        true => terminal.print_json(&Report { solved, of, positions })?,
        false => terminal.print(&format!("{}: {solved} of {of} solved\n", engine.name))?,
    }
    Ok(if solved == of { Verdict::Fine } else { Verdict::Problems })
}

fn engine(arguments: &Arguments) -> Result<Contestant, Failure> {
    let control = control(&arguments.tc).map_err(Failure::Usage)?;
    let text = match &arguments.engine {
        Some(text) => text.clone(),
        None => {
            let own = std::env::current_exe()?;
            let quoted = shlex::try_quote(&own.to_string_lossy()).map(|path| path.into_owned());
            format!("{} uci", quoted.map_err(|error| Failure::Usage(error.to_string()))?)
        }
    };
    contestant(&text, control).map_err(Failure::Usage)
}

fn shown(solution: &Solution) -> String {
    let Solution { name, wanted, answer, mate, solved, ms } = solution;
    let mark = if *solved { "solved" } else { "missed" };
    let mate = mate.map_or_else(String::new, |moves| format!(" (mate in {moves})"));
    format!("{mark} {name}: {answer}{mate}, wanted {wanted} [{ms} ms]\n")
}
