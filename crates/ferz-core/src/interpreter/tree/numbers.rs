//! Numbers of the language of rules, in thousandths.

use crate::board::Side;
use crate::position::{Earlier, Key, Position};
use crate::rules::tree::{Counter, Number, NumberKind};

use super::super::engine::Engine;
use super::conditions::copies;
use super::frame::Frame;
use super::viewer::side_of;

/// The number 1.
pub(super) const ONE: i64 = 1000;

impl<const W: usize> Engine<W> {
    /// The value of a number.
    pub(super) fn number(&self, position: &Position<W>, number: &Number, frame: &Frame<'_, W>) -> i64 {
        let value = |number| self.number(position, number, frame);
        let before = || frame.before.unwrap_or(position);
        match &number.kind {
            NumberKind::Constant(value) => *value,
            NumberKind::Count(set) => ONE * self.count_of(position, &self.elements(position, set, frame)) as i64,
            NumberKind::Worth(set) => {
                let elements = self.elements(position, set, frame);
                let worth = |one| {
                    let piece = self.body_of(position, one).and_then(|body| body.cell.piece());
                    piece.map_or(0, |piece| copies(position, one) as i64 * self.rules.tree.worth_of(piece))
                };
                elements.iter().map(worth).sum()
            }
            NumberKind::Distance(from, to) => {
                let places = |set| self.elements(position, set, frame).squares();
                ONE * self.distance(places(from), places(to)).unwrap_or(0) as i64
            }
            NumberKind::Turn => {
                let state = &before().state;
                ONE * (2 * i64::from(state.fullmoves) - 1 + i64::from(state.turn == Side::Black))
            }
            NumberKind::MovesLeft => {
                let before = before();
                ONE * (i64::from(self.moves_of_turn(before)) - i64::from(made(before)) - 1).max(0)
            }
            NumberKind::MovesMade => ONE * i64::from(made(before())),
            NumberKind::Repeats => match frame.story {
                Some(story) => {
                    let now = story.positions.last().map(|(key, _)| *key);
                    ONE * story.positions.iter().filter(|(key, _)| Some(*key) == now).count() as i64
                }
                None => ONE * self.occurrences(position, frame) as i64,
            },
            NumberKind::Counter(whose, id) => {
                let counter = Counter { whose: *whose, id: *id };
                let counters = position.told().and_then(|told| told.counters.get(id.index()));
                counters.map_or(0, |values| values[counter_place(counter, frame.own)])
            }
            NumberKind::Plus(one, other) => value(one).saturating_add(value(other)),
            NumberKind::Minus(one, other) => value(one).saturating_sub(value(other)),
            NumberKind::Rest(one, other) => {
                ONE * (value(one) / ONE).checked_rem_euclid(value(other) / ONE).unwrap_or(0)
            }
            NumberKind::Before(inner) => match frame.before {
                Some(before) => self.number(before, inner, &frame.earlier()),
                None => value(inner),
            },
        }
    }

    /// The number of occurrences of the position, this one included. While a move is made, it is the position after the turn.
    fn occurrences(&self, position: &Position<W>, frame: &Frame<'_, W>) -> usize {
        let Some(before) = frame.before else {
            let key = self.whole_key(position);
            return 1 + earlier(position).filter(|other| *other == key).count();
        };
        let ends = made(before).saturating_add(1) >= self.moves_of_turn(before);
        let mut now = position.unlogged_copy();
        now.state.turn = if ends { !before.state.turn } else { before.state.turn };
        if self.tree.has_state {
            now.told_mut().made = if ends { 0 } else { made(before).saturating_add(1) };
        }
        let (key, last) = (self.whole_key(&now), self.whole_key(before));
        1 + std::iter::once(last).chain(earlier(before)).filter(|other| *other == key).count()
    }

    /// The key of a position, computed anew.
    pub(super) fn whole_key(&self, position: &Position<W>) -> Key {
        let usable = self.can_capture_en_passant(&mut position.unlogged_copy());
        position.key(position.material_key(), usable)
    }
}

/// The keys of the positions that led to a position.
fn earlier<const W: usize>(position: &Position<W>) -> impl Iterator<Item = Key> + '_ {
    let first: Option<&Earlier> = position.earlier().map(|earlier| &**earlier);
    std::iter::successors(first, |earlier| earlier.before.as_deref()).map(|earlier| earlier.key)
}

/// Moves of the present turn that have been made.
pub(super) fn made<const W: usize>(position: &Position<W>) -> u16 {
    position.told().map_or(0, |told| told.made)
}

/// The place of a counter.
pub(super) fn counter_place(counter: Counter, own: Side) -> usize {
    counter.whose.and_then(|whose| side_of(whose, own)).map_or(0, Side::index)
}
