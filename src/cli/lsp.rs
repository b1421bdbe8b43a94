//! `ferz lsp`.

use std::path::PathBuf;

use super::common::{Failure, Terminal, Verdict};
use crate::protocol::lsp;

/// Help an editor with variant files: the Language Server Protocol on standard input and output.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
An editor starts this command itself: docs/editors.md has the set-ups. It shows problems while you type, completes keys, names,
notations and rules, explains what is under the cursor with a drawn board, finds definitions, renames pieces and regions
in all files, fixes problems and formats files.

Examples:
  $ ferz lsp")]
pub(super) struct Arguments {
    /// The way to talk to the editor; this is the only one
    #[arg(long)]
    stdio: bool,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments, _: &mut Terminal) -> Result<Verdict, Failure> {
    // Some editors always give the option, which changes nothing.
    let _ = arguments.stdio;
    let options = lsp::Options { copies: copies() };
    match lsp::run(std::io::stdin(), std::io::stdout(), &options)? {
        true => Ok(Verdict::Fine),
        false => Ok(Verdict::Problems),
    }
}

/// The folder of the user for copies of built-in variants, one for each version of this program.
fn copies() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = folder("XDG_CACHE_HOME").or_else(|| folder("LOCALAPPDATA"));
    let cache = cache.or_else(|| folder("HOME").map(|home| home.join(".cache")))?;
    Some(cache.join("ferz").join(env!("CARGO_PKG_VERSION")))
}
