//! The verbs that answer as Fairy-Stockfish's libraries do, from which `ferz/ffish` is made.

use indexmap::IndexMap;
use serde::Serialize;

use crate::board::{Side, Square};
use crate::fairy::answers::{self, Style};
use crate::game::{Compiled, Game};
use crate::notation::{self, uci};
use crate::rules::{Outcome, Royalty};

use super::fields::{Fault, Fields, Refusal};
use super::played::{Played, refused};

/// The answer to `fairy`: the field that was asked for.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Answer {
    Fen(String),
    /// The result of a game that has ended by the position or because a side has no moves; `null` while it goes on.
    Result(Option<String>),
    /// The result that a player may claim; `null` if there is none.
    Claim(Option<String>),
    /// `true` for a side that cannot win by any means.
    Insufficient([bool; 2]),
    /// The squares of royal pieces in check.
    Checked(Vec<String>),
    FaceOff(bool),
    /// The moves in a notation.
    San(Vec<String>),
    /// `true` for each move that captures.
    Captures(Vec<bool>),
}

/// The message about a wrong field `ask`.
const ASKED: &str = "`ask` must be fen, result, claim, insufficient, checked, face_off, san or captures";

/// Answers a question about a position.
pub(super) fn answer(played: &mut Played, fields: Fields<'_>) -> Result<impl Serialize + use<>, Refusal> {
    let (count_started, show_promoted) = (count_started(fields)?, fields.flag("show_promoted")?);
    Ok(match fields.need_text("ask")? {
        "fen" => {
            let origins = played.origins.clone().unwrap_or_default();
            Answer::Fen(answers::write(&played.game, &origins, show_promoted, count_started, played.key.chess960))
        }
        "result" => Answer::Result(result(played).map(|outcome| outcome.to_string())),
        "claim" => Answer::Claim(answers::claim(&played.game, count_started).map(|outcome| outcome.to_string())),
        "insufficient" => Answer::Insufficient(insufficient(played)),
        "checked" => Answer::Checked(checked(&played.game)),
        "face_off" => Answer::FaceOff(played.game.is_face_off()),
        "san" => Answer::San(san(played, fields)?),
        "captures" => {
            let game = &mut played.game;
            let captures = |(index, text): (usize, &str)| {
                let made = notation::parse(game, text).map_err(|error| refused("moves", index, &error))?;
                Ok(made.is_capture())
            };
            Answer::Captures(fields.texts("moves")?.into_iter().enumerate().map(captures).collect::<Result<_, _>>()?)
        }
        _ => return Err(Refusal::new(ASKED)),
    })
}

/// The ply at which a player began to count, which may be negative.
fn count_started(fields: Fields<'_>) -> Result<i32, Refusal> {
    let Some(value) = fields.value("count_started") else { return Ok(0) };
    let number = value.as_i64().and_then(|number| i32::try_from(number).ok());
    number.ok_or_else(|| Refusal::new("`count_started` must be a whole number"))
}

/// The result of a game that is over without a claim: by a rule, by insufficient material, or because a side has no moves.
fn result(played: &Played) -> Option<Outcome> {
    let game = &played.game;
    if let Some(outcome) = answers::at_once(game) {
        return Some(outcome);
    }
    if insufficient(played) == [true, true] {
        return Some(Outcome::Draw);
    }
    let end = game.end().filter(|end| !end.claim).map(|end| end.outcome);
    end.filter(|_| game.legal_moves().is_empty())
}

fn insufficient(played: &Played) -> [bool; 2] {
    Side::ALL.map(|side| answers::is_insufficient(&played.compiled, &played.game, side))
}

/// The squares of the royal pieces of the side to move that are attacked.
fn checked(game: &Game) -> Vec<String> {
    if !game.in_check() {
        return Vec::new();
    }
    let (rules, side) = (game.rules(), game.turn());
    let mut squares: Vec<Square> = Vec::new();
    game.each_piece(&mut |square, placed| {
        if placed.side == side
            && rules.piece(placed.piece).royalty != Royalty::Common
            && game.is_attacked(square, !side)
        {
            squares.push(square);
        }
    });
    squares.sort();
    squares.into_iter().map(|square| rules.geometry.name(square)).collect()
}

/// A line of moves in a notation, each move where it is played.
fn san(played: &Played, fields: Fields<'_>) -> Result<Vec<String>, Refusal> {
    let number = fields.number("notation")?.unwrap_or(1);
    let style = Style::numbered(number).ok_or_else(|| Refusal::new("`notation` is a number from 1 to 9"))?;
    let mut game = played.game.clone();
    let mut written = Vec::new();
    for (index, text) in fields.texts("moves")?.into_iter().enumerate() {
        let made = uci::parse(&game, text).map_err(|error| refused("moves", index, &error))?;
        written.push(style.write(&game, &made));
        game.play(&made);
    }
    Ok(written)
}

/// The answer to `fairy_fen`.
#[derive(Serialize)]
pub(super) struct Validity {
    /// 1, or the number of the fault in pyffish.
    code: i32,
}

/// Tests a FEN as Fairy-Stockfish does.
pub(super) fn fen(compiled: &Compiled, fields: Fields<'_>) -> Result<Validity, Refusal> {
    let text = fields.text("fen")?.ok_or_else(|| Refusal::new("`fen` is missing").of(Fault::Request))?;
    Ok(Validity { code: answers::validate(text, compiled, fields.flag("chess960")?) })
}

/// The answer to `fairy_variants`.
#[derive(Serialize)]
pub(super) struct Peers {
    /// The settings of Fairy-Stockfish's variants, as sections of a configuration file.
    ini: &'static str,
    /// The numbers of notations other than SAN, by variant.
    notations: IndexMap<&'static str, u64>,
}

/// The variants of Fairy-Stockfish.
pub(super) fn variants() -> Peers {
    let lines = answers::NOTATIONS.lines().filter(|line| !line.starts_with('#'));
    let notation = |line: &'static str| {
        let (name, number) = line.split_once(char::is_whitespace)?;
        Some((name, number.trim().parse().ok()?))
    };
    Peers { ini: answers::BUILT_IN, notations: lines.filter_map(notation).collect() }
}
