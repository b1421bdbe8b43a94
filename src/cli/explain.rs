//! `ferz explain`.

use serde::Serialize;

use super::common::{Failure, Terminal, Verdict};
use crate::diagnostic::{Code, suggest};
use crate::render::{paint, text};

/// Explain a check: what it finds, why that is a problem, and what to write instead.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
The code of a check stands in brackets in front of what it has found: error[unknown-key].

Examples:
  $ ferz explain
  $ ferz explain unknown-key")]
pub(super) struct Arguments {
    /// The code of the check; without it, all checks are listed
    code: Option<String>,
    /// Print the whole rule book
    #[arg(long, conflicts_with_all = ["code", "json"])]
    all: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A check as programs read it.
#[derive(Debug, Serialize)]
struct Entry {
    code: Code,
    summary: &'static str,
    page: &'static str,
}

impl Entry {
    fn of(code: Code) -> Entry {
        Entry { code, summary: code.summary(), page: code.page() }
    }
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    match &arguments.code {
        Some(name) => one(name, arguments.json, terminal)?,
        None if arguments.json => {
            terminal.print_json(&Code::ALL.iter().copied().map(Entry::of).collect::<Vec<_>>())?;
        }
        None if arguments.all => terminal.print(&book())?,
        None => {
            let row = |code: &Code| [code.name().to_owned(), code.summary().to_owned()];
            terminal.print(&text::columns(&Code::ALL.iter().map(row).collect::<Vec<_>>(), 0))?;
        }
    }
    Ok(Verdict::Fine)
}

fn one(name: &str, json: bool, terminal: &mut Terminal) -> Result<(), Failure> {
    let bare = name.strip_prefix("error").or_else(|| name.strip_prefix("warning")).unwrap_or(name);
    let bare = bare.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(name);
    let code = Code::from_name(bare).ok_or_else(|| {
        let near = suggest(bare, Code::ALL.iter().map(|code| code.name()));
        let help = near.map(|near| format!("{near} ")).unwrap_or_default();
        Failure::Usage(format!("there is no check `{bare}`\nhelp: {help}`ferz explain` lists all checks"))
    })?;
    if json {
        return terminal.print_json(&Entry::of(code));
    }
    let style = terminal.style;
    for line in code.page().lines() {
        let line = if line.starts_with('#') { paint(style, "1", line) } else { line.to_owned() };
        terminal.print(&(line + "\n"))?;
    }
    Ok(())
}

/// All pages, one after the other.
fn book() -> String {
    let head = "# The checks\n\nThe checks of `ferz check`, by the code in brackets after `error` or `warning`. `ferz explain CODE` prints one of \
                these pages.\nIf a warning reports something that you intend, silence it with `allow: [CODE]` in the variant file.\n";
    let pages = Code::ALL.iter().map(|code| {
        code.page()
            .lines()
            .map(|line| if line.starts_with('#') { format!("#{line}\n") } else { format!("{line}\n") })
            .collect()
    });
    std::iter::once(head.to_owned()).chain(pages).collect::<Vec<String>>().join("\n")
}
