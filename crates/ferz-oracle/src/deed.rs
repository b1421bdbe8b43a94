//! Moves, with all that belongs to them.

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
    /// The same, and the last capture is made in passing.
    EnPassant,
    /// A piece comes from the hand.
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
    /// A side does what a rule of the tree offers in place of a move.
    Instead(RuleId),
}

/// A move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// The square on which the piece starts; of a drop, the square on which it comes.
    pub from: Square,
    /// The square on which it ends.
    pub to: Square,
    /// The piece before the move.
    pub piece: PieceId,
    /// The piece that it becomes.
    pub becomes: Option<PieceId>,
    /// The squares on which it captures, in the order of its path.
    pub captures: Vec<Square>,
    /// The squares on which it can be captured in passing.
    pub trail: Vec<Square>,
    /// The kind of move.
    pub kind: Kind,
    /// Fate of a capturing piece.
    pub taker: Taker,
    /// The squares on which its steps before the last end, where moves are told apart by them, or where it has gone on without a
    /// capture.
    pub via: Vec<Square>,
    /// The player's choices beside the move.
    pub choices: Vec<Element>,
    /// All pieces that the move has captured, by itself and by what follows it.
    pub taken: Vec<(Square, Cell)>,
    /// `true` if the player was offered a choice of kinds of pieces, and which was chosen.
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

    /// `true` if no piece goes anywhere, comes or is captured.
    pub(crate) fn stays(&self) -> bool {
        self.from == self.to && self.captures.is_empty() && matches!(self.kind, Kind::Step | Kind::Promoting)
    }

    /// `true` if nothing changes on the board.
    pub(crate) fn is_pass(&self) -> bool {
        self.stays() && self.becomes.is_none()
    }
}
