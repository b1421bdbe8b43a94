//! Rules about the relations of pieces by where they stand.

use crate::board::{BySide, SquareSet};

use super::PieceId;

/// Rules about the relations of pieces by where they stand.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Relations {
    /// Rule for two enemies of one kind that attack each other.
    pub paralysis: Option<Paralysis>,
    /// The pieces that hold enemies beside them, and which.
    pub freezers: Vec<Freezer>,
    /// The pieces beside which enemy freezers hold no others.
    pub thawers: Vec<PieceId>,
    /// The pieces that nothing holds.
    pub unfrozen: Vec<PieceId>,
    /// `true` if a piece can capture exactly the pieces that could capture it.
    pub takes_attackers: bool,
    /// The moves that pieces lend.
    pub loans: Vec<Loan>,
    /// `true` if a royal piece is in check from its own side too.
    pub checks_by_own: bool,
    /// A side may move an enemy piece that one of these pieces sees; empty if there is no such rule.
    pub controllers: Vec<PieceId>,
    /// The pieces that they do not let it move.
    pub uncontrolled: Vec<PieceId>,
    /// The length of the square cells that each move must leave.
    pub cells: Option<u16>,
    /// The pieces that may change places.
    pub swaps: Vec<Swap>,
    /// The pieces that must be under attack.
    pub exposed: Vec<PieceId>,
    /// Attacks by these pieces do not count for that.
    pub harmless: Vec<PieceId>,
    /// `true` if a check is allowed only if it is mate.
    pub checks_must_mate: bool,
    /// Moves to any empty square that a side guards more often than the other.
    pub guarded: Vec<Guarded>,
    /// Worth of each piece for persuasion. A piece changes sides if the attacking enemies are worth more than the
    /// protecting friends. Empty if there is no such rule.
    pub persuasion: Vec<u32>,
    /// The pieces that may not go where they would change sides so.
    pub wary: Vec<PieceId>,
    /// The plies from the start of the game in which no check may be given.
    pub no_check_before: u16,
    /// The parts of the board that make pieces their side's, if there are any.
    pub owners: Option<BySide<SquareSet>>,
    /// `true` if steps pass over walls as if they were not there.
    pub skips_walls: bool,
    /// Pieces that attract or repel the pieces on their lines, kings excepted, after they have moved.
    pub magnets: Vec<PieceId>,
    /// Pieces that protect friends beside them from capture.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub shields: Vec<Shield>,
    /// `true` if a held piece that is not royal may be removed as a move.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "std::ops::Not::not"))]
    pub held_vanish: bool,
    /// The parts of the board that hold only so many pieces of a side.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub rooms: Vec<Room>,
    /// The forms of pieces without and with what they may hand over.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub handovers: Vec<[PieceId; 2]>,
    /// The pieces that may not be traded for each other as others are.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub trades: Vec<Trade>,
}

/// Pieces that protect friends beside them from capture.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Shield {
    /// The pieces.
    pub by: Vec<PieceId>,
    /// The friends that they protect.
    pub of: Vec<PieceId>,
}

/// A part of the board that holds only so many pieces of a side.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Room {
    /// The squares, for each side.
    pub on: BySide<SquareSet>,
    /// How many of its pieces may stand there.
    pub most: u16,
}

/// Pieces that may not be traded for each other as others are.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Trade {
    /// The pieces. One of them does not capture another that is not beside it and could be recaptured. When another
    /// piece has captured one, no other piece captures one in answer, except on the same square.
    pub pieces: Vec<PieceId>,
    /// The pieces that one must take more than to be allowed it.
    pub trifles: Vec<PieceId>,
}

/// Pieces that may go to any empty square that their side guards more often than the other.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Guarded {
    /// The pieces.
    pub pieces: Vec<PieceId>,
    /// Permitted destinations.
    pub on: BySide<SquareSet>,
    /// `true` if they may be made in check.
    pub in_check: bool,
    /// `true` if attacks through friends that attack along the same line count.
    pub through: bool,
}

/// Pieces that hold enemies beside them.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Freezer {
    /// The pieces.
    pub by: Vec<PieceId>,
    /// The enemies that they hold.
    pub of: Vec<PieceId>,
}

/// Consequence if two enemies of one kind attack each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Paralysis {
    /// Neither moves or attacks.
    Holds,
    /// No move may lead to it.
    Forbidden,
}

/// Moves that a piece has while it stands in a relation to a friend.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Loan {
    /// The pieces that get the moves.
    pub to: Vec<PieceId>,
    /// The pieces that lend.
    pub from: Vec<PieceId>,
    /// The piece whose moves are lent; `None` for the lender's own moves.
    pub moves: Option<PieceId>,
    /// `true` if the borrower must attack the lender; otherwise the lender guards the borrower.
    pub sought: bool,
    /// Permitted destinations.
    pub on: BySide<SquareSet>,
}

/// Pieces that may change places with others.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Swap {
    /// The pieces.
    pub pieces: Vec<PieceId>,
    /// The pieces they change places with.
    pub with: Vec<PieceId>,
    /// The piece whose quiet moves lead to the other piece; `None` for their own moves.
    pub moves: Option<PieceId>,
    /// `true` if they may swap over any distance.
    pub anywhere: bool,
    /// `true` if the other piece is an enemy.
    pub enemy: bool,
    /// `true` if it may be done in check.
    pub in_check: bool,
    /// `true` if a piece that arrives on a square of mandatory promotion promotes; `false` if it may not go there.
    pub promotes: bool,
    /// `true` if a piece may change places with itself, which passes the turn.
    pub itself: bool,
    /// `true` if the next move may not undo the swap.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "std::ops::Not::not"))]
    pub stands: bool,
}
