//! Pieces that attract enemies and repel friends.

use crate::board::{Side, Square, Step};
use crate::position::{Cell, Position};
use crate::rules::PieceId;

use super::super::engine::Engine;
use super::super::moves::Move;
use super::super::tables::PromotionTable;

impl<const W: usize> Engine<W> {
    /// Splits each move that pushes a friend to a square of mandatory promotion: one move for each promotion choice.
    pub(super) fn promote_pushed(&self, position: &mut Position<W>, moves: &mut Vec<Move>) {
        let us = position.state.turn;
        let all = std::mem::take(moves);
        for made in all {
            match self.pushed_to_promote(position, us, &made).filter(|_| made.promotion().is_none()) {
                Some(promotion) => {
                    let choices = self.choices_left(position, promotion);
                    moves.extend(
                        choices.into_iter().map(|choice| made.with(|further| further.promotion = Some(choice))),
                    );
                }
                None => moves.push(made),
            }
        }
    }

    /// The promotion of a friend that a move pushes to a square of mandatory promotion; `None` if there is no such friend.
    fn pushed_to_promote(&self, position: &mut Position<W>, us: Side, made: &Move) -> Option<&PromotionTable<W>> {
        let before = position.pieces_of_both();
        let mark = position.mark();
        self.apply(position, made);
        let come = position.of_side(us) & !before;
        let cells =
            come.iter().filter(|square| *square != made.to).map(|square| (square, position.cell(square).piece()));
        let found = cells.filter_map(|(square, piece)| self.must_promote(us, piece?, square)).next();
        position.undo(&mark);
        found
    }

    pub(super) fn must_promote(&self, us: Side, piece: PieceId, on: Square) -> Option<&PromotionTable<W>> {
        let promotion = self.moves.of(us, piece).promotion.as_ref()?;
        promotion.mandatory.contains(on).then_some(promotion)
    }

    /// The promotion of the moved piece itself. In a move that pushes a piece, `promotion` may belong to the pushed
    /// piece instead.
    pub(in super::super) fn own_promotion(&self, us: Side, made: &Move) -> Option<PieceId> {
        let magnets = !self.rules.beyond.relations.magnets.is_empty();
        made.promotion().filter(|_| !magnets || self.must_promote(us, made.piece, made.to).is_some())
    }

    /// Lets the moved piece of `us` attract or repel the next pieces on its rank and file. `choice` is the promotion
    /// of a friend that is pushed to a square where it must promote.
    pub(super) fn attract(&self, position: &mut Position<W>, us: Side, on: Square, choice: Option<PieceId>) {
        let magnets = &self.rules.beyond.relations.magnets;
        let charged = |cell: Cell| cell.piece().is_some_and(|piece| magnets.contains(&piece));
        if !charged(position.cell(on)) {
            return;
        }
        let geometry = &self.rules.geometry;
        let next = |square: Square, step: Step| geometry.step(square, step).map(|landing| landing.square);
        for step in [Step::new(0, 1), Step::new(1, 0), Step::new(0, -1), Step::new(-1, 0)] {
            let occupied = position.occupied();
            let mut ahead = std::iter::successors(next(on, step), |square| next(*square, step));
            let Some(found) = ahead.find(|square| *square == on || occupied.contains(*square)) else { continue };
            let cell = position.cell(found);
            if found == on || !charged(cell) {
                continue;
            }
            let to = match cell.side() == us {
                false => next(on, step),
                true => {
                    let away = std::iter::successors(next(found, step), |square| next(*square, step));
                    away.take_while(|square| !occupied.contains(*square)).last()
                }
            };
            if let Some(to) = to.filter(|to| *to != found) {
                position.set(found, Cell::EMPTY);
                let promotes =
                    cell.side() == us && cell.piece().is_some_and(|piece| self.must_promote(us, piece, to).is_some());
                position.set(to, choice.filter(|_| promotes).map_or(cell, |choice| Cell::of(choice, us)));
                position.lose_rights(found);
            }
        }
    }
}
