//! `ferz check`.

use serde::Serialize;

use super::common::{Failure, Terminal, Verdict, check};
use super::fix;
use crate::compile::Loaded;
use crate::diagnostic::{self, Diagnostic, FixableRecord, Severity};
use crate::source::{SourceMap, Span};

/// Show every problem of variant files, with line, column, excerpt and help.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Warnings alone are no failure. `ferz explain CODE` says more about a check.

Examples:
  $ ferz check my-variant.yaml
  $ ferz check --fix my-variant.yaml                # correct what has one right answer
  $ ferz check --json variants/*/*.yaml
  $ ferz check --format github variants/*/*.yaml    # annotations in a GitHub workflow")]
pub(super) struct Arguments {
    /// The files, or names of built-in variants
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// Print JSON
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// How to print
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Correct, in the files, the problems that have one right answer; comments and order stay
    #[arg(long, conflicts_with = "json")]
    fix: bool,
    /// Show these corrections as a difference, and change nothing
    #[arg(long, conflicts_with_all = ["json", "fix", "format"])]
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

/// How problems are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Format {
    /// With excerpts, for people.
    Text,
    /// For programs, as with `--json`.
    Json,
    /// As annotations of a GitHub workflow.
    Github,
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

/// Runs the subcommand. If a file cannot be read, the other files are still checked.
pub(super) fn run(arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let format = if arguments.json { Format::Json } else { arguments.format };
    let mut report = Report { problems: Vec::new(), errors: Vec::new() };
    let (mut errors, mut warnings, mut fixes) = (0, 0, 0);
    for file in &arguments.files {
        let loaded = match arguments.read(file, terminal) {
            Ok((loaded, made)) => {
                fixes += made;
                loaded
            }
            Err(Failure::Usage(message)) => {
                terminal.complain(&format!("error: {message}\n"));
                report.errors.push(Unreadable { file: file.clone(), message });
                continue;
            }
            Err(failure) => return Err(failure),
        };
        let bad = loaded.problems.iter().filter(|problem| problem.is_error()).count();
        errors += bad;
        warnings += loaded.problems.len() - bad;
        if format == Format::Json {
            report.problems.extend(loaded.problems.iter().map(|problem| problem.fixable_record(&loaded.sources)));
        } else if format == Format::Github {
            for problem in &loaded.problems {
                terminal.print(&annotation(problem, &loaded.sources))?;
            }
        } else if !loaded.problems.is_empty() && !arguments.diff {
            terminal.print(&diagnostic::render_all(&loaded.problems, &loaded.sources, terminal.style))?;
            terminal.print("\n")?;
        }
    }
    match format {
        Format::Json => terminal.print_json(&report)?,
        Format::Github => {}
        // If no file could be read, the errors alone are printed.
        Format::Text if report.errors.len() == arguments.files.len() => {}
        Format::Text if arguments.diff => terminal.complain(&format!("{}\n", would_fix(fixes, errors, warnings))),
        Format::Text => {
            let fixed = if fixes > 0 { format!(", {} made", count(fixes, "fix")) } else { String::new() };
            let files = arguments.files.len() - report.errors.len();
            terminal.print(&format!("{}{fixed}\n", summary(files, errors, warnings)))?
        }
    }
    match (report.errors.len(), errors) {
        (1.., _) => Err(Failure::Reported),
        (0, 0) => Ok(Verdict::Fine),
        (0, _) => Ok(Verdict::Problems),
    }
}

/// A workflow command that puts a problem beside its line in a review.
fn annotation(problem: &Diagnostic, sources: &SourceMap) -> String {
    let record = problem.record(sources);
    let level = match record.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let end = problem.span.range().end;
    let end = sources.line_column(Span::new(problem.span.source, end..end));
    // GitHub accepts columns only for problems within one line.
    let columns = match end.line == record.line {
        true => format!(",col={},endColumn={}", record.column, end.column.max(record.column + 1)),
        false => String::new(),
    };
    let help = record.help.iter().map(|help| format!("\nhelp: {help}")).collect::<String>();
    let message = escaped(&format!("{}{help}", record.message), "");
    let file = escaped(&record.file, ":,");
    let (line, last) = (record.line, end.line.max(record.line));
    format!("::{level} file={file},line={line},endLine={last}{columns},title={}::{message}\n", record.code)
}

/// A text escaped for workflow commands.
pub fn escaped(text: &str, more: &str) -> String {
    let special = |c: char| matches!(c, '%' | '\r' | '\n') || more.contains(c);
    text.chars().map(|c| if special(c) { format!("%{:02X}", c as u32) } else { c.to_string() }).collect()
}

/// How many fixes there are, and what would be left after them.
fn would_fix(fixes: usize, errors: usize, warnings: usize) -> String {
    let left = format!("{} and {} would be left", count(errors, "error"), count(warnings, "warning"));
    format!("{} to make; {left}", count(fixes, "fix"))
}

/// A number with a noun: `2 files`.
fn count(number: usize, word: &str) -> String {
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
