//! The rules of a file in the form that the interpreter plays: in the language, by older keys, or both.

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::tree::Tree;
use crate::rules::{RestatedKeys, Rules};
use crate::source::{SourceId, Span};

use super::restate::restate;

/// If a file has both rules in the language and older keys, translates the keys into the language too, unless the interpreter plays the
/// mixture as it is.
pub(super) fn restate_mixed(rules: &mut Rules) {
    if rules.tree.is_empty() || rules.not_followed().is_none() || rules.tree.not_followed().is_some() {
        return;
    }
    let restated = restate(rules);
    if restated.unsaid.is_empty() && restated.tree.not_followed().is_none() {
        let own = rules.tree.rules.len();
        rules.tree = restated.tree;
        let (beyond, constraints, effects) = (
            std::mem::take(&mut rules.beyond),
            std::mem::take(&mut rules.constraints),
            std::mem::take(&mut rules.effects),
        );
        rules.restated = Some(Box::new(RestatedKeys { own, constraints, effects, beyond }));
    }
}

/// The error for a file with a concept that the interpreter does not follow yet.
pub(super) fn only_for_the_oracle(rules: &Rules) -> Option<Diagnostic> {
    let (message, place) = needs_oracle(rules)?;
    let place = place.unwrap_or(Span::new(SourceId(0), 0..0));
    let help = "`ferz perft --oracle` counts the moves of this variant";
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
