//! Results in the XML of `JUnit`, as CI systems show it: a suite for each variant, a test case for each step.
//!
//! The document has three elements, so it is written by hand: `quick-junit` brings a calendar, identifiers and two parsers. Tests read
//! it with an XML parser, and with a reader of `JUnit` files in Python.

use std::fmt::Write as _;
use std::time::Duration;

use indexmap::IndexMap;

use super::case::{Case, Finding};

/// The cases as a document.
pub fn junit(cases: &[Case]) -> String {
    let mut suites: IndexMap<&str, Vec<&Case>> = IndexMap::new();
    for case in cases {
        suites.entry(&case.variant).or_default().push(case);
    }
    let all: Vec<&Case> = cases.iter().collect();
    let mut out = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"ferz\"{}>\n", counts(&all));
    for (variant, cases) in suites {
        let _ = writeln!(out, "  <testsuite name=\"{}\"{}>", escaped(variant), counts(&cases));
        out.extend(cases.into_iter().map(test_case));
        out.push_str("  </testsuite>\n");
    }
    out + "</testsuites>\n"
}

/// The counts of a suite, as attributes.
fn counts(cases: &[&Case]) -> String {
    let failures = cases.iter().filter(|case| case.fails()).count();
    let time = seconds(cases.iter().map(|case| case.time).sum());
    format!(" tests=\"{}\" failures=\"{failures}\" errors=\"0\" skipped=\"0\" time=\"{time}\"", cases.len())
}

fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}

/// A case. Errors are its failure; warnings are its output.
fn test_case(case: &Case) -> String {
    let lines = |errors: bool| {
        let found = case.findings.iter().filter(|finding| finding.is_error() == errors);
        escaped(&found.map(Finding::line).collect::<Vec<_>>().join("\n"))
    };
    let (name, class, time) = (escaped(&case.name), escaped(&case.variant), seconds(case.time));
    let mut body = String::new();
    if let Some(first) = case.findings.iter().find(|finding| finding.is_error()) {
        let (message, kind) = (escaped(&first.message), escaped(&first.code));
        let _ = writeln!(body, "      <failure message=\"{message}\" type=\"{kind}\">{}</failure>", lines(true));
    }
    let warnings = lines(false);
    if !warnings.is_empty() {
        let _ = writeln!(body, "      <system-out>{warnings}</system-out>");
    }
    let head = format!("    <testcase name=\"{name}\" classname=\"{class}\" time=\"{time}\"");
    if body.is_empty() { format!("{head}/>\n") } else { format!("{head}>\n{body}    </testcase>\n") }
}

/// A text for elements and attributes. Characters that XML does not allow are left out.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // In attributes, XML readers replace these characters by blanks unless they are escaped.
            '\n' | '\t' => _ = write!(out, "&#{};", c as u32),
            '\u{0}'..'\u{20}' | '\u{fffe}' | '\u{ffff}' => {}
            c => out.push(c),
        }
    }
    out
}
