//! Ends of turns, and obligations of a side.

use ferz_core::rules::EnPassant;
use ferz_core::rules::tree::RuleKind;

use crate::deed::{Kind, Move};
use crate::doing::Doing;
use crate::frame::{Event, Frame};
use crate::oracle::Oracle;
use crate::player::Player;
use crate::position::Position;

impl Oracle {
    /// The number of moves in the turn of the side to move.
    pub(crate) fn moves_of_turn(&self, position: &Position) -> u16 {
        let Some(turns) = &self.tree.turns else { return 1 };
        let frame = Frame::of_side(position.turn);
        let is_first = position.fullmoves <= 1 && position.turn == self.position(&self.rules.setup).turn;
        let number = turns.first.as_ref().filter(|_| is_first).unwrap_or(&turns.moves[position.turn.seat()]);
        (self.number(position, number, &frame) / 1000).clamp(1, i64::from(u16::MAX)) as u16
    }

    /// Ends the turn when its moves have been made. `None` if a rule for the end of the turn makes the move illegal.
    pub(crate) fn turn_over(&self, before: &Position, after: Position, frame: &Frame<'_>) -> Option<Position> {
        let side = before.turn;
        let mut after = after;
        after.made = before.made.saturating_add(1);
        // An effect may have removed the piece that passed.
        after.passed = after.passed.filter(|passed| after.at(passed.victim).is_some());
        let is_ready = frame.made.is_none_or(|made| self.hand_board_over(before, &mut after, made));
        let until = self.tree.turns.as_ref().and_then(|turns| turns.until.as_ref());
        let ends = !is_ready
            || after.made >= self.moves_of_turn(before)
            || until.is_some_and(|until| self.holds(&after, until, &Frame { event: Event::Move, ..frame.clone() }));
        let goes_on = self.tree.turns.as_ref().and_then(|turns| turns.goes_on.as_ref());
        let goes_on =
            goes_on.is_some_and(|goes_on| self.holds(&after, goes_on, &Frame { event: Event::Move, ..frame.clone() }));
        let apart = self.tree.turns.as_ref().is_some_and(|turns| turns.boards.is_some());
        if !ends && !goes_on && !apart {
            keep_passers(before, &mut after, frame);
        }
        if let Some(made) = frame.made {
            self.keep_rights_elsewhere(before, &mut after, made, !ends);
        }
        if goes_on {
            after.passed_in_turn = None;
        }
        if !ends || goes_on {
            return Some(after);
        }
        let stands = |passed: &EnPassant| after.at(passed.victim).is_some_and(|cell| cell.is_of(side));
        after.passed_too = after.passed_too.or(before.passed_in_turn.filter(stands));
        after.passed_in_turn = None;
        // Positions of files with older keys keep such a right beside the others.
        if self.rules.tree.turns.as_ref().is_some_and(|turns| turns.boards.is_none()) && after.passed.is_none() {
            after.passed = after.passed_too.take();
        }
        let start = Doing::new(after, frame.clone());
        // Effects at the end of a turn have no choices: a choice would be a separate move.
        let mut after = self.followed(vec![start], Event::Turn).into_iter().next()?.position;
        after.made = 0;
        self.pass_on(&mut after, side);
        Some(after)
    }

    /// Gives the turn to the next side after one.
    pub(crate) fn pass_on(&self, position: &mut Position, side: Player) {
        position.turn = position.next(side);
        let is_new_round = position.turn.index() <= side.index();
        position.fullmoves = position.fullmoves.saturating_add(u32::from(is_new_round));
    }

    /// The legal moves that remain after obligations.
    pub(crate) fn obliged(&self, position: &Position, moves: Vec<(Move, Position)>) -> Vec<(Move, Position)> {
        let mut moves = moves;
        for rule in &self.tree.rules {
            let RuleKind::Must { deeds, most } = &rule.kind.kind else { continue };
            let frame = Frame::of_side(position.turn);
            if !self.applies(position, (rule.kind.when.as_ref(), rule.kind.unless.as_ref()), &frame) {
                continue;
            }
            let is_duty = |(made, after): &(Move, Position)| {
                let frame = self.frame_of(position, made);
                deeds.iter().any(|deed| self.is_deed(after, deed, &frame))
            };
            if !moves.iter().any(is_duty) {
                continue;
            }
            moves.retain(is_duty);
            if let Some(most) = most {
                let number =
                    |(made, after): &(Move, Position)| self.number(after, most, &self.frame_of(position, made));
                let largest = moves.iter().map(number).max();
                moves.retain(|made| Some(number(made)) == largest);
            }
        }
        moves
    }
}

/// Updates the rights to capture en passant after a move of a turn that has more moves. The right that this move gives
/// counts for the other side. An older right remains only after an en passant capture.
fn keep_passers(before: &Position, after: &mut Position, frame: &Frame<'_>) {
    if frame.made.is_some_and(|made| made.kind == Kind::EnPassant) {
        let left = |passed: &EnPassant| !frame.captured.iter().any(|(square, _)| *square == passed.victim);
        after.passed = before.passers().find(left);
        after.passed_in_turn = None;
    } else {
        let own = |passed: &EnPassant| after.at(passed.victim).is_some_and(|cell| cell.is_of(before.turn));
        (after.passed_in_turn, after.passed) = (after.passed.filter(own), None);
    }
}
