//! `ferz check`.

use serde::Serialize;

use super::Verdict;
use super::common::{Failure, Terminal, load};
use crate::diagnostic::{self, Record};

/// Show every problem of variant files, with line, column, excerpt and help.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Warnings alone are no failure.

Examples:
  $ ferz check my-variant.yaml
  $ ferz check --json variants/*/*.yaml")]
pub(super) struct Arguments {
    /// The files, or names of built-in variants
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The problems of all files.
#[derive(Debug, Serialize)]
struct Report {
    problems: Vec<Record>,
}

/// Runs the subcommand. A file that cannot be read does not keep the others from being checked.
pub(super) fn run(arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let mut report = Report { problems: Vec::new() };
    let mut unreadable = 0;
    let (mut errors, mut warnings) = (0, 0);
    for file in &arguments.files {
        let loaded = match load(file) {
            Ok(loaded) => loaded,
            Err(Failure::Usage(message)) => {
                terminal.complain(&format!("error: {message}\n"));
                unreadable += 1;
                continue;
            }
            Err(failure) => return Err(failure),
        };
        let bad = loaded.problems.iter().filter(|problem| problem.is_error()).count();
        errors += bad;
        warnings += loaded.problems.len() - bad;
        if arguments.json {
            report.problems.extend(loaded.problems.iter().map(|problem| problem.record(&loaded.sources)));
        } else if !loaded.problems.is_empty() {
            terminal.print(&diagnostic::render_all(&loaded.problems, &loaded.sources, terminal.style))?;
            terminal.print("\n")?;
        }
    }
    match arguments.json {
        true => terminal.print_json(&report)?,
        false => terminal.print(&format!("{}\n", summary(arguments.files.len() - unreadable, errors, warnings)))?,
    }
    match (unreadable, errors) {
        (1.., _) => Err(Failure::Reported),
        (0, 0) => Ok(Verdict::Fine),
        (0, _) => Ok(Verdict::Problems),
    }
}

fn summary(files: usize, errors: usize, warnings: usize) -> String {
    let count = |number: usize, word: &str| format!("{number} {word}{}", if number == 1 { "" } else { "s" });
    match (errors, warnings) {
        (0, 0) => format!("{}: no problems", count(files, "file")),
        (errors, 0) => format!("{}: {}", count(files, "file"), count(errors, "error")),
        (0, warnings) => format!("{}: {}", count(files, "file"), count(warnings, "warning")),
        _ => format!("{}: {}, {}", count(files, "file"), count(errors, "error"), count(warnings, "warning")),
    }
}

#[cfg(test)]
mod tests {
    use super::summary;

    #[test]
    fn the_summary_counts_what_there_is() {
        assert_eq!(summary(1, 0, 0), "1 file: no problems");
        assert_eq!(summary(2, 1, 3), "2 files: 1 error, 3 warnings");
    }
}
