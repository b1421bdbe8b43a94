//! Castling as data.

use crate::board::{Side, Square, Step};

use super::{PieceId, Source};

/// Square on which a piece must have stood since the start of the game to castle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum CastlingOrigin {
    /// On this square.
    At(Square),
    /// Anywhere on the rank or file of the destination: the outermost such piece in this direction from the castling
    /// piece (for shuffled start positions).
    Toward(Step),
    /// Anywhere on the rank or file of the destination (for the castling piece of shuffled start positions).
    Anywhere,
}

/// One castling move.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CastlingRule {
    /// The letter in a FEN; upper case for White.
    pub letter: char,
    /// The castling side.
    pub side: Side,
    /// The pieces that may castle.
    pub movers: Vec<PieceId>,
    /// Start square of the castling piece.
    pub from: CastlingOrigin,
    /// Destination of the castling piece.
    pub to: Square,
    /// The pieces that may be the partner.
    pub partners: Vec<PieceId>,
    /// Start square of the partner.
    pub partner_from: CastlingOrigin,
    /// Destination of the partner.
    pub partner_to: Square,
    /// `true` if the right also arises when both pieces have been dropped on their start squares.
    pub dropped: bool,
    /// The letters of the castling rights of both sides that end with this castling move.
    pub ends: Vec<char>,
    /// Place in the file.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub source: Source,
}

/// How castling is written in UCI.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum CastlingNotation {
    /// From and to of the castling piece: `e1g1`.
    #[default]
    KingMoves,
    /// From the castling piece to its partner: `e1h1`, as in Chess960.
    KingTakesPartner,
}
