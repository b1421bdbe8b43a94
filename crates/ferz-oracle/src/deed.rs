//! Moves, with their captures, choices and effects.

use ferz_core::board::Square;
use ferz_core::rules::PieceId;
use ferz_core::rules::tree::{RuleId, Taker};

use crate::cell::Cell;
use crate::element::Element;

/// The kind of a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// A piece of the board moves, or captures where it stands.
    Step,
    /// The same, with a last capture en passant.
    EnPassant,
    /// A piece is dropped from the hand.
    Drop,
    /// A piece castles.
    Castling {
        /// The square of its partner.
        partner: Square,
        /// The square to which the partner goes.
        partner_to: Square,
    },
    /// A captured piece moves from the square on which it was captured.
    Returning,
    /// A piece moves, or stays where it is, only to promote.
    Promoting,
    /// The effects of a `may_replace` rule replace the move.
    Instead(RuleId),
}

/// A move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// The start square; for a drop, its destination.
    pub from: Square,
    /// The square on which it ends.
    pub to: Square,
    /// The piece before the move.
    pub piece: PieceId,
    /// The piece that it becomes.
    pub becomes: Option<PieceId>,
    /// The squares on which it captures, in the order of its path.
    pub captures: Vec<Square>,
    /// The squares on which it can then be captured en passant.
    pub trail: Vec<Square>,
    /// The kind of move.
    pub kind: Kind,
    /// Fate of a capturing piece.
    pub taker: Taker,
    /// The ends of its steps before the last one. Kept only if they distinguish moves, or if the move has gone on from
    /// them without a capture.
    pub via: Vec<Square>,
    /// The player's choices in addition to the move.
    pub choices: Vec<Element>,
    /// All captured pieces: by the move itself, and by effects that follow it.
    pub taken: Vec<(Square, Cell)>,
    /// The kinds of pieces that the player has chosen, if there was a choice.
    pub kinds: Vec<PieceId>,
}

impl Move {
    /// A move between two squares that captures nothing.
    pub(crate) fn new(kind: Kind, (from, to): (Square, Square), piece: PieceId) -> Move {
        Move {
            from,
            to,
            piece,
            becomes: None,
            captures: Vec::new(),
            trail: Vec::new(),
            kind,
            taker: Taker::Goes,
            via: Vec::new(),
            choices: Vec::new(),
            taken: Vec::new(),
            kinds: Vec::new(),
        }
    }

    /// `true` if the move captures something.
    pub fn is_capture(&self) -> bool {
        !self.captures.is_empty()
    }

    /// `true` if no piece moves, is dropped or is captured.
    pub(crate) fn stays(&self) -> bool {
        self.from == self.to && self.captures.is_empty() && matches!(self.kind, Kind::Step | Kind::Promoting)
    }

    /// `true` if nothing changes on the board.
    pub(crate) fn is_pass(&self) -> bool {
        self.stays() && self.becomes.is_none()
    }
}
