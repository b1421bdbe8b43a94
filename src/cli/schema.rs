//! `ferz schema`.

use super::common::{Failure, Terminal, Verdict};

/// The schema as committed. Generating it from the types (feature `schema`) would take a tenth of the build time.
/// `tests/text/schema.rs` compares the two.
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
    /// Print a Markdown page with all keys and words instead.
    #[arg(long)]
    markdown: bool,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    terminal.print(if arguments.markdown { REFERENCE } else { SCHEMA })?;
    Ok(Verdict::Fine)
}
