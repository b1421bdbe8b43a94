//! The verb `preview`: what can be said and drawn of a text before the tables of the generator are built.
//!
//! An editor shows this after each key stroke. Building the tables takes most of the time of a large variant, and only moves need them.

use serde::Serialize;

use crate::fen;
use crate::rules::{Rules, Setup};

use super::about::{self, About, Board};
use super::aid::{self, Problem};
use super::body::{Body, body};
use super::fields::{Fields, Refusal};
use super::page;
use super::store::Key;

/// The answer to `preview`. A text with errors has problems alone.
#[derive(Serialize)]
struct Preview<'a> {
    problems: Vec<Problem>,
    #[serde(skip_serializing_if = "Option::is_none")]
    about: Option<About<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<Board>,
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<String>,
}

/// The answer about a text, written.
pub(super) fn preview(key: &Key, fields: Fields<'_>) -> Result<Body, Refusal> {
    let (loaded, problems) = aid::read(key)?;
    let empty = Preview { problems, about: None, fen: None, board: None, svg: None };
    let Some(variant) = loaded.variant else { return body(&empty) };
    let rules = &variant.rules;
    let setup = setup(rules, fields)?;
    body(&Preview {
        about: Some(about::about(rules, fields)?),
        fen: Some(fen::write(&setup, rules)),
        board: Some(about::board(&setup, rules)),
        svg: Some(page::picture(rules, &setup, fields)?),
        ..empty
    })
}

/// The position of the field `fen`; the setup if there is none, or if the text has changed so that it is none any more.
fn setup(rules: &Rules, fields: Fields<'_>) -> Result<Setup, Refusal> {
    let given = fields.text("fen")?.and_then(|text| fen::read(text, rules).ok());
    Ok(given.unwrap_or_else(|| rules.setup.clone()))
}
