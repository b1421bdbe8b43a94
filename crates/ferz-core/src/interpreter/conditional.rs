//! Quiet moves that pieces have only in some positions: before they have moved for the first time, or while not in check.
//!
//! The squares that they reach come from tables like all others. The generator asks apart whether a piece has them now.

use std::collections::BTreeMap;

use smallvec::SmallVec;

use crate::board::{Bitboard, Side, Square};
use crate::position::Position;
use crate::rules::{PieceId, Rules};

use super::captures::Captures;
use super::ends::Ends;
use super::engine::Engine;
use super::legality::Guard;
use super::lookup::Index;
use super::moves::{Move, MoveKind};
use super::patterns::{self, Conditions, Mode};
use super::ray::Ray;
use super::reach::{self, Reach};

/// The moves that pieces of one piece have only in some positions.
#[derive(Clone, Debug)]
pub(crate) struct Conditional<const W: usize> {
    piece: PieceId,
    /// The squares from which there are such moves.
    squares: Bitboard<W>,
    /// For each square, what they reach, and what has to hold for it.
    reaches: Vec<SmallVec<[(Conditions, Reach<W>); 1]>>,
}

/// The conditional moves of a side.
pub(crate) fn tables<const W: usize>(
    rules: &Rules,
    side: Side,
    reaches: &mut reach::Builder<W>,
) -> Vec<Conditional<W>> {
    let mut found = Vec::new();
    for piece in rules.piece_ids() {
        let mut pieces = Conditional { piece, squares: Bitboard::EMPTY, reaches: Vec::new() };
        for from in (0..rules.geometry.len()).map(|index| Square::new(index as u16)) {
            let mut by_conditions: BTreeMap<Conditions, Vec<(Ray, Mode)>> = BTreeMap::new();
            for (conditions, ray) in patterns::conditional_rays(rules, side, piece, from) {
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

impl<const W: usize> Engine<W> {
    /// The conditional moves of the side to move that none of its other moves in tables is the same as, whatever becomes
    /// of its royal pieces.
    pub(crate) fn conditional_moves<I: Index>(&self, position: &Position<W>, guard: &Guard<W>) -> SmallVec<[Move; 2]> {
        let us = position.state.turn;
        let (occupied, empty) = (position.occupied(), !position.occupied());
        let mut check = match guard {
            Guard::Masks { check, .. } => Some(*check),
            _ => None,
        };
        let mut moves = SmallVec::new();
        for Conditional { piece, squares, reaches } in &self.conditional[us] {
            for from in position.pieces(us, *piece) & *squares {
                let mut targets = Bitboard::EMPTY;
                for (conditions, reach) in &reaches[from.index()] {
                    if (!conditions.unmoved || position.state.unmoved.contains(from))
                        && (!conditions.unless_check || !*check.get_or_insert_with(|| self.in_check(position, us)))
                    {
                        targets |= self.reaches.reach::<I>(reach, &occupied) & empty;
                    }
                }
                if targets.is_empty() {
                    continue;
                }
                targets &= !self.targets::<I>((us, *piece), from, &occupied, Ends { empty, ..Ends::NONE });
                moves.extend(targets.iter().map(|to| {
                    let (captures, kind) = (Captures::NONE, MoveKind::Normal);
                    Move { from, to, piece: *piece, promotion: None, captures, kind, wall: None, gate: None }
                }));
            }
        }
        moves
    }
}
