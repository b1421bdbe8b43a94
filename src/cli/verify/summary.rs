//! The results of all steps, in a few lines.

use serde::Serialize;

use crate::cli::check::count;
use crate::cli::report::{Case, Step};
use crate::diagnostic::Style;
use crate::render::{paint, text};

/// The counts of all steps.
#[derive(Serialize)]
pub(super) struct Summary {
    variants: usize,
    passed: usize,
    failed: usize,
    warnings: usize,
    #[serde(skip)]
    steps: Vec<Row>,
}

/// The counts of one step.
struct Row {
    step: Step,
    passed: usize,
    failed: usize,
    warnings: usize,
}

impl Summary {
    /// Counts the cases of a number of variants.
    pub fn new(variants: usize, cases: &[Case]) -> Summary {
        let row = |step: Step| {
            let ours = cases.iter().filter(|case| case.step == step);
            let failed = ours.clone().filter(|case| case.fails()).count();
            let warnings = ours.clone().flat_map(|case| &case.findings).filter(|finding| !finding.is_error()).count();
            Row { step, passed: ours.count() - failed, failed, warnings }
        };
        let steps: Vec<Row> = Step::ALL.into_iter().map(row).collect();
        let sum = |part: fn(&Row) -> usize| steps.iter().map(part).sum();
        Summary {
            variants,
            passed: sum(|row| row.passed),
            failed: sum(|row| row.failed),
            warnings: sum(|row| row.warnings),
            steps,
        }
    }

    /// A table of the steps that were done, and a line for all of them.
    pub fn in_words(&self, style: Style) -> String {
        let head = ["", "passed", "failed", "warnings"].map(str::to_owned);
        let done = self.steps.iter().filter(|row| row.passed + row.failed > 0);
        let rows = done.map(|row| {
            let name = match row.step {
                Step::Check => "files",
                Step::Test => "tests",
                Step::Snapshot => "snapshots",
                Step::Page => "rules pages",
            };
            [name.to_owned(), row.passed.to_string(), row.failed.to_string(), row.warnings.to_string()]
        });
        let rows: Vec<[String; 4]> = std::iter::once(head).chain(rows).collect();
        let verdict = match (self.failed, self.warnings) {
            (0, 0) => paint(style, "32", "everything is right"),
            (0, warnings) => paint(style, "33", &format!("nothing is wrong, {}", count(warnings, "warning"))),
            (failed, _) => paint(style, "1;31", &count(failed, "failure")),
        };
        format!("{}{}: {verdict}\n", text::columns(&rows, 0), count(self.variants, "variant"))
    }
}
