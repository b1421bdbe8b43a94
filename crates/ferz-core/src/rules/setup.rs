//! Positions as a FEN describes them, playable or not.

use smallvec::SmallVec;

use crate::board::{BySide, Side, Square, SquareSet};

use super::{Marked, Memo, PieceId};

/// A piece on a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlacedPiece {
    /// The piece.
    pub piece: PieceId,
    /// Its side.
    pub side: Side,
    /// `true` if it is a promoted piece that reverts when captured (`~` in a FEN).
    pub promoted: bool,
}

/// A castling move that may still be made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CastlingRight {
    /// Which: an index into [`Rules::castling`](super::Rules::castling).
    pub rule: u8,
    /// Square of the castling piece.
    pub from: Square,
    /// Square of its partner.
    pub partner: Square,
}

/// The right to capture a piece that has just passed some squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EnPassant {
    /// The squares passed.
    pub targets: SquareSet,
    /// Current square of the piece.
    pub victim: Square,
}

/// A running count of moves within which a side must give mate: see
/// [`Condition::Countdown`](super::Condition::Countdown).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Count {
    /// The largest number of plies.
    pub limit: u32,
    /// The number of plies counted so far.
    pub plies: u32,
}

/// The contents of a FEN. It is not checked, so it may not be playable.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Setup {
    /// The piece on each square, by the square's index.
    pub pieces: Vec<Option<PlacedPiece>>,
    /// Blocked squares (`*`).
    pub walls: SquareSet,
    /// How many of each piece (by id) each side holds in hand.
    pub hands: BySide<Vec<u16>>,
    /// Side to move.
    pub turn: Side,
    /// The castling moves that may still be made.
    pub castling: Vec<CastlingRight>,
    /// Squares of unmoved pieces, if the variant tracks them.
    pub unmoved: SquareSet,
    /// The en passant right, if any.
    pub en_passant: Option<EnPassant>,
    /// The number of checks that each side still has to give, in games that count checks.
    pub checks: BySide<u16>,
    /// The running count of moves within which a side must give mate, if there is one.
    pub count: Option<Count>,
    /// Plies since the last capture or the last move that starts the count anew.
    pub halfmoves: u32,
    /// The number of the full move, from 1.
    pub fullmoves: u32,
    /// Duties and prohibitions that the last action leaves; `None` at the beginning of a turn without any.
    pub memo: Option<Memo>,
    /// State that only rules of the [tree](super::Tree) read; `None` at the start of a game.
    pub told: Option<Box<Told>>,
}

/// A piece, or no piece, as it stood on a square, with its marks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Stood {
    /// The square.
    pub square: Square,
    /// The piece.
    pub piece: Option<PlacedPiece>,
    /// Its marks: bit `n` stands for the `n`-th declaration of [`Tree::state`](super::Tree::state).
    pub marks: u64,
}

/// The facts about the previous move that rules of the tree can read.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LastMove {
    /// The square of the piece that moved, as it is after the move.
    pub mover: Option<Square>,
    /// The squares that the moved pieces left, each with its piece before the move.
    pub origin: SmallVec<[Stood; 1]>,
    /// The squares to which it went.
    pub destination: SmallVec<[Square; 2]>,
    /// The captured pieces.
    pub captured: SmallVec<[Stood; 1]>,
    /// The squares chosen by the move, each with its piece before the move.
    pub chosen: SmallVec<[Stood; 1]>,
}

/// State of a position that only rules of the [tree](super::Tree) read. Lists with an entry for each declaration of
/// [`Tree::state`](super::Tree::state) have them in its order.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Told {
    /// The squares with a mark, and the squares of pieces with a mark.
    pub marked: Marked,
    /// The counters in thousandths, by side. A counter of the game is the first of the two.
    pub counters: SmallVec<[[i64; 2]; 2]>,
    /// In games of more than two sides, the counters of the third and further sides, in the order of the sides.
    #[cfg_attr(feature = "serde", serde(default))]
    pub further: Vec<Vec<i64>>,
    /// The pieces that each side keeps off the board, sorted. Empty in games without stores.
    pub kept: Vec<BySide<Vec<PieceId>>>,
    /// Moves of this turn that have been made.
    pub made: u16,
    /// The right to capture en passant that the first of the two moves before gave, if the other side made both in one turn.
    pub passed_too: Option<EnPassant>,
    /// The right that the previous move gave, if the side to move made it in this turn: it is for the other side.
    pub passed_in_turn: Option<EnPassant>,
    /// The previous move.
    pub last: LastMove,
}

impl Setup {
    /// The larger of the two sides' numbers of a piece, on the board and in hand together.
    pub fn most_of(&self, piece: PieceId) -> usize {
        let of = |side: Side| {
            let pieces =
                self.pieces.iter().flatten().filter(|placed| placed.piece == piece && placed.side == side).count();
            pieces + usize::from(self.hands[side][piece.index()])
        };
        of(Side::White).max(of(Side::Black))
    }

    /// An empty board with White to move.
    pub fn empty(squares: usize, pieces: usize) -> Setup {
        Setup {
            pieces: vec![None; squares],
            walls: SquareSet::EMPTY,
            hands: BySide { white: vec![0; pieces], black: vec![0; pieces] },
            turn: Side::White,
            castling: Vec::new(),
            unmoved: SquareSet::EMPTY,
            en_passant: None,
            checks: BySide { white: 0, black: 0 },
            count: None,
            halfmoves: 0,
            fullmoves: 1,
            memo: None,
            told: None,
        }
    }
}

/// How shuffled start positions are numbered: the steps fill a rank in turn, and a number is read in mixed radix, the
/// first step being the least significant (the numbering of Chess960 is of this form).
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Shuffle {
    /// White's rank, from 0; Black's pieces stand on the same files of the rank opposite.
    pub rank: usize,
    /// The steps, in order.
    pub steps: Vec<ShuffleStep>,
}

/// One step of a shuffle: pieces that go to free squares of the rank.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ShuffleStep {
    /// The pieces, left to right in their order; equal pieces next to each other are interchangeable.
    pub pieces: Vec<PieceId>,
    /// The squares (of White's rank) they may take.
    pub on: SquareSet,
}
