//! What pieces do to each other by where they stand.

use crate::board::{BySide, SquareSet};

use super::PieceId;

/// What pieces do to each other by where they stand.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Relations {
    /// What follows when two enemies of a kind attack each other.
    pub paralysis: Option<Paralysis>,
    /// The pieces that hold enemies beside them, and which.
    pub freezers: Vec<Freezer>,
    /// The pieces beside which enemy freezers hold no others.
    pub thawers: Vec<PieceId>,
    /// The pieces that nothing holds.
    pub unfrozen: Vec<PieceId>,
    /// Whether a piece takes what could take it, and nothing else.
    pub takes_attackers: bool,
    /// The moves that pieces lend.
    pub loans: Vec<Loan>,
    /// Whether a royal piece is in check from its own side too.
    pub checks_by_own: bool,
    /// The pieces whose sight of an enemy lets their side move it; empty if there are none.
    pub controllers: Vec<PieceId>,
    /// The pieces that they do not let it move.
    pub uncontrolled: Vec<PieceId>,
    /// The length of the square cells that each move must leave.
    pub cells: Option<u16>,
    /// The pieces that may change places.
    pub swaps: Vec<Swap>,
    /// The pieces that must be under attack.
    pub exposed: Vec<PieceId>,
    /// The pieces whose attack does not count for those.
    pub harmless: Vec<PieceId>,
    /// Whether a check is allowed only if it is mate.
    pub checks_must_mate: bool,
    /// Moves to any empty square that a side guards more often than the other.
    pub guarded: Vec<Guarded>,
    /// What pieces are worth when it is asked whether more enemies than friends attack one, who changes sides then; empty if
    /// that is not asked.
    pub persuasion: Vec<u32>,
    /// The pieces that may not go where they would change sides so.
    pub wary: Vec<PieceId>,
    /// The plies from the start of the game in which no check may be given.
    pub no_check_before: u16,
    /// The parts of the board that make pieces their side's, if there are any.
    pub owners: Option<BySide<SquareSet>>,
    /// Whether steps pass over walls as if they were not there.
    pub skips_walls: bool,
    /// Whether the pieces on the lines of one that has come, kings aside, are drawn to it or pushed away.
    pub magnets: Vec<PieceId>,
    /// The pieces that cannot be taken, beside which friends.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub shields: Vec<Shield>,
    /// Whether held pieces that are not royal may vanish as a move.
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

/// Pieces beside which friends cannot be taken.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Shield {
    /// The pieces.
    pub by: Vec<PieceId>,
    /// The friends that cannot be taken beside them.
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
    /// The pieces. One does not take another that is not beside it and that could be taken back; and when another piece has taken
    /// one, no other piece takes one in answer, but on the same square.
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
    /// Where the moves may end.
    pub on: BySide<SquareSet>,
    /// Whether they may be made in check.
    pub in_check: bool,
    /// Whether attacks count that lead through friends which attack along the same line.
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

/// What follows when two enemies of a kind attack each other.
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
    /// The piece whose moves they are; `None` for the lender's own.
    pub moves: Option<PieceId>,
    /// Whether the borrower must attack the lender; otherwise the lender guards the borrower.
    pub sought: bool,
    /// Where the moves may end.
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
    /// The piece whose quiet moves lead there; `None` for their own.
    pub moves: Option<PieceId>,
    /// Whether they do so over any distance.
    pub anywhere: bool,
    /// Whether the other piece is an enemy.
    pub enemy: bool,
    /// Whether it may be done in check.
    pub in_check: bool,
    /// Whether what comes where it has to promote does so; otherwise it may not come there.
    pub promotes: bool,
    /// Whether a piece may change places with itself, which passes the turn.
    pub itself: bool,
    /// Whether the next move may not undo it.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "std::ops::Not::not"))]
    pub stands: bool,
}
