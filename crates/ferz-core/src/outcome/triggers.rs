//! Quick necessary conditions for ends that can end a game at once.
//!
//! Perft tests in every position whether the game has ended, and nearly always it has not. A trigger makes a cheap test
//! of the position; the end itself is evaluated only if the trigger holds.

use smallvec::SmallVec;

use crate::board::{Bitboard, BySide, Side};
use crate::position::Position;
use crate::rules::{Condition, PieceId, Rules, Seen};

use super::shapes::Shape;

/// The pieces that an end is about.
#[derive(Clone, Debug)]
pub(super) struct Pieces {
    of: SmallVec<[PieceId; 4]>,
    /// `true` if these are all pieces of the variant.
    all: bool,
}

impl Pieces {
    fn new(rules: &Rules, pieces: &[PieceId]) -> Pieces {
        Pieces { of: pieces.into(), all: rules.piece_ids().all(|piece| pieces.contains(&piece)) }
    }

    /// Their pieces, of both sides.
    #[inline(always)]
    fn placed<const W: usize>(&self, position: &Position<W>) -> Bitboard<W> {
        if self.all { position.pieces_of_both() } else { position.of_pieces(&self.of) }
    }
}

/// A condition that holds in every position in which an end holds, and in few others.
#[derive(Clone, Debug)]
pub(super) enum Trigger<const W: usize> {
    /// A side has none of the pieces on the board; if `any` is `true`, it lacks at least one kind of them.
    Missing { pieces: Pieces, any: bool },
    /// The side that has just moved, or the side to move, has at least this number of the pieces in its region.
    Inside { pieces: Pieces, region: BySide<Bitboard<W>>, of_mover: bool, least: u32 },
    /// The side that has just moved has at least this number of the pieces. If the shape has forms, the pieces fill one
    /// of them.
    Enough { pieces: Pieces, least: u32 },
    /// The board is full.
    Full(Bitboard<W>),
    /// A side has given all checks that it needs.
    Checked,
    /// Pieces that must not face each other did so.
    Faced,
    /// This number of passes were made in a row.
    Passed(u16),
    /// The last move was a castling that ends the game.
    Castled,
    /// There is no cheaper test.
    Always,
}

/// The ends that can end a game at once, each with its trigger.
pub(super) fn of_rules<const W: usize>(rules: &Rules) -> Vec<(usize, Trigger<W>)> {
    let ends = rules.ends.iter().enumerate().filter(|(_, end)| end.condition.is_at_once());
    ends.map(|(index, end)| (index, Trigger::of(rules, &end.condition))).collect()
}

impl<const W: usize> Trigger<W> {
    /// The trigger of an end.
    pub fn of(rules: &Rules, condition: &Condition) -> Trigger<W> {
        let pieces_of = |pieces: &[PieceId]| Pieces::new(rules, pieces);
        match condition {
            Condition::FullBoard => Trigger::Full(rules.geometry.squares().resize()),
            Condition::Extinct { pieces, any, at_most: 0, .. } => {
                Trigger::Missing { pieces: pieces_of(pieces), any: *any }
            }
            Condition::Reached(reached) if reached.count > 0 => Trigger::Inside {
                pieces: pieces_of(&reached.pieces),
                region: BySide::from_fn(|side| reached.region[side].resize()),
                of_mover: reached.seen == Seen::Moved,
                least: if reached.or_full { 1 } else { u32::from(reached.count) },
            },
            Condition::InARow { pieces, count, .. } => {
                Trigger::Enough { pieces: pieces_of(pieces), least: u32::from(*count) }
            }
            Condition::Block { pieces, size, .. } => {
                Trigger::Enough { pieces: pieces_of(pieces), least: u32::from(*size) * u32::from(*size) }
            }
            Condition::Checks { .. } => Trigger::Checked,
            Condition::Facing { .. } => Trigger::Faced,
            Condition::Passes { times } => Trigger::Passed(*times),
            Condition::Castled { .. } => Trigger::Castled,
            _ => Trigger::Always,
        }
    }

    /// Returns `true` if the trigger holds in the position. `shape` is the shape of the end.
    #[inline(always)]
    pub fn holds(&self, position: &Position<W>, shape: &Shape<W>) -> bool {
        let state = &position.state;
        match self {
            Trigger::Missing { pieces, any } => {
                if !any {
                    return lacks_a_side(position, pieces.placed(position));
                }
                for piece in &pieces.of {
                    if lacks_a_side(position, position.of_piece(*piece)) {
                        return true;
                    }
                }
                false
            }
            Trigger::Inside { pieces, region, of_mover, least } => {
                let side = if *of_mover { position.last_to_move() } else { state.turn };
                let there = region[side] & position.of_side(side);
                if there.is_empty() {
                    return false;
                }
                let there = there & pieces.placed(position);
                if *least == 1 { !there.is_empty() } else { there.count() >= *least }
            }
            Trigger::Enough { pieces, least } => {
                let placed = pieces.placed(position) & position.of_side(position.last_to_move());
                placed.count() >= *least && shape.may_be_formed(&placed)
            }
            Trigger::Full(squares) => squares.is_subset(&position.occupied()),
            Trigger::Checked => state.checks.white == 0 || state.checks.black == 0,
            Trigger::Faced => state.faced,
            Trigger::Passed(times) => u16::from(state.passes) >= *times,
            Trigger::Castled => state.castled.is_some(),
            Trigger::Always => true,
        }
    }
}

/// Returns `true` if one of the sides has none of the given pieces.
#[inline(always)]
fn lacks_a_side<const W: usize>(position: &Position<W>, pieces: Bitboard<W>) -> bool {
    !pieces.intersects(&position.of_side(Side::White)) || !pieces.intersects(&position.of_side(Side::Black))
}
