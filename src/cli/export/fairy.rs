//! `ferz export fairy`.

use std::path::Path;

use super::super::common::{Failure, Terminal, Verdict, diagnostics, load, variant_file};
use super::super::files;
use super::super::mark::{Comment, Mark};
use crate::fairy;

/// Write a section for a variants.ini that Fairy-Stockfish plays like the variant.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
A rule that has no counterpart there is reported with its place in the variant's file; then nothing is written and the
exit code is 1. docs/fairy-stockfish.md shows what becomes of each rule.

Examples:
  $ ferz export fairy grand --name my-grand
  $ ferz export fairy my-variant.yaml > variants.ini
  $ ferz export fairy my-variant.yaml -o variants.ini")]
pub(super) struct Arguments {
    /// The variant: a built-in name or a path to a YAML file
    variant: String,
    /// The name of the section. Default: the name of the variant or of its file, with `ferz-` in front of names that
    /// Fairy-Stockfish has built in
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Write to FILE
    #[arg(long, short, value_name = "FILE")]
    output: Option<String>,
    /// Overwrite a file that this command has not written
    #[arg(long)]
    force: bool,
}

const MARK: Mark = Mark { command: "export fairy", comment: Comment::Hash };

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let name = match &arguments.name {
        Some(name) => name.clone(),
        None => {
            let stem = std::path::Path::new(&arguments.variant).file_stem();
            fairy::free_name(&stem.map_or_else(|| "variant".to_owned(), |stem| stem.to_string_lossy().into_owned()))
        }
    };
    if !fairy::is_name(&name) {
        let message =
            format!("--name: `{name}` cannot be the name of a section, or names a variant of Fairy-Stockfish itself");
        return Err(Failure::Usage(message));
    }
    let loaded = load(&arguments.variant)?;
    match fairy::export(&loaded, &name) {
        Ok(section) => {
            match &arguments.output {
                None => terminal.print(&section)?,
                Some(file) => {
                    let file = Path::new(file);
                    files::spare_inputs(file, variant_file(&arguments.variant).as_deref())?;
                    files::write_marked(file, &section, MARK, arguments.force)?;
                }
            }
            Ok(Verdict::Fine)
        }
        Err(problems) => Err(diagnostics(problems, &loaded.sources, terminal)),
    }
}
