//! `ferz schema`.

use super::common::{Failure, Terminal, Verdict};

/// What is printed, as it was committed: to make it from the types again (feature `schema`) would be a tenth of the build.
/// `tests/text/schema.rs` holds both against each other.
pub(super) const SCHEMA: &str = include_str!("../../docs/variant.schema.json");
const REFERENCE: &str = include_str!("../../docs/reference.md");

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
    terminal.print(if arguments.markdown { REFERENCE } else { SCHEMA })?;
    Ok(Verdict::Fine)
}
