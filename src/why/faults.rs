//! Faults of walls and of pieces that enter from the hand.

use crate::board::Square;
use crate::rules::PlacedPiece;

/// The reason why a square may not become a wall.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WallFault {
    /// The board has no such square.
    NoSquare(String),
    /// A piece stands there after the move, or a wall (`None`).
    Occupied(Option<PlacedPiece>),
    /// The square is not among those that may become walls.
    Region,
    /// The piece has no move to it from its new square.
    OutOfReach {
        /// The piece.
        placed: PlacedPiece,
        /// Its square after the move.
        from: Square,
    },
    /// A piece or a wall (`None`) is in the way.
    Blocked {
        /// The piece that moves.
        placed: PlacedPiece,
        /// The square on which the way is blocked.
        at: Square,
        /// The piece in the way.
        by: Option<PlacedPiece>,
    },
    /// The wall comes on the square that the piece leaves.
    NotBehind {
        /// That square.
        left: Square,
    },
    /// The square is neither at an edge nor beside a wall.
    Inside,
    /// The wall is there already and must move.
    Stays,
}

/// The reason why a move may not lead to the other board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CrossingFault {
    /// A piece of the other board stands on the destination.
    Occupied {
        /// The destination.
        to: Square,
    },
    /// The piece that would be captured is on the other board.
    NotThere {
        /// Its square.
        at: Square,
        /// The piece.
        placed: PlacedPiece,
    },
    /// A royal piece is under attack before the piece crosses.
    Attacked {
        /// The square of the royal piece.
        royal: Square,
        /// The royal piece.
        placed: PlacedPiece,
        /// The attacking piece and its square.
        attacker: (Square, PlacedPiece),
    },
}

/// The reason why a piece may not enter from the hand behind a piece that moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GatingFault {
    /// The rule does not list the piece.
    NotListed,
    /// The side holds none of the piece.
    NotInHand,
    /// No piece on the square may still make its first move from there.
    Moved,
}
