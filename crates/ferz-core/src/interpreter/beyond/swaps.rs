//! Pieces that change places.

use crate::board::{Bitboard, Square};
use crate::position::{Cell, Position};
use crate::rules::{PieceId, Swap};
use crate::work;

use super::super::engine::Engine;
use super::super::moves::{Further, Move, MoveKind};
use super::super::tables::{Ends, PromotionTable};

/// The exchanges of places to look for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Exchanges<const W: usize> {
    /// Exchanges that a piece on one of the first squares begins, and exchanges with a piece on one of the second.
    Some(Bitboard<W>, Bitboard<W>),
    /// All.
    All,
}

impl<const W: usize> Exchanges<W> {
    /// The squares of the other pieces, for a piece on a square.
    fn partners(self, from: Square) -> Bitboard<W> {
        match self {
            Exchanges::Some(begin, _) if begin.contains(from) => !Bitboard::EMPTY,
            Exchanges::Some(_, others) => others,
            Exchanges::All => !Bitboard::EMPTY,
        }
    }
}

impl<const W: usize> Engine<W> {
    /// The moves by which pieces of the side to move change places with others. Two that could both begin the exchange make
    /// one move.
    pub(super) fn swap_moves(&self, position: &Position<W>, wanted: Exchanges<W>, found: &mut Vec<Move>) {
        let us = position.state.turn;
        // The partners of each square. Only a list of all moves must have each once.
        let squares = if matches!(wanted, Exchanges::All) { self.rules.geometry.len() } else { 0 };
        let mut known = vec![Bitboard::<W>::EMPTY; squares];
        let mut add = |one: Square, other: Square| {
            let is_new = known.get(one.index()).is_none_or(|partners| !partners.contains(other));
            for (square, partner) in [(one, other), (other, one)] {
                if let Some(partners) = known.get_mut(square.index()) {
                    partners.insert(partner);
                }
            }
            is_new
        };
        for made in found.iter().filter(|made| made.kind() == MoveKind::Swap) {
            add(made.from, made.to);
        }
        let mut stay: Bitboard<W> = found.iter().filter(|made| made.stays()).map(|made| made.from).collect();
        for swap in &self.rules.beyond.relations.swaps {
            if !swap.in_check && self.in_check(position, us) {
                continue;
            }
            let movers = position.of_pieces(&swap.pieces) & position.of_side(us);
            if !work::spend(movers.count() as usize / 4) {
                return;
            }
            for from in movers {
                let Some(piece) = position.cell(from).piece() else { continue };
                // Several rules may allow a piece to stay.
                if swap.itself && !stay.contains(from) {
                    stay.insert(from);
                    found.push(Move::new((from, from), piece, Further::NONE));
                }
                for to in self.swap_partners(position, swap, (from, piece)) & wanted.partners(from) {
                    if self.reaches_partner(position, swap, (from, piece), to) && add(from, to) && work::spend(1) {
                        let made = Move::new((from, to), piece, Further::of_kind(MoveKind::Swap));
                        self.push_swap(position, swap, made, found);
                    }
                }
            }
        }
        if self.rules.beyond.relations.swaps.iter().any(|swap| swap.stands) {
            self.keep_swapped(position, found);
        }
    }

    /// The pieces with which a piece of the side to move may change places, near or far.
    fn swap_partners(&self, position: &Position<W>, swap: &Swap, (from, piece): (Square, PieceId)) -> Bitboard<W> {
        let us = position.state.turn;
        let (side, alike) = match swap.enemy {
            true => (!us, Bitboard::EMPTY),
            false => (us, position.of_piece(piece)),
        };
        position.of_pieces(&swap.with) & position.of_side(side) & !alike & !Bitboard::of(from)
    }

    /// Returns `true` if a piece may go to the square of another to change places with it, as if that square were empty.
    fn reaches_partner(
        &self,
        position: &Position<W>,
        swap: &Swap,
        (from, piece): (Square, PieceId),
        to: Square,
    ) -> bool {
        if swap.anywhere {
            return true;
        }
        let (us, without) = (position.state.turn, position.occupied() & !Bitboard::of(to));
        let ends = Ends { empty: Bitboard::of(to), ..Ends::NONE };
        !self.moves.counted_targets((us, swap.moves.unwrap_or(piece)), from, &without, ends).is_empty()
    }

    /// Adds an exchange, once for each piece that one of the two becomes if it comes where it has to promote.
    fn push_swap(&self, position: &Position<W>, swap: &Swap, made: Move, found: &mut Vec<Move>) {
        match (self.promotion_of_swap(position, &made), swap.promotes) {
            (None, _) => found.push(made),
            (Some(promotion), true) => {
                let choices = self.choices_left(position, promotion);
                found.extend(choices.into_iter().map(|choice| made.with(|further| further.promotion = Some(choice))));
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

    /// Lets two pieces change places. An empty destination is that of a capture en passant: the piece that has passed it goes to the
    /// square that the other one leaves.
    pub(in super::super) fn swap(&self, position: &mut Position<W>, made: &Move) {
        let us = position.state.turn;
        let passes = position.cell(made.to).is_empty();
        let partner = if passes { position.state.passer } else { made.to };
        let (mover, other) = (position.cell(made.from), position.cell(partner));
        let begins = mover.piece().is_some_and(|piece| self.must_promote(us, piece, made.to).is_some());
        let changed = |cell: Cell, first| match made.promotion().filter(|_| first == begins) {
            Some(piece) => Cell::of(piece, cell.side()),
            None => cell,
        };
        position.set(made.from, Cell::EMPTY);
        position.set(partner, Cell::EMPTY);
        position.set(made.to, changed(mover, true));
        position.set(made.from, changed(other, false));
        position.lose_rights(made.from);
        position.lose_rights(made.to);
        position.lose_rights(partner);
        self.begin_move(position);
    }
}
