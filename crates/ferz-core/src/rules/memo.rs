//! Duties and prohibitions that the last action leaves.

use crate::board::{Side, Square};

use super::{PieceId, Turns};

/// Duties and prohibitions that an action leaves for the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Memo {
    /// Kind of duty or prohibition.
    pub pending: Pending,
    /// The piece that it is about.
    pub piece: PieceId,
    /// The squares that it is about.
    pub squares: [Square; 2],
    /// If two boards have separate turns: one bit for each board on which White is to move.
    #[cfg_attr(feature = "serde", serde(default))]
    pub white_on: u8,
}

impl Memo {
    /// The state at the start of a game.
    pub fn at_start(turns: &Turns, turn: Side, fullmoves: u32) -> Memo {
        // In the first turn, the side moves only on the board on which it begins. Later it moves on both.
        let white_on = match turn {
            _ if turns.boards.is_none() => 0,
            Side::Black => 0,
            Side::White if fullmoves <= 1 => 1,
            Side::White => 3,
        };
        Memo { white_on, ..Memo::default() }
    }
}

impl Default for Memo {
    fn default() -> Memo {
        Memo { pending: Pending::None, piece: PieceId::new(0), squares: [Square::new(0); 2], white_on: 0 }
    }
}

/// Kinds of duties and prohibitions that an action leaves for the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Pending {
    /// Nothing.
    #[default]
    None,
    /// The dice have chosen this kind of piece to move.
    Rolled,
}

impl Pending {
    /// All kinds with their names in FENs.
    pub const NAMES: [(&'static str, Pending); 2] = [("move", Pending::None), ("rolled", Pending::Rolled)];
}
