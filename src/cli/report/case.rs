//! Results of checks as data.

use std::time::Duration;

use serde::{Serialize, Serializer};

use crate::compile::Loaded;
use crate::diagnostic::{Code, Diagnostic, FixRecord, Severity};
use crate::pages::{Claim, Grade, Report};
use crate::source::{SourceMap, Span};

/// A step of the verification of a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Step {
    /// The file was checked.
    Check,
    /// A test that is written in the file was run.
    Test,
    /// The snapshot was compared.
    Snapshot,
    /// A rules page was compared with the rules.
    Page,
}

impl Step {
    /// All steps, in their order.
    pub const ALL: [Step; 4] = [Step::Check, Step::Test, Step::Snapshot, Step::Page];
}

/// A part of a text. Lines and columns count from 1, and columns count characters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Place {
    /// The file.
    pub file: String,
    /// The first line.
    pub line: usize,
    /// The first character.
    pub column: usize,
    /// The last line.
    pub end_line: usize,
    /// The character behind the last one.
    pub end_column: usize,
}

impl Place {
    /// The place of a span.
    pub fn of(span: Span, sources: &SourceMap) -> Place {
        let (start, end) = (sources.line_column(span), span.range().end);
        let end = sources.line_column(Span::new(span.source, end..end));
        Place {
            file: sources.name(span.source).to_owned(),
            line: start.line,
            column: start.column,
            end_line: end.line.max(start.line),
            end_column: end.column,
        }
    }

    /// The beginning of a line.
    pub fn line(file: &str, line: usize) -> Place {
        Place { file: file.to_owned(), line, column: 1, end_line: line, end_column: 1 }
    }
}

/// A problem, or a doubt.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Finding {
    /// Its severity.
    pub severity: Severity,
    /// A stable name of the kind of finding, such as `unknown-key`.
    pub code: String,
    /// The place.
    #[serde(flatten)]
    pub place: Place,
    /// The problem in words.
    pub message: String,
    /// A suggestion to correct it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// Changes of the file that remove it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fixes: Vec<FixRecord>,
}

impl Finding {
    /// An error.
    pub fn error(code: &str, place: Place, message: impl Into<String>) -> Finding {
        let (code, message) = (code.to_owned(), message.into());
        Finding { severity: Severity::Error, code, place, message, help: None, fixes: Vec::new() }
    }

    /// A problem of a variant file. Fixes that change another file are left out.
    pub fn of_problem(problem: &Diagnostic, sources: &SourceMap) -> Finding {
        let is_here = |at: usize| problem.fixes[at].edits.iter().all(|edit| edit.span.source == problem.span.source);
        let fixes = problem.fixable_record(sources).fixes.into_iter().enumerate();
        Finding {
            severity: problem.severity,
            code: problem.code.name().to_owned(),
            place: Place::of(problem.span, sources),
            message: problem.message.clone(),
            help: problem.help.clone(),
            fixes: fixes.filter(|(at, _)| is_here(*at)).map(|(_, fix)| fix).collect(),
        }
    }

    /// A claim of a rules page, if it is wrong or doubtful. With `strict`, doubts are errors.
    fn of_claim(page: &str, claim: &Claim, fails: bool) -> Option<Finding> {
        let severity = match claim.grade() {
            _ if fails => Severity::Error,
            grade if grade.is_finding() => Severity::Warning,
            _ => return None,
        };
        let message = match claim.grade() {
            Grade::Unsaid => format!("the page does not say: {}", claim.text),
            _ => format!("\"{}\": {}", claim.text, claim.detail),
        };
        let code = claim.verdict.name().replace(' ', "-");
        Some(Finding { severity, ..Finding::error(&code, Place::line(page, claim.line.max(1)), message) })
    }

    /// Returns `true` if it is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The finding in one line, with its help below it.
    pub fn line(&self) -> String {
        let Place { file, line, column, .. } = &self.place;
        let help = self.help.iter().map(|help| format!("\n  help: {help}")).collect::<String>();
        format!("{file}:{line}:{column}: {}[{}]: {}{help}", self.severity.name(), self.code, self.message)
    }

    /// One sentence about all findings with this code.
    pub fn summary(&self) -> &'static str {
        match (Code::from_name(&self.code), self.code.as_str()) {
            (Some(code), _) => code.summary(),
            (None, "failed-test") => "A test that is written in a variant file fails.",
            (None, "changed-snapshot") => "The rules or moves of a variant differ from its snapshot.",
            (None, "missing-snapshot") => "A variant has no snapshot, although the folder of snapshots exists.",
            (None, "missing-page") => "A variant file names a rules page that does not exist.",
            (None, "contradicted") => "A sentence of a rules page contradicts the rules.",
            (None, "incomplete" | "stronger" | "suspicious") => "A sentence of a rules page differs from the rules.",
            (None, "silent") => "A rules page does not mention a rule.",
            (None, "not-understood") => "A sentence of a rules page may differ from the rules.",
            (None, _) => "A file cannot be used.",
        }
    }
}

/// The result of one step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Case {
    /// The step.
    pub step: Step,
    /// The file of the variant.
    pub variant: String,
    /// The name of the step, the test, the snapshot or the page.
    pub name: String,
    /// The time that the step took.
    #[serde(rename = "seconds", serialize_with = "seconds")]
    pub time: Duration,
    /// The problems and doubts.
    pub findings: Vec<Finding>,
    /// The findings as text for people, with excerpts, boards and differences.
    #[serde(skip)]
    pub shown: String,
}

impl Case {
    /// A step with its findings.
    pub fn new(step: Step, variant: &str, name: impl Into<String>, findings: Vec<Finding>) -> Case {
        let (variant, name) = (variant.to_owned(), name.into());
        Case { step, variant, name, time: Duration::ZERO, findings, shown: String::new() }
    }

    /// The check of a variant file.
    pub fn of_check(file: &str, loaded: &Loaded) -> Case {
        let findings = loaded.problems.iter().map(|problem| Finding::of_problem(problem, &loaded.sources)).collect();
        Case::new(Step::Check, file, "check", findings)
    }

    /// A file that cannot be read.
    pub fn unreadable(step: Step, file: &str, message: &str) -> Case {
        let finding = Finding::error("unreadable", Place::line(file, 1), message);
        Case::new(step, file, "check", vec![finding])
    }

    /// The comparison of a rules page with a variant.
    pub fn of_page(variant: &str, report: &Report, strict: bool) -> Case {
        let found =
            report.claims.iter().filter_map(|claim| Finding::of_claim(&report.page, claim, claim.fails(strict)));
        Case::new(Step::Page, variant, format!("rules page {}", report.page), found.collect())
    }

    /// The same case with a text for people.
    #[must_use]
    pub fn shown(mut self, text: String) -> Case {
        self.shown = text;
        self
    }

    /// Returns `true` if it has an error.
    pub fn fails(&self) -> bool {
        self.findings.iter().any(Finding::is_error)
    }
}

fn seconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((time.as_secs_f64() * 1_000.0).round() / 1_000.0)
}
