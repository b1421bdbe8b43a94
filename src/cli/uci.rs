//! `ferz uci`, `ferz usi` and `ferz ucci`.

use std::ffi::OsString;
use std::io;

use super::common::{Failure, Terminal, Verdict, named_files};
use crate::protocol::{Dialect, uci};

/// Play every variant as an engine for graphical programs, in UCI (or USI, UCCI).
///
/// It is a modest engine, meant for trying out games. `UCI_Variant` knows all built-in variants; `VariantPath` adds
/// those of YAML files and of configuration files of Fairy-Stockfish. `go perft N` counts.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  $ printf 'position startpos moves e2e4\\ngo depth 6\\n' | ferz uci
  $ printf 'setoption name UCI_Variant value grand\\ngo perft 3\\n' | ferz uci
  $ ferz uci my-variant.yaml more.ini")]
pub(super) struct Arguments {
    /// Files with variants of your own: YAML, or configuration files of Fairy-Stockfish (`.ini`). Options may add more.
    #[arg(value_name = "FILE")]
    files: Vec<OsString>,
}

/// Runs the subcommand.
pub(super) fn run(dialect: Dialect, arguments: &Arguments, _: &mut Terminal) -> Result<Verdict, Failure> {
    uci::run(io::stdin(), io::stdout(), dialect, &named_files(&arguments.files)?)?;
    Ok(Verdict::Fine)
}
