//! `ferz man`.

use std::path::PathBuf;

use clap_mangen::Man;

use super::common::{Failure, Terminal, Verdict};
use super::files::{self, Replace};
use super::mark::{Comment, Mark};
use crate::diagnostic::suggest;

/// Print the manual page of a command, or write all of them.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  $ ferz man check | man -l -
  $ ferz man --out ~/.local/share/man/man1")]
pub(super) struct Arguments {
    /// The command; without it, the page of `ferz` itself
    #[arg(conflicts_with = "out")]
    command: Option<String>,
    /// Write the pages of all commands into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Overwrite files that are not manual pages of ferz
    #[arg(long, requires = "out")]
    force: bool,
}

/// Runs the subcommand; `whole` is the command line with all its commands.
pub(super) fn run(
    arguments: &Arguments,
    mut whole: clap::Command,
    terminal: &mut Terminal,
) -> Result<Verdict, Failure> {
    whole.build();
    let commands: Vec<&clap::Command> =
        whole.get_subcommands().filter(|command| command.get_name() != "help").collect();
    match (&arguments.out, &arguments.command) {
        (Some(folder), _) => {
            let pages: Vec<(String, String)> = std::iter::once(&whole)
                .chain(commands)
                .map(|command| Ok((file_name(command), MARK.stamped(&page(command)?))))
                .collect::<Result<_, Failure>>()?;
            let pages: Vec<_> = pages.iter().map(|(name, page)| (folder.join(name), page.as_str())).collect();
            files::write_all(folder, &pages, Replace::own(arguments.force, MARK))?;
            terminal.print(&format!("wrote {} pages to {}\n", pages.len(), folder.display()))?;
        }
        (None, None) => terminal.print(&page(&whole)?)?,
        (None, Some(name)) => match commands.iter().find(|command| command.get_name() == name) {
            Some(command) => terminal.print(&page(command)?)?,
            None => {
                let help = suggest(name, commands.iter().map(|command| command.get_name())).unwrap_or_default();
                return Err(Failure::Usage(format!("there is no command `{name}`\nhelp: {help}")));
            }
        },
    }
    Ok(Verdict::Fine)
}

/// `ferz-check.1` for `ferz check`.
fn file_name(command: &clap::Command) -> String {
    format!("{}.1", full_name(command))
}

fn full_name(command: &clap::Command) -> String {
    command.get_display_name().unwrap_or(command.get_name()).to_owned()
}

fn page(command: &clap::Command) -> Result<String, Failure> {
    let mut page = Vec::new();
    let name: &'static str = full_name(command).leak();
    Man::new(command.clone().name(name)).render(&mut page)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}

const MARK: Mark = Mark { command: "man", comment: Comment::Roff };
