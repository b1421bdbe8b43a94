//! `ferz cecp`.

use std::io;

use super::common::{Failure, Terminal, Verdict};
use crate::protocol::cecp;

/// Play every variant as an engine for XBoard and its relatives.
///
/// XBoard is told of the board and the pieces of variants that it does not know, and marks Ferz's moves of a piece that is
/// lifted. The option `VariantPath` adds variants of YAML files and of configuration files of Fairy-Stockfish.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  $ xboard -fcp 'ferz cecp' -variant grand
  $ printf 'new\\nsd 4\\nusermove e2e4\\n' | ferz cecp")]
pub(super) struct Arguments {}

/// Runs the subcommand.
pub(super) fn run(_: &Arguments, _: &mut Terminal) -> Result<Verdict, Failure> {
    cecp::run(io::stdin(), io::stdout())?;
    Ok(Verdict::Fine)
}
