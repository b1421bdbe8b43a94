//! `ferz verify`: everything that can be checked in a folder, with one summary.

mod arguments;
mod folder;
mod steps;
mod summary;

use serde::Serialize;

use super::common::{Failure, Terminal, Verdict};
use super::report::{self, Case, Format};
pub(super) use arguments::Arguments;
use steps::Steps;
use summary::Summary;

/// The results as JSON.
#[derive(Serialize)]
struct Results<'a> {
    summary: &'a Summary,
    cases: &'a [Case],
}

/// Runs the subcommand. If a file cannot be read, the other files are still verified.
pub(super) fn run(arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let format = if arguments.json { Format::Json } else { arguments.output_format };
    let files = folder::variants(&arguments.folder)?;
    let mut steps = Steps::new(arguments, &files)?;
    let mut cases = Vec::new();
    for file in &files {
        let found = steps.verify(file, terminal)?;
        if format == Format::Text {
            let shown = found.iter().map(|case| case.shown.as_str());
            shown.into_iter().try_for_each(|text| terminal.print(text))?;
        }
        cases.extend(found);
    }
    let summary = Summary::new(files.len(), &cases);
    if !report::print(format, &cases, terminal)? {
        match format {
            Format::Json => terminal.print_json(&Results { summary: &summary, cases: &cases })?,
            _ => terminal.print(&summary.in_words(terminal.style))?,
        }
    }
    match (steps.unreadable, cases.iter().any(Case::fails)) {
        (true, _) => Err(Failure::Reported),
        (false, true) => Ok(Verdict::Problems),
        (false, false) => Ok(Verdict::Fine),
    }
}
