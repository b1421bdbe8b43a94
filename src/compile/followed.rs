//! The rules of a file in the form that the interpreter plays: in the language, by older keys, or both.

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::Rules;
use crate::rules::tree::Tree;
use crate::source::{SourceId, Span};

use super::restate::restate;

/// Translates the older keys of a file into the language, if the interpreter plays them only so: beside rules in the language, or where
/// it has no other code for a key.
pub(super) fn translate(rules: &Rules) -> Option<Tree> {
    if rules.not_followed_as_stated().is_none() || rules.tree.not_followed().is_some() {
        return None;
    }
    let restated = restate(rules);
    (restated.unsaid.is_empty() && restated.tree.not_followed().is_none()).then_some(restated.tree)
}

/// The error for a file with a concept that the interpreter does not follow yet.
pub(super) fn only_for_the_oracle(rules: &Rules) -> Option<Diagnostic> {
    let (message, place) = needs_oracle(rules)?;
    let place = place.unwrap_or(Span::new(SourceId(0), 0..0));
    let help = "`ferz check` says whether the slow oracle plays this variant";
    Some(Diagnostic::error(Code::NeedsOracle, place, message).help(help))
}

/// The message about a file that only the oracle can play, with its place. `None` if the interpreter can play it.
pub(crate) fn needs_oracle(rules: &Rules) -> Option<(String, Option<Span>)> {
    let (concept, source) = rules.not_followed()?;
    let message = format!("the interpreter does not follow {concept} yet");
    Some((message, source.span.or_else(|| place_of_language(&rules.tree))))
}

/// The first place in a file with a rule in the language of rules.
fn place_of_language(tree: &Tree) -> Option<Span> {
    let rules = tree.rules.iter().map(|rule| rule.source);
    let ends = tree.ends.iter().map(|end| end.source);
    let others = tree.defines.iter().map(|define| define.source).chain(tree.state.iter().map(|held| held.source));
    rules.chain(ends).chain(others).find_map(|source| source.span)
}
