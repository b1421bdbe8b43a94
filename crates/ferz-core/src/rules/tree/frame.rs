//! Declarations of a file: defined names, state, turns and ends.

use super::{Condition, Node, Number, PlayerId, Set};
use crate::board::BySide;

/// A named set or condition.
pub type Define = Node<DefineParts>;

/// A named set or condition.
#[derive(Clone, PartialEq, Debug)]
pub struct DefineParts {
    /// The name.
    pub name: String,
    /// The definition. It is evaluated where the name is used.
    pub meaning: Meaning,
}

/// The definition of a name.
#[derive(Clone, PartialEq, Debug)]
pub enum Meaning {
    /// A set.
    Set(Set),
    /// A condition.
    Condition(Condition),
}

/// A part of the state of a position besides its pieces on squares.
pub type Declaration = Node<DeclarationParts>;

/// A part of the state of a position besides its pieces on squares. It belongs to the key for repetitions.
#[derive(Clone, PartialEq, Debug)]
pub struct DeclarationParts {
    /// The name.
    pub name: String,
    /// Kind of content.
    pub kind: Held,
}

/// Content of a declaration.
#[derive(Clone, PartialEq, Debug)]
pub enum Held {
    /// `marks: pieces`: a mark that stays with its piece until it is captured or unmarked.
    PieceMarks {
        /// `royal: true`: a marked piece is royal.
        royal: bool,
    },
    /// `marks: squares`: a mark that stays on its square.
    SquareMarks,
    /// `counts: game`: a number, with its value at the start.
    GameCounter(i64),
    /// `counts: each side`: a number for each side, with its value at the start, in thousandths.
    SideCounter(BySide<i64>),
    /// `keeps: pieces`: pieces off the board, for each side.
    Pieces,
}

/// How many moves a turn has: `turns:`.
#[derive(Clone, PartialEq, Debug)]
pub struct Turns {
    /// `moves:` of a turn of each side.
    pub moves: BySide<Number>,
    /// `first:` the moves of the first turn of the game.
    pub first: Option<Number>,
    /// `until:` a condition that ends the turn if it holds after a move. Its own side is the side that has moved.
    pub until: Option<Condition>,
    /// `while:` a condition that gives the turn one more move, whatever `moves` says. It is evaluated after each move, with the words of
    /// that move. Its own side is the side that has moved.
    pub goes_on: Option<Condition>,
    /// `roll: kind`: before each move, dice choose which kind of piece may move. The set of these pieces is `rolled`; before the dice are
    /// thrown, it is all pieces.
    pub roll: bool,
    /// `boards: {white: S, black: T}`: two boards with separate turns. White begins on the first, and Black on the second. A side moves
    /// only on the boards on which it is to move, and its turn ends early when there is none left. Royal pieces must be safe on the board
    /// of the move. A side that cannot move on one of its boards cannot move at all.
    pub boards: Option<BySide<Set>>,
}

/// A named end in the language.
pub type TreeEnd = Node<EndParts>;

/// An end of the game. It is tested with each side as the own side, first with the side that has just moved.
#[derive(Clone, PartialEq, Debug)]
pub struct EndParts {
    /// The name.
    pub name: String,
    /// Result for the own side of the condition.
    pub verdict: Verdict,
    /// The condition of the end.
    pub condition: Condition,
    /// `for: black`: the only side for which the end is tested.
    pub whose: Option<PlayerId>,
    /// How many ends of [`Rules::ends`](crate::rules::Rules::ends) are tested before it.
    pub place: usize,
}

/// Result of an end for the own side of its condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Verdict {
    Win,
    Loss,
    Draw,
    /// The side drops out, and the others go on. The last side, or the last partners, win.
    Out,
}
