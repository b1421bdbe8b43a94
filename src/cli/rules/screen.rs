//! A report on a page as text: errors first, then doubtful claims. Confirmed claims are listed by line only.

use std::fmt::Write as _;

use crate::pages::{Claim, Grade, Report, Verdict};
use crate::render::text::wrap;

/// The line length of prose.
const WIDTH: usize = 110;

/// The largest number of sentences to show that were not understood.
const MOST_UNREAD: usize = 6;

/// The findings, grouped by verdict. Each group is in the order of the page.
pub(in crate::cli) fn graded(report: &Report, quiet: bool) -> String {
    let mut out = String::new();
    for grade in Grade::ALL {
        let claims: Vec<&Claim> = report.graded(grade).collect();
        if claims.is_empty() || quiet && grade == Grade::Right {
            continue;
        }
        match grade {
            _ if grade.is_finding() => {
                let _ = writeln!(out, "{}:", grade.heading());
                claims.iter().for_each(|claim| out.push_str(&lines(&report.page, claim)));
            }
            Grade::Unsaid => {
                let listed: Vec<&str> = claims.iter().map(|claim| claim.text.as_str()).collect();
                let wrapped = wrap(&format!("{}: {}", grade.heading(), listed.join("; ")), WIDTH);
                wrapped.iter().for_each(|line| out.push_str(&format!("{line}\n")));
            }
            Grade::Unread => {
                let _ = writeln!(out, "{}:", grade.heading());
                for claim in claims.iter().take(MOST_UNREAD) {
                    let _ = writeln!(out, "    line {}: {}", claim.line, shorten(&claim.text, WIDTH - 14));
                }
                if let Some(rest) = claims.get(MOST_UNREAD..).filter(|rest| !rest.is_empty()) {
                    let _ = writeln!(out, "    and {} more on {} (--all shows them)", rest.len(), line_numbers(rest));
                }
            }
            _ => {
                let listed = line_numbers(&claims);
                let _ = writeln!(out, "{}: {} on {listed}", grade.heading(), claims.len());
            }
        }
        out.push('\n');
    }
    out + &summary(report)
}

/// Every claim in the order of the page.
pub(super) fn all(report: &Report, quiet: bool) -> String {
    let shown = report.claims.iter().filter(|claim| !quiet || claim.verdict != Verdict::Confirmed);
    shown.map(|claim| lines(&report.page, claim)).collect::<String>() + &summary(report)
}

fn summary(report: &Report) -> String {
    let counts: Vec<String> =
        report.summary.occurring().map(|(verdict, count)| format!("{count} {}", verdict.name())).collect();
    let counts = if counts.is_empty() { "nothing about rules".to_owned() } else { counts.join(", ") };
    format!("{}: {} claims: {counts}\n", report.page, report.claims.len())
}

/// The lines of claims: `lines 3, 5-7`.
fn line_numbers(claims: &[&Claim]) -> String {
    let mut lines: Vec<usize> = claims.iter().map(|claim| claim.line).collect();
    lines.dedup();
    let word = if lines.len() == 1 { "line" } else { "lines" };
    let runs = lines.chunk_by(|one, next| one + 1 == *next).map(|run| match run {
        [first, .., last] => format!("{first}-{last}"),
        _ => run.iter().map(usize::to_string).collect(),
    });
    format!("{word} {}", runs.collect::<Vec<_>>().join(", "))
}

/// A claim as people read it.
fn lines(page: &str, claim: &Claim) -> String {
    let accepted = if claim.accepted { " (accepted)" } else { "" };
    let text = shorten(&claim.text, 2 * WIDTH);
    let mut out = format!("{page}:{}: {}{accepted}: {text} [{}]\n", claim.line, claim.verdict.name(), claim.id);
    if let Some(words) = &claim.words {
        let _ = writeln!(out, "    words: {}", shorten(words, 2 * WIDTH));
    }
    let _ = writeln!(out, "    {}", claim.detail);
    if claim.verdict != Verdict::Confirmed {
        if let Some(position) = &claim.position {
            let _ = writeln!(out, "    position: {position}");
        }
        if !claim.play.is_empty() {
            let _ = writeln!(out, "    moves: {}", claim.play.join(" "));
        }
    }
    out
}

fn shorten(text: &str, length: usize) -> String {
    if text.chars().count() <= length {
        return text.to_owned();
    }
    text.chars().take(length - 1).chain(['…']).collect()
}
