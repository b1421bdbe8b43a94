//! `ferz list`.

use serde::Serialize;

use super::common::{Failure, Terminal, Verdict, rules};
use crate::render::text;
use crate::variant::library;

/// List the built-in variants.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  $ ferz list
  $ ferz list --json")]
pub(super) struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// One variant.
#[derive(Debug, Serialize)]
struct Entry {
    name: &'static str,
    title: String,
    files: usize,
    ranks: usize,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let mut entries = Vec::new();
    for name in library::names() {
        let rules = rules(name, terminal)?;
        let (files, ranks) = (rules.geometry.files(), rules.geometry.ranks());
        entries.push(Entry { name, title: rules.title, files, ranks });
    }
    if arguments.json {
        terminal.print_json(&entries)?;
        return Ok(Verdict::Fine);
    }
    let row = |entry: &Entry| [entry.name.to_owned(), format!("{}x{}", entry.files, entry.ranks), entry.title.clone()];
    terminal.print(&text::columns(&entries.iter().map(row).collect::<Vec<_>>(), 0))?;
    Ok(Verdict::Fine)
}
