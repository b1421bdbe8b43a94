//! `ferz schema`.

use super::common::{Failure, Terminal, Verdict};
use crate::variant;

/// Print the JSON Schema of variant files, for editors.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  $ ferz schema > variant.schema.json
  $ ferz schema --markdown > reference.md

Then begin a variant file with
  # yaml-language-server: $schema=variant.schema.json")]
pub(super) struct Arguments {
    /// Print a page in Markdown with all keys and words instead.
    #[arg(long)]
    markdown: bool,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    match arguments.markdown {
        true => terminal.print(&variant::reference())?,
        false => terminal.print_json(&variant::schema())?,
    }
    Ok(Verdict::Fine)
}
