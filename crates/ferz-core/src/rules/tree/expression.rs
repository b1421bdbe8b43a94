//! Expressions: sets, relations, numbers, conditions and deeds. These types refer to each other, so they are in one file.
//!
//! [`Whose`] defines the *own side*. Everything is evaluated in the current position, except inside [`SetKind::Before`] and the other
//! `before` nodes.

use super::{Area, ChoiceId, DefineId, Node, Notation, PlayerId, RuleId, StateId, Whose};
use crate::rules::PieceId;

/// A set of squares, or of pieces off the board.
///
/// An element is a square with its content, a piece in a hand or another store, or a captured piece. A captured piece keeps its kind,
/// side and marks, and the square on which it was captured. Squares are in the order of the board.
pub type Set = Node<SetKind>;

/// A condition: it holds or not.
pub type Condition = Node<ConditionKind>;

/// A number: whole, or with up to three decimals.
pub type Number = Node<NumberKind>;

/// A kind of move: see [`DeedKind`]. A move is of this kind if everything in the deed is true of it.
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
    /// `passed`: the squares on which a piece can be captured en passant after the previous move.
    Passed,
    /// `none`: no square.
    None,
    /// Squares that the board alone decides.
    Area(Box<Area>),
    /// The pieces of a kind.
    Kind(PieceId),
    /// Pieces or squares that carry a mark of `state:`.
    Marked(StateId),
    /// A set of `define:`. It is evaluated where its name is used, with the words of the move there.
    Defined(DefineId),
    /// `rolled`: the pieces of the kind that the dice have chosen. Before the dice are thrown, all pieces.
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
    /// `S except T`: the elements of S that do not lie in T.
    Except(Box<Set>, Box<Set>),
    /// `home of S`: the squares on which pieces of the kind and side of an element stand in the setup.
    Home(Box<Set>),
    /// `twin of S`: the same squares of the other board.
    Twin(Box<Set>),
    /// `first of S`: the first square as the own side sees the board: rank by rank from its own end, and on each rank from file `a`.
    First(Box<Set>),
    /// `row of 3 S`: all elements of straight rows with at least this number of them.
    Row(u16, Box<Set>),
    /// `before (S)`: the set as it was in the position before the move. Its squares then count with their present content.
    Before(Box<Set>),
}

/// Meaning of a word that refers to the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// The piece that moves or is dropped, on its present square. In a `pieces:` rule, each of these pieces in turn. In an attack, the
    /// attacking piece. In castling, the castling piece.
    Mover,
    /// The square that the mover has left; in castling, the squares of both pieces. Empty for drops.
    Origin,
    /// The square to which the mover goes; in castling, the squares of both pieces. In an `instead` rule, the chosen squares. In an
    /// attack, the attacked square.
    Destination,
    /// All pieces that the move and the effects so far have captured. Before the move is made: those that it will
    /// capture.
    Captured,
    /// The element that the player has chosen.
    Chosen(ChoiceId),
    /// The element that a `where` tests, or that a `move` or `place` effect handles.
    It,
    /// The piece that made the previous move, by either side, on its square after that move. At the start of a game, this set and the
    /// four below are empty.
    LastMover,
    /// The square that the previous move left.
    LastOrigin,
    /// The destination of the previous move.
    LastDestination,
    /// The pieces that the previous move captured.
    LastCaptured,
    /// The elements chosen in the previous move.
    LastChosen,
}

/// A word before a set that keeps some of its elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Adjective {
    /// `own`, `enemy`, `partner`, `white`, `black`: pieces of a side.
    Of(Whose),
    /// `neutral`: pieces of no side.
    Neutral,
    /// `other`: all pieces but the mover.
    Other,
    /// `unmoved`: pieces that have not moved, by the record that the game keeps for castling and for `i` in Betza notation.
    Unmoved,
    /// `royal`: pieces that are royal now.
    Royal,
    /// `empty`: squares without a piece or a wall.
    Empty,
}

/// The attacks that a relation reads. Each layer reads only the one below, so that no attack depends on itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Layer {
    /// `plainly`: captures by notation alone, on squares where the piece may stand. `safe_from` prevents a capture, but not this attack.
    Bare,
    /// `freely`: the attacks of `Bare`, changed by rules that lend and replace moves, and also what `capture:` effects of moves would
    /// capture. Conditions of these rules read `Bare` attacks.
    Lent,
    /// `jointly`: the attacks of `Bare`, and attacks along lines on which only pieces of the same side stand that attack the same square.
    Joint,
    /// The attacks of `Lent` without those that `forbid: attack` removes. Conditions of these rules always read `Lent` attacks.
    #[default]
    Real,
}

/// A relation of elements to a set. Each element is tested by itself: the relation holds if it holds for at least one element of the set.
pub type Relation = Node<RelationKind>;

/// A relation.
#[derive(Clone, PartialEq, Debug)]
pub enum RelationKind {
    /// `beside S`: a king's step away, on hexagons a step to a neighbour.
    Beside(Set),
    /// `on S`: the square of the element lies in S.
    On(Set),
    /// `attacked by S`, or `attacked` by any piece: a piece that a piece of another side could capture, or an empty square on which a
    /// piece could capture an enemy. An empty square is attacked by pieces of every side.
    Attacked(Layer, Option<Set>),
    /// `attacking S`: a piece that attacks an element of S.
    Attacking(Layer, Set),
    /// `guarded by S`, or `guarded` by any piece: a piece that another piece of its side could capture if it were an enemy. Rules that
    /// let a piece capture its own side do not count.
    Guarded(Layer, Option<Set>),
    /// `guarding S`: a piece that guards an element of S.
    Guarding(Layer, Set),
    /// `reached by S`: squares to which pieces of S could move by their notations and by `pieces:` rules, captures included.
    Reached(Set),
    /// `on same file as S`, `of same kind as S`.
    Same(Likeness, Set),
    /// `between A and B`: strictly between an element of each on a straight line. Knights' lines count.
    Between(Set, Set),
    /// `beyond A from B`: on the straight line from B to A, the squares behind A up to the edge. `just`: only the first of them.
    Beyond {
        /// `true` for the first square alone.
        just: bool,
        /// The element behind which.
        of: Set,
        /// The element from which it is seen.
        from: Set,
    },
    /// `on the line through A and B`: on the whole straight line, with A, B and the squares behind them.
    OnLine(Set, Set),
    /// `a "N" away from S`: where the notation leads from an element of S. A square with a piece counts if the notation may capture
    /// there, whichever side the piece belongs to. An empty square counts if the notation may move there quietly. The side of the piece
    /// on the start square sees the directions; from an empty start square, the own side does.
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
    /// `in own hand`, `in enemy prison`: pieces that a side holds off the board. The set before these words says which pieces.
    In(Whose, Store),
    /// `lost`: attacked, and no move of its side leads to a position in which it is not attacked. All moves count except castling.
    Lost,
    /// `that are T`, `that are not T`: elements that lie in T, or do not.
    That {
        /// `true` for `not`.
        not: bool,
        /// The set in which they must lie. It may contain captured pieces, so `captured that are own` tests the captured piece itself.
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
    /// The cell. Cells are blocks of N by N squares that divide the board, starting at `a1`.
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
        /// The set in which all elements must lie.
        within: Set,
    },
    /// `any S`, `no S are T`, `at most 3 S`: the number of elements, or of those that lie in T.
    Count {
        /// The required number.
        many: Quantity,
        /// The set.
        set: Set,
        /// The set in which the counted elements must lie, or must not lie.
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
        /// The set in which elements of both sets must lie in order to count.
        within: Option<Within>,
    },
    /// `own pieces are joined by "K"`: the set is not empty, and steps of the notation from element to element connect all of them.
    Joined(Set, Notation),
    /// `A >= B`.
    Compare(Number, Comparison, Number),
    /// `enemy side is in check`, `stuck`: the state of a side.
    State(Whose, State),
    /// `side is white`: the own side is this one.
    Side(PlayerId),
    /// `enemy side can move by king to rank 8`: the side would have a legal move of this kind if it were its turn. For the own side after
    /// a move: as the next move of the same turn.
    Can(Whose, Box<Deed>),
    /// `own side always (C)`: C held after each own move of the side since the present position first occurred.
    Always(Whose, Box<Condition>),
    /// The move at hand is of the kind.
    Deed(Box<Deed>),
    /// `before (C)`: the condition held in the position before the move.
    Before(Box<Condition>),
}

/// A set in which something must lie, or must not lie.
#[derive(Clone, PartialEq, Debug)]
pub struct Within {
    /// `true` if it must not.
    pub not: bool,
    /// The set.
    pub set: Set,
}

/// A required number of elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantity {
    /// At least one.
    Any,
    /// None.
    No,
    /// All of them. Also holds for an empty set.
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
    /// A royal piece of the side is attacked, by the test that decides whether a move is legal.
    InCheck,
    /// In check, and without a legal move.
    Mated,
    /// Without a legal move, in check or not.
    Stuck,
    /// It has dropped out of the game.
    Out,
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
    /// `distance from A to B`: the smallest number of king's steps from an element of A to one of B on an empty board; 0 if a set is
    /// empty.
    Distance(Set, Set),
    /// `turn number`: turns since the start of the game, this one included: 1 for White's first, 2 for Black's first.
    Turn,
    /// `moves left`: moves of this turn that follow the one at hand.
    MovesLeft,
    /// `moves made`: moves of this turn before the one at hand.
    MovesMade,
    /// `repeats`: how often the position has occurred, this time included.
    Repeats,
    /// A counter of `state:`. `None` stands for a counter of the game. The own side's counter is written `own N`.
    Counter(Option<Whose>, StateId),
    /// `A + B`.
    Plus(Box<Number>, Box<Number>),
    /// `A - B`.
    Minus(Box<Number>, Box<Number>),
    /// `A modulo B`: the remainder of A divided by B; 0 if B is 0.
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
    /// `by S`: the mover lies in S. Its kind, side, marks and square are those before the move.
    pub by: Option<Set>,
    /// `from S`: the origin lies in S; in castling, the origin of the castling piece.
    pub from: Option<Set>,
    /// `to S`: the destination lies in S; in castling, the destination of the castling piece.
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
    /// `move`: a piece on the board moves. Captures, castling, en passant and promotion are included; drops and `instead` rules are not.
    Move,
    /// `capture`: a move that captures something, by notation or by a `capture:` effect of an earlier rule.
    Capture,
    /// `attack`: in `forbid`, the capture and the threat of it: the piece gives no check there, and neither guards nor attacks the
    /// square. Elsewhere, the same as `capture`.
    Attack,
    /// `check`: in `forbid`, only the check: the piece still attacks, but the attack is no check. Elsewhere, a move after which an enemy
    /// is in check.
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
