//! The scalar part of a position: side to move, rights and clocks.

use std::num::NonZeroU8;

use crate::board::{Bitboard, BySide, Side, Square};
use crate::rules::Memo;

/// The scalar part of a position. It is saved as a whole before a move, and restored when the move is taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State<const W: usize> {
    /// The side to move.
    pub turn: Side,
    /// Bit `i` stands for the `i`-th of [`Position::castlings`](super::Position::castlings).
    pub rights: u16,
    /// The squares on which an en passant capture may end.
    pub passed: Bitboard<W>,
    /// The square of the piece that an en passant capture removes; meaningless while `passed` is empty.
    pub passer: Square,
    /// Squares of unmoved pieces, if the variant tracks them.
    pub unmoved: Bitboard<W>,
    /// Square on which the last move dropped a piece.
    pub dropped: Option<Square>,
    /// The castling rule of the last move (one more than its index), if that castling can end the game.
    pub castled: Option<NonZeroU8>,
    /// The number of checks that each side still has to give, in games that count checks.
    pub checks: BySide<u16>,
    /// `true` if pieces that must not face each other did so both before and after the last move.
    pub faced: bool,
    /// The number of passes in a row.
    pub passes: u8,
    /// Plies since the last capture or the last move that starts the count anew.
    pub halfmoves: u32,
    /// The number of the full move, from 1.
    pub fullmoves: u32,
    /// Demands and prohibitions of the last action, for turns of several actions and for rules about the previous move.
    pub memo: Memo,
}

impl<const W: usize> State<W> {
    /// Gives the turn to the other side, and forgets what concerns the last move alone, but for the right to capture en passant.
    #[inline(always)]
    pub fn end_ply(&mut self) {
        self.dropped = None;
        self.castled = None;
        self.fullmoves += self.turn.index() as u32;
        self.turn = !self.turn;
    }
}

// The state is copied with each move.
const _: () = assert!(size_of::<State<1>>() == 48);

/// A point in the journal to which [`Position::undo`](super::Position::undo) returns.
#[derive(Clone, Copy, Debug)]
pub struct Mark<const W: usize> {
    state: State<W>,
    changes: usize,
}

impl<const W: usize> Mark<W> {
    /// A mark with this state, after this number of changes in the journal.
    #[inline(always)]
    pub fn new(state: State<W>, changes: usize) -> Mark<W> {
        Mark { state, changes }
    }

    /// The state at the mark.
    #[inline(always)]
    pub fn state(&self) -> State<W> {
        self.state
    }

    /// How many changes the journal had.
    #[inline(always)]
    pub fn changes(&self) -> usize {
        self.changes
    }
}
