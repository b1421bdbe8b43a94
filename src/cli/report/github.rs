//! Workflow commands of GitHub, which put findings beside their lines in a review.

use super::case::{Finding, Place};
use crate::diagnostic::Severity;

/// A workflow command for a finding.
pub fn annotation(finding: &Finding) -> String {
    let level = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let Place { file, line, column, end_line, end_column } = &finding.place;
    // GitHub accepts columns only for problems within one line.
    let columns = match end_line == line {
        true => format!(",col={column},endColumn={}", end_column.max(&(column + 1))),
        false => String::new(),
    };
    let help = finding.help.iter().map(|help| format!("\nhelp: {help}")).collect::<String>();
    let message = escaped(&format!("{}{help}", finding.message), "");
    let (file, title) = (escaped(file, ":,"), escaped(&finding.code, ":,"));
    format!("::{level} file={file},line={line},endLine={end_line}{columns},title={title}::{message}\n")
}

/// A text escaped for workflow commands.
pub fn escaped(text: &str, more: &str) -> String {
    let special = |c: char| matches!(c, '%' | '\r' | '\n') || more.contains(c);
    text.chars().map(|c| if special(c) { format!("%{:02X}", c as u32) } else { c.to_string() }).collect()
}
