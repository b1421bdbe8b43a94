//! Quiet moves that pieces have only in some positions: before their first move, or while not in check.
//!
//! Their destinations come from tables like those of other moves. The generator tests whether the piece has them in the
//! position.

use std::collections::BTreeMap;

use smallvec::SmallVec;

use crate::board::{Bitboard, Side, Square};
use crate::rules::PieceId;
use crate::work;

use super::patterns::{self, Conditions, Mode};
use super::rays::{Rays, SharedRay};
use super::reach::{self, Reach};

/// The moves that one kind of piece has only in some positions.
#[derive(Clone, Debug)]
pub(crate) struct Conditional<const W: usize> {
    /// The piece.
    pub piece: PieceId,
    /// The squares from which there are such moves.
    pub squares: Bitboard<W>,
    /// For each square, the reach of these moves, with their conditions.
    pub reaches: Vec<SmallVec<[(Conditions, Reach<W>); 1]>>,
}

/// The conditional moves of a side.
pub(crate) fn tables<const W: usize>(
    rays: &mut Rays<'_>,
    side: Side,
    reaches: &mut reach::Builder<W>,
) -> Vec<Conditional<W>> {
    let (rules, mut found) = (rays.rules, Vec::new());
    for piece in rules.piece_ids().take_while(|_| !work::is_stopped()) {
        let mut pieces = Conditional { piece, squares: Bitboard::EMPTY, reaches: Vec::new() };
        for from in (0..rules.geometry.len()).map(|index| Square::new(index as u16)) {
            let mut by_conditions: BTreeMap<Conditions, Vec<(SharedRay, Mode)>> = BTreeMap::new();
            for (conditions, ray) in patterns::conditional_rays(rays, side, piece, from) {
                by_conditions.entry(conditions).or_default().push((ray, Mode::Quiet));
            }
            if !by_conditions.is_empty() {
                pieces.squares.insert(from);
            }
            let compiled =
                by_conditions.into_iter().map(|(conditions, rays)| (conditions, reaches.reach(&rays, Mode::Quiet)));
            pieces.reaches.push(compiled.collect());
        }
        if !pieces.squares.is_empty() {
            found.push(pieces);
        }
    }
    found
}
