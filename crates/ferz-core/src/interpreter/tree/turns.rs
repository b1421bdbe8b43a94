//! The end of a turn.

use smallvec::smallvec;

use crate::board::{Bitboard, Side};
use crate::position::Position;
use crate::rules::EnPassant;

use super::super::engine::Engine;
use super::super::moves::MoveKind;
use super::doing::Doing;
use super::frame::{Event, Frame};
use super::numbers::{ONE, made};

impl<const W: usize> Engine<W> {
    /// How many moves the turn of the side to move has.
    pub(super) fn moves_of_turn(&self, position: &Position<W>) -> u16 {
        let Some(turns) = &self.rules.tree.turns else { return 1 };
        let us = position.state.turn;
        let is_first = position.state.fullmoves <= 1 && us == self.rules.setup.turn;
        let number = turns.first.as_ref().filter(|_| is_first).unwrap_or(&turns.moves[us]);
        (self.number(position, number, &Frame::of_side(us)) / ONE).clamp(1, i64::from(u16::MAX)) as u16
    }

    /// Ends the turn when its moves have been made. `None` if a rule for the end of the turn makes the move illegal.
    pub(super) fn turn_over(
        &self,
        before: &Position<W>,
        mut after: Box<Position<W>>,
        frame: &mut Frame<'_, W>,
    ) -> Option<Box<Position<W>>> {
        let us = before.state.turn;
        let turns = self.rules.tree.turns.as_ref();
        if !after.state.passed.is_empty() && after.cell(after.state.passer).is_empty() {
            // An effect has removed the piece that passed.
            after.state.passed = Bitboard::EMPTY;
        }
        let (mut ends, mut goes_on) = (true, false);
        if let Some(turns) = turns {
            after.told_mut().made = made(before).saturating_add(1);
            frame.event = Event::Move;
            let holds = |condition| self.holds(&after, condition, frame);
            ends = made(&after) >= self.moves_of_turn(before) || turns.until.as_ref().is_some_and(holds);
            goes_on = turns.goes_on.as_ref().is_some_and(holds);
            if !ends && !goes_on {
                keep_passers(before, &mut after, frame);
            }
            frame.event = Event::Turn;
        }
        if goes_on {
            after.told_mut().passed_in_turn = None;
        }
        if !ends || goes_on {
            return Some(after);
        }
        if turns.is_some() {
            self.settle_passers(before, &mut after);
        }
        if self.tree.follows.iter().any(|follower| follower.event == Event::Turn) {
            let start = Doing::new(after, frame.clone());
            // A choice at the end of a turn would be a separate move.
            after = self.followed(smallvec![start], Event::Turn).into_iter().next()?.position;
        }
        if turns.is_some() {
            after.told_mut().made = 0;
        }
        after.state.turn = !us;
        after.state.fullmoves = after.state.fullmoves.saturating_add(u32::from(us == Side::Black));
        Some(after)
    }

    /// Gives the other side the en passant rights from all moves of the turn.
    fn settle_passers(&self, before: &Position<W>, after: &mut Position<W>) {
        let us = before.state.turn;
        let kept = before.told().and_then(|told| told.passed_in_turn);
        let stands = |passed: &EnPassant| after.cell(passed.victim).is_of(us);
        let kept = kept.filter(stands);
        let too = after.told().and_then(|told| told.passed_too).or(kept);
        let told = after.told_mut();
        (told.passed_in_turn, told.passed_too) = (None, None);
        // All positions store one such right. A second one is stored beside it.
        match (after.en_passant(), too) {
            (None, Some(only)) => {
                (after.state.passed, after.state.passer) = (only.targets.resize(), only.victim);
            }
            (Some(_), too) => after.told_mut().passed_too = too,
            (None, None) => {}
        }
    }
}

/// Updates the en passant rights after a move of a turn that has more moves. The right that this move gives counts for the other side. An
/// older right remains only after an en passant capture.
fn keep_passers<const W: usize>(before: &Position<W>, after: &mut Position<W>, frame: &Frame<'_, W>) {
    let own = |passed: &EnPassant| after.cell(passed.victim).is_of(before.state.turn);
    let (kept, next) = match frame.made.is_some_and(|made| made.kind() == MoveKind::EnPassant) {
        true => {
            let left = |passed: &EnPassant| !frame.captured.iter().any(|(square, _)| *square == passed.victim);
            let too = before.told().and_then(|told| told.passed_too);
            (None, before.en_passant().into_iter().chain(too).find(left))
        }
        false => (after.en_passant().filter(own), None),
    };
    after.state.passed = next.map_or(Bitboard::EMPTY, |next| next.targets.resize());
    if let Some(next) = next {
        after.state.passer = next.victim;
    }
    after.told_mut().passed_in_turn = kept;
}
