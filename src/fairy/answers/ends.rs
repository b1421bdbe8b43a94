//! Ends of games: those that a rule decides at once, and those that a player may claim.

use crate::game::Game;
use crate::interpreter::Move;
use crate::outcome::Ended;
use crate::rules::{Condition, Outcome};

use super::count;

/// The outcome of a game that a rule of the variant has ended by the position itself, and not because a side has no moves.
pub fn at_once(game: &Game) -> Option<Outcome> {
    let is_at_once = |end: &Ended| game.rules().ends.get(end.index).is_none_or(|end| end.condition.is_at_once());
    game.end().filter(|end| !end.claim && is_at_once(end)).map(|end| end.outcome)
}

/// The outcome that a player may claim; `None` if there is none. `count_started` is the ply at which a player began to
/// count moves: see [`write`](super::write).
pub fn claim(game: &Game, count_started: i32) -> Option<Outcome> {
    let recounted = count_started != 0;
    if recounted && count::is_out(game, count_started) {
        return Some(Outcome::Draw);
    }
    let rules = game.rules();
    let counts =
        |end: &Ended| rules.ends.get(end.index).is_some_and(|end| matches!(end.condition, Condition::Countdown { .. }));
    if let Some(end) = game.end().filter(|end| end.claim && !(recounted && counts(end))) {
        return Some(end.outcome);
    }
    // A promotion made as a move of its own is never mandatory. A side that has no other moves may claim stalemate.
    let apart = |made: &Move| rules.piece(made.piece).promotion_move.is_some() && made.promotion().is_some();
    let moves = game.legal_moves();
    let only_apart = !moves.is_empty() && !game.in_check() && moves.iter().all(apart);
    only_apart.then_some(Outcome::Draw)
}
