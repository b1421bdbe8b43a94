//! The line of moves from the root to the searched position. The search reads the game only through this file.

use crate::board::Side;
use crate::game::Game;
use crate::interpreter::{Captures, Move, MoveKind, Picks};
use crate::position::Key;
use crate::rules::{Condition, Outcome, Rules, Verdict};

/// The positions from the root to the searched position.
#[derive(Debug)]
pub(super) struct Line {
    games: Vec<Game>,
    /// The keys of the game's earlier positions, and of the line.
    keys: Vec<Key>,
    repetition: Option<Verdict>,
}

impl Line {
    pub(super) fn new(root: &Game, past: &[Key]) -> Line {
        let root = root.clone();
        let mut keys = past.to_vec();
        keys.push(root.key());
        let repetition = repetition(root.rules());
        Line { games: vec![root], keys, repetition }
    }

    /// The searched position.
    pub(super) fn game(&mut self) -> &mut Game {
        let last = self.games.len() - 1;
        &mut self.games[last]
    }

    /// The number of moves made.
    pub(super) fn ply(&self) -> usize {
        self.games.len() - 1
    }

    /// Returns `true` if the side that made the last move of the line is to move again.
    pub(super) fn is_same_turn(&self) -> bool {
        let [.., before, now] = self.games.as_slice() else { return false };
        before.turn() == now.turn()
    }

    pub(super) fn turn(&mut self) -> Side {
        self.game().turn()
    }

    /// The key for the table. The previous move is part of it where rules read it, but a repetition is one whatever that move was.
    pub(super) fn key(&self) -> Key {
        let last = self.keys.len() - 1;
        self.keys[last] ^ self.games[self.ply()].last_move_key()
    }

    pub(super) fn make(&mut self, made: &Move) {
        let mut next = self.game().clone();
        next.play(made);
        self.keys.push(next.key());
        self.games.push(next);
    }

    /// Makes a null move. Returns `false` if that is not possible.
    pub(super) fn pass(&mut self) -> bool {
        let side = self.turn();
        let mut next = self.game().clone();
        let mut own = None;
        next.each_piece(&mut |square, placed| {
            if placed.side == side {
                own.get_or_insert((square, placed.piece));
            }
        });
        let Some((square, piece)) = own else { return false };
        let (captures, kind) = (Captures::NONE, MoveKind::Normal);
        let pass = Move {
            from: square,
            to: square,
            piece,
            promotion: None,
            captures,
            kind,
            wall: None,
            gate: None,
            picks: Picks::NONE,
        };
        next.play(&pass);
        if next.turn() == side {
            return false;
        }
        self.keys.push(next.key());
        self.games.push(next);
        true
    }

    pub(super) fn unmake(&mut self) {
        self.games.pop();
        self.keys.pop();
    }

    /// Result of the game, if it is over; `moves` is the number of legal moves. If no end of the variant applies, a
    /// game without moves counts as a draw.
    pub(super) fn outcome(&mut self, moves: usize) -> Option<Outcome> {
        if let Some(end) = self.game().end_with(moves) {
            return Some(end.outcome);
        }
        if moves == 0 {
            return Some(Outcome::Draw);
        }
        self.repeated()
    }

    /// Scores a position that has occurred before by the variant's repetition rule, or as a draw: a side that repeats
    /// once can repeat again.
    fn repeated(&mut self) -> Option<Outcome> {
        let (now, earlier) = self.keys.split_last()?;
        if self.ply() == 0 || !earlier.contains(now) {
            return None;
        }
        let turn = self.turn();
        Some(match self.repetition {
            Some(Verdict::Win) => Outcome::Won(turn),
            Some(Verdict::Loss) => Outcome::Won(!turn),
            Some(Verdict::Wins(side)) => Outcome::Won(side),
            _ => Outcome::Draw,
        })
    }
}

/// Result of the variant's repetition rule.
fn repetition(rules: &Rules) -> Option<Verdict> {
    let of = |condition: &Condition| matches!(condition, Condition::Repetition { .. });
    rules.ends.iter().find(|end| of(&end.condition)).map(|end| end.verdict.clone())
}
