//! The formats of results on the command line.

use super::case::Case;
use super::github::annotation;
use super::junit::junit;
use super::sarif::sarif;
use crate::cli::common::{Failure, Terminal};

/// How results are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(in crate::cli) enum Format {
    /// With excerpts, for people.
    Text,
    /// For programs, as with `--json`.
    Json,
    /// As annotations of a GitHub workflow.
    Github,
    /// For code scanning: the Static Analysis Results Interchange Format 2.1.0.
    Sarif,
    /// For dashboards of test results: the XML of `JUnit`.
    Junit,
}

/// Prints cases in a format that is the same for all commands. Returns `false` if the format is the command's own, text or JSON.
pub(in crate::cli) fn print(format: Format, cases: &[Case], terminal: &mut Terminal) -> Result<bool, Failure> {
    match format {
        Format::Text | Format::Json => return Ok(false),
        Format::Github => {
            let findings = cases.iter().flat_map(|case| &case.findings);
            findings.into_iter().try_for_each(|finding| terminal.print(&annotation(finding)))?;
        }
        Format::Sarif => terminal.print_json(&sarif(cases))?,
        Format::Junit => terminal.print(&junit(cases))?,
    }
    Ok(true)
}
