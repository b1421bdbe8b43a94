//! Expressions: sets, relations, numbers, conditions and deeds. They refer to each other, so they stand in one file.
//!
//! [`Whose`] names the *own side*. Everything is read in the current position, except [`SetKind::Before`] and its
//! relatives.

use super::{Area, ChoiceId, DefineId, Node, Notation, PlayerId, RuleId, StateId, Whose};
use crate::rules::PieceId;

/// A set of squares, or of pieces off the board.
///
/// An element is a square with what stands on it, a piece in a hand or another store, or a captured piece. A captured piece
/// has the kind, side and marks that it had, and the square on which it was captured. Squares are in the order of the board.
pub type Set = Node<SetKind>;

/// A condition: it holds or not.
pub type Condition = Node<ConditionKind>;

/// A number: whole, or with up to three decimals.
pub type Number = Node<NumberKind>;

/// A kind of move: see [`DeedKind`]. All that it says must hold.
pub type Deed = Node<DeedParts>;

/// A set.
#[derive(Clone, PartialEq, Debug)]
pub enum SetKind {
    /// `pieces`: the squares on which pieces stand. Walls are no pieces.
    Pieces,
    /// `squares`: all squares of the board.
    Squares,
    /// `empty`: the squares without a piece or a wall.
    Empty,
    /// `walls`: the squares that a move has blocked.
    Walls,
    /// `passed`: the squares on which the move before lets a piece be captured en passant.
    Passed,
    /// `none`: no square.
    None,
    /// Squares that the board alone decides.
    Area(Box<Area>),
    /// The pieces of a kind.
    Kind(PieceId),
    /// Pieces or squares that carry a mark of `state:`.
    Marked(StateId),
    /// A set of `define:`. It is read where it stands, with the words of the move there.
    Defined(DefineId),
    /// `rolled`: the pieces of the kind that chance has said; all pieces before it has.
    Rolled,
    /// A word of the move.
    Word(Word),
    /// Elements of a set that an adjective fits.
    Filtered(Adjective, Box<Set>),
    /// Elements of a set that stand in a relation.
    Related(Box<Set>, Box<Relation>),
    /// `S where C`: the elements for which a condition holds, with `it` for each in turn.
    Where(Box<Set>, Box<Condition>),
    /// `S or T`: elements of any of the sets.
    Union(Vec<Set>),
    /// `S except T`: elements of the first that do not lie in the second.
    Except(Box<Set>, Box<Set>),
    /// `home of S`: the squares on which pieces of the kind and side of an element stand in the setup.
    Home(Box<Set>),
    /// `twin of S`: the same squares of the other board.
    Twin(Box<Set>),
    /// `first of S`: the first square as the own side sees the board, rank by rank from its end, then by file from `a`.
    First(Box<Set>),
    /// `row of 3 S`: all elements of straight rows with at least this number of them.
    Row(u16, Box<Set>),
    /// `before (S)`: the set in the position before the move. Its squares are then looked at as they are now.
    Before(Box<Set>),
}

/// Meaning of a word that refers to the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// The piece that moves or is dropped, on the square where it is. In a test of pieces (`pieces:`) each piece in turn; in an
    /// attack the piece that attacks. In castling the piece that castles.
    Mover,
    /// The square that it left; of castling both. Empty for drops.
    Origin,
    /// The square to which it goes; of castling both. In an `instead` rule the chosen squares. In an attack the square attacked.
    Destination,
    /// All pieces that the move and the effects so far have captured. Before the move is made: those that it will
    /// capture.
    Captured,
    /// The element that the player has chosen.
    Chosen(ChoiceId),
    /// The element at hand of `where`, or of the set of a `move` or `place` effect.
    It,
    /// The same words of the move before, of either side; empty sets at the start of a game. The mover is then the square where
    /// that piece is after its move.
    LastMover,
    /// The square that the move before left.
    LastOrigin,
    /// The square to which the move before went.
    LastDestination,
    /// The pieces that the previous move captured.
    LastCaptured,
    /// The elements chosen in the move before.
    LastChosen,
}

/// A word before a set that keeps some of its elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Adjective {
    /// `own`, `enemy`, `partner`, `white`, `black`: pieces of a side.
    Of(Whose),
    /// `neutral`: pieces of no side.
    Neutral,
    /// `other`: all but the mover.
    Other,
    /// `unmoved`: pieces that have not moved, by the account that the game keeps for castling and Betza `i`.
    Unmoved,
    /// `royal`: pieces that are royal now.
    Royal,
    /// `empty`: squares without a piece or a wall.
    Empty,
}

/// The attacks that a relation reads. Each layer reads only the one below, so that no attack depends on itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Layer {
    /// `plainly`: captures by notation, between squares on which the piece may stand. `safe_from` removes captures,
    /// but no attacks.
    Bare,
    /// `freely`: bare attacks, changed by rules that lend and replace moves, and with what `capture:` effects of moves would
    /// capture. Conditions of these rules read bare attacks.
    Lent,
    /// `jointly`: bare attacks, and attacks along lines that other pieces of the same side block which attack the same square.
    Joint,
    /// Lent attacks without those that `forbid: attack` removes. Conditions of these rules always read lent attacks.
    #[default]
    Real,
}

/// A relation of elements to a set. It is tested for one element at a time, and holds if it holds towards some
/// element of the set.
pub type Relation = Node<RelationKind>;

/// A relation.
#[derive(Clone, PartialEq, Debug)]
pub enum RelationKind {
    /// `beside S`: a king's step away, on hexagons a step to a neighbour.
    Beside(Set),
    /// `on S`: the square of the element lies in S.
    On(Set),
    /// `attacked by S`, or `attacked` by any piece: a piece by a piece of another side that could capture it, an empty square by a
    /// piece that could capture an enemy there. An empty square is attacked by pieces of every side.
    Attacked(Layer, Option<Set>),
    /// `attacking S`: a piece that attacks an element of S.
    Attacking(Layer, Set),
    /// `guarded by S`, or `guarded` by any piece: a piece by one of its own side that could capture it if it were an enemy.
    /// Captures of own pieces do not count.
    Guarded(Layer, Option<Set>),
    /// `guarding S`: a piece that guards an element of S.
    Guarding(Layer, Set),
    /// `reached by S`: squares to which pieces of S could move by their notations and `pieces:` rules, with captures.
    Reached(Set),
    /// `on same file as S`, `of same kind as S`.
    Same(Likeness, Set),
    /// `between A and B`: strictly between an element of each on a straight line. Knights' lines count.
    Between(Set, Set),
    /// `beyond A from B`: on the straight line from B to A, behind A up to the edge. `just`: the first square alone.
    Beyond {
        /// `true` for the first square alone.
        just: bool,
        /// The element behind which.
        of: Set,
        /// The element from which it is seen.
        from: Set,
    },
    /// `on the line through A and B`: on the whole straight line, A and B and all behind them included.
    OnLine(Set, Set),
    /// `a "N" away from S`: where the notation leads from an element of S. A piece is reached where the notation may capture,
    /// whichever side it belongs to; an empty square where it may move quietly. Directions are as the side of the piece on the start sees the
    /// board; for an empty start, as the own side does.
    Away {
        /// The notation.
        by: Notation,
        /// The start.
        from: Set,
        /// `through S`: only squares of S count as empty on the path.
        through: Option<Set>,
    },
    /// `joined to S by "W"`: elements of the left set that are in S, or that can be reached from one in S by steps of the
    /// notation within the left set.
    Joined {
        /// The elements from which steps lead.
        to: Set,
        /// A step.
        by: Notation,
    },
    /// `in own hand`, `in enemy prison`: pieces that a side holds off the board. The left set says which.
    In(Whose, Store),
    /// `lost`: attacked, and no move of its side leads to a position in which it is not attacked. Captures are allowed, and castling is
    /// not.
    Lost,
    /// `that are T`, `that are not T`: elements that lie in T, or do not.
    That {
        /// `true` for `not`.
        not: bool,
        /// The set. It is read over all elements, so that `captured that are own` tests the captured piece.
        within: Set,
    },
}

/// Properties that two elements may share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Likeness {
    /// The file.
    File,
    /// The rank.
    Rank,
    /// The colour of the square.
    Colour,
    /// The kind of piece.
    Kind,
    /// The side.
    Side,
    /// The board, of several.
    Board,
    /// The cell of so many files and ranks, counted from `a1`.
    Cell(u16),
}

/// Stores of pieces off the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Store {
    /// The hand, from which pieces are dropped.
    Hand,
    /// A store of `state:` (`keeps: pieces`).
    Kept(StateId),
}

/// A condition.
#[derive(Clone, PartialEq, Debug)]
pub enum ConditionKind {
    /// Any of them.
    Or(Vec<Condition>),
    /// All of them.
    And(Vec<Condition>),
    /// `not C`.
    Not(Box<Condition>),
    /// A condition of `define:`, read where it stands.
    Defined(DefineId),
    /// `S is T`: S is not empty and each element lies in T. `S is not T` is the opposite.
    Is {
        /// The set.
        set: Set,
        /// `true` for `is not`.
        not: bool,
        /// The set within which it lies, read over all elements.
        within: Set,
    },
    /// `any S`, `no S are T`, `at most 3 S`: the number of elements (that lie in T).
    Count {
        /// How many.
        many: Quantity,
        /// The set.
        set: Set,
        /// Within which they must lie, and whether they must not.
        within: Option<Within>,
    },
    /// `more A than B`, `fewer A than B are T`.
    More {
        /// `true` for `fewer`.
        fewer: bool,
        /// The set that must have more elements.
        left: Set,
        /// The set with which it is compared.
        right: Set,
        /// Within which elements of both must lie to be counted.
        within: Option<Within>,
    },
    /// `own pieces are joined by "K"`: there is an element, and steps from element to element lead from each to each other.
    Joined(Set, Notation),
    /// `A >= B`.
    Compare(Number, Comparison, Number),
    /// `enemy side is in check`, `stuck`: the state of a side.
    State(Whose, State),
    /// `side is white`: the own side is this one.
    Side(PlayerId),
    /// `enemy side can move by king to rank 8`: the side has a legal move of the kind, were it its turn.
    /// After a move, of the own side: as the next move of this turn.
    Can(Whose, Box<Deed>),
    /// `own side always (C)`: C held after each own move of the side since the position at hand first occurred.
    Always(Whose, Box<Condition>),
    /// The move at hand is of the kind.
    Deed(Box<Deed>),
    /// `before (C)`: the condition held in the position before the move.
    Before(Box<Condition>),
}

/// A set within which something must lie.
#[derive(Clone, PartialEq, Debug)]
pub struct Within {
    /// `true` if it must not.
    pub not: bool,
    /// The set.
    pub set: Set,
}

/// How many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantity {
    /// At least one.
    Any,
    /// None.
    No,
    /// All; also where there are none.
    Every,
    /// `at least 2`.
    AtLeast(u16),
    /// `at most 2`.
    AtMost(u16),
    /// `exactly 2`.
    Exactly(u16),
}

/// How two numbers compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Comparison {
    Equal,
    Less,
    More,
    AtMost,
    AtLeast,
}

/// The state of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// A royal piece of the side is attacked (as the rules of safety ask it).
    InCheck,
    /// In check, and without a legal move.
    Mated,
    /// Without a legal move, in check or not.
    Stuck,
}

/// A number.
#[derive(Clone, PartialEq, Debug)]
pub enum NumberKind {
    /// A number as written, in thousandths.
    Constant(i64),
    /// `count of S`: how many elements.
    Count(Set),
    /// `worth of S`: the sum of the worth of the pieces (`worth:` of a piece; 0 without it).
    Worth(Set),
    /// `distance from A to B`: the fewest king's steps between an element of each on an empty board. No element: 0.
    Distance(Set, Set),
    /// `turn number`: turns since the start of the game, with this one: 1 for White's first, 2 for Black's first.
    Turn,
    /// `moves left`: moves of this turn that follow the one at hand.
    MovesLeft,
    /// `moves made`: moves of this turn before the one at hand.
    MovesMade,
    /// `repeats`: how often the position has occurred, with this time.
    Repeats,
    /// A counter of `state:`. `None`: a counter of the game. The own side's counter is `own N`.
    Counter(Option<Whose>, StateId),
    /// `A + B`.
    Plus(Box<Number>, Box<Number>),
    /// `A - B`.
    Minus(Box<Number>, Box<Number>),
    /// `A modulo B`: what is left when A is divided by B; 0 where B is 0.
    Rest(Box<Number>, Box<Number>),
    /// `before (N)`: the number in the position before the move.
    Before(Box<Number>),
}

/// A kind of move with its conditions.
#[derive(Clone, PartialEq, Debug)]
pub struct DeedParts {
    /// The kind.
    pub kind: DeedKind,
    /// `quiet`: it captures nothing.
    pub quiet: bool,
    /// `first`: the mover has not moved before.
    pub first: bool,
    /// `of S`: at least one captured, attacked or dropped piece lies in S. Kinds and sides are those before the move.
    pub of: Option<Set>,
    /// `by S`: the mover lies in S. Its kind, side and marks are those before the move, its square the one before the move.
    pub by: Option<Set>,
    /// `from S`: the origin lies in S; of castling that of the piece that castles.
    pub from: Option<Set>,
    /// `to S`: the destination lies in S; of castling that of the piece that castles.
    pub to: Option<Set>,
}

impl DeedParts {
    /// All moves of a kind.
    pub fn of_kind(kind: DeedKind) -> DeedParts {
        DeedParts { kind, quiet: false, first: false, of: None, by: None, from: None, to: None }
    }
}

/// A kind of move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeedKind {
    /// `any move`: everything that a side can do in its turn: moves, drops, passes, `instead` rules.
    Any,
    /// `move`: a piece on the board moves: captures, castling, en passant and promotion included; no drop and no `instead` rule.
    Move,
    /// `capture`: a move that captures something: by notation, or by a `capture:` effect of a rule before this one.
    Capture,
    /// `attack`: in `forbid`, the capture and the threat of it: no check, no guard, no attack. Elsewhere as `capture`.
    Attack,
    /// `check`: in `forbid`, only the check: the attack stays, but it is no check. Elsewhere a move after which an enemy is in check.
    Check,
    /// `drop`: a piece comes from the hand.
    Drop,
    /// `castling`.
    Castling,
    /// `en passant`.
    EnPassant,
    /// `promotion`: the mover becomes another piece by its `promotion:`.
    Promotion,
    /// `step`: each part of a move that `then` continues, the first included. Only in `after` and `forbid`.
    Step,
    /// `turn`: the end of a turn. Only in `after`.
    Turn,
    /// `pass`: a move by an `instead` rule without effects.
    Pass,
    /// A move by this `instead` rule.
    Rule(RuleId),
}
