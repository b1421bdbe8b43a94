//! Effects: what happens after a move, or instead of one.

use super::{ChoiceId, Condition, Deed, Node, Number, Set, StateId, Store, Whose};
use crate::rules::PieceId;

/// Effects that follow each other, with choices before them.
///
/// The choices are made first, each filtered by the conditions. Then each effect reads the position that the one before has
/// left. Without an element to choose nothing happens and the move stays legal (`if_none_forbid`: the move is illegal); in an
/// `instead` rule there is no move then.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Block {
    /// The choices of the player, in this order. A later choice may refer to earlier ones.
    pub choices: Vec<Choice>,
    /// `if_none: forbid`: without an element to choose (or a step to go on with) the move is illegal.
    pub if_none_forbid: bool,
    /// `when:`. It is asked after the choices and filters them.
    pub when: Option<Condition>,
    /// `unless:`.
    pub unless: Option<Condition>,
    /// The effects, in order.
    pub effects: Vec<Effect>,
    /// `repeat: until nothing changes`: repeats the whole block as long as it changes the position.
    pub repeat: bool,
}

/// A choice of the player: each element makes a move of its own.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// Under which name the rule speaks of it.
    pub id: ChoiceId,
    /// The elements to choose from.
    pub from: Set,
}

/// An effect.
pub type Effect = Node<EffectKind>;

/// An effect.
#[derive(Clone, PartialEq, Debug)]
pub enum EffectKind {
    /// `capture: S`: the pieces are captured: they count as captures of the move, and go to hands as captured pieces do.
    Capture(Set),
    /// `remove: S`: the pieces leave the board. Marks of squares and walls stay.
    Remove(Set),
    /// `move: S, to: T`: each element in turn goes to T, with `it` for the element. An empty T does nothing. A piece that stands
    /// there is replaced and is not captured.
    Move(Set, Set),
    /// `place: K, on: T`: a piece comes onto T. An empty T does nothing.
    Place {
        /// The pieces that are placed.
        what: Placed,
        /// The squares.
        on: Set,
        /// `for:` the side of the piece. Without it: the own side for a kind (no side for a neutral kind); its side for a piece.
        whose: Option<Whose>,
    },
    /// `swap: S, with: T`: two pieces change places.
    Swap(Set, Set),
    /// `give: S, as: K, to: own hand`: pieces, or captured pieces, go to a store.
    Give {
        /// The pieces.
        what: Set,
        /// As which kind. Without it: as their own kind.
        kind: Option<PieceId>,
        /// The side that owns the store.
        whose: Whose,
        /// Which.
        store: Store,
    },
    /// `flip: S`: the pieces change sides.
    Flip(Set),
    /// `change: S, into: K`: the pieces become others.
    Change(Set, Becomes),
    /// `mark: S, as: M`.
    Mark(Set, StateId),
    /// `unmark: S, as: M`.
    Unmark(Set, StateId),
    /// `build: S`: empty squares are blocked by walls. Walls belong to no side.
    Build(Set),
    /// `clear: S`: walls go.
    Clear(Set),
    /// `trail: S`: in the next move the mover can be captured en passant on these squares.
    Trail(Set),
    /// `add: N, to: C`.
    Add(Number, Counter),
    /// `set: C, to: N`.
    Set(Counter, Number),
    /// `require: C`: if the condition does not hold at this point, the move is illegal. It never changes attacks.
    Require(Condition),
    /// `then: DEED`: the same move goes on.
    Then(Box<Then>),
    /// `may: {…}`: the player may leave it.
    May(Box<Block>),
    /// A block among effects, with choices and conditions of its own.
    Block(Box<Block>),
}

/// The pieces that a `place` effect puts on the board.
#[derive(Clone, PartialEq, Debug)]
pub enum Placed {
    /// A new piece of a kind.
    Kind(PieceId),
    /// Pieces off the board: captured, chosen in a hand or a store. It leaves where it was.
    Piece(Set),
}

/// The new form of pieces.
#[derive(Clone, PartialEq, Debug)]
pub enum Becomes {
    /// A kind.
    Kind(PieceId),
    /// The kind of an element of a set; nothing changes where it is empty.
    KindOf(Set),
    /// The kind beside their own in a table; others stay what they are.
    Table(Vec<(PieceId, PieceId)>),
    /// One of these kinds, which the player chooses.
    Choice(Vec<PieceId>),
}

/// A counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counter {
    /// The side that owns the counter; `None` for a counter of the game.
    pub whose: Option<Whose>,
    /// The declaration.
    pub id: StateId,
}

/// How a move goes on.
#[derive(Clone, PartialEq, Debug)]
pub struct Then {
    /// The deed that may follow.
    pub deed: Deed,
    /// `moves_only_as: S`: the mover goes on as the pieces of S would.
    pub moves_only_as: Option<Set>,
    /// `may_stop: true`: the player may stop although it is possible to go on.
    pub may_stop: bool,
    /// `if_none: forbid`: the move is illegal if it cannot go on.
    pub if_none_forbid: bool,
    /// `removal: at the end`: captured pieces stay on the board until the move is over, block, and are not captured twice.
    pub removal_at_end: bool,
}
