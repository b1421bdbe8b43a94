//! A position for programs: a small value that lists its moves, makes them, takes them back, and is copied fast.

use std::fmt;

use crate::board::{Side, Square};
use crate::interpreter::{Move, Short};
use crate::outcome::{self, Judge};
use crate::perft;
use crate::position::{self as core, Key, Mark};
use crate::rules::{PieceId, PlacedPiece, Rules, Setup};

use super::list::{HasRoom, MoveList, Room};

/// A position of a [variant](super::Compiled), without its past.
///
/// A [`Game`](super::Game) remembers its past and knows how it ends; a position is for those who go through many of them.
/// It borrows the variant that it belongs to, so that no move can meet the rules of another.
#[derive(Debug)]
pub struct Position<'v> {
    width: Width<'v>,
}

/// A position of one of the widths of boards that the generator is compiled for.
#[derive(Debug)]
#[expect(clippy::large_enum_variant)] // Small boards are what is copied most: a box would cost an allocation each time.
enum Width<'v> {
    W1(Placed<'v, 1>),
    W2(Box<Placed<'v, 2>>),
    W4(Box<Placed<'v, 4>>),
    W16(Box<Placed<'v, 16>>),
}

/// A position, and the variant that it belongs to.
#[derive(Debug)]
struct Placed<'v, const W: usize> {
    engine: &'v Judge<W>,
    position: core::Position<W>,
}

/// What [`unmake`](Position::unmake) takes back the last move with.
#[derive(Debug)]
pub struct Undo(Marked);

#[derive(Debug)]
enum Marked {
    W1(Made<1>),
    W2(Made<2>),
    W4(Box<Made<4>>),
    W16(Box<Made<16>>),
}

/// A move that was made, and what was there before.
#[derive(Debug)]
struct Made<const W: usize> {
    mark: Mark<W>,
    /// The move, if it was made in short.
    short: Option<Short>,
}

/// A move that is not legal in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove(pub Move);

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the move is not legal in this position")
    }
}

impl std::error::Error for IllegalMove {}

macro_rules! each_width {
    ($position:expr, $name:ident => $do:expr) => {
        match $position {
            Width::W1($name) => $do,
            Width::W2($name) => $do,
            Width::W4($name) => $do,
            Width::W16($name) => $do,
        }
    };
}

impl<'v, const W: usize> Placed<'v, W> {
    fn new(engine: &'v Judge<W>, setup: &Setup) -> Placed<'v, W> {
        Placed { engine, position: engine.position(setup) }
    }

    #[inline(always)]
    fn list(&self, list: &mut MoveList)
    where
        Room: HasRoom<W>,
    {
        let (moves, room) = list.parts();
        let sets = room.sets();
        if !outcome::has_ended_at_once(self.engine, &self.position) {
            let mut position = self.position.clone();
            self.engine.legal_sets(&mut position, sets);
            sets.list(&position, moves);
        }
    }

    #[inline(always)]
    fn make(&mut self, made: &Move) -> Made<W> {
        let mark = self.position.mark();
        let short = self.engine.make_in_short(&mut self.position, made);
        if short.is_none() {
            self.engine.apply(&mut self.position, made);
        }
        Made { mark, short }
    }

    #[inline(always)]
    fn unmake(&mut self, undo: &Made<W>) {
        match undo.short {
            Some(short) => {
                self.engine.unmake_in_short(&mut self.position, short);
                self.position.state = undo.mark.state();
            }
            None => self.position.undo(&undo.mark),
        }
    }

    /// Makes a move that nobody will take back.
    #[inline(always)]
    fn advance(&mut self, made: &Move) {
        if self.engine.make_in_short(&mut self.position, made).is_none() {
            self.advance_whole(made);
        }
    }

    #[inline(never)]
    fn advance_whole(&mut self, made: &Move) {
        self.position.set_logging(false);
        self.engine.apply(&mut self.position, made);
        self.position.set_logging(true);
    }

    fn key(&self) -> Key {
        let mut position = self.position.clone();
        let usable = self.engine.can_capture_en_passant(&mut position);
        position.key(position.material_key(), usable)
    }

    fn setup(&self) -> Setup {
        let mut position = self.position.clone();
        let mut setup = position.setup();
        if !self.engine.can_capture_en_passant(&mut position) {
            setup.en_passant = None;
        }
        setup
    }
}

// By hand, so that it is inlined where a copy is made: a copy that is built elsewhere would be moved about.
impl<const W: usize> Clone for Placed<'_, W> {
    #[inline(always)]
    fn clone(&self) -> Self {
        Placed { engine: self.engine, position: self.position.clone() }
    }
}

impl Clone for Position<'_> {
    #[inline(always)]
    fn clone(&self) -> Self {
        match &self.width {
            Width::W1(placed) => Position { width: Width::W1(placed.clone()) },
            Width::W2(placed) => Position { width: Width::W2(placed.clone()) },
            Width::W4(placed) => Position { width: Width::W4(placed.clone()) },
            Width::W16(placed) => Position { width: Width::W16(placed.clone()) },
        }
    }
}

impl<'v> Position<'v> {
    pub(super) fn w1(engine: &'v Judge<1>, setup: &Setup) -> Position<'v> {
        Position { width: Width::W1(Placed::new(engine, setup)) }
    }

    pub(super) fn w2(engine: &'v Judge<2>, setup: &Setup) -> Position<'v> {
        Position { width: Width::W2(Box::new(Placed::new(engine, setup))) }
    }

    pub(super) fn w4(engine: &'v Judge<4>, setup: &Setup) -> Position<'v> {
        Position { width: Width::W4(Box::new(Placed::new(engine, setup))) }
    }

    pub(super) fn w16(engine: &'v Judge<16>, setup: &Setup) -> Position<'v> {
        Position { width: Width::W16(Box::new(Placed::new(engine, setup))) }
    }

    /// The rules that it belongs to.
    pub fn rules(&self) -> &'v Rules {
        each_width!(&self.width, placed => &placed.engine.rules)
    }

    /// Who is to move.
    pub fn turn(&self) -> Side {
        each_width!(&self.width, placed => placed.position.state.turn)
    }

    /// The piece on a square.
    pub fn piece_at(&self, square: Square) -> Option<PlacedPiece> {
        each_width!(&self.width, placed => placed.position.cells().get(square.index()).and_then(|cell| cell.piece_at()))
    }

    /// How many of a piece a side holds in hand.
    pub fn in_hand(&self, side: Side, piece: PieceId) -> u16 {
        each_width!(&self.width, placed => placed.position.in_hand(side, piece))
    }

    /// Lists the legal moves, in no particular order, in place of what was in the list; none if the game has ended at once.
    #[inline]
    pub fn legal_moves(&self, list: &mut MoveList) {
        each_width!(&self.width, placed => placed.list(list));
    }

    /// Returns `true` if the move is legal here.
    pub fn is_legal(&self, made: Move) -> bool {
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        moves.contains(&made)
    }

    /// Makes a legal move. [`unmake`](Position::unmake) takes it back; the last one made comes first.
    ///
    /// A move that is not legal here leaves a position that is of no use, and harms nothing else.
    #[inline]
    pub fn make(&mut self, made: Move) -> Undo {
        Undo(match &mut self.width {
            Width::W1(placed) => Marked::W1(placed.make(&made)),
            Width::W2(placed) => Marked::W2(placed.make(&made)),
            Width::W4(placed) => Marked::W4(Box::new(placed.make(&made))),
            Width::W16(placed) => Marked::W16(Box::new(placed.make(&made))),
        })
    }

    /// Takes back the last move that was made and not yet taken back. What another position has made changes nothing.
    #[inline]
    pub fn unmake(&mut self, undo: Undo) {
        match (&mut self.width, &undo.0) {
            (Width::W1(placed), Marked::W1(made)) => placed.unmake(made),
            (Width::W2(placed), Marked::W2(made)) => placed.unmake(made),
            (Width::W4(placed), Marked::W4(made)) => placed.unmake(made),
            (Width::W16(placed), Marked::W16(made)) => placed.unmake(made),
            _ => {}
        }
    }

    /// The position after a legal move.
    #[inline]
    #[must_use]
    pub fn after(&self, made: Move) -> Position<'v> {
        let mut next = self.clone();
        each_width!(&mut next.width, placed => placed.advance(&made));
        next
    }

    /// Makes a move if it is legal, for good.
    ///
    /// # Errors
    /// If it is not; the position is unchanged then.
    pub fn try_play(&mut self, made: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(made) {
            return Err(IllegalMove(made));
        }
        *self = self.after(made);
        Ok(())
    }

    /// Returns `true` if the side to move is in check.
    pub fn in_check(&self) -> bool {
        each_width!(&self.width, placed => placed.engine.in_check(&placed.position, placed.position.state.turn))
    }

    /// A key: equal for positions of a variant with the same moves, now and later.
    pub fn key(&self) -> Key {
        each_width!(&self.width, placed => placed.key())
    }

    /// The position written down. An en passant right that nobody can use is left out, as FENs do.
    pub fn setup(&self) -> Setup {
        each_width!(&self.width, placed => placed.setup())
    }

    /// The number of sequences of `depth` legal moves.
    pub fn perft(&self, depth: u32) -> u64 {
        each_width!(&self.width, placed => perft::perft(placed.engine, &mut placed.position.clone(), depth))
    }
}
