//! Answers of the oracle, a slow engine that shares no code with the generator.

use std::sync::Arc;

use ferz_oracle::Game;
use serde::Serialize;

use crate::diagnostic::shorten;
use crate::fen;
use crate::game::Compiled;
use crate::restate;
use crate::rules::Setup;

use super::fields::{Fault, Fields, Refusal};
use super::limits::Budget;
use super::verbs::{self, End, Nodes, Status};

/// The legal moves of a position, without SAN.
#[derive(Debug, Serialize)]
pub(super) struct Moves {
    /// The moves, sorted.
    moves: Vec<Uci>,
    check: bool,
    end: Option<End>,
}

/// A move in UCI notation.
#[derive(Debug, Serialize, PartialEq, Eq, PartialOrd, Ord)]
struct Uci {
    uci: String,
}

/// The game of a request, after its moves have been played.
pub(super) fn game(
    (compiled, setup): (Arc<Compiled>, Setup),
    fields: Fields<'_>,
    budget: &Budget,
) -> Result<Game, Refusal> {
    let oracle = restate::oracle(compiled.shared_rules());
    let oracle = oracle.map_err(|unknown| Refusal::new(unknown.to_string()).of(Fault::Variant))?;
    let mut game = Game::new(&oracle, &setup);
    for (index, text) in fields.texts("play")?.into_iter().enumerate() {
        budget.go_on()?;
        if !game.play_text(text) {
            let message = format!("`play`, move {}: the oracle knows no legal move `{}`", index + 1, shorten(text));
            return Err(Refusal::new(message).of(Fault::Move));
        }
    }
    Ok(game)
}

/// The legal moves, or those from one square.
pub(super) fn moves(game: &Game, fields: Fields<'_>) -> Result<Moves, Refusal> {
    let from = verbs::origin(fields, game.oracle().rules())?;
    let listed = game.moves();
    let texts = game.oracle().texts(game.position(), &listed).into_iter().zip(&listed);
    let wanted = texts.filter(|(_, (made, _))| from.is_none_or(|from| made.from == from));
    let mut moves: Vec<Uci> = wanted.map(|(uci, _)| Uci { uci }).collect();
    moves.sort();
    Ok(Moves { moves, check: game.in_check(), end: end(game) })
}

/// The number of leaves at a depth.
pub(super) fn perft(game: &Game, depth: u32, budget: &mut Budget) -> Result<Nodes, Refusal> {
    let nodes = game.oracle().perft_while(game.position(), depth, &mut |nodes| budget.count(nodes))?;
    Ok(Nodes { nodes })
}

/// FEN, check and end.
pub(super) fn status(game: &Game, chess960: bool) -> Status {
    let fen = fen::write_with(&game.setup(), game.oracle().rules(), chess960);
    Status { fen, check: game.in_check(), end: end(game) }
}

/// The end of a game; with more than two sides, its result is a score for each side.
pub(crate) fn end(game: &Game) -> Option<End> {
    game.end().map(|end| End { result: crate::play::score(game.oracle(), &end), reason: end.reason })
}
