//! Effects: what happens after a move, or instead of one.

use super::{ChoiceId, Condition, Deed, Node, Number, Set, StateId, Store, Whose};
use crate::rules::PieceId;

/// Effects that follow each other, with choices before them.
///
/// The player's choices come first, and the conditions filter them. Each effect is then applied to the position that the effect before
/// has left. If there is nothing to choose, nothing happens and the move stays legal; with `if_none_forbid`, the move is illegal. An
/// `instead` rule then offers no move.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Block {
    /// The choices of the player, in this order. A later choice may refer to earlier ones.
    pub choices: Vec<Choice>,
    /// `if_none: forbid`: the move is illegal if there is nothing to choose, or no step with which it could go on.
    pub if_none_forbid: bool,
    /// `when:`. It can refer to the choices, and filters them.
    pub when: Option<Condition>,
    /// `unless:`.
    pub unless: Option<Condition>,
    /// The effects, in order.
    pub effects: Vec<Effect>,
    /// `repeat: until nothing changes`: repeats the whole block as long as it changes the position.
    pub repeat: bool,
}

impl Block {
    /// `true` if the block leaves the player nothing to choose and runs once: it can be applied in place.
    pub fn is_direct(&self) -> bool {
        self.choices.is_empty() && !self.repeat && self.effects.iter().all(|effect| effect.kind.is_direct())
    }
}

/// A choice of the player. Each element that can be chosen gives a move of its own.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The name under which the rule refers to the chosen element.
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
    /// `move: S, to: T`: each element of S in turn goes to T, where `it` stands for the element. If T is empty, nothing happens. A piece
    /// that stands on T is replaced, and does not count as captured.
    Move(Set, Set),
    /// `place: K, on: T`: a piece comes onto T. If T is empty, nothing happens.
    Place {
        /// The pieces that are placed.
        what: Placed,
        /// The squares.
        on: Set,
        /// `for:` the side of the piece. Default: for a kind, the own side (no side for a neutral kind); for a piece, its present side.
        whose: Option<Whose>,
    },
    /// `swap: S, with: T`: two pieces change places.
    Swap(Set, Set),
    /// `give: S, as: K, to: own hand`: pieces on the board, or captured pieces, go to a hand or another store.
    Give {
        /// The pieces.
        what: Set,
        /// The kind as which they go there; `None` for their own kind.
        kind: Option<PieceId>,
        /// The side that owns the store.
        whose: Whose,
        /// The store.
        store: Store,
    },
    /// `flip: S`: the pieces change sides.
    Flip(Set),
    /// `change: S, into: K`: the pieces become pieces of another kind.
    Change(Set, Becomes),
    /// `mark: S, as: M`.
    Mark(Set, StateId),
    /// `unmark: S, as: M`.
    Unmark(Set, StateId),
    /// `build: S`: empty squares are blocked by walls. Walls belong to no side.
    Build(Set),
    /// `clear: S`: walls are removed.
    Clear(Set),
    /// `trail: S`: in the next move the mover can be captured en passant on these squares.
    Trail(Set),
    /// `add: N, to: C`.
    Add(Number, Counter),
    /// `set: C, to: N`.
    Set(Counter, Number),
    /// `require: C`: if the condition does not hold at this point, the move is illegal. It never changes attacks.
    Require(Condition),
    /// `then: DEED`: the move goes on with another step.
    Then(Box<Then>),
    /// `may: {…}`: the player may decline these effects.
    May(Box<Block>),
    /// A block inside another block, with its own choices and conditions.
    Block(Box<Block>),
}

impl EffectKind {
    /// `true` if the effect leaves the player nothing to choose.
    pub fn is_direct(&self) -> bool {
        match self {
            EffectKind::May(_) | EffectKind::Change(_, Becomes::Choice(_)) => false,
            EffectKind::Block(block) => block.is_direct(),
            _ => true,
        }
    }
}

/// The pieces that a `place` effect puts on the board.
#[derive(Clone, PartialEq, Debug)]
pub enum Placed {
    /// A new piece of a kind.
    Kind(PieceId),
    /// Pieces off the board: captured ones, or pieces chosen from a hand or another store. They leave the place where they were.
    Piece(Set),
}

/// The new form of pieces.
#[derive(Clone, PartialEq, Debug)]
pub enum Becomes {
    /// A kind.
    Kind(PieceId),
    /// The kind of an element of a set. If the set is empty, nothing changes.
    KindOf(Set),
    /// A table of old kinds with their new kinds. Pieces of other kinds do not change.
    Table(Vec<(PieceId, PieceId)>),
    /// One of these kinds, as the player chooses.
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

/// The further step of a move.
#[derive(Clone, PartialEq, Debug)]
pub struct Then {
    /// The kind of the step.
    pub deed: Deed,
    /// `moves_only_as: S`: in this step, the mover moves only like the pieces of S.
    pub moves_only_as: Option<Set>,
    /// `may_stop: true`: the player may end the move even if the step is possible.
    pub may_stop: bool,
    /// `if_none: forbid`: the move is illegal if the step is not possible.
    pub if_none_forbid: bool,
    /// `removal: at the end`: captured pieces stay on the board until the whole move is over. They block, and cannot be captured twice.
    pub removal_at_end: bool,
}
