//! The requests that there are: verbs and their fields.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::diagnostic::{shorten, suggest};

use super::fields::{Fields, Refusal};
use super::piece;

/// One line of the input.
#[derive(Debug)]
pub struct Request {
    /// The line; `None` if it was too long to be read.
    pub(super) line: Option<Vec<u8>>,
    /// Set to `true` when a later request cancels this one.
    pub(super) cancelled: Arc<AtomicBool>,
    /// The number of requests that this one has cancelled.
    pub(super) reached: usize,
}

impl Request {
    /// A request that is answered at once. Setting `cancelled` ends the work on it.
    pub fn new(line: &[u8], cancelled: Arc<AtomicBool>) -> Request {
        Request { line: Some(line.to_vec()), cancelled, reached: 0 }
    }
}

/// Receives lines about the progress of a request.
pub(super) type Tell<'a> = &'a mut dyn FnMut(&[u8]);

/// The fields that every request may have.
const EVERYWHERE: [&str; 3] = ["id", "do", "limits"];
/// The fields that describe a position.
const POSITION: [&str; 9] = ["variant", "fen", "start", "chess960", "fairy", "play", "game", "pop", "push"];

/// The subject of a verb.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum About {
    /// A position, with the fields of [`POSITION`].
    Position,
    /// Anything else.
    Other,
}

/// A verb: its name, what it is about, and its further fields.
pub(super) struct Verb {
    pub name: &'static str,
    pub about: About,
    fields: &'static [&'static str],
}

const fn position(name: &'static str, fields: &'static [&'static str]) -> Verb {
    Verb { name, about: About::Position, fields }
}

const fn other(name: &'static str, fields: &'static [&'static str]) -> Verb {
    Verb { name, about: About::Other, fields }
}

/// The verbs of requests. A flat table.
static VERBS: [Verb; 32] = [
    position("moves", &["from", "texts", "oracle"]),
    position("perft", &["depth", "oracle"]),
    position("status", &["oracle"]),
    position("play", &["oracle"]),
    position("view", &["side"]),
    position("rolls", &[]),
    position("board", &[]),
    position("put", &["put", "turn"]),
    position("line", &[]),
    position("pgn", &["tags", "result"]),
    position("why", &["move"]),
    position(
        "svg",
        &["orientation", "coordinates", "legend", "size", "last_move", "mark", "fill", "arrows", "colours"],
    ),
    position("search", &["depth", "nodes", "seconds", "lines", "hash", "progress"]),
    position("fairy", &["ask", "moves", "notation", "show_promoted", "count_started"]),
    position("open", &[]),
    other("close", &["game"]),
    other("variants", &[]),
    other("version", &[]),
    other("source", &["variant"]),
    other("about", &["variant", "pictures"]),
    other("check", &["variant", "fixes"]),
    other("assist", &["variant", "ask", "at"]),
    other("preview", &["variant", "fen", "pictures", "orientation", "coordinates", "last_move", "colours"]),
    other("page", &["variant", "format"]),
    other("check_page", &["variant", "page", "name"]),
    other("read_pgn", &["pgn"]),
    other("fairy_fen", &["variant", "fen", "chess960"]),
    other("fairy_variants", &[]),
    other("import", &["ini"]),
    other("export", &["variant", "name"]),
    other("piece", &piece::FIELDS),
    other("cancel", &["request"]),
];

/// The verb of a request. Refuses an unknown verb and unknown fields.
pub(super) fn verb(fields: Fields<'_>) -> Result<&'static Verb, Refusal> {
    let word = fields.need_text("do")?;
    let Some(verb) = VERBS.iter().find(|verb| verb.name == word) else {
        let help = suggest(word, VERBS.iter().map(|verb| verb.name)).unwrap_or_default();
        return Err(Refusal::new(format!("`do`: there is no request `{}`: {help}", shorten(word))));
    };
    let of_positions = POSITION.iter().filter(|_| verb.about == About::Position);
    let known: Vec<&str> = EVERYWHERE.iter().chain(of_positions).chain(verb.fields).copied().collect();
    fields.only(verb.name, &known)?;
    Ok(verb)
}
