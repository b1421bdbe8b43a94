//! `ferz completions`.

use clap_complete::Shell;

use super::common::{Failure, Terminal, Verdict};

/// Print a script by which a shell completes commands and options.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  $ ferz completions bash > ~/.local/share/bash-completion/completions/ferz
  $ ferz completions zsh > ~/.zfunc/_ferz
  $ ferz completions fish > ~/.config/fish/completions/ferz.fish")]
pub(super) struct Arguments {
    /// The shell
    shell: Shell,
}

/// Runs the subcommand; `whole` is the command line with all its commands.
pub(super) fn run(
    arguments: &Arguments,
    mut whole: clap::Command,
    terminal: &mut Terminal,
) -> Result<Verdict, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut whole, "ferz", &mut script);
    terminal.print(&String::from_utf8_lossy(&script))?;
    Ok(Verdict::Fine)
}
