//! Problems as single lines, for programs without the feature `drawing`.

use std::fmt::Write as _;

use super::problem::Diagnostic;
use super::style::{Statement, Style};
use crate::source::{SourceMap, Span};

/// One problem: its place, its message, its help.
pub fn render(problem: &Diagnostic, sources: &SourceMap, _: Style) -> String {
    let (place, severity) = (place(problem.span, sources), problem.severity.name());
    let mut text = format!("{place}: {severity}[{}]: {}", problem.code.name(), problem.message);
    if let Some(help) = &problem.help {
        let _ = write!(text, "\n  help: {help}");
    }
    text
}

/// All problems, in the order of their places.
pub fn render_all(problems: &[Diagnostic], sources: &SourceMap, style: Style) -> String {
    problems.iter().map(|problem| render(problem, sources, style) + "\n").collect()
}

/// Statements, each with its place.
pub fn render_statements(statements: &[Statement], sources: &SourceMap, _: Style) -> String {
    let line = |statement: &Statement| {
        let place = statement.span.map(|span| format!(" ({})", place(span, sources))).unwrap_or_default();
        format!("{}: {}{place}\n", statement.heading, statement.message)
    };
    statements.iter().map(line).collect()
}

fn place(span: Span, sources: &SourceMap) -> String {
    let at = sources.line_column(span);
    format!("{}:{}:{}", sources.name(span.source), at.line, at.column)
}
