//! Pieces that change places.

use rustc_hash::FxHashSet;

use crate::board::{Bitboard, Square};
use crate::position::{Cell, Position};
use crate::rules::Swap;
use crate::work;

use super::super::captures::Captures;
use super::super::engine::Engine;
use super::super::moves::{Move, MoveKind};
use super::super::tables::{Ends, PromotionTable};

impl<const W: usize> Engine<W> {
    /// The moves by which pieces of the side to move change places with others. Two that could both begin the exchange make
    /// one move.
    pub(super) fn swap_moves(&self, position: &Position<W>, found: &mut Vec<Move>) {
        let us = position.state.turn;
        let occupied = position.occupied();
        let pair = |one: Square, other: Square| if one < other { [one, other] } else { [other, one] };
        let exchanges = found.iter().filter(|made| made.kind == MoveKind::Swap);
        let mut known: FxHashSet<[Square; 2]> = exchanges.map(|made| pair(made.from, made.to)).collect();
        for swap in &self.rules.beyond.relations.swaps {
            if !swap.in_check && self.in_check(position, us) {
                continue;
            }
            let side = if swap.enemy { !us } else { us };
            let others = position.of_pieces(&swap.with) & position.of_side(side);
            for from in position.of_pieces(&swap.pieces) & position.of_side(us) {
                let Some(piece) = position.cell(from).piece().filter(|_| work::spend(1)) else { continue };
                let moves = swap.moves.unwrap_or(piece);
                if swap.itself {
                    let (captures, kind) = (Captures::NONE, MoveKind::Normal);
                    let stays = Move { from, to: from, piece, promotion: None, captures, kind, wall: None, gate: None };
                    // Several rules may allow it.
                    if !found.contains(&stays) {
                        found.push(stays);
                    }
                }
                // As if the other's square were empty.
                let alike = if swap.enemy { Bitboard::EMPTY } else { position.of_piece(piece) };
                for to in others & !alike & !Bitboard::of(from) {
                    let ends = Ends { empty: Bitboard::of(to), ..Ends::NONE };
                    let without = occupied & !Bitboard::of(to);
                    if !swap.anywhere && self.moves.counted_targets((us, moves), from, &without, ends).is_empty() {
                        continue;
                    }
                    if known.insert(pair(from, to)) && work::spend(1) {
                        let (captures, kind) = (Captures::NONE, MoveKind::Swap);
                        let made = Move { from, to, piece, promotion: None, captures, kind, wall: None, gate: None };
                        self.push_swap(position, swap, made, found);
                    }
                }
            }
        }
        if self.rules.beyond.relations.swaps.iter().any(|swap| swap.stands) {
            self.keep_swapped(position, found);
        }
    }

    /// Adds an exchange, once for each piece that one of the two becomes if it comes where it has to promote.
    fn push_swap(&self, position: &Position<W>, swap: &Swap, made: Move, found: &mut Vec<Move>) {
        match (self.promotion_of_swap(position, &made), swap.promotes) {
            (None, _) => found.push(made),
            (Some(promotion), true) => {
                let choices = self.choices_left(position, promotion);
                found.extend(choices.into_iter().map(|choice| Move { promotion: Some(choice), ..made }));
            }
            (Some(_), false) => {}
        }
    }

    /// The promotion of one of two pieces that swap places: of the one that begins the swap, or else of the other.
    fn promotion_of_swap(&self, position: &Position<W>, made: &Move) -> Option<&PromotionTable<W>> {
        let comes = |from, to| {
            let cell = position.cell(from);
            self.must_promote(cell.side(), cell.piece()?, to)
        };
        comes(made.from, made.to).or_else(|| comes(made.to, made.from))
    }

    /// Lets two pieces change places.
    pub(in super::super) fn swap(&self, position: &mut Position<W>, made: &Move) {
        let us = position.state.turn;
        let (mover, other) = (position.cell(made.from), position.cell(made.to));
        let begins = mover.piece().is_some_and(|piece| self.must_promote(us, piece, made.to).is_some());
        let changed = |cell: Cell, first| match made.promotion.filter(|_| first == begins) {
            Some(piece) => Cell::of(piece, cell.side()),
            None => cell,
        };
        position.set(made.from, Cell::EMPTY);
        position.set(made.to, changed(mover, true));
        position.set(made.from, changed(other, false));
        position.lose_rights(made.from);
        position.lose_rights(made.to);
        self.begin_move(position);
    }
}
