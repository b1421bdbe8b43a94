//! `ferz cecp`.

use std::ffi::OsString;
use std::io;

use super::common::{Failure, Terminal, Verdict, named_files};
use crate::protocol::cecp;

/// Play every variant as an engine for XBoard and its relatives.
///
/// XBoard gets the board and the pieces of variants that it does not know. It highlights the destinations of a lifted
/// piece, which Ferz sends. The option `VariantPath` adds variants of YAML files and of configuration files of
/// Fairy-Stockfish.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  $ xboard -fcp 'ferz cecp' -variant grand
  $ xboard -fcp 'ferz cecp my-variant.yaml' -variant my-variant
  $ printf 'new\\nsd 4\\nusermove e2e4\\n' | ferz cecp")]
pub(super) struct Arguments {
    /// Files with variants of your own: YAML, or configuration files of Fairy-Stockfish (`.ini`). Options may add more.
    #[arg(value_name = "FILE")]
    files: Vec<OsString>,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments, _: &mut Terminal) -> Result<Verdict, Failure> {
    cecp::run(io::stdin(), io::stdout(), &named_files(&arguments.files)?)?;
    Ok(Verdict::Fine)
}
