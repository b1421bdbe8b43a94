//! `ferz schema`.

use super::Verdict;
use super::common::{Failure, Terminal};
use crate::variant;

/// Print the JSON Schema of variant files, for editors.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  $ ferz schema > variant.schema.json

Then begin a variant file with
  # yaml-language-server: $schema=variant.schema.json")]
pub(super) struct Arguments {}

/// Runs the subcommand.
pub(super) fn run(_: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    terminal.print_json(&variant::schema())?;
    Ok(Verdict::Fine)
}
