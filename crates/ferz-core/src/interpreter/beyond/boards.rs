//! Two boards in one game. The sides take turns on each board separately.

use crate::board::{Bitboard, BySide, Side, Square, SquareSet};
use crate::position::Position;
use crate::rules::Memo;

use super::super::engine::Engine;
use super::super::moves::{AttackSource, Move};
use super::super::verify::Known;
use super::passing::Before;

impl<const W: usize> Engine<W> {
    /// The board on which a move is made; `None` in games without separate boards.
    fn board_of(&self, made: &Move) -> Option<Bitboard<W>> {
        let boards = self.rules.beyond.turns.boards.as_ref()?;
        Some(if boards.white.contains(made.from) { boards.white.resize() } else { boards.black.resize() })
    }

    /// The boards on which a side is to move.
    fn boards_to_move_on(boards: &BySide<SquareSet>, memo: &Memo, side: Side) -> impl Iterator<Item = Bitboard<W>> {
        let white_on = memo.white_on;
        let all = [boards.white.resize(), boards.black.resize()];
        (0..2).filter(move |board| (white_on >> board & 1 == 1) == (side == Side::White)).map(move |board| all[board])
    }

    /// The squares of the boards on which a side is to move: all squares in games without separate boards.
    pub(crate) fn squares_to_move_on(&self, position: &Position<W>, side: Side) -> Bitboard<W> {
        let Some(boards) = &self.rules.beyond.turns.boards else { return self.board.all_squares };
        Self::boards_to_move_on(boards, &position.state.memo, side)
            .fold(Bitboard::EMPTY, |squares, board| squares | board)
    }

    /// With separate boards, the boards on which the side to move has to move and has none of these legal moves.
    pub(crate) fn board_without_moves(&self, position: &Position<W>, legal: &[Move]) -> Bitboard<W> {
        let Some(boards) = &self.rules.beyond.turns.boards else { return Bitboard::EMPTY };
        let stuck = |board: &Bitboard<W>| !legal.iter().any(|made| !made.is_pass() && board.contains(made.from));
        let ready = Self::boards_to_move_on(boards, &position.state.memo, position.state.turn);
        ready.filter(stuck).fold(Bitboard::EMPTY, |squares, board| squares | board)
    }

    /// Returns `true` if a royal piece of a side is attacked on the board on which a move has been made.
    pub(in super::super) fn in_check_beside(
        &self,
        position: &Position<W>,
        side: Side,
        made: &Move,
        by: AttackSource,
    ) -> bool {
        match self.board_of(made) {
            None => self.in_check_by(position, side, by),
            Some(board) => self.in_check_on(position, side, &board, by),
        }
    }

    /// Returns `true` if a notation marks a move that has been made as check.
    pub(crate) fn is_marked_check_by(&self, after: &Position<W>, us: Side, made: &Move) -> bool {
        match self.board_of(made) {
            None => self.is_marked_check(after),
            Some(board) => self.in_check_on(after, !us, &board, AttackSource::Tables),
        }
    }

    /// Returns `true` if a check by `us` is mate although the other side has moves elsewhere: with separate boards,
    /// if the other side is to move and is in check on a board on which it has no move.
    pub(crate) fn is_mate_on_board(&self, after: &Position<W>, us: Side) -> bool {
        self.rules.beyond.turns.boards.is_none() || (after.state.turn != us && self.in_check_where_stuck(after))
    }

    fn in_check_on(&self, position: &Position<W>, side: Side, board: &Bitboard<W>, by: AttackSource) -> bool {
        let royals = self.royal_squares(position, side) & *board;
        royals.iter().any(|square| self.attacks(position, square, !side, by))
    }

    /// Returns `true` if the side to move has no move and is in check; with separate boards, on the board on which it
    /// has no move.
    pub(crate) fn in_check_where_stuck(&self, position: &Position<W>) -> bool {
        let turn = position.state.turn;
        if !Self::RULED || self.rules.beyond.turns.boards.is_none() {
            return self.in_check(position, turn);
        }
        let mut position = position.clone();
        let mut legal = self.unverified_beyond(&mut position);
        legal.retain(|made| self.verify(&mut position, made, Known::default(), AttackSource::Tables));
        let stuck = self.board_without_moves(&position, &legal);
        self.in_check_on(&position, turn, &stuck, AttackSource::Tables)
    }

    /// Decides after an action of `us` on one of two boards whether its turn goes on: while it has a board to move on.
    pub(super) fn end_action_on_board(
        &self,
        position: &mut Position<W>,
        boards: &BySide<SquareSet>,
        (us, made): (Side, &Move),
        prior: &Before<W>,
    ) {
        let before = prior.state.memo;
        let board = 1 << u8::from(!boards.white.contains(made.from));
        let white_on = if made.is_pass() { before.white_on } else { before.white_on ^ board };
        let squares = Self::passing_elsewhere(boards, made, prior);
        let memo = Memo { white_on, squares, ..Memo::default() };
        let ready = Self::boards_to_move_on(boards, &memo, us).next().is_some() && !made.is_pass();
        if ready {
            let memo = Self::put_off_passing(position, us, memo);
            return self.go_on(position, us, memo);
        }
        position.state.memo = memo;
    }

    /// Within a turn of `us`: the position stores the en passant captures of `us`, and the memo those that the enemy
    /// may make later.
    fn put_off_passing(position: &mut Position<W>, us: Side, memo: Memo) -> Memo {
        let passed = position.state.passed.lowest().filter(|_| position.of_side(us).contains(position.state.passer));
        let Some(passed) = passed else { return memo };
        let own = [passed, position.state.passer];
        let [passed, passer] = memo.squares;
        position.state.passed = if passed == passer { Bitboard::EMPTY } else { Bitboard::of(passed) };
        position.state.passer = passer;
        Memo { squares: own, ..memo }
    }

    /// The en passant right on the board where no move was made: the square passed and the square of the piece.
    fn passing_elsewhere(boards: &BySide<SquareSet>, made: &Move, prior: &Before<W>) -> [Square; 2] {
        let elsewhere =
            |square: Square| made.is_pass() || boards.white.contains(square) != boards.white.contains(made.from);
        let of_memo = prior.state.memo.squares;
        let passed = prior.state.passed.lowest().map(|passed| [passed, prior.state.passer]);
        let known = [passed, Some(of_memo).filter(|[passed, passer]| passed != passer)];
        let kept = known.into_iter().flatten().find(|[_, passer]| elsewhere(*passer));
        kept.unwrap_or(Memo::default().squares)
    }
}
