//! The line of moves from the root to the searched position. The search reads the game only through this file.

use crate::board::Side;
use crate::game::{Game, Position, Undo};
use crate::interpreter::Move;
use crate::position::Key;
use crate::rules::{Condition, Outcome, Verdict};

/// The size of the table of the numbers of keys, a power of two.
const COUNTS: usize = 4096;

/// The index of a key in that table.
fn slot(key: Key) -> usize {
    key.0 as usize & (COUNTS - 1)
}

/// The searched position, and the moves that led to it.
#[derive(Debug)]
pub(super) struct Line<'g> {
    position: Position<'g>,
    /// For each move made, what takes it back, and the side that made it.
    made: Vec<(Undo, Side)>,
    /// The keys of the game's earlier positions, and of the line.
    keys: Vec<Key>,
    /// The number of these keys by their lowest bits, so that most positions are known at once to be new.
    counts: Vec<u16>,
    /// For each position of the line, whether its side to move is in check. Known only if an end needs it.
    checks: Vec<bool>,
    repetition: Option<Verdict>,
    perpetual_check: Option<Verdict>,
}

impl<'g> Line<'g> {
    pub(super) fn new(root: &'g Game, past: &[Key]) -> Line<'g> {
        let mut position = root.position();
        position.keep_key();
        let mut keys = past.to_vec();
        keys.push(position.key());
        let mut counts = vec![0; COUNTS];
        keys.iter().for_each(|key| counts[slot(*key)] += 1);
        let of = |asked: fn(&Condition) -> bool| {
            let found = root.rules().ends.iter().find(|end| asked(&end.condition));
            found.map(|end| end.verdict.clone())
        };
        let repetition = of(|condition| matches!(condition, Condition::Repetition { .. }));
        let perpetual_check = of(|condition| matches!(condition, Condition::PerpetualCheck { .. }));
        let mut line =
            Line { position, made: Vec::new(), keys, counts, checks: Vec::new(), repetition, perpetual_check };
        line.note_check();
        line
    }

    /// The searched position.
    pub(super) fn position(&self) -> &Position<'g> {
        &self.position
    }

    /// The number of moves made.
    pub(super) fn ply(&self) -> usize {
        self.made.len()
    }

    /// Returns `true` if the side that made the last move of the line is to move again.
    pub(super) fn is_same_turn(&self) -> bool {
        self.made.last().is_some_and(|(_, side)| *side == self.turn())
    }

    pub(super) fn turn(&self) -> Side {
        self.position.turn()
    }

    /// The key for the table. The previous move is part of it where rules read it, but a repetition is one whatever that move was.
    pub(super) fn key(&self) -> Key {
        let last = self.keys.len() - 1;
        self.keys[last] ^ self.position.last_move_key()
    }

    pub(super) fn make(&mut self, made: &Move) {
        let side = self.turn();
        self.made.push((self.position.make(*made), side));
        self.note_key();
        self.note_check();
    }

    /// Returns `true` if the side to move is in check.
    pub(super) fn in_check(&self) -> bool {
        match self.perpetual_check {
            Some(_) => self.checks.last().is_some_and(|check| *check),
            None => self.position.in_check(),
        }
    }

    fn note_check(&mut self) {
        self.checks.push(self.perpetual_check.is_some() && self.position.in_check());
    }

    /// Stores the key of the position that a move has led to.
    fn note_key(&mut self) {
        let key = self.position.key();
        self.keys.push(key);
        self.counts[slot(key)] += 1;
    }

    /// Makes a null move. Returns `false` if that is not possible.
    pub(super) fn pass(&mut self) -> bool {
        let side = self.turn();
        let Some(undo) = self.position.make_null() else { return false };
        self.made.push((undo, side));
        self.note_key();
        self.checks.push(false);
        true
    }

    pub(super) fn unmake(&mut self) {
        if let Some((undo, _)) = self.made.pop() {
            self.position.unmake(undo);
            self.keys.pop().into_iter().for_each(|key| self.counts[slot(key)] -= 1);
            self.checks.pop();
        }
    }

    /// Result of the game, if it is over; `moves` is the number of legal moves. If no end of the variant applies, a
    /// game without moves counts as a draw.
    pub(super) fn outcome(&self, moves: usize) -> Option<Outcome> {
        let over = self.position.outcome(moves).or((moves == 0).then_some(Outcome::Draw));
        over.or_else(|| self.repeated())
    }

    /// Scores a position that has occurred before by the rules of the variant for that, or as a draw: a side that repeats
    /// once can repeat again.
    fn repeated(&self) -> Option<Outcome> {
        let (now, earlier) = self.keys.split_last()?;
        if self.counts[slot(*now)] == 1 {
            return None;
        }
        let first = earlier.iter().rposition(|key| key == now).filter(|_| self.ply() > 0)?;
        let turn = self.turn();
        let (verdict, side) = match self.checking(earlier.len() - first) {
            Some(side) => (self.perpetual_check.as_ref(), side),
            None => (self.repetition.as_ref(), turn),
        };
        Some(match verdict {
            Some(Verdict::Win) => Outcome::Won(side),
            Some(Verdict::Loss) => Outcome::Won(!side),
            Some(Verdict::Wins(side)) => Outcome::Won(*side),
            _ => Outcome::Draw,
        })
    }

    /// The side that alone has given check with each of its last moves, of `plies` moves by both sides. Moves before the
    /// line do not count.
    fn checking(&self, plies: usize) -> Option<Side> {
        self.perpetual_check.as_ref()?;
        let cycle = &self.checks[self.checks.len() - plies.min(self.ply())..];
        let all = |skipped: usize| {
            let mut own = cycle.iter().rev().skip(skipped).step_by(2);
            own.len() > 0 && own.all(|check| *check)
        };
        match (all(0), all(1)) {
            (true, false) => Some(!self.turn()),
            (false, true) => Some(self.turn()),
            _ => None,
        }
    }
}
