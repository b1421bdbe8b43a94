//! Regions that are to be reached.

use crate::board::{Bitboard, Side};
use crate::position::Position;
use crate::rules::{PieceId, Reached, Seen};

use super::judge::Judge;
use super::shapes::Shape;

/// The side that the condition is about; `None` if the condition does not hold.
pub(super) fn reached<const W: usize>(
    judge: &Judge<W>,
    position: &Position<W>,
    (reached, shape): (&Reached, &Shape<W>),
) -> Option<Side> {
    let turn = position.state.turn;
    let is_there = |side: Side| is_there(judge, position, (reached, shape.region(side)), side);
    match reached.seen {
        Seen::Kept => is_there(turn).then_some(turn),
        Seen::Both => (is_there(turn) && is_there(!turn)).then_some(turn),
        Seen::Moved => {
            let mover = position.last_to_move();
            let answers = reached.answer_of == Some(!mover);
            // The other side can answer when the turn is over.
            let lost = || mover != turn && !can_answer(judge, position, (reached, shape.region(turn)));
            (is_there(mover) && (!answers || lost())).then_some(mover)
        }
    }
}

/// Returns `true` if a side has the required pieces in its region.
#[inline]
fn is_there<const W: usize>(
    judge: &Judge<W>,
    position: &Position<W>,
    (reached, region): (&Reached, Bitboard<W>),
    side: Side,
) -> bool {
    if reached.count > 0 && !region.intersects(&position.of_side(side)) {
        return false;
    }
    let there = pieces_of(position, side, &reached.pieces) & region;
    let full = reached.or_full && !there.is_empty() && region.is_subset(&position.occupied());
    let gone = Bitboard::EMPTY;
    (full || there.count() >= u32::from(reached.count))
        && (!reached.safe || there.iter().any(|square| !judge.is_attacked(position, square, !side, &gone)))
}

/// Returns `true` if the side to move can reach its region with its next move.
fn can_answer<const W: usize>(
    judge: &Judge<W>,
    position: &Position<W>,
    (reached, region): (&Reached, Bitboard<W>),
) -> bool {
    let moves = judge.legal_moves(&mut position.clone());
    moves.iter().any(|mv| region.contains(mv.to) && reached.pieces.contains(&mv.promotion().unwrap_or(mv.piece)))
}

/// The pieces of a side of some kinds.
#[inline]
pub(super) fn pieces_of<const W: usize>(position: &Position<W>, side: Side, pieces: &[PieceId]) -> Bitboard<W> {
    position.of_pieces(pieces) & position.of_side(side)
}
