//! The verbs about a position.

use std::borrow::Cow;

use serde::Serialize;

use crate::board::{Side, Square};
use crate::fen;
use crate::game::Game;
use crate::interpreter::Move;
use crate::notation::{self, Written, san, uci};
use crate::outcome::Ended;
use crate::rules::Rules;

use super::fields::{Fields, Refusal};
use super::limits::Budget;
use super::played::Played;
use super::steps::Stepped;

/// The legal moves of a position.
#[derive(Debug, Serialize)]
pub struct Moves {
    /// The moves, sorted by UCI.
    pub moves: Vec<Texts>,
    /// `true` if the side to move is in check.
    pub check: bool,
    /// The end of the game, if it is over.
    pub end: Option<End>,
}

impl Moves {
    /// The legal moves, or those from one square.
    pub fn of(game: &mut Game, from: Option<Square>) -> Moves {
        let always: Result<Moves, std::convert::Infallible> = Moves::while_going_on(game, from, &mut || Ok(()));
        match always {
            Ok(moves) => moves,
            Err(never) => match never {},
        }
    }

    /// The same, but stops when `go_on` fails. It is called before each move is written.
    fn while_going_on<E>(
        game: &mut Game,
        from: Option<Square>,
        go_on: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<Moves, E> {
        let written = notation::list_while(game, go_on)?.into_iter();
        let wanted = written.filter(|written| from.is_none_or(|from| written.made.from == from));
        let moves = wanted.map(|Written { uci, san, .. }| Texts { uci, san }).collect();
        Ok(Moves { moves, check: game.in_check(), end: game.end().map(End::from) })
    }
}

/// A move in both notations.
#[derive(Debug, Serialize)]
pub struct Texts {
    /// In UCI notation.
    pub uci: String,
    /// In SAN.
    pub san: String,
}

/// The end of a game.
#[derive(Debug, Serialize)]
pub struct End {
    /// The result; a score for each side in games for more than two.
    pub result: String,
    /// Name of the end in the variant's file.
    pub reason: String,
}

impl From<Ended> for End {
    fn from(ended: Ended) -> End {
        End { result: ended.outcome.to_string(), reason: ended.reason.to_string() }
    }
}

/// The answer to `cancel`: the number of cancelled requests.
#[derive(Debug, Serialize)]
pub(super) struct Cancelled {
    pub(super) cancelled: usize,
}

/// The answer to `perft`.
#[derive(Debug, Serialize)]
pub(super) struct Nodes {
    pub(super) nodes: u64,
}

/// The answer to `status`.
#[derive(Debug, Serialize)]
pub(super) struct Status {
    pub(super) fen: String,
    pub(super) check: bool,
    pub(super) end: Option<End>,
}

/// The answer to `moves`.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Listed<'a> {
    /// In both notations.
    Both(Moves),
    /// In one notation.
    One {
        /// The moves, sorted by UCI.
        moves: Vec<Cow<'a, str>>,
        check: bool,
        end: Option<End>,
    },
    /// In UCI notation, in one text.
    Line {
        /// The moves, sorted by UCI, with spaces between them.
        moves: String,
        check: bool,
        end: Option<End>,
        /// The position.
        fen: String,
    },
    /// As squares and choices.
    Steps {
        /// The moves, sorted by UCI.
        moves: Vec<Stepped<'a>>,
        check: bool,
        end: Option<End>,
    },
}

/// The legal moves, or those from one square, in the notations of the field `texts`.
pub(super) fn moves<'a>(played: &'a mut Played, fields: Fields<'_>, budget: &Budget) -> Result<Listed<'a>, Refusal> {
    let from = origin(fields, played.game.rules())?;
    let wanted = |made: &Move| from.is_none_or(|from| made.from == from);
    let texts = fields.text("texts")?.unwrap_or("both");
    if texts == "both" {
        return Moves::while_going_on(&mut played.game, from, &mut || budget.go_on()).map(Listed::Both);
    }
    if played.listed.is_empty() {
        played.listed = uci::list(&played.game);
    }
    let end = played.game.end_with(played.listed.len()).map(End::from);
    let moves = match texts {
        "steps" => {
            let listed = played.listed.iter().filter(|(_, made)| wanted(made));
            let moves = listed.map(|(text, made)| Stepped::of(&played.game, text, made)).collect();
            return Ok(Listed::Steps { moves, check: played.game.in_check(), end });
        }
        "line" => {
            let mut moves = String::with_capacity(8 * played.listed.len());
            for (text, _) in played.listed.iter().filter(|(_, made)| wanted(made)) {
                moves.push_str(if moves.is_empty() { "" } else { " " });
                moves.push_str(text);
            }
            let fen = fen::write_with(&played.game.setup(), played.game.rules(), played.key.chess960);
            return Ok(Listed::Line { moves, check: played.game.in_check(), end, fen });
        }
        "uci" => played.listed.iter().filter(|(_, made)| wanted(made)).map(|(text, _)| text.into()).collect(),
        "san" => {
            let sans = san::write_all(&mut played.game, &played.listed, &mut || budget.go_on())?;
            let sans = sans.into_iter().zip(&played.listed).filter(|(_, (_, made))| wanted(made));
            sans.map(|(text, _)| text.into()).collect()
        }
        _ => return Err(Refusal::new("`texts` must be uci, line, san, steps or both")),
    };
    Ok(Listed::One { moves, check: played.game.in_check(), end })
}

/// The square of the field `from`, if it is there.
pub(super) fn origin(fields: Fields<'_>, rules: &Rules) -> Result<Option<Square>, Refusal> {
    match fields.text("from")? {
        None => Ok(None),
        Some(name) => match rules.geometry.square(name) {
            None => Err(Refusal::new(format!("`from`: the board has no square `{name}`"))),
            square => Ok(square),
        },
    }
}

/// The number of leaves at a depth.
pub(super) fn perft(game: &mut Game, depth: u32, budget: &mut Budget) -> Result<Nodes, Refusal> {
    Ok(Nodes { nodes: game.perft_while(depth, &mut |nodes| budget.count(nodes))? })
}

/// FEN, check and end.
pub(super) fn status(game: &mut Game, chess960: bool) -> Status {
    let setup = game.setup();
    Status {
        fen: fen::write_with(&setup, game.rules(), chess960),
        check: game.in_check(),
        end: game.end().map(End::from),
    }
}

/// The answer to `view`.
#[derive(Debug, Serialize)]
pub(super) struct View {
    fen: String,
}

/// The position as a FEN, as the requested side (by default the side to move) sees it.
pub(super) fn view(game: &Game, fields: Fields<'_>, chess960: bool) -> Result<View, Refusal> {
    let side = match fields.text("side")? {
        None => game.turn(),
        Some(name) => Side::ALL
            .into_iter()
            .find(|side| side.name() == name)
            .ok_or_else(|| Refusal::new("`side`: there are `white` and `black`"))?,
    };
    Ok(View { fen: fen::write_with(&game.view(side), game.rules(), chess960) })
}

/// Possible results of the dice before the next move.
#[derive(Debug, Serialize)]
pub struct Rolls {
    /// Each outcome, in the order of the pieces.
    pub rolls: Vec<Roll>,
}

/// One outcome of a throw of dice.
#[derive(Debug, Serialize)]
pub struct Roll {
    /// The kind of piece that moves.
    pub piece: String,
    /// The position with that outcome.
    pub fen: String,
    /// The moves, in UCI notation, sorted.
    pub moves: Vec<String>,
}

impl Rolls {
    /// The outcomes of dice in a position, each with its moves.
    pub fn of(game: &Game) -> Rolls {
        let always: Result<Rolls, std::convert::Infallible> = Rolls::while_going_on(game, &mut || Ok(()));
        match always {
            Ok(rolls) => rolls,
            Err(never) => match never {},
        }
    }

    fn while_going_on<E>(game: &Game, go_on: &mut impl FnMut() -> Result<(), E>) -> Result<Rolls, E> {
        let rules = game.rules();
        let mut rolls = Vec::new();
        for (piece, mut rolled) in game.rolls() {
            let written = notation::list_while(&mut rolled, go_on)?;
            let mut moves: Vec<String> = written.into_iter().map(|written| written.uci).collect();
            moves.sort();
            let (piece, fen) = (rules.piece(piece).name.clone(), fen::write(&rolled.setup(), rules));
            rolls.push(Roll { piece, fen, moves });
        }
        Ok(Rolls { rolls })
    }
}

/// Possible results of the dice before the next move, each with its moves.
pub(super) fn rolls(game: &Game, budget: &Budget) -> Result<Rolls, Refusal> {
    Rolls::while_going_on(game, &mut || budget.go_on())
}
