//! `ferz export xboard`.

use std::path::{Path, PathBuf};

use super::super::common::{Failure, Terminal, Verdict, load, variant_of};
use super::super::files::{self, Replace};
use super::super::mark::{Comment, Mark};
use crate::protocol::xboard;

/// Write pictures of the pieces for XBoard, which shows them with `-pid DIR`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
XBoard finds the pictures by names such as `WhiteKnight.svg`. The names fit the table of pieces that `ferz cecp` sends.

Examples:
  $ ferz export xboard grasshopper --out pieces
  $ xboard -fcp 'ferz cecp' -variant grasshopper -pid pieces")]
pub(super) struct Arguments {
    /// The variant: a built-in name or a path to a YAML file
    variant: String,
    /// The folder for the pictures; it is created if needed
    #[arg(long, short, value_name = "DIR")]
    out: String,
    /// Overwrite files that this command has not written
    #[arg(long)]
    force: bool,
}

const MARK: Mark = Mark { command: "export xboard", comment: Comment::Markup };

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let rules = variant_of(load(&arguments.variant)?, terminal)?.rules;
    let pictures = xboard::pictures(&rules).ok_or_else(|| {
        Failure::Usage(format!(
            "XBoard has its own rules and its own table of pictures for `{}`, which an engine cannot change",
            rules.id
        ))
    })?;
    let folder = Path::new(&arguments.out);
    let stamped: Vec<(PathBuf, String)> =
        pictures.iter().map(|(name, text)| (folder.join(name), MARK.stamped(text))).collect();
    let files: Vec<(PathBuf, &str)> = stamped.iter().map(|(path, text)| (path.clone(), text.as_str())).collect();
    files::write_all(folder, &files, Replace::own(arguments.force, MARK))?;
    terminal.print(&format!("wrote {} pictures to {}\n", files.len(), arguments.out))?;
    let left_out = xboard::without_place(&rules);
    if !left_out.is_empty() {
        terminal.print(&format!("XBoard's table of pieces has no place for {}\n", left_out.join(", ")))?;
    }
    Ok(Verdict::Fine)
}
