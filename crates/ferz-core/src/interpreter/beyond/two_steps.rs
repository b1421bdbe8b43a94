//! Pieces that make two steps in one move, and can capture with each.

use rustc_hash::FxHashSet;

use crate::board::{Bitboard, Side, Square};
use crate::position::Position;
use crate::rules::{PieceId, TwoSteps};
use crate::work;

use super::super::captures::Captures;
use super::super::engine::Engine;
use super::super::moves::{Further, Move, MoveKind};

impl<const W: usize> Engine<W> {
    /// Adds the moves of two steps of the side to move. Those by way of different squares are different moves.
    pub(super) fn two_step_moves(&self, position: &Position<W>, moves: &mut Vec<Move>) {
        let us = position.state.turn;
        let enemies = position.of_side(!us);
        // Two entries may give the same steps.
        let several = self.rules.beyond.takes.two_steps.len() > 1;
        let mut known: FxHashSet<Move> = FxHashSet::default();
        for rule in &self.rules.beyond.takes.two_steps {
            for from in position.of_pieces(&rule.by) & position.of_side(us) {
                let Some(piece) = position.cell(from).piece() else { continue };
                self.two_steps(position, rule, (us, piece, from), &mut |through, to| {
                    let mut taken = [through, to];
                    let (mut len, passed) = (0, enemies.contains(through));
                    for (square, takes) in [(through, passed), (to, to != from && enemies.contains(to))] {
                        taken[len] = square;
                        len += usize::from(takes);
                    }
                    let captures = Captures::of(&taken[..len]);
                    let kind = MoveKind::Through(through);
                    let made = Move::new((from, to), piece, Further { kind, ..Further::taking(captures) });
                    let promotions = self.promotions_of(position, made).into_iter();
                    moves.extend(promotions.filter(|made| !several || known.insert(*made)));
                });
            }
        }
    }

    /// Returns `true` if a piece of `by` could capture on a square with either of its two steps.
    pub(super) fn attacks_by_two_steps(&self, position: &Position<W>, target: Square, by: Side) -> bool {
        self.rules.beyond.takes.two_steps.iter().any(|rule| {
            // A piece that returns to its own square captures nothing there.
            let steppers = position.of_pieces(&rule.by) & position.of_side(by) & !Bitboard::of(target);
            steppers.iter().any(|from| {
                let Some(piece) = position.cell(from).piece() else { return false };
                let mut takes = false;
                self.two_steps(position, rule, (by, piece, from), &mut |through, to| {
                    takes |= through == target || to == target;
                });
                takes
            })
        })
    }

    /// Pairs of steps that a piece can make: calls `found` with the square between and the last square.
    fn two_steps(
        &self,
        position: &Position<W>,
        rule: &TwoSteps,
        (us, piece, from): (Side, PieceId, Square),
        found: &mut dyn FnMut(Square, Square),
    ) {
        let geometry = &self.rules.geometry;
        let free = (self.board.all_squares & !position.occupied()) | position.of_side(!us);
        let safe = |square: Square| {
            let taken = position.cell(square).piece();
            taken.is_some_and(|taken| self.rules.piece(taken).safe_from.contains(&piece))
        };
        let side = |step: crate::board::Step| if us == Side::White { step } else { step.reversed() };
        for first in rule.steps.iter().map(|step| side(*step)) {
            if !work::spend(2) {
                return;
            }
            let Some(landing) = geometry.step(from, first) else { continue };
            let through = landing.square;
            if !free.contains(through) || through == from || safe(through) {
                continue;
            }
            let mut go = |step| {
                let to = geometry.step(through, step).map(|landing| landing.square);
                if let Some(to) = to.filter(|to| *to == from || (free.contains(*to) && !safe(*to)))
                    && to != through
                {
                    found(through, to);
                }
            };
            match rule.straight {
                true => [landing.onward, landing.onward.reversed()].into_iter().for_each(&mut go),
                false => rule.steps.iter().for_each(|step| go(side(*step))),
            }
        }
    }
}
