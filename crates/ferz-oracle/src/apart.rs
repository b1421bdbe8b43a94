//! Two boards with separate turns.

use ferz_core::board::{BySide, Side, Square, SquareSet};
use ferz_core::rules::tree::Set;
use ferz_core::rules::{EnPassant, Setup};

use crate::attack::Threat;
use crate::deed::Move;
use crate::frame::Frame;
use crate::oracle::Oracle;
use crate::player::Player;
use crate::position::Position;

impl Oracle {
    /// The sets that are the two boards; `None` in games without separate turns.
    fn boards(&self) -> Option<&BySide<Set>> {
        self.tree.turns.as_ref()?.boards.as_ref()
    }

    /// The squares of the two boards: first the one on which White begins.
    fn apart(&self, position: &Position) -> Option<[SquareSet; 2]> {
        let boards = self.boards()?;
        let squares = |set| self.elements(position, set, &Frame::of_side(Player::WHITE)).squares();
        Some([squares(&boards.white), squares(&boards.black)])
    }

    /// The side to move on each board of a setup. In the first turn of the game, the side that begins moves only on its
    /// own board. Later a side moves on both.
    pub(crate) fn to_move(&self, setup: &Setup) -> [Player; 2] {
        let side = |is_white| if is_white { Player::WHITE } else { Player::BLACK };
        match (setup.memo, setup.turn) {
            (Some(memo), _) => [side(memo.white_on & 1 != 0), side(memo.white_on & 2 != 0)],
            (None, Side::White) if setup.fullmoves <= 1 => [Player::WHITE, Player::BLACK],
            (None, turn) => [Player::of(turn); 2],
        }
    }

    /// The squares of the boards on which the side to move has to move; `None` in games without separate turns.
    fn boards_to_move_on(&self, position: &Position) -> Option<Vec<SquareSet>> {
        let boards = self.apart(position)?;
        let ready = boards.into_iter().zip(position.to_move).filter(|(_, side)| *side == position.turn);
        Some(ready.map(|(board, _)| board).collect())
    }

    /// Leaves out moves on boards on which the other side is to move.
    pub(crate) fn keep_to_boards(&self, position: &Position, moves: &mut Vec<Move>) {
        if let Some(boards) = self.boards_to_move_on(position) {
            moves.retain(|made| boards.iter().any(|board| board.contains(made.from)));
        }
    }

    /// The squares of boards on which the side to move has to move and cannot. `None` in games without separate turns.
    pub(crate) fn stuck_on(&self, position: &Position, legal: &[(Move, Position)]) -> Option<SquareSet> {
        let stuck = |board: &SquareSet| !legal.iter().any(|(made, _)| !self.is_pass(made) && board.contains(made.from));
        let boards = self.boards_to_move_on(position)?;
        Some(boards.into_iter().filter(stuck).fold(SquareSet::EMPTY, |all, board| all | board))
    }

    /// `true` if the side to move, which has no legal move, is in check. With separate turns, this means a check on a
    /// board on which it cannot move.
    pub(crate) fn in_check_where_stuck(&self, position: &Position) -> bool {
        let stuck = self.boards().and_then(|_| self.stuck_on(position, &self.unobliged(position)));
        match stuck {
            Some(stuck) => self.in_check_on(position, position.turn, &stuck),
            None => self.in_check(position, position.turn),
        }
    }

    /// `true` if a move from a square leaves a royal piece of a side attacked; with separate turns, on the board of the move.
    pub(crate) fn in_check_beside(&self, position: &Position, side: Player, from: Square) -> bool {
        let board = self.apart(position).and_then(|boards| boards.into_iter().find(|board| board.contains(from)));
        match board {
            Some(board) => self.in_check_on(position, side, &board),
            None => self.in_check(position, side),
        }
    }

    /// `true` if any other side attacks a square of a side.
    pub(crate) fn is_threatened(&self, position: &Position, target: Square, side: Player, threat: Threat) -> bool {
        side.others().any(|by| self.is_attacked(position, target, by, threat))
    }

    fn in_check_on(&self, position: &Position, side: Player, board: &SquareSet) -> bool {
        let royals = self.royals(position, side).into_iter().filter(|square| board.contains(*square));
        royals.into_iter().any(|square| self.is_threatened(position, square, side, Threat::Check))
    }

    /// Gives the turn on the board of a move to the other side. Returns `true` if the side that has moved must still
    /// move on another board.
    pub(crate) fn hand_board_over(&self, before: &Position, after: &mut Position, made: &Move) -> bool {
        let Some(boards) = self.apart(before) else { return true };
        if self.is_pass(made) {
            return false;
        }
        for (board, side) in boards.iter().zip(&mut after.to_move) {
            if board.contains(made.from) {
                *side = !*side;
            }
        }
        after.to_move.contains(&before.turn)
    }

    /// Rights to capture en passant last until there is a move on their board. `goes_on`: the turn has more moves.
    pub(crate) fn keep_rights_elsewhere(&self, before: &Position, after: &mut Position, made: &Move, goes_on: bool) {
        let Some(boards) = self.apart(before) else { return };
        let here = |square: Square| boards.iter().any(|board| board.contains(square) && board.contains(made.from));
        let elsewhere = |passed: &EnPassant| self.is_pass(made) || !here(passed.victim);
        let kept = before.passed.into_iter().chain(before.passed_too).find(elsewhere);
        after.passed_in_turn = None;
        (after.passed, after.passed_too) = match after.passed {
            Some(new) if goes_on => (kept, Some(new)),
            new => (new, kept),
        };
    }
}
