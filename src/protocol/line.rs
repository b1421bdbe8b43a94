//! The verbs about the moves of a whole game: `line`, `pgn`, `read_pgn`.

use indexmap::IndexMap;
use serde::Serialize;
use serde_json::Value;

use crate::fen;
use crate::notation::pgn::{Pgn, PgnError, Reader};
use crate::notation::{san, uci};
use crate::rules::Outcome;

use super::fields::{Fields, Refusal};
use super::limits::Budget;
use super::played::Played;

/// The answer to `line`.
#[derive(Serialize)]
pub(super) struct Line {
    /// The position before the moves.
    start: String,
    line: Vec<Ply>,
}

/// A move that was played.
#[derive(Serialize)]
struct Ply {
    uci: String,
    san: String,
    /// The position after it.
    fen: String,
}

/// The moves of a game in both notations, with the position after each.
pub(super) fn line(played: &Played, budget: &Budget) -> Result<Line, Refusal> {
    let mut game = played.start()?;
    let write = |game: &crate::game::Game| fen::write_with(&game.setup(), game.rules(), played.key.chess960);
    let (start, mut line) = (write(&game), Vec::with_capacity(played.moves.len()));
    for made in &played.moves {
        budget.go_on()?;
        let (uci, san) = (uci::write(&game, made), san::write(&mut game, made));
        game.play(made);
        line.push(Ply { uci, san, fen: write(&game) });
    }
    Ok(Line { start, line })
}

/// The answer to `pgn`.
#[derive(Serialize)]
pub(super) struct Written {
    pgn: String,
}

/// A game in PGN, with the tags and the result of the request.
pub(super) fn pgn(played: &Played, fields: Fields<'_>) -> Result<Written, Refusal> {
    let mut pgn = Pgn::of(&played.start()?, &played.moves);
    if let Some(result) = fields.text("result")? {
        pgn.result = outcome(result)?;
        pgn.set_tag("Result", result);
    }
    for (name, value) in fields.object("tags")?.into_iter().flat_map(|tags| tags.0) {
        let Value::String(text) = value else {
            return Err(Refusal::new(format!("`tags`: `{name}` must be a string")));
        };
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            return Err(Refusal::new("`tags`: the name of a tag has letters, digits and `_` only"));
        }
        pgn.set_tag(name, text.as_str());
    }
    Ok(Written { pgn: pgn.to_string() })
}

fn outcome(text: &str) -> Result<Option<Outcome>, Refusal> {
    use crate::board::Side;
    match text {
        "*" => Ok(None),
        "1-0" => Ok(Some(Outcome::Won(Side::White))),
        "0-1" => Ok(Some(Outcome::Won(Side::Black))),
        "1/2-1/2" => Ok(Some(Outcome::Draw)),
        _ => Err(Refusal::new("`result` must be 1-0, 0-1, 1/2-1/2 or *")),
    }
}

/// The answer to `read_pgn`: the games, each with its moves or its error.
#[derive(Serialize)]
pub(super) struct Read {
    games: Vec<Record>,
}

/// A game of a text, or the error in its place.
#[derive(Serialize)]
#[serde(untagged)]
enum Record {
    Game { tags: IndexMap<String, String>, moves: Vec<String>, result: String },
    Wrong { error: Wrong },
}

/// An error in a PGN text, with its place.
#[derive(Serialize)]
struct Wrong {
    message: String,
    line: u64,
    column: usize,
}

/// The games of a PGN text, without comments and variations.
pub(super) fn read_pgn(fields: Fields<'_>) -> Result<Read, Refusal> {
    let text = fields.need_text("pgn")?;
    Ok(Read { games: Reader::new(text.as_bytes()).games().without_variations().map(record).collect() })
}

fn record(game: Result<Pgn, PgnError>) -> Record {
    match game {
        Err(error) => Record::Wrong { error: Wrong { message: error.message, line: error.line, column: error.column } },
        Ok(game) => Record::Game {
            result: game.result.map_or_else(|| "*".to_owned(), |result| result.to_string()),
            moves: game.moves.iter().map(|made| made.san.as_str().to_owned()).collect(),
            tags: game.tags.into_iter().collect(),
        },
    }
}
