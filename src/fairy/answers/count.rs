//! Counts of moves that begin when a player asks for them.

use crate::board::Side;
use crate::game::Game;
use crate::rules::{Condition, Count, Rules, Setup, Stage};

/// The count of a position, if a player began to count at a ply of the game. 0 means as soon as the rules permit, and
/// a negative number means never. Counts that depend on the remaining pieces begin automatically in any case.
pub fn begun(rules: &Rules, setup: &Setup, started: i32) -> Option<Count> {
    let count = setup.count?;
    let stages = rules.ends.iter().find_map(|end| match &end.condition {
        Condition::Countdown { stages } => Some(stages),
        _ => None,
    });
    let (Some(stages), true) = (stages, started != 0) else { return Some(count) };
    let Some(asked) = stages.iter().rev().find(|stage| !stage.anew && stage.moves > 0) else { return Some(count) };
    let ply = 2 * i64::from(setup.fullmoves.saturating_sub(1)) + i64::from(setup.turn == Side::Black);
    let plies = if started < 0 { 0 } else { (1 + ply - i64::from(started)).max(0) };
    let limit = 2 * u32::from(asked.moves);
    let left = |limit: u32, plies: i64| i64::from(limit) - plies;
    // A side may go on with its own count, by the number of its pieces, if that count ends sooner.
    let sooner = asked.pieces.is_some() && left(limit, plies) < left(count.limit, i64::from(count.plies));
    let by_pieces = stages.iter().find(|stage| stage.anew).is_some_and(|stage| is_left(setup, stage));
    if by_pieces && !sooner {
        return Some(count);
    }
    let plies = u32::try_from(plies).unwrap_or(u32::MAX);
    Some(Count { limit: if sooner { limit } else { count.limit }, plies })
}

/// Returns `true` if the count that began at a ply has run out and the side to move is not mated.
pub fn is_out(game: &Game, started: i32) -> bool {
    let over = begun(game.rules(), &game.setup(), started).is_some_and(|count| count.plies > count.limit);
    over && !(game.in_check() && game.legal_moves().is_empty())
}

/// Returns `true` if the pieces of a side fit a stage.
fn is_left(setup: &Setup, stage: &Stage) -> bool {
    let placed = setup.pieces.iter().flatten();
    if placed.clone().any(|placed| stage.without.contains(&placed.piece)) {
        return false;
    }
    let few = |side| placed.clone().filter(|placed| placed.side == side).count() <= stage.pieces.map_or(0, usize::from);
    few(Side::White) || few(Side::Black)
}
