//! `ferz rules draft`: a first variant file from a page.

use std::path::Path;

use crate::cli::common::{Failure, Terminal, Verdict};
use crate::cli::files;
use crate::cli::mark::{Comment, Mark};
use crate::pages::draft::{Choice, Draft, draft};

/// Write a first variant file from a rules page: sentences that Ferz understands become rules, the others become
/// comments with their lines.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
The file extends the most similar built-in game, and states the differences. Statements of the page that are missing in the
file are listed in comments. `ferz rules check FILE PAGE` compares the page with the file.

Examples:
  $ ferz rules draft my-game.html -o my-game.yaml
  $ ferz rules draft my-game.md --extends chess")]
pub(super) struct Arguments {
    /// The page
    page: String,
    /// Write the file to FILE instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<String>,
    /// The built-in game to extend, instead of the most similar one
    #[arg(long, value_name = "VARIANT")]
    extends: Option<String>,
    /// Overwrite a file that this command has not written
    #[arg(long)]
    force: bool,
}

const MARK: Mark = Mark { command: "rules draft", comment: Comment::Hash };

/// Runs the command.
pub(super) fn run(arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let bytes = files::read(Path::new(&arguments.page))?;
    let choice = Choice { extends: arguments.extends.as_deref(), without: &[] };
    let made = draft(&arguments.page, &bytes, choice);
    let Draft { yaml, base, confirmed, contradicted } =
        made.map_err(|error| Failure::Input(format!("{}: {error}", arguments.page)))?;
    let Some(path) = &arguments.output else { return terminal.print(&yaml).map(|()| Verdict::Fine) };
    let page = Path::new(&arguments.page);
    files::spare_inputs(Path::new(path), [page])?;
    files::write_marked(Path::new(path), &yaml, MARK, arguments.force)?;
    terminal.print(&format!(
        "{path}: written; it extends {base}; compared with it, {confirmed} claims of the page are confirmed and {contradicted} are contradicted\n"
    ))?;
    Ok(Verdict::Fine)
}
