//! Moves that pieces lend each other.

use crate::board::{Bitboard, Side, Square};
use crate::position::Position;
use crate::rules::{Loan, PieceId};

use super::super::engine::Engine;
use super::super::moves::Wanted;
use super::super::moves::{Move, MoveKind, captured};
use super::super::picks::Picks;
use super::super::tables::Ends;

impl<const W: usize> Engine<W> {
    /// The pieces whose moves the piece on a square may borrow, and the squares on which these moves may end.
    fn borrowed<'a>(
        &'a self,
        position: &'a Position<W>,
        (side, piece, from): (Side, PieceId, Square),
    ) -> impl Iterator<Item = (PieceId, &'a Loan)> {
        let loans = self.rules.beyond.relations.loans.iter().filter(move |loan| loan.to.contains(&piece));
        loans.flat_map(move |loan| {
            let lenders = loan.from.iter().filter(move |lender| {
                let pieces = position.pieces(side, **lender);
                pieces.iter().any(|lender| {
                    lender != from
                        && match loan.sought {
                            true => self.sees(position, from, lender),
                            false => self.sees(position, lender, from),
                        }
                })
            });
            lenders.map(move |lender| (loan.moves.unwrap_or(*lender), loan))
        })
    }

    /// Returns `true` if a piece can capture on a square with a borrowed move. Pieces on `gone` do not count.
    pub(super) fn attacks_by_loans(
        &self,
        position: &Position<W>,
        target: Square,
        by: Side,
        gone: &Bitboard<W>,
    ) -> bool {
        let ends = Ends { enemies: Bitboard::of(target), ..Ends::NONE };
        let occupied = position.occupied();
        (position.of_side(by) & !*gone).iter().any(|from| {
            let Some(piece) = position.cell(from).piece() else { return false };
            let ends = |loan: &Loan| if loan.on[by].contains(target) { ends } else { Ends::NONE };
            self.borrowed(position, (by, piece, from))
                .any(|(moves, loan)| !self.moves.counted_targets((by, moves), from, &occupied, ends(loan)).is_empty())
        })
    }

    /// The moves that pieces of the side to move borrow, beside their own.
    pub(super) fn borrowed_moves(&self, position: &Position<W>, found: &mut Vec<Move>) {
        let us = position.state.turn;
        let (occupied, ends) = (position.occupied(), self.ends(position, Wanted::All));
        for from in position.of_side(us) {
            let Some(piece) = position.cell(from).piece() else { continue };
            let mut targets = Bitboard::EMPTY;
            for (moves, loan) in self.borrowed(position, (us, piece, from)) {
                targets |= self.moves.counted_targets((us, moves), from, &occupied, ends) & loan.on[us].resize();
            }
            self.push_beside_own(position, (from, piece), targets, found);
        }
    }

    /// Adds moves of a piece to some squares, without those that it has itself.
    pub(super) fn push_beside_own(
        &self,
        position: &Position<W>,
        (from, piece): (Square, PieceId),
        targets: Bitboard<W>,
        found: &mut Vec<Move>,
    ) {
        let own: Bitboard<W> = found.iter().filter(|made| made.from == from).map(|made| made.to).collect();
        for to in targets & !own {
            let (captures, kind) = (captured(position, to), MoveKind::Normal);
            let made =
                Move { from, to, piece, promotion: None, captures, kind, wall: None, gate: None, picks: Picks::NONE };
            found.extend(self.promotions_of(position, made));
        }
    }

    /// The moves to squares that the side to move guards more often than the other.
    pub(super) fn guarded_moves(&self, position: &Position<W>, found: &mut Vec<Move>) {
        let us = position.state.turn;
        let free = self.board.all_squares & !position.occupied();
        let guarded = |through: bool| -> Bitboard<W> {
            let weight = |side, square| match through {
                true => self.weight(position, side, square, &|_| 1),
                false => self.guards(position, side, square),
            };
            free.iter().filter(|square| weight(us, *square) > weight(!us, *square)).collect()
        };
        let rules = &self.rules.beyond.relations.guarded;
        let [plainly, through] = [false, true].map(|through| match rules.iter().any(|rule| rule.through == through) {
            true => guarded(through),
            false => Bitboard::EMPTY,
        });
        let check = self.in_check(position, us);
        for rule in rules.iter().filter(|rule| rule.in_check || !check) {
            let squares = if rule.through { through } else { plainly };
            for from in position.of_pieces(&rule.pieces) & position.of_side(us) {
                let Some(piece) = position.cell(from).piece() else { continue };
                self.push_beside_own(position, (from, piece), squares & rule.on[us].resize(), found);
            }
        }
    }
}
