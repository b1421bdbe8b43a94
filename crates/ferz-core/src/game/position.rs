//! A position for search programs: a small value that lists, makes and unmakes moves, and is fast to copy.

use std::borrow::Borrow;
use std::fmt;

use crate::board::{BySide, Side, Square, SquareSet};
use crate::interpreter::{AttackSource, Move, Sets, Surveyor};
use crate::oracle;
use crate::outcome::{self, Judge};
use crate::perft;
use crate::position::{self as core, Cell, How, Key, Short};
use crate::rules::{Outcome, PieceId, PlacedPiece, Rules, Setup};

use super::list::{HasRoom, MoveList, Room, SMALL};

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
    #[cfg_attr(target_family = "wasm", expect(dead_code, reason = "small boards have two words there"))]
    Small(Placed<'v, SMALL>),
    W2(Box<Placed<'v, 2>>),
    W16(Box<Placed<'v, 16>>),
}

/// Boards of one width.
pub(super) trait Wide<const W: usize>: HasRoom<W> {
    /// A position of this width.
    fn position(engine: &Judge<W>, board: core::Position<W>) -> Position<'_>;
}

// In WebAssembly, small boards have sets of two words.
#[cfg(not(target_family = "wasm"))]
impl Wide<1> for Room {
    fn position(engine: &Judge<1>, board: core::Position<1>) -> Position<'_> {
        Position { width: Width::Small(Placed::new(engine, board)) }
    }
}

impl Wide<2> for Room {
    fn position(engine: &Judge<2>, board: core::Position<2>) -> Position<'_> {
        Position { width: Width::W2(Box::new(Placed::new(engine, board))) }
    }
}

impl Wide<16> for Room {
    fn position(engine: &Judge<16>, board: core::Position<16>) -> Position<'_> {
        Position { width: Width::W16(Box::new(Placed::new(engine, board))) }
    }
}

/// A position, and the variant that it belongs to.
#[derive(Debug)]
struct Placed<'v, const W: usize> {
    engine: &'v Judge<W>,
    position: core::Position<W>,
}

/// Token for [`unmake`](Position::unmake): the number of moves made before it and not taken back. The data to
/// restore stays in the position, so that it is never copied.
#[derive(Debug)]
pub struct Undo(usize);

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
    fn new(engine: &'v Judge<W>, position: core::Position<W>) -> Placed<'v, W> {
        Placed { engine, position }
    }

    #[inline(always)]
    fn list(&self, list: &mut MoveList)
    where
        Room: HasRoom<W>,
    {
        let (moves, room) = list.parts();
        let sets = room.sets();
        if !outcome::has_ended_at_once(self.engine, &self.position) {
            self.engine.legal_sets_of(&self.position, sets);
            self.engine.list(&self.position, sets, moves);
        }
    }

    #[inline(never)]
    fn list_captures(&self, list: &mut MoveList)
    where
        Room: HasRoom<W>,
    {
        let (row, room) = list.parts();
        let sets = room.sets();
        if !outcome::has_ended_at_once(self.engine, &self.position) {
            let only = self.engine.capture_sets(&self.position, sets);
            self.engine.list(&self.position, sets, row);
            if !only {
                row.retain(Move::is_capture);
            }
        }
    }

    #[inline(never)]
    fn is_legal(&self, mv: &Move) -> bool {
        if outcome::has_ended_at_once(self.engine, &self.position) {
            return false;
        }
        let mut sets = Sets::default();
        match mv.is_capture() {
            true => _ = self.engine.capture_sets(&self.position, &mut sets),
            false => self.engine.legal_sets_of(&self.position, &mut sets),
        }
        sets.contains(&self.position, mv)
    }

    #[inline(never)]
    fn gives_check(&self, mv: &Move) -> bool {
        let mut after = self.clone();
        after.advance(mv);
        self.engine.is_marked_check_by(&after.position, self.position.state.turn, mv)
    }

    #[inline(never)]
    fn make_null(&mut self) -> Option<Undo> {
        let plan = &self.engine.plan;
        if plan.beyond || self.engine.in_check(&self.position, self.position.state.turn) {
            return None;
        }
        let mark = self.keep_room();
        let undo = Undo(self.position.depth());
        self.position.keep(&mark, Short::whole());
        self.engine.begin_move(&mut self.position);
        self.position.update_key(|_, key, _| key);
        Some(undo)
    }

    #[inline(always)]
    fn make(&mut self, mv: &Move) -> Undo {
        match mv.is_quiet() && self.position.simple_shapes() > 0 {
            true => self.make_simply(mv, Cell::EMPTY),
            false => self.make_no_quiet(mv),
        }
    }

    #[inline(never)]
    fn make_no_quiet(&mut self, mv: &Move) -> Undo {
        match mv.shape() < self.position.simple_shapes() {
            true => self.make_simply(mv, self.position.cell_inside(mv.to)),
            false => self.make_otherwise(mv),
        }
    }

    #[inline(always)]
    fn make_simply(&mut self, mv: &Move, taken: Cell) -> Undo {
        let short = self.engine.simple(&self.position, mv, taken);
        let Some(depth) = self.position.keep_simple(&short) else { return self.make_otherwise(mv) };
        self.engine.make_simply(&mut self.position, &short);
        Undo(depth)
    }

    /// Makes a move that does not go simply, or the first move, or one of a position that keeps its key.
    #[inline(never)]
    fn make_otherwise(&mut self, mv: &Move) -> Undo {
        let mark = self.keep_room();
        let undo = Undo(self.position.depth());
        let short = if self.position.has_few() && self.engine.goes_simply(mv) {
            let short = self.engine.short(&self.position, mv, How::Simply);
            self.engine.make_simply(&mut self.position, &short);
            let how = if self.position.keys().is_none() { How::Simply } else { How::More };
            Short { how, ..short }
        } else {
            self.make_other(mv).unwrap_or(Short::whole())
        };
        self.position.keep(&mark, short);
        let engine = self.engine;
        self.position.update_key(|position, key, made| engine.material_after(position, key, made.side(), &made.short));
        undo
    }

    /// Makes room for the next move, and returns the mark before it.
    fn keep_room(&mut self) -> core::Mark<W> {
        self.position.make_room(self.engine.plan.simple_shapes);
        self.position.mark()
    }

    /// Makes a move that has further effects. Returns its short form, if it is not in the journal.
    fn make_other(&mut self, mv: &Move) -> Option<Short> {
        if self.engine.goes_in_short(mv) {
            return Some(self.engine.make_in_short(&mut self.position, mv));
        }
        let short = self.engine.drop_in_short(&mut self.position, mv);
        if short.is_none() {
            self.engine.apply(&mut self.position, mv);
        }
        short
    }

    #[inline(always)]
    fn unmake(&mut self, Undo(depth): Undo) {
        if !self.position.take_back_quietly(depth) {
            self.unmake_no_quiet(depth);
        }
    }

    /// Takes back all moves down to the one at `depth`.
    #[inline(never)]
    fn unmake_no_quiet(&mut self, depth: usize) {
        if self.position.take_back_simply(depth) {
            return;
        }
        while let Some(made) = self.position.pop_made(depth) {
            match made.short.how {
                How::Whole => self.position.take_back_whole(&made),
                _ => {
                    self.engine.unmake_in_short(&mut self.position, made.side(), &made.short);
                    self.position.restore_state(&made);
                }
            }
        }
    }

    /// Makes a move that will not be taken back.
    #[inline(always)]
    fn advance(&mut self, made: &Move) {
        if self.position.is_alone() && made.is_quiet() && self.engine.goes_simply(made) {
            let short = self.engine.simple(&self.position, made, Cell::EMPTY);
            self.engine.make_simply(&mut self.position, &short);
        } else {
            self.advance_otherwise(made);
        }
    }

    #[inline(never)]
    fn advance_otherwise(&mut self, made: &Move) {
        if self.position.keys().is_some() {
            self.make_otherwise(made);
            return;
        }
        self.position.forget_kept_state();
        if self.position.has_few() && self.engine.goes_simply(made) {
            let short = self.engine.short(&self.position, made, How::Simply);
            return self.engine.make_simply(&mut self.position, &short);
        }
        self.position.set_logging(false);
        self.make_other(made);
        self.position.set_logging(true);
    }

    fn key(&self) -> Key {
        let material = self.position.keys().map_or_else(|| self.position.material_key(), |keys| keys.material);
        let may_pass = !self.position.state.passed.is_empty();
        let usable = may_pass && self.engine.can_capture_en_passant(&mut self.position.clone());
        self.position.key(material, usable)
    }

    fn piece_at(&self, square: Square) -> Option<PlacedPiece> {
        let inside = square.index() < self.engine.rules.geometry.len();
        if inside { self.position.cell(square).piece_at() } else { None }
    }

    fn each_piece(&self, visit: &mut dyn FnMut(Square, PlacedPiece)) {
        let placed = self.position.pieces_of_both() | self.position.neutral_pieces();
        for square in placed {
            if let Some(piece) = self.position.cell(square).piece_at() {
                visit(square, piece);
            }
        }
    }

    fn outcome(&self, moves: usize) -> Option<Outcome> {
        let turn = self.position.state.turn;
        let checkers = match moves {
            0 if self.engine.reads_checkers() => oracle::checkers(self.engine, &self.position, turn),
            _ => Vec::new(),
        };
        let past = outcome::Past { moves: Some(moves), checkers: &checkers, series: &checkers, ..outcome::Past::NONE };
        outcome::end(self.engine, &self.position, past, None).map(|end| end.outcome)
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
        Placed { engine: self.engine, position: self.position.clone() }
    }
}

#[inline(never)]
fn copy_of_other<'v>(width: &Width<'v>) -> Width<'v> {
    match width {
        Width::Small(placed) => Width::Small(placed.clone()),
        Width::W2(placed) => Width::W2(placed.clone()),
        Width::W16(placed) => Width::W16(placed.clone()),
    }
}

// Not inlined, and without a clone of the enum in between: the copy is then written once, to the place where the caller
// wants it.
impl Clone for Position<'_> {
    #[inline(never)]
    fn clone(&self) -> Self {
        match &self.width {
            Width::Small(Placed { engine, position }) if position.is_alone() => {
                Position { width: Width::Small(Placed { engine, position: position.bare_copy() }) }
            }
            other => Position { width: copy_of_other(other) },
        }
    }
}

impl<'v> Position<'v> {
    /// The rules of the variant.
    pub fn rules(&self) -> &'v Rules {
        each_width!(&self.width, placed => &placed.engine.rules)
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Side {
        each_width!(&self.width, placed => placed.position.state.turn)
    }

    /// The piece on a square.
    pub fn piece_at(&self, square: Square) -> Option<PlacedPiece> {
        each_width!(&self.width, placed => placed.piece_at(square))
    }

    /// How many of a piece a side holds in hand.
    pub fn in_hand(&self, side: Side, piece: PieceId) -> u16 {
        each_width!(&self.width, placed => placed.position.in_hand(side, piece))
    }

    /// Calls `visit` with each kind of piece that a side has in hand, and the number of these pieces.
    pub fn each_in_hand(&self, visit: &mut dyn FnMut(Side, PieceId, u16)) {
        each_width!(&self.width, placed => placed.position.each_in_hand(visit));
    }

    /// The squares of the pieces of a kind of one side.
    pub fn pieces(&self, side: Side, piece: PieceId) -> SquareSet {
        each_width!(&self.width, placed => placed.position.pieces(side, piece).resize())
    }

    /// Calls `visit` with every piece on the board.
    pub fn each_piece(&self, visit: &mut dyn FnMut(Square, PlacedPiece)) {
        each_width!(&self.width, placed => placed.each_piece(visit));
    }

    /// Lets `surveyor` read the attacks of all pieces, for a static evaluation. Returns `false`, and reads nothing, if they
    /// do not follow from the moves of the pieces alone, or on large boards.
    pub fn survey(&self, surveyor: &mut impl Surveyor) -> bool {
        each_width!(&self.width, placed => placed.engine.survey(&placed.position, surveyor))
    }

    /// The number of checks that each side still has to give, in games that count checks.
    pub fn checks_left(&self) -> BySide<u16> {
        each_width!(&self.width, placed => placed.position.state.checks)
    }

    /// Returns `true` if a piece of a side attacks a square: see [`Game::attackers`](super::Game::attackers).
    pub fn is_attacked(&self, target: Square, by: Side) -> bool {
        each_width!(&self.width, placed => placed.engine.attacks(&placed.position, target, by, AttackSource::Tables))
    }

    /// The result if the game is over, given the number of legal moves. Ends that depend on the moves before are those of a
    /// game that begins here.
    pub fn outcome(&self, moves: usize) -> Option<Outcome> {
        each_width!(&self.width, placed => placed.outcome(moves))
    }

    /// Lists the legal moves, in no particular order, and replaces the contents of the list. There are none if the game
    /// has ended by the position alone.
    pub fn legal_moves(&self, list: &mut MoveList) {
        each_width!(&self.width, placed => placed.list(list));
    }

    /// Lists the legal captures, in no particular order, and replaces the contents of the list.
    pub fn captures(&self, list: &mut MoveList) {
        each_width!(&self.width, placed => placed.list_captures(list));
    }

    /// Returns `true` if the move is legal here.
    pub fn is_legal(&self, mv: Move) -> bool {
        each_width!(&self.width, placed => placed.is_legal(&mv))
    }

    /// Returns `true` if a legal move gives check.
    pub fn gives_check(&self, mv: Move) -> bool {
        each_width!(&self.width, placed => placed.gives_check(&mv))
    }

    /// Makes a null move: the turn passes to the other side, although no piece moves. [`unmake`](Position::unmake) takes
    /// it back. Returns `None`, and changes nothing, if the side to move is in check, or in a game with rules beyond the
    /// moves of its pieces, in which a turn can have several parts.
    pub fn make_null(&mut self) -> Option<Undo> {
        each_width!(&mut self.width, placed => placed.make_null())
    }

    /// Makes a legal move. [`unmake`](Position::unmake) takes it back; the position stores what that needs. A caller
    /// that never takes a move back should use [`play`](Position::play) instead.
    ///
    /// A move that is not legal here leaves a meaningless position, and does no other harm.
    #[inline(always)]
    pub fn make(&mut self, mv: impl Borrow<Move>) -> Undo {
        self.make_this(mv.borrow())
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
            Width::Small(placed) => placed.unmake(undo),
            larger => unmake_on_larger(larger, undo),
        }
    }

    /// Makes a legal move that is not taken back.
    ///
    /// A move that is not legal here leaves a meaningless position, and does no other harm.
    #[inline(always)]
    pub fn play(&mut self, mv: impl Borrow<Move>) {
        self.play_this(mv.borrow());
    }

    fn play_this(&mut self, mv: &Move) {
        match &mut self.width {
            Width::Small(placed) => placed.advance(mv),
            larger => play_on_larger(larger, mv),
        }
    }

    /// The position after a legal move.
    #[inline(always)]
    #[must_use]
    pub fn after(&self, mv: impl Borrow<Move>) -> Position<'v> {
        let mut next = self.clone();
        next.play(mv);
        next
    }

    /// Makes a move if it is legal. It cannot be taken back.
    ///
    /// # Errors
    /// If it is not; the position is unchanged then.
    pub fn try_play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove(mv));
        }
        self.play(mv);
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

    /// Updates the [`key`](Position::key) with each later move, so that asking for it costs little. Moves made before can no
    /// longer be taken back.
    pub fn keep_key(&mut self) {
        each_width!(&mut self.width, placed => placed.position.keep_key());
    }

    /// The hash key of the previous move: see [`Game::last_move_key`](super::Game::last_move_key).
    pub fn last_move_key(&self) -> Key {
        each_width!(&self.width, placed => placed.position.last_move_key())
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
fn unmake_on_larger(width: &mut Width<'_>, undo: Undo) {
    match width {
        Width::Small(_) => {}
        Width::W2(placed) => placed.unmake(undo),
        Width::W16(placed) => placed.unmake(undo),
    }
}

#[inline(never)]
fn play_on_larger(width: &mut Width<'_>, mv: &Move) {
    match width {
        Width::Small(_) => {}
        Width::W2(placed) => placed.advance(mv),
        Width::W16(placed) => placed.advance(mv),
    }
}
