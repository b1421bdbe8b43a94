//! `ferz test`.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

use super::bounds;
use super::common::{Failure, Terminal, Verdict, load_told};
use super::told;
use crate::compile::Variant;
use crate::diagnostic::{self, Style};
use crate::render::paint;
use crate::restate;
use crate::source::SourceMap;
use crate::testing;

/// Run the tests that are written in variant files.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  $ ferz test my-variant.yaml
  $ ferz test chess grand variants/*/*.yaml --json")]
pub(super) struct Arguments {
    /// The files, or names of built-in variants
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// The time limit for one test, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Result for one file.
#[derive(Debug, Serialize)]
struct Report {
    file: String,
    passed: usize,
    failed: usize,
    failures: Vec<Failed>,
    /// The reason why it cannot be tested.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl Report {
    fn new(file: &str, error: Option<String>) -> Report {
        Report { file: file.to_owned(), passed: 0, failed: 0, failures: Vec::new(), error }
    }
}

/// A test that failed.
#[derive(Debug, Serialize)]
pub(super) struct Failed {
    line: usize,
    column: usize,
    test: String,
    message: String,
    /// The position of the failed test.
    fen: Option<String>,
    #[serde(skip)]
    board: Option<String>,
}

impl Failed {
    /// A failed test with its place.
    pub(super) fn new(outcome: testing::Outcome, sources: &SourceMap) -> Option<Failed> {
        let testing::Fault { message, fen, board } = outcome.fault?;
        let place = sources.line_column(outcome.span);
        Some(Failed { line: place.line, column: place.column, test: outcome.name, message, fen, board })
    }

    /// The expected and the actual result, with the position.
    pub(super) fn message(&self) -> String {
        let fen = self.fen.iter().map(|fen| format!("\n{fen}")).collect::<String>();
        format!("{}: {}{fen}", self.test, self.message)
    }

    /// The failure as text, with a drawn board.
    pub(super) fn in_words(&self, file: &str, style: Style) -> String {
        let head = paint(style, "1;31", "failed");
        let mut text = format!("{head}: {} ({file}:{}:{})\n", self.test, self.line, self.column);
        let drawn = self.board.iter().flat_map(|board| board.lines());
        let lines = self.message.lines().chain(drawn).chain(self.fen.as_deref());
        lines.for_each(|line| text += &format!("  {line}\n"));
        text
    }
}

/// Runs the subcommand. If a file cannot be used, the other files are still tested.
pub(super) fn run(arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let mut reports = Vec::new();
    let mut broken = None;
    for file in &arguments.files {
        let loaded = match load_told(file) {
            Ok(loaded) => loaded,
            Err(failure) => {
                let code = if matches!(failure, Failure::Input(_)) { 1 } else { 2 };
                if let Failure::Usage(message) | Failure::Input(message) = failure {
                    terminal.complain(&format!("error: {message}\n"));
                    reports.push(Report::new(file, Some(message)));
                }
                broken = broken.max(Some(code));
                continue;
            }
        };
        let Some(variant) = loaded.variant else {
            let errors: Vec<_> = loaded.problems.into_iter().filter(|problem| problem.is_error()).collect();
            terminal.complain(&diagnostic::render_all(&errors, &loaded.sources, terminal.error_style));
            reports.push(Report::new(file, errors.first().map(|problem| problem.message.clone())));
            broken = broken.max(Some(1));
            continue;
        };
        let outcomes = match outcomes(&variant, Duration::from_secs(arguments.seconds), terminal) {
            Ok(outcomes) => outcomes,
            Err(Failure::Input(message)) => {
                terminal.complain(&format!("error: {file}: {message}\n"));
                reports.push(Report::new(file, Some(message)));
                broken = broken.max(Some(1));
                continue;
            }
            Err(failure) => return Err(failure),
        };
        let report = report(file, outcomes, &loaded.sources);
        if !arguments.json {
            terminal.print(&in_words(&report, terminal.style))?;
        }
        reports.push(report);
    }
    if arguments.json {
        terminal.print_json(&reports)?;
    }
    match broken {
        Some(2) => Err(Failure::Reported),
        None if reports.iter().all(|report| report.failed == 0) => Ok(Verdict::Fine),
        _ => Ok(Verdict::Problems),
    }
}

/// Runs the tests of a variant, with a time limit for each.
pub(super) fn outcomes(
    variant: &Variant,
    longest: Duration,
    terminal: &mut Terminal,
) -> Result<Vec<testing::Outcome>, Failure> {
    if let Some((concept, _)) = variant.rules.not_followed() {
        told::note(terminal, concept);
        let oracle = restate::oracle(Arc::new(variant.rules.clone()));
        let oracle = oracle.map_err(|unknown| Failure::Input(unknown.to_string()))?;
        return Ok(testing::run_by_oracle(&oracle, variant, longest));
    }
    let compiled = bounds::compiled(variant.rules.clone())?;
    Ok(testing::run_compiled(&compiled, &variant.tests, longest))
}

fn report(file: &str, outcomes: Vec<testing::Outcome>, sources: &SourceMap) -> Report {
    let mut report = Report::new(file, None);
    let total = outcomes.len();
    report.failures = outcomes.into_iter().filter_map(|outcome| Failed::new(outcome, sources)).collect();
    report.failed = report.failures.len();
    report.passed = total - report.failed;
    report
}

fn in_words(report: &Report, style: Style) -> String {
    let paint = |code: &str, text: &str| paint(style, code, text);
    let text: String = report.failures.iter().map(|failed| failed.in_words(&report.file, style)).collect();
    let counts = match (report.passed, report.failed) {
        (0, 0) => "no tests".to_owned(),
        (passed, 0) => paint("32", &format!("{passed} passed")),
        (passed, failed) => format!("{passed} passed, {}", paint("1;31", &format!("{failed} failed"))),
    };
    text + &format!("{}: {counts}\n", report.file)
}
