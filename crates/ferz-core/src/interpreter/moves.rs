//! Moves, and the sinks that receive them from a generator.

use std::cmp::Ordering;
use std::fmt;

use crate::board::{Bitboard, Square};
use crate::position::Position;
use crate::rules::PieceId;

use super::captures::Captures;
use super::picks::Picks;

/// The kind of moves to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    /// Drops of pieces that must be dropped before any other move.
    ObligedDrops,
    /// Captures.
    Captures,
    /// All moves.
    All,
    /// A pass by a side that has no move.
    Pass,
}

/// Source of attack information.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AttackSource {
    /// The tables. The walker is used only for pieces that the tables do not hold.
    Tables,
    /// The walker alone.
    Walker,
}

/// Effects of a move in addition to moving and capturing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum MoveKind {
    /// Nothing else.
    Normal,
    /// It captures en passant.
    EnPassant,
    /// A piece comes from the hand onto the square; `from` and `to` are the same.
    Drop,
    /// A captured piece moves on from `from`, the square on which it was captured.
    Lifted,
    /// No piece moves: a destination is proposed. The other side then chooses a piece of this side and moves it there.
    Proposal,
    /// A rule of the [tree](crate::rules::Tree), by its index, is used in place of a move.
    Rule(u16),
    /// The piece captures on the destination and stays on its square.
    StaysAndCaptures,
    /// The piece captures on the destination and leaves the board.
    VanishesAndCaptures,
    /// The piece makes two steps, by way of this square.
    Through(Square),
    /// The partner of a castling moves too.
    Castling {
        /// Square of the partner.
        partner: Square,
        /// Destination of the partner.
        partner_to: Square,
    },
}

/// A move: enough to make it, given the position it belongs to.
///
/// Nearly all moves go from one square to another, and capture there or not. A list writes and a position tests only
/// one byte for such a move; what other moves do in addition is in [`Further`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// Start square.
    pub from: Square,
    /// Destination; the start square for a pass or for a capture without moving.
    pub to: Square,
    /// The kind of the piece before the move.
    pub piece: PieceId,
    form: Form,
}

/// A list of moves is copied often.
const _: () = assert!(size_of::<Move>() == 32);

/// The effects of a move in their shortest form: equal moves have the same form.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Form {
    /// The piece goes to another square.
    Goes,
    /// The piece goes to another square and captures the piece there.
    Takes,
    /// Anything else.
    More(Further),
}

/// The effects of a move in addition to going from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Further {
    /// The piece after promotion. For a drop: the piece that comes onto the board, if it differs from the piece in
    /// hand.
    pub promotion: Option<PieceId>,
    /// The squares of all captured pieces, in the order of the path.
    pub captures: Captures,
    /// Kind of move.
    pub kind: MoveKind,
    /// The square that becomes a wall.
    pub wall: Option<Square>,
    /// A piece that enters from the hand onto the square left.
    pub gate: Option<Gate>,
    /// Further choices of the player that rules of the [tree](crate::rules::Tree) offer, in their order.
    pub picks: Picks,
}

impl Further {
    /// Nothing.
    pub const NONE: Further = Further {
        promotion: None,
        captures: Captures::NONE,
        kind: MoveKind::Normal,
        wall: None,
        gate: None,
        picks: Picks::NONE,
    };

    /// Captures only.
    #[inline(always)]
    pub const fn taking(captures: Captures) -> Further {
        Further { captures, ..Further::NONE }
    }

    /// An effect of this kind only.
    pub const fn of_kind(kind: MoveKind) -> Further {
        Further { kind, ..Further::NONE }
    }

    /// Returns `true` if nothing but captures is left.
    #[inline(always)]
    fn only_captures(&self) -> bool {
        // No branches: this is asked of nearly every move that is not plain.
        let alone = self.promotion.is_none() & self.wall.is_none() & self.gate.is_none();
        alone & matches!(self.kind, MoveKind::Normal) & (self.picks == Picks::NONE)
    }
}

/// A legal move in outline, which identifies the move if it is a plain move or capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outline {
    /// Start square.
    pub from: Square,
    /// Destination.
    pub to: Square,
    /// `true` for a move from one square to another, perhaps with a capture there, and nothing else. For other moves
    /// the squares are not enough: use the full move.
    pub goes: bool,
}

/// A piece that comes from the hand behind another that moves for the first time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Gate {
    /// The piece.
    pub piece: PieceId,
    /// The square on which it comes.
    pub on: Square,
}

impl Move {
    /// A place for a move.
    pub(super) const NONE: Move =
        Move { from: Square::new(0), to: Square::new(0), piece: PieceId::new(0), form: Form::Goes };

    /// A move of a piece between two squares, and what it does in addition.
    #[inline(always)]
    pub fn new((from, to): (Square, Square), piece: PieceId, further: Further) -> Move {
        let form = match further.only_captures() && from != to {
            true if further.captures.is_empty() => Form::Goes,
            true if further.captures.is_one(to) => Form::Takes,
            _ => Form::More(further),
        };
        Move { from, to, piece, form }
    }

    /// A move of a piece to another square, with a capture there if `takes`.
    #[inline(always)]
    pub(crate) const fn going((from, to): (Square, Square), piece: PieceId, takes: bool) -> Move {
        Move { from, to, piece, form: if takes { Form::Takes } else { Form::Goes } }
    }

    /// A move that captures, without further effects.
    pub(super) fn taking(squares: (Square, Square), piece: PieceId, captures: Captures) -> Move {
        Move::new(squares, piece, Further::taking(captures))
    }

    /// The effects in addition to going from one square to another.
    #[inline(always)]
    pub fn further(&self) -> Further {
        match self.form {
            Form::Goes => Further::NONE,
            Form::Takes => Further::taking(Captures::one(self.to)),
            Form::More(further) => further,
        }
    }

    /// The same move with other effects.
    #[must_use]
    pub fn with(&self, change: impl FnOnce(&mut Further)) -> Move {
        let mut further = self.further();
        change(&mut further);
        Move::new((self.from, self.to), self.piece, further)
    }

    /// The same move to another square. Captures stay where they are.
    #[must_use]
    pub fn ending_on(&self, to: Square) -> Move {
        Move::new((self.from, to), self.piece, self.further())
    }

    /// The piece after promotion. For a drop: the piece that comes onto the board, if it differs from the piece in hand.
    #[inline(always)]
    pub fn promotion(&self) -> Option<PieceId> {
        if let Form::More(further) = &self.form { further.promotion } else { None }
    }

    /// The squares of all captured pieces, in the order of the path.
    #[inline(always)]
    pub fn captures(&self) -> Captures {
        match &self.form {
            Form::Goes => Captures::NONE,
            Form::Takes => Captures::one(self.to),
            Form::More(further) => further.captures,
        }
    }

    /// Kind of move.
    #[inline(always)]
    pub fn kind(&self) -> MoveKind {
        if let Form::More(further) = &self.form { further.kind } else { MoveKind::Normal }
    }

    /// The square that becomes a wall.
    #[inline(always)]
    pub fn wall(&self) -> Option<Square> {
        if let Form::More(further) = &self.form { further.wall } else { None }
    }

    /// A piece that enters from the hand onto the square left.
    #[inline(always)]
    pub fn gate(&self) -> Option<Gate> {
        if let Form::More(further) = &self.form { further.gate } else { None }
    }

    /// Further choices of the player that rules of the [tree](crate::rules::Tree) offer, in their order.
    #[inline(always)]
    pub fn picks(&self) -> Picks {
        if let Form::More(further) = &self.form { further.picks } else { Picks::NONE }
    }

    /// Returns `true` if the piece goes to another square, perhaps with a capture there, and nothing else happens.
    #[inline(always)]
    pub(crate) fn is_plain(&self) -> bool {
        !matches!(self.form, Form::More(_))
    }

    /// Returns `true` if the piece goes to another square, without a capture, and nothing else happens.
    #[inline(always)]
    pub(crate) fn is_quiet(&self) -> bool {
        matches!(self.form, Form::Goes)
    }

    /// How much the move does: 0 if it [is quiet](Move::is_quiet), 1 if it also captures on its destination, 2 if it does
    /// more.
    #[inline(always)]
    pub(crate) fn shape(&self) -> u8 {
        match self.form {
            Form::Goes => 0,
            Form::Takes => 1,
            Form::More(_) => 2,
        }
    }

    /// Returns `true` if the move captures.
    pub fn is_capture(&self) -> bool {
        match &self.form {
            Form::Goes => false,
            Form::Takes => true,
            Form::More(further) => !further.captures.is_empty(),
        }
    }

    /// Returns `true` if no piece moves and none is captured: a pass, or a promotion in place.
    pub fn stays(&self) -> bool {
        self.from == self.to && !self.is_capture() && self.kind() == MoveKind::Normal
    }

    /// Returns `true` if a piece moves, perhaps with a capture on its destination, and nothing else happens.
    pub fn only_goes(&self) -> bool {
        self.kind() == MoveKind::Normal && self.from != self.to && !self.is_capture() && self.promotion().is_none()
    }

    /// Returns `true` if nothing changes on the board.
    pub fn is_pass(&self) -> bool {
        self.from == self.to
            && !self.is_capture()
            && self.promotion().is_none()
            && self.kind() != MoveKind::Drop
            && self.wall().is_none()
    }

    /// Returns `true` if nothing changes on the board except walls.
    pub fn only_builds(&self) -> bool {
        self.wall().is_some() && self.with(|further| further.wall = None).is_pass()
    }
}

/// By start square, destination and piece, then by what else the moves do.
impl Ord for Move {
    fn cmp(&self, other: &Move) -> Ordering {
        let place = |mv: &Move| (mv.from, mv.to, mv.piece);
        place(self).cmp(&place(other)).then_with(|| self.further().cmp(&other.further()))
    }
}

impl PartialOrd for Move {
    fn partial_cmp(&self, other: &Move) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (squares, further) = ((self.from, self.to), self.further());
        f.debug_struct("Move")
            .field("squares", &squares)
            .field("piece", &self.piece)
            .field("further", &further)
            .finish()
    }
}

/// The capture of a move to a square: the piece there, if any.
#[inline(always)]
pub(crate) fn captured<const W: usize>(position: &Position<W>, to: Square) -> Captures {
    if position.number_on(to) == 0 { Captures::NONE } else { Captures::one(to) }
}

/// The moves of one piece, as sets of destinations. A sink that only counts need not visit each of them.
pub struct Targets<'a, const W: usize> {
    /// The kind of the piece.
    pub piece: PieceId,
    /// Square of the piece.
    pub from: Square,
    /// Squares it may go to as it is.
    pub plain: Bitboard<W>,
    /// Squares on which it may promote.
    pub promoting: Bitboard<W>,
    /// The promotion choices there.
    pub choices: &'a [PieceId],
}

/// Receiver of generated moves.
pub trait Sink<const W: usize> {
    /// `true` if only the number of moves matters. Then moves of several pieces may be counted at once.
    const COUNTS: bool;
    /// `true` if moves are kept as sets. Then a set may hold moves of several pieces.
    const IN_SETS: bool = false;
    /// Returns `true` if the sink has received no move.
    fn is_empty(&self) -> bool;
    /// Receives a number of moves. Called only if the sink counts.
    fn number(&mut self, moves: u64);
    /// Receives a set of moves.
    fn targets(&mut self, position: &Position<W>, targets: Targets<'_, W>);
    /// Receives one leap of all pieces of a kind, given the index distance of the leap. Called only if the sink keeps
    /// sets.
    fn leaps(&mut self, _: (PieceId, i32), _: Bitboard<W>) {}
    /// Receives a set of drops of one piece. The second part of `form` is the piece that comes onto the board, if it
    /// differs.
    fn drops(&mut self, form: (PieceId, Option<PieceId>), squares: Bitboard<W>);
    /// Receives a move of one piece to one square, once for each possible wall.
    fn walls(&mut self, position: &Position<W>, gone: (Square, Square, PieceId), squares: Bitboard<W>);
    /// Receives the moves of one piece, each with a wall on the square left.
    fn walls_behind(&mut self, position: &Position<W>, placed: (Square, PieceId), targets: Bitboard<W>);
    /// Receives a single move.
    fn single(&mut self, position: &Position<W>, mv: Move);
}

/// Counts moves.
#[derive(Clone, Copy, Default, Debug)]
pub struct Count(pub u64);

impl<const W: usize> Sink<W> for Count {
    const COUNTS: bool = true;

    fn is_empty(&self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    fn number(&mut self, moves: u64) {
        self.0 += moves;
    }

    #[inline(always)]
    fn targets(&mut self, _: &Position<W>, targets: Targets<'_, W>) {
        self.0 += u64::from(targets.plain.count());
        if !targets.choices.is_empty() {
            self.0 += u64::from(targets.promoting.count()) * targets.choices.len() as u64;
        }
    }

    #[inline(always)]
    fn drops(&mut self, _: (PieceId, Option<PieceId>), squares: Bitboard<W>) {
        self.0 += u64::from(squares.count());
    }

    #[inline(always)]
    fn walls(&mut self, _: &Position<W>, _: (Square, Square, PieceId), squares: Bitboard<W>) {
        self.0 += u64::from(squares.count());
    }

    #[inline(always)]
    fn walls_behind(&mut self, _: &Position<W>, _: (Square, PieceId), targets: Bitboard<W>) {
        self.0 += u64::from(targets.count());
    }

    fn single(&mut self, _: &Position<W>, _: Move) {
        self.0 += 1;
    }
}
