//! The sound part of a file with errors, so that hover and hints have an answer while an author is writing.

use super::entries::removal;
use super::overlay::{Overlay, holding};
use super::repair::{blank, without_open_keys};
use crate::compile::{self, Variant};
use crate::diagnostic::Diagnostic;
use crate::source::SourceId;
use crate::variant::node::Problems;
use crate::variant::{Loader, VariantSource, yaml};

/// The largest number of rounds in which entries are left out. An error may appear only after another one is gone.
const MOST_ROUNDS: usize = 3;

/// The variant of a file without the entries that have errors; what the file extends takes their place. `None` if the rest has
/// errors too.
pub fn variant(source: &VariantSource, text: &str, problems: &[Diagnostic], loader: &dyn Loader) -> Option<Variant> {
    let mut text = text.to_owned();
    let mut problems = problems.to_vec();
    for _ in 0..MOST_ROUNDS {
        text = without_errors(&text, &problems)?;
        let source = holding(source, &text);
        let loaded = compile::load_for_oracle(&source, &Overlay::new(&source, &text, loader)).ok()?;
        if loaded.variant.is_some() {
            return loaded.variant;
        }
        problems = loaded.problems;
    }
    None
}

/// A text with blanks in place of the entries that have errors. All other places stay where they are. `None` if no error is in an
/// entry.
fn without_errors(text: &str, problems: &[Diagnostic]) -> Option<String> {
    let root = yaml::parse(SourceId(0), text, &mut Problems::new())?;
    let mut rest = text.to_owned();
    // A problem about the whole file has an empty range.
    let own = |problem: &&Diagnostic| {
        problem.is_error() && problem.span.source == SourceId(0) && !problem.span.range().is_empty()
    };
    for problem in problems.iter().filter(own) {
        let (_, part) = removal(text, &root, &problem.span.range())?;
        blank(&mut rest, part);
    }
    let own = yaml::parse(SourceId(0), &rest, &mut Problems::new());
    let rest = without_open_keys(&rest, own.as_ref());
    (rest != text).then_some(rest)
}
