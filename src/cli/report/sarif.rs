//! Results in SARIF 2.1.0, which GitHub's code scanning and editors read.
//!
//! The few parts that are needed are built as JSON values: the crates with all types of the format make them by build scripts, which
//! take longer to compile than this command. A test compares the output with the schema of the format.

use std::fmt::Write as _;

use indexmap::IndexMap;
use serde_json::{Value, json};

use super::case::{Case, Finding, Place};
use crate::diagnostic::{Code, EditRecord, FixRecord};

/// The findings of all cases as a log with one run.
pub fn sarif(cases: &[Case]) -> Value {
    let findings: Vec<&Finding> = cases.iter().flat_map(|case| &case.findings).collect();
    let mut rules: IndexMap<&str, Value> = IndexMap::new();
    for finding in &findings {
        rules.entry(&finding.code).or_insert_with(|| rule(finding));
    }
    let results = findings.iter().map(|finding| result(finding, rules.get_index_of(finding.code.as_str())));
    let results = results.collect::<Vec<_>>();
    let driver = json!({
        "name": "ferz",
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": rules.into_values().collect::<Vec<_>>(),
    });
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}],
    })
}

/// The description of a kind of finding.
fn rule(finding: &Finding) -> Value {
    let mut rule = json!({"id": finding.code, "shortDescription": {"text": finding.summary()}});
    if let Some(code) = Code::from_name(&finding.code) {
        rule["help"] = json!({"text": code.page(), "markdown": code.page()});
    }
    rule
}

fn result(finding: &Finding, rule: Option<usize>) -> Value {
    let help = finding.help.iter().map(|help| format!("\nhelp: {help}")).collect::<String>();
    let place = &finding.place;
    let mut result = json!({
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": finding.severity.name(),
        "message": {"text": format!("{}{help}", finding.message)},
        "locations": [{"physicalLocation": {
            "artifactLocation": {"uri": uri(&place.file)},
            "region": region(place.line, place.column, place.end_line, place.end_column),
        }}],
    });
    let fixes: Vec<Value> = finding.fixes.iter().map(|one| fix(one, place)).collect();
    if !fixes.is_empty() {
        result["fixes"] = fixes.into();
    }
    result
}

fn region(line: usize, column: usize, end_line: usize, end_column: usize) -> Value {
    json!({"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column})
}

fn fix(fix: &FixRecord, place: &Place) -> Value {
    let replacement = |edit: &EditRecord| {
        json!({
            "deletedRegion": region(edit.line, edit.column, edit.end_line, edit.end_column),
            "insertedContent": {"text": edit.text},
        })
    };
    let replacements: Vec<Value> = fix.edits.iter().map(replacement).collect();
    json!({
        "description": {"text": fix.title},
        "artifactChanges": [{"artifactLocation": {"uri": uri(&place.file)}, "replacements": replacements}],
    })
}

/// A path as a URI: relative, or with a scheme if the path is absolute.
fn uri(path: &str) -> String {
    let path = if cfg!(windows) { path.replace('\\', "/") } else { path.to_owned() };
    let mut out = match path.as_bytes() {
        [b'/', ..] => "file://".to_owned(),
        [_, b':', ..] if cfg!(windows) => "file:///".to_owned(),
        _ => String::new(),
    };
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => out.push(byte as char),
            _ => _ = write!(out, "%{byte:02X}"),
        }
    }
    out
}
