//! A position for search programs: a small value that lists, makes and unmakes moves, and is fast to copy.

use std::fmt;

use crate::board::{BySide, Side, Square, SquareSet};
use crate::interpreter::{AttackSource, Move, Sets, Surveyor};
use crate::oracle;
use crate::outcome::{self, Judge};
use crate::perft;
use crate::position::{self as core, Key, Mark, State};
use crate::rules::{Outcome, PieceId, PlacedPiece, Rules, Setup};

use super::list::{HasRoom, MoveList, Room, SMALL};
use super::short::{Gone, Short};

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
    /// The moves made, for taking them back: the first `depth` of these. Old ones stay behind them, to be overwritten.
    made: Vec<Made<W>>,
    depth: usize,
    keys: Option<Keys>,
}

/// The key of the material, kept up to date.
#[derive(Clone, Debug)]
struct Keys {
    material: Key,
    /// The keys before the moves made, for taking them back.
    before: Vec<Key>,
}

/// Token for [`unmake`](Position::unmake): the number of moves made before it and not taken back. The data to
/// restore stays in the position, so that it is never copied.
#[derive(Debug)]
pub struct Undo(usize);

/// State before a move, kept to unmake it.
#[derive(Clone, Copy, Debug)]
struct Made<const W: usize> {
    state: State<W>,
    change: Short,
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
    fn new(engine: &'v Judge<W>, position: core::Position<W>) -> Placed<'v, W> {
        Placed { engine, position, made: Vec::new(), depth: 0, keys: None }
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
        if self.depth == self.made.len() {
            self.make_room();
        }
        let (undo, mark) = (Undo(self.depth), self.position.mark());
        self.made[self.depth] = Made { state: mark.state(), change: Short::whole(mark.changes()) };
        self.depth += 1;
        self.engine.begin_move(&mut self.position);
        if let Some(Keys { material, before }) = &mut self.keys {
            before.push(*material);
        }
        Some(undo)
    }

    #[inline(always)]
    fn make(&mut self, mv: &Move) -> Undo {
        match self.keys {
            None => self.make_alone(mv),
            Some(_) => self.make_with_key(mv),
        }
    }

    /// Makes a move, and updates the key.
    #[inline(never)]
    fn make_with_key(&mut self, mv: &Move) -> Undo {
        let undo = self.make_alone(mv);
        let (Some(keys), Some(made)) = (&mut self.keys, self.made.get(undo.0)) else { return undo };
        keys.before.push(keys.material);
        keys.material = match made.change.is_whole() {
            true => {
                let mark = Mark::new(made.state, made.change.changes());
                self.position.material_key_since(keys.material, &mark)
            }
            false => self.engine.material_after(&self.position, keys.material, made.change),
        };
        undo
    }

    /// Makes a move, without its key.
    #[inline(always)]
    fn make_alone(&mut self, mv: &Move) -> Undo {
        let undo = Undo(self.depth);
        if !self.engine.goes_simply(mv) {
            return self.make_other(mv);
        }
        let Some(made) = self.made.get_mut(self.depth) else { return self.make_with_room(mv) };
        let gone = Gone::of(&self.position, mv);
        // Before the move, and into its place at once: the state is copied once.
        made.state = self.position.state;
        made.change = Short::simple(gone);
        self.depth += 1;
        self.engine.make_simply(&mut self.position, gone);
        undo
    }

    #[cold]
    #[inline(never)]
    fn make_with_room(&mut self, mv: &Move) -> Undo {
        self.make_room();
        self.make_alone(mv)
    }

    #[cold]
    #[inline(never)]
    fn make_room(&mut self) {
        let made = Made { state: self.position.state, change: Short::whole(0) };
        self.made.resize(self.depth + 64, made);
    }

    /// Makes a move that is neither a plain move nor a capture, or that has further effects.
    #[inline(never)]
    fn make_other(&mut self, mv: &Move) -> Undo {
        let undo = Undo(self.depth);
        if self.depth == self.made.len() {
            self.make_room();
        }
        let mark = self.position.mark();
        let change = if self.engine.goes_in_short(mv) {
            self.engine.make_in_short(&mut self.position, mv)
        } else {
            self.engine.drop_in_short(&mut self.position, mv).unwrap_or_else(|| {
                self.engine.apply(&mut self.position, mv);
                Short::whole(mark.changes())
            })
        };
        self.made[self.depth] = Made { state: mark.state(), change };
        self.depth += 1;
        undo
    }

    #[inline(always)]
    fn unmake(&mut self, undo: &Undo) {
        let Some(made) = self.made.get(undo.0) else { return };
        if self.depth != undo.0 + 1 || !made.change.is_simple() {
            return self.unmake_all(undo);
        }
        self.position.state = made.state;
        self.engine.unmake_simply(&mut self.position, made.change);
        self.depth = undo.0;
        if let Some(keys) = &mut self.keys {
            keys.back();
        }
    }

    /// Takes back all moves down to the one of `undo`.
    #[inline(never)]
    fn unmake_all(&mut self, undo: &Undo) {
        for made in self.made[..self.depth].iter().skip(undo.0).rev() {
            if let Some(keys) = &mut self.keys {
                keys.back();
            }
            match made.change.is_whole() {
                true => self.position.undo(&Mark::new(made.state, made.change.changes())),
                false => {
                    self.engine.unmake_in_short(&mut self.position, made.change);
                    self.position.state = made.state;
                }
            }
        }
        self.depth = self.depth.min(undo.0);
    }

    /// Makes a move that will not be taken back.
    #[inline(always)]
    fn advance(&mut self, made: &Move) {
        if self.keys.is_some() {
            self.make_with_key(made);
        } else if !self.engine.goes_simply(made) {
            self.advance_otherwise(made);
        } else {
            let gone = Gone::of(&self.position, made);
            self.engine.make_simply(&mut self.position, gone);
        }
    }

    #[inline(never)]
    fn advance_otherwise(&mut self, made: &Move) {
        if self.engine.goes_in_short(made) {
            self.engine.make_in_short(&mut self.position, made);
            return;
        }
        if self.engine.drop_in_short(&mut self.position, made).is_some() {
            return;
        }
        self.position.set_logging(false);
        self.engine.apply(&mut self.position, made);
        self.position.set_logging(true);
    }

    fn key(&self) -> Key {
        let material = self.keys.as_ref().map_or_else(|| self.position.material_key(), |keys| keys.material);
        let may_pass = !self.position.state.passed.is_empty();
        let usable = may_pass && self.engine.can_capture_en_passant(&mut self.position.clone());
        self.position.key(material, usable)
    }

    fn keep_key(&mut self) {
        // Moves made before are never taken back with a key.
        self.depth = 0;
        self.position.forget();
        self.keys = Some(Keys { material: self.position.material_key(), before: Vec::new() });
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

impl Keys {
    fn back(&mut self) {
        self.material = self.before.pop().unwrap_or(self.material);
    }
}

// Written by hand so that it is inlined. A clone that is built in another function would be copied once more.
impl<const W: usize> Clone for Placed<'_, W> {
    #[inline(always)]
    fn clone(&self) -> Self {
        let keys = if self.keys.is_none() { None } else { self.keys.clone() };
        Placed { engine: self.engine, position: self.position.clone(), made: Vec::new(), depth: 0, keys }
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

// Not inlined, and without a clone of the enum in between: the copy is then written once, to the place where the caller
// wants it.
impl Clone for Position<'_> {
    #[inline(never)]
    fn clone(&self) -> Self {
        match &self.width {
            Width::Small(placed) => Position { width: Width::Small(placed.clone()) },
            larger => Position { width: copy_of_larger(larger) },
        }
    }
}

impl<'v> Position<'v> {
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

    /// Makes a legal move that is not taken back.
    ///
    /// A move that is not legal here leaves a meaningless position, and does no other harm.
    pub fn play(&mut self, mv: Move) {
        match &mut self.width {
            Width::Small(placed) => placed.advance(&mv),
            larger => play_on_larger(larger, &mv),
        }
    }

    /// The position after a legal move.
    #[inline(always)]
    #[must_use]
    pub fn after(&self, mv: Move) -> Position<'v> {
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
        each_width!(&mut self.width, placed => placed.keep_key());
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
fn unmake_on_larger(width: &mut Width<'_>, undo: &Undo) {
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
