//! `ferz export`.

mod diagram;
mod fairy;
mod html;
mod xboard;

use super::common::{Failure, Terminal, Verdict};

/// Turn a variant into files for other programs.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    to: To,
}

#[derive(Debug, clap::Subcommand)]
enum To {
    Diagram(diagram::Arguments),
    Fairy(fairy::Arguments),
    Html(html::Arguments),
    Xboard(xboard::Arguments),
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    match &arguments.to {
        To::Diagram(arguments) => diagram::run(arguments, terminal),
        To::Fairy(arguments) => fairy::run(arguments, terminal),
        To::Html(arguments) => html::run(arguments, terminal),
        To::Xboard(arguments) => xboard::run(arguments, terminal),
    }
}
