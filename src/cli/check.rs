//! `ferz check`.

use serde::Serialize;

use super::common::{Failure, Terminal, Verdict, check};
use super::fix;
use super::report::{self, Case, Format, Step};
use crate::compile::Loaded;
use crate::diagnostic::{self, FixableRecord};

/// Show every problem of variant files, with line, column, excerpt and help.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Warnings alone are no failure. `ferz explain CODE` says more about a check.

Examples:
  $ ferz check my-variant.yaml
  $ ferz check --fix my-variant.yaml                # correct what has one right answer
  $ ferz check --json variants/*/*.yaml
  $ ferz check --output-format github variants/*/*.yaml    # annotations in a GitHub workflow")]
pub(super) struct Arguments {
    /// The files, or names of built-in variants
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// Print JSON
    #[arg(long, conflicts_with = "output_format")]
    json: bool,
    /// How to print
    #[arg(long, value_enum, alias = "format", default_value = "text")]
    output_format: Format,
    /// Correct, in the files, the problems that have one right answer; comments and order stay
    #[arg(long, conflicts_with = "json")]
    fix: bool,
    /// Show these corrections as a difference, and change nothing
    #[arg(long, conflicts_with_all = ["json", "fix", "output_format"])]
    diff: bool,
}

impl Arguments {
    /// A file with its problems, those that are left after the corrections.
    fn read(&self, file: &str, terminal: &mut Terminal) -> Result<(Loaded, usize), Failure> {
        match (self.fix, self.diff) {
            (true, _) => fix::fixed(file, fix::Mode::Write, terminal),
            (_, true) => fix::fixed(file, fix::Mode::Show, terminal),
            _ => Ok((check(file)?, 0)),
        }
    }
}

/// The problems of all files.
#[derive(Debug, Serialize)]
struct Report {
    problems: Vec<FixableRecord>,
    /// Files that cannot be read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<Unreadable>,
}

/// A file that cannot be read.
#[derive(Debug, Serialize)]
struct Unreadable {
    file: String,
    message: String,
}

/// The counts of all files.
#[derive(Default)]
struct Counts {
    errors: usize,
    warnings: usize,
    /// Fixes that were made, or would be made.
    fixes: usize,
}

/// Runs the subcommand. If a file cannot be read, the other files are still checked.
pub(super) fn run(arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let format = if arguments.json { Format::Json } else { arguments.output_format };
    let mut report = Report { problems: Vec::new(), errors: Vec::new() };
    let (mut counts, mut cases) = (Counts::default(), Vec::new());
    for file in &arguments.files {
        let loaded = match arguments.read(file, terminal) {
            Ok((loaded, made)) => {
                counts.fixes += made;
                loaded
            }
            Err(Failure::Usage(message)) => {
                terminal.complain(&format!("error: {message}\n"));
                cases.push(Case::unreadable(Step::Check, file, &message));
                report.errors.push(Unreadable { file: file.clone(), message });
                continue;
            }
            Err(failure) => return Err(failure),
        };
        let bad = loaded.problems.iter().filter(|problem| problem.is_error()).count();
        counts.errors += bad;
        counts.warnings += loaded.problems.len() - bad;
        cases.push(Case::of_check(file, &loaded));
        report.problems.extend(loaded.problems.iter().map(|problem| problem.fixable_record(&loaded.sources)));
        if format == Format::Text && !loaded.problems.is_empty() && !arguments.diff {
            terminal.print(&diagnostic::render_all(&loaded.problems, &loaded.sources, terminal.style))?;
            terminal.print("\n")?;
        }
    }
    if !report::print(format, &cases, terminal)? {
        match format {
            Format::Json => terminal.print_json(&report)?,
            _ => conclude(arguments, &report, &counts, terminal)?,
        }
    }
    match (report.errors.len(), counts.errors) {
        (1.., _) => Err(Failure::Reported),
        (0, 0) => Ok(Verdict::Fine),
        (0, _) => Ok(Verdict::Problems),
    }
}

/// Prints the last line of the text.
fn conclude(arguments: &Arguments, report: &Report, counts: &Counts, terminal: &mut Terminal) -> Result<(), Failure> {
    let Counts { errors, warnings, fixes } = *counts;
    // If no file could be read, the errors alone are printed.
    if report.errors.len() == arguments.files.len() {
        return Ok(());
    }
    if arguments.diff {
        terminal.complain(&format!("{}\n", would_fix(fixes, errors, warnings)));
        return Ok(());
    }
    let fixed = if fixes > 0 { format!(", {} made", count(fixes, "fix")) } else { String::new() };
    let files = arguments.files.len() - report.errors.len();
    terminal.print(&format!("{}{fixed}\n", summary(files, errors, warnings)))
}

/// How many fixes there are, and what would be left after them.
fn would_fix(fixes: usize, errors: usize, warnings: usize) -> String {
    let left = format!("{} and {} would be left", count(errors, "error"), count(warnings, "warning"));
    format!("{} to make; {left}", count(fixes, "fix"))
}

/// A number with a noun: `2 files`.
pub(super) fn count(number: usize, word: &str) -> String {
    let ending = match (number, word.ends_with('x')) {
        (1, _) => "",
        (_, true) => "es",
        _ => "s",
    };
    format!("{number} {word}{ending}")
}

/// The result of a check in one line: `2 files, 1 error`.
pub fn summary(files: usize, errors: usize, warnings: usize) -> String {
    match (errors, warnings) {
        (0, 0) => format!("{}: no problems", count(files, "file")),
        (errors, 0) => format!("{}: {}", count(files, "file"), count(errors, "error")),
        (0, warnings) => format!("{}: {}", count(files, "file"), count(warnings, "warning")),
        _ => format!("{}: {}, {}", count(files, "file"), count(errors, "error"), count(warnings, "warning")),
    }
}
