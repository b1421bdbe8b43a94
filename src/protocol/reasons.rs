//! The verb `why`: the rule that allows or forbids a move.

use serde::Serialize;

use crate::compile::{self, Loaded};
use crate::why;

use super::fields::{Fault, Fields, Refusal};
use super::played::Played;
use super::store;

/// The answer to `why`.
#[derive(Serialize)]
pub(super) struct Why {
    r#move: String,
    legal: bool,
    reasons: Vec<Reason>,
}

/// A rule in words, with its place.
#[derive(Serialize)]
struct Reason {
    rule: &'static str,
    message: String,
    #[serde(flatten)]
    place: Option<Place>,
}

/// Where a rule is written.
#[derive(Serialize)]
struct Place {
    file: String,
    line: usize,
    column: usize,
}

/// Explains why a move is legal or illegal.
pub(super) fn why(played: &mut Played, fields: Fields<'_>) -> Result<Why, Refusal> {
    let text = fields.need_text("move")?.trim();
    let answer = why::explain(&mut played.game, text);
    let answer = answer.map_err(|error| Refusal::new(error.to_string()).of(Fault::Move))?;
    // The places of rules are in the text of the variant, which is not kept.
    let loaded = store::load(&played.key, compile::load)?;
    let reason = |note: why::Note| Reason {
        rule: note.reason.rule(),
        place: place(&note.reason, &loaded, played.compiled.rules()),
        message: note.message,
    };
    let reasons = answer.notes.into_iter().map(reason).collect();
    Ok(Why { r#move: answer.text, legal: answer.legal, reasons })
}

fn place(reason: &why::Reason, loaded: &Loaded, rules: &crate::rules::Rules) -> Option<Place> {
    let span = why::place(reason, rules, loaded.tree.as_ref()?)?;
    let at = loaded.sources.line_column(span);
    Some(Place { file: loaded.sources.name(span.source).to_owned(), line: at.line, column: at.column })
}
