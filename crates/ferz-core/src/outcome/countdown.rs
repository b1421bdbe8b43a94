//! Counts the moves within which a side must give mate: the count that runs, and when a new one starts.

use crate::board::{BySide, Side};
use crate::position::Position;
use crate::rules::{Count, Stage};

/// The index of the first stage whose `pieces` and `without` fit. Its demands on the other side (`against`) are not
/// tested. `None` if the side does not count.
pub fn stage<const W: usize>(stages: &[Stage], position: &Position<W>, side: Side) -> Option<usize> {
    if position.of_side(!side).count() <= 1 {
        return None;
    }
    let pieces = position.of_side(side).count();
    stages.iter().position(|stage| {
        let few = stage.pieces.is_none_or(|most| pieces <= u32::from(most));
        few && stage.without.iter().all(|piece| position.of_piece(*piece).is_empty())
    })
}

/// The stage that gives the number of moves: among the stages with the same `pieces` and `without`, the first one whose
/// `against` fits the other side.
fn holding<'a, const W: usize>(
    stages: &'a [Stage],
    position: &Position<W>,
    side: Side,
    first: Option<usize>,
) -> Option<&'a Stage> {
    let known = &stages[first?];
    let mut same = stages.iter().filter(|stage| stage.pieces == known.pieces && stage.without == known.without);
    let found = same.find(|stage| {
        let has = |(piece, least): &(_, u16)| position.pieces(!side, *piece).count() >= u32::from(*least);
        stage.against.iter().all(has)
    });
    found.filter(|stage| stage.moves > 0)
}

/// The count after a move; `before` are the stages before it, and `running` is the count then.
pub fn after_move<const W: usize>(
    stages: &[Stage],
    position: &Position<W>,
    before: BySide<Option<usize>>,
    running: Option<Count>,
) -> Option<Count> {
    let turn = position.state.turn;
    let pieces = (position.of_side(turn) | position.of_side(!turn)).count();
    let mut count = running.map(|count| Count { plies: count.plies.saturating_add(1), ..count });
    for side in [!turn, turn] {
        let now = stage(stages, position, side);
        let Some(holding) = holding(stages, position, side, now) else { continue };
        let begins = (holding.anew && now != before[side]) || (count.is_none() && side == turn);
        if begins {
            // A side that has already moved has one ply fewer left than the side to move.
            let plies = if holding.anew { 2 * pieces - u32::from(side != turn) } else { 0 };
            count = Some(Count { limit: 2 * u32::from(holding.moves), plies });
        }
    }
    count
}
