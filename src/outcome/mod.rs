//! Whether a game is over, and how.
//!
//! The ends of a variant are asked in the order of its file; the first that holds decides.

mod material;

use crate::board::Side;
use crate::interpreter::Engine;
use crate::position::Position;
use crate::rules::{Condition, End, Outcome};

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    /// Who has won, if anybody.
    pub outcome: Outcome,
    /// What the variant's file calls the end.
    pub reason: String,
    /// Is it an end that a player may claim, so that the position still has legal moves?
    pub claim: bool,
    /// Which of [`Rules::ends`](crate::rules::Rules::ends).
    pub index: usize,
}

/// What the rules want to know of the past, and what the caller has found out of the present.
#[derive(Clone, Copy, Debug)]
pub struct Past {
    /// The number of legal moves, if the caller has counted them.
    pub moves: Option<usize>,
    /// How often the position has occurred, counting this time.
    pub occurrences: usize,
    /// The side that alone has given check with every move since the position first occurred, if there is one.
    pub checking: Option<Side>,
}

/// The end that holds in a position, if any.
pub fn end<const W: usize>(engine: &Engine<W>, position: &mut Position<W>, past: Past) -> Option<Ended> {
    let ends = &engine.rules.ends;
    let found = ends.iter().enumerate().find_map(|(index, end)| {
        let side = holds(engine, position, end, past)?;
        Some((index, end, side))
    });
    found.map(|(index, end, side)| Ended {
        outcome: end.verdict.of(side),
        reason: end.name.clone(),
        claim: end.condition.is_claim(),
        index,
    })
}

/// Has the game ended at once, so that there are no moves any more? Such ends depend on the position alone.
pub fn has_ended_at_once<const W: usize>(engine: &Engine<W>, position: &Position<W>) -> bool {
    engine.rules.ends.iter().any(|end| at_once(position, &end.condition).is_some())
}

/// Does the variant have ends that can end a game at once?
pub fn can_end_at_once(ends: &[End]) -> bool {
    ends.iter().any(|end| matches!(end.condition, Condition::Reached { .. } | Condition::Extinct { .. }))
}

/// The side that the condition speaks of, if it holds.
fn holds<const W: usize>(engine: &Engine<W>, position: &mut Position<W>, end: &End, past: Past) -> Option<Side> {
    let turn = position.state.turn;
    let moves_left = past.moves.is_some_and(|moves| moves > 0);
    match &end.condition {
        Condition::Stuck { .. } | Condition::MatedByDrop { .. } if moves_left => None,
        Condition::Stuck { in_check } => {
            let fits = in_check.is_none_or(|wanted| wanted == engine.in_check(position, turn));
            (fits && engine.count_moves(position) == 0 && !has_ended_at_once(engine, position)).then_some(turn)
        }
        Condition::MatedByDrop { pieces } => {
            let dropped = position.state.dropped.and_then(|square| position.cell(square).piece());
            let mated = |piece| pieces.contains(&piece) && engine.in_check(position, turn);
            (dropped.is_some_and(mated) && engine.count_moves(position) == 0).then_some(turn)
        }
        Condition::PerpetualCheck { times } => past.checking.filter(|_| past.occurrences >= usize::from(*times)),
        Condition::Repetition { times } => (past.occurrences >= usize::from(*times)).then_some(turn),
        Condition::NoProgress { plies, .. } => (position.state.halfmoves >= u32::from(*plies)).then_some(turn),
        Condition::InsufficientMaterial => material::is_insufficient(engine, position).then_some(turn),
        condition => at_once(position, condition),
    }
}

fn at_once<const W: usize>(position: &Position<W>, condition: &Condition) -> Option<Side> {
    let mover = !position.state.turn;
    match condition {
        Condition::Reached { pieces, region } => {
            let there = position.of_side(mover) & region[mover].resize();
            pieces.iter().any(|piece| position.of_piece(*piece).intersects(&there)).then_some(mover)
        }
        Condition::Extinct { pieces, any, at_most } => {
            let count = |side, piece| position.men(side, piece).count();
            let gone = |side: Side| match any {
                true => pieces.iter().any(|piece| count(side, *piece) <= u32::from(*at_most)),
                false => pieces.iter().map(|piece| count(side, *piece)).sum::<u32>() <= u32::from(*at_most),
            };
            [!mover, mover].into_iter().find(|side| gone(*side))
        }
        _ => None,
    }
}
