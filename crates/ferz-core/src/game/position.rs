//! A position for search programs: a small value that lists, makes and unmakes moves, and is fast to copy.

use std::fmt;

use crate::board::{Side, Square};
use crate::interpreter::Move;
use crate::outcome::{self, Judge};
use crate::perft;
use crate::position::{self as core, Key, Mark, State};
use crate::rules::{PieceId, PlacedPiece, Rules, Setup};

use super::list::{HasRoom, MoveList, Room, SMALL};
use super::short::Short;

/// A position of a [variant](super::Compiled), without history.
///
/// A [`Game`](super::Game) records its history and knows its ends. A position does neither: it is meant for searches
/// through many positions. It borrows its variant, so it cannot be used with the rules of another one.
#[derive(Debug)]
pub struct Position<'v> {
    width: Width<'v>,
}

/// A position of one of the widths of boards that the generator is compiled for.
#[derive(Debug)]
// Small boards are copied most often, and a box would cost an allocation for each copy.
#[expect(clippy::large_enum_variant)]
enum Width<'v> {
    Small(Placed<'v, SMALL>),
    W2(Box<Placed<'v, 2>>),
    W16(Box<Placed<'v, 16>>),
}

/// A position, and the variant that it belongs to.
#[derive(Debug)]
struct Placed<'v, const W: usize> {
    engine: &'v Judge<W>,
    position: core::Position<W>,
    /// The moves made, for taking them back.
    made: Vec<Made<W>>,
}

/// Token for [`unmake`](Position::unmake): the number of moves made before it and not taken back. The data to
/// restore stays in the position, so that it is never copied.
#[derive(Debug)]
pub struct Undo(usize);

/// State before a move, kept to unmake it.
#[derive(Debug)]
enum Made<const W: usize> {
    /// A plain move or capture, made without the journal.
    Short(State<W>, Short),
    /// A move with a journal of its changes.
    Whole(Mark<W>),
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
            Width::Small($name) => $do,
            Width::W2($name) => $do,
            Width::W16($name) => $do,
        }
    };
}

impl<'v, const W: usize> Placed<'v, W> {
    fn new(engine: &'v Judge<W>, setup: &Setup) -> Placed<'v, W> {
        Placed { engine, position: engine.position(setup), made: Vec::new() }
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
            self.engine.list(&self.position, sets, moves);
        }
    }

    #[inline(always)]
    fn make(&mut self, mv: &Move) -> Undo {
        let (undo, before) = (Undo(self.made.len()), self.position.state);
        match self.engine.make_in_short(&mut self.position, mv) {
            Some(short) => self.made.push(Made::Short(before, short)),
            None => self.make_whole(mv),
        }
        undo
    }

    #[inline(never)]
    fn make_whole(&mut self, mv: &Move) {
        self.made.push(Made::Whole(self.position.mark()));
        self.engine.apply(&mut self.position, mv);
    }

    #[inline(always)]
    fn unmake(&mut self, undo: &Undo) {
        if self.made.len() <= undo.0 {
            return;
        }
        match self.made.pop() {
            Some(Made::Short(before, short)) if self.made.len() == undo.0 => {
                self.engine.unmake_in_short(&mut self.position, short);
                self.position.state = before;
            }
            Some(made) => self.unmake_all(made, undo),
            None => {}
        }
    }

    /// Takes back a move, and those before it down to the one of `undo`.
    #[inline(never)]
    fn unmake_all(&mut self, mut made: Made<W>, undo: &Undo) {
        loop {
            match made {
                Made::Short(before, short) => {
                    self.engine.unmake_in_short(&mut self.position, short);
                    self.position.state = before;
                }
                Made::Whole(mark) => self.position.undo(&mark),
            }
            if self.made.len() <= undo.0 {
                return;
            }
            made = match self.made.pop() {
                Some(earlier) => earlier,
                None => return,
            };
        }
    }

    /// Makes a move that will not be taken back.
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
        self.engine.forget_plain_memo(&mut setup);
        setup
    }
}

// Written by hand so that it is inlined. A clone that is built in another function would be copied once more.
impl<const W: usize> Clone for Placed<'_, W> {
    #[inline(always)]
    fn clone(&self) -> Self {
        Placed { engine: self.engine, position: self.position.clone(), made: Vec::new() }
    }
}

impl Clone for Width<'_> {
    #[inline(always)]
    fn clone(&self) -> Self {
        match self {
            Width::Small(placed) => Width::Small(placed.clone()),
            larger => copy_of_larger(larger),
        }
    }
}

#[inline(never)]
fn copy_of_larger<'v>(width: &Width<'v>) -> Width<'v> {
    match width {
        Width::Small(placed) => Width::Small(placed.clone()),
        Width::W2(placed) => Width::W2(placed.clone()),
        Width::W16(placed) => Width::W16(placed.clone()),
    }
}

// Written by hand so that it is inlined.
impl Clone for Position<'_> {
    #[inline(always)]
    fn clone(&self) -> Self {
        Position { width: self.width.clone() }
    }
}

impl<'v> Position<'v> {
    pub(super) fn small(engine: &'v Judge<SMALL>, setup: &Setup) -> Position<'v> {
        Position { width: Width::Small(Placed::new(engine, setup)) }
    }

    pub(super) fn w2(engine: &'v Judge<2>, setup: &Setup) -> Position<'v> {
        Position { width: Width::W2(Box::new(Placed::new(engine, setup))) }
    }

    pub(super) fn w16(engine: &'v Judge<16>, setup: &Setup) -> Position<'v> {
        Position { width: Width::W16(Box::new(Placed::new(engine, setup))) }
    }

    /// The rules of the variant.
    pub fn rules(&self) -> &'v Rules {
        each_width!(&self.width, placed => &placed.engine.rules)
    }

    /// The side to move.
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

    /// Lists the legal moves, in no particular order, and replaces the contents of the list. There are none if the game
    /// has ended by the position alone.
    pub fn legal_moves(&self, list: &mut MoveList) {
        each_width!(&self.width, placed => placed.list(list));
    }

    /// Returns `true` if the move is legal here.
    pub fn is_legal(&self, mv: Move) -> bool {
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        moves.contains(&mv)
    }

    /// Makes a legal move. [`unmake`](Position::unmake) takes it back; the position stores what that needs. A caller
    /// that never takes a move back should use [`after`](Position::after) instead.
    ///
    /// A move that is not legal here leaves a meaningless position, and does no other harm.
    #[inline(always)]
    pub fn make(&mut self, mv: Move) -> Undo {
        self.make_this(&mv)
    }

    fn make_this(&mut self, mv: &Move) -> Undo {
        match &mut self.width {
            Width::Small(placed) => placed.make(mv),
            larger => make_on_larger(larger, mv),
        }
    }

    /// Takes back a move and all later moves.
    pub fn unmake(&mut self, undo: Undo) {
        match &mut self.width {
            Width::Small(placed) => placed.unmake(&undo),
            larger => unmake_on_larger(larger, &undo),
        }
    }

    /// The position after a legal move.
    #[must_use]
    pub fn after(&self, mv: Move) -> Position<'v> {
        match &self.width {
            Width::Small(placed) => {
                // The position is put into the enum last. A clone that is built inside it would be copied once more.
                let mut next = placed.clone();
                next.advance(&mv);
                Position { width: Width::Small(next) }
            }
            larger => Position { width: after_on_larger(larger, &mv) },
        }
    }

    /// Makes a move if it is legal. It cannot be taken back.
    ///
    /// # Errors
    /// If it is not; the position is unchanged then.
    pub fn try_play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove(mv));
        }
        *self = self.after(mv);
        Ok(())
    }

    /// Returns `true` if the side to move is in check.
    pub fn in_check(&self) -> bool {
        each_width!(&self.width, placed => placed.engine.in_check(&placed.position, placed.position.state.turn))
    }

    /// The hash key. Positions of a variant with the same moves, now and later, have the same key.
    pub fn key(&self) -> Key {
        each_width!(&self.width, placed => placed.key())
    }

    /// The position as a setup. Leaves out an en passant right that no piece can use, as FENs do.
    pub fn setup(&self) -> Setup {
        each_width!(&self.width, placed => placed.setup())
    }

    /// The number of sequences of `depth` legal moves.
    pub fn perft(&self, depth: u32) -> u64 {
        each_width!(&self.width, placed => perft::perft(placed.engine, &mut placed.position.clone(), depth))
    }
}

// A separate function, so that the code for small boards stays short.
#[inline(never)]
fn make_on_larger(width: &mut Width<'_>, mv: &Move) -> Undo {
    match width {
        Width::Small(_) => Undo(0),
        Width::W2(placed) => placed.make(mv),
        Width::W16(placed) => placed.make(mv),
    }
}

#[inline(never)]
fn unmake_on_larger(width: &mut Width<'_>, undo: &Undo) {
    match width {
        Width::Small(_) => {}
        Width::W2(placed) => placed.unmake(undo),
        Width::W16(placed) => placed.unmake(undo),
    }
}

#[inline(never)]
fn after_on_larger<'v>(width: &Width<'v>, mv: &Move) -> Width<'v> {
    let mut next = width.clone();
    match &mut next {
        Width::Small(_) => {}
        Width::W2(placed) => placed.advance(mv),
        Width::W16(placed) => placed.advance(mv),
    }
    next
}
