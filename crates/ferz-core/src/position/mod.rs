//! A playable position: pieces on squares, hands, rights and clocks, with changes that can be taken back.
//!
//! This module stores the pieces and can change them. It does not know how pieces move.

mod castling;
mod cell;
mod hash;
mod key;
mod per_piece;
mod replaced;
mod rights;

use crate::board::{Bitboard, BySide, Side, Square};
use std::sync::Arc;

use crate::rules::{EnPassant, Memo, PieceId, Rules, Setup, Told};

use per_piece::{Few, Many};

pub use castling::{Castling, Castlings, MAX_CASTLINGS, SharedCastlings};
pub use cell::Cell;
pub use key::{Earlier, Key};

/// The scalar part of a position. It is saved as a whole before a move, and restored when the move is taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State<const W: usize> {
    /// The side to move.
    pub turn: Side,
    /// Bit `i` stands for the `i`-th of [`Position::castlings`].
    pub rights: u16,
    /// The squares on which an en passant capture may end.
    pub passed: Bitboard<W>,
    /// The square of the piece that an en passant capture removes; meaningless while `passed` is empty.
    pub passer: Square,
    /// Squares of unmoved pieces, if the variant tracks them.
    pub unmoved: Bitboard<W>,
    /// Square on which the last move dropped a piece.
    pub dropped: Option<Square>,
    /// The castling rule (by index) of the last move, if that castling can end the game.
    pub castled: Option<u8>,
    /// The number of checks that each side still has to give, in games that count checks.
    pub checks: BySide<u16>,
    /// `true` if pieces that must not face each other did so both before and after the last move.
    pub faced: bool,
    /// The number of passes in a row.
    pub passes: u8,
    /// Plies since the last capture or the last move that starts the count anew.
    pub halfmoves: u32,
    /// The number of the full move, from 1.
    pub fullmoves: u32,
    /// Demands and prohibitions of the last action, for turns of several actions and for rules about the previous move.
    pub memo: Memo,
}

/// Content of one place before a change.
#[derive(Clone, Copy, Debug)]
enum Before {
    Cell(Square, Cell),
    Hand(Side, PieceId, u16),
    Wall(Square, bool),
}

/// A change that [`Position::undo`] takes back.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// One place has changed.
    One(Before),
    /// A piece moved from one square to another. `left` and `taken` hold the former content of the two squares.
    Went { from: Square, to: Square, left: Cell, taken: Cell },
    /// A piece was dropped on an empty square. `held` is the former number in hand.
    Came { to: Square, side: Side, piece: PieceId, held: u16 },
    /// The whole position was replaced. The last entry of [`Position::replaced`] has its former content.
    Replaced,
}

/// The content of a position without its state and its journal.
#[derive(Debug)]
struct Whole<const W: usize> {
    board: Board<W>,
    many: Option<Box<Many<W>>>,
    told: Option<Arc<Told>>,
    earlier: Option<Arc<Earlier>>,
}

/// The contents of positions that others have replaced, the latest last.
#[derive(Debug)]
struct Contents<const W: usize>(Vec<Whole<W>>);

/// A point in the journal to which [`Position::undo`] returns.
#[derive(Clone, Copy, Debug)]
pub struct Mark<const W: usize> {
    state: State<W>,
    changes: usize,
}

impl<const W: usize> Mark<W> {
    /// A mark with this state, after this number of changes in the journal.
    #[inline(always)]
    pub fn new(state: State<W>, changes: usize) -> Mark<W> {
        Mark { state, changes }
    }

    /// The state at the mark.
    #[inline(always)]
    pub fn state(&self) -> State<W> {
        self.state
    }

    /// How many changes the journal had.
    #[inline(always)]
    pub fn changes(&self) -> usize {
        self.changes
    }
}

/// The place of blocked squares in [`Board::by_side`].
const WALLS: usize = 2;

/// A position on a board of at most `64 * W` squares.
#[derive(Debug)]
pub struct Position<const W: usize> {
    board: Board<W>,
    /// Piece sets and hands, if there are more kinds than [`Board::few`] has room for.
    many: Option<Box<Many<W>>>,
    /// Side to move, rights and clocks.
    pub state: State<W>,
    castlings: SharedCastlings<W>,
    changes: Vec<Change>,
    /// State that only rules of the [tree](crate::rules::Tree) read, in games that have any.
    told: Option<Arc<Told>>,
    /// The positions before, where a rule asks how often a position has occurred.
    earlier: Option<Arc<Earlier>>,
    /// The contents that a [`Change::Replaced`] brings back. Nearly always none: then a copy has nothing to free.
    replaced: Option<Box<Contents<W>>>,
}

/// The part of a position that is copied as one block.
#[derive(Clone, Copy, Debug)]
struct Board<const W: usize> {
    /// The pieces of White, those of Black, and the squares that are blocked: by a wall, or by a piece of neither side.
    by_side: [Bitboard<W>; 3],
    cells: [[Cell; 64]; W],
    few: Few<W>,
    /// `true` if changes are logged so that they can be undone.
    logs: bool,
    /// How many squares the board has, and how many pieces the variant.
    squares: u16,
    pieces: u16,
}

impl<const W: usize> Position<W> {
    /// The position that a setup describes. The caller has checked that it fits the rules: see
    /// [`Rules`] and the `fen` module.
    pub fn new(rules: &Rules, setup: &Setup, castlings: SharedCastlings<W>) -> Position<W> {
        let squares = rules.geometry.len();
        let passed = setup.en_passant.as_ref();
        let (few, many) = Few::new(rules.pieces.len(), setup);
        let mut position = Position {
            board: Board {
                by_side: [Bitboard::EMPTY, Bitboard::EMPTY, setup.walls.resize()],
                cells: [[Cell::EMPTY; 64]; W],
                few,
                logs: true,
                squares: squares as u16,
                pieces: rules.pieces.len() as u16,
            },
            many,
            state: State {
                turn: setup.turn,
                rights: ((1u32 << setup.castling.len().min(MAX_CASTLINGS)) - 1) as u16,
                passed: passed.map_or(Bitboard::EMPTY, |right| right.targets.resize()),
                passer: passed.map_or(Square::new(0), |right| right.victim),
                unmoved: setup.unmoved.resize(),
                dropped: None,
                castled: None,
                faced: false,
                checks: setup.checks,
                passes: 0,
                halfmoves: setup.halfmoves,
                fullmoves: setup.fullmoves,
                memo: setup.memo.unwrap_or_else(|| Memo::at_start(&rules.beyond.turns, setup.turn, setup.fullmoves)),
            },
            castlings,
            changes: Vec::with_capacity(256),
            told: setup.told.clone().map(Arc::from),
            earlier: None,
            replaced: None,
        };
        for (index, placed) in setup.pieces.iter().enumerate() {
            if let Some(placed) = placed {
                let cell = Cell::from_piece(*placed);
                let cell = if rules.tree.sides.neutral.contains(&placed.piece) { cell.neutral() } else { cell };
                position.set(Square::new(index as u16), cell);
            }
        }
        position.changes.clear();
        position
    }

    /// The position as a setup. A running count of moves is not part of it.
    pub fn setup(&self) -> Setup {
        Setup {
            pieces: self.cells().iter().map(|cell| cell.piece_at()).collect(),
            walls: self.bare_walls().resize(),
            hands: BySide::from_fn(|side| {
                self.board.few.all_held(&self.many, side)[..usize::from(self.board.pieces)].to_vec()
            }),
            turn: self.state.turn,
            castling: self.castlings().map(|castling| castling.right).collect(),
            unmoved: self.state.unmoved.resize(),
            en_passant: self.en_passant(),
            checks: self.state.checks,
            count: None,
            halfmoves: self.state.halfmoves,
            fullmoves: self.state.fullmoves,
            memo: Some(self.state.memo),
            told: self.told.as_deref().cloned().map(Box::new),
        }
    }

    /// The pieces of a side.
    #[inline(always)]
    pub fn of_side(&self, side: Side) -> Bitboard<W> {
        self.board.by_side[side.index()]
    }

    /// The pieces of both sides.
    #[inline(always)]
    pub fn pieces_of_both(&self) -> Bitboard<W> {
        self.board.by_side[0] | self.board.by_side[1]
    }

    /// The pieces of a kind, of both sides.
    #[inline(always)]
    pub fn of_piece(&self, piece: PieceId) -> Bitboard<W> {
        *self.board.few.squares(&self.many, piece)
    }

    /// The pieces of some kinds, of both sides.
    #[inline(always)]
    pub fn of_pieces(&self, pieces: &[PieceId]) -> Bitboard<W> {
        let mut placed = Bitboard::EMPTY;
        // A plain loop: an iterator closure is not always compiled with the target features of its caller.
        for piece in pieces {
            placed |= self.of_piece(*piece);
        }
        placed
    }

    /// The pieces of each kind, of both sides, by piece.
    #[inline(always)]
    pub fn by_piece(&self) -> &[Bitboard<W>] {
        self.board.few.all_squares(&self.many)
    }

    /// The pieces of a kind of one side.
    #[inline(always)]
    pub fn pieces(&self, side: Side, piece: PieceId) -> Bitboard<W> {
        self.of_piece(piece) & self.of_side(side)
    }

    /// The squares that are not empty: pieces and walls.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard<W> {
        self.board.by_side[0] | self.board.by_side[1] | self.board.by_side[WALLS]
    }

    /// The squares that are blocked by a wall.
    pub fn bare_walls(&self) -> Bitboard<W> {
        self.walls() & !self.by_piece().iter().fold(Bitboard::EMPTY, |all, pieces| all | *pieces)
    }

    /// The squares of pieces of neither side.
    pub fn neutral_pieces(&self) -> Bitboard<W> {
        let walls = self.walls();
        if walls.is_empty() { walls } else { walls & !self.bare_walls() }
    }

    /// The blocked squares: by a wall, or by a piece of neither side.
    #[inline(always)]
    pub fn walls(&self) -> Bitboard<W> {
        self.board.by_side[WALLS]
    }

    /// Content of each square, by index.
    #[inline(always)]
    pub fn cells(&self) -> &[Cell] {
        &self.board.cells.as_flattened()[..usize::from(self.board.squares)]
    }

    /// Content of a square.
    #[inline(always)]
    pub fn cell(&self, square: Square) -> Cell {
        self.board.cells.as_flattened()[square.index() % (64 * W)]
    }

    /// The content of a square, for changing it.
    #[inline(always)]
    fn cell_mut(&mut self, square: Square) -> &mut Cell {
        // The remainder never changes the index. It lets the compiler omit the bounds check.
        &mut self.board.cells.as_flattened_mut()[square.index() % (64 * W)]
    }

    /// How many of a piece a side holds in hand.
    #[inline(always)]
    pub fn in_hand(&self, side: Side, piece: PieceId) -> u16 {
        self.board.few.held(&self.many, (side, piece))
    }

    /// The castling moves whose right has not been lost.
    pub fn castlings(&self) -> impl Iterator<Item = &Castling<W>> + '_ {
        self.castlings_of(self.state.rights)
    }

    /// The rights that a side has not lost: bit `i` stands for the `i`-th of [`castling`](Position::castling).
    #[inline(always)]
    pub fn rights_of(&self, side: Side) -> u16 {
        self.state.rights & self.castlings.of_side[side]
    }

    /// The castling moves of some rights, a bit for each.
    #[inline(always)]
    pub fn castlings_of(&self, mut rights: u16) -> impl Iterator<Item = &Castling<W>> {
        std::iter::from_fn(move || {
            if rights == 0 {
                return None;
            }
            let index = rights.trailing_zeros() as usize;
            rights &= rights - 1;
            self.castlings.moves.get(index)
        })
    }

    /// One of the castling moves of the start position, if the right has not been lost.
    #[inline(always)]
    pub fn castling(&self, index: usize) -> Option<&Castling<W>> {
        (self.state.rights >> index & 1 == 1).then(|| &self.castlings.moves[index])
    }

    /// The en passant right.
    pub fn en_passant(&self) -> Option<EnPassant> {
        (!self.state.passed.is_empty())
            .then(|| EnPassant { targets: self.state.passed.resize(), victim: self.state.passer })
    }

    /// Sets the content of a square.
    #[inline(always)]
    pub fn set(&mut self, square: Square, cell: Cell) {
        let old = self.replace(square, cell);
        self.note(Change::One(Before::Cell(square, old)));
    }

    /// Removes the piece from one square and puts a piece on another, replacing its content. The squares differ.
    #[inline(always)]
    pub fn move_piece(&mut self, from: Square, to: Square, mover: Cell) {
        let taken = self.take(to);
        let left = self.slide(from, to, mover);
        self.note(Change::Went { from, to, left, taken });
    }

    /// Puts a piece from the hand of a side, if it holds any, on an empty square.
    #[inline(always)]
    pub fn drop_piece(&mut self, (side, piece): (Side, PieceId), to: Square, cell: Cell) {
        let held = self.replace_hand((side, piece), |held| held.saturating_sub(1));
        self.put(to, cell);
        self.note(Change::Came { to, side, piece, held });
    }

    /// Removes the piece from one square and puts a piece on another, empty square. Returns the removed piece.
    #[inline(always)]
    fn slide(&mut self, from: Square, to: Square, mover: Cell) -> Cell {
        if self.cell(from) != mover {
            let left = self.take(from);
            self.put(to, mover);
            return left;
        }
        *self.cell_mut(from) = Cell::EMPTY;
        *self.cell_mut(to) = mover;
        // Nearly always the piece keeps its kind, so only its own two sets change.
        if let Some(piece) = mover.piece() {
            for set in [self.board.few.squares_mut(&mut self.many, piece), &mut self.board.by_side[mover.owner()]] {
                set.toggle(from);
                set.toggle(to);
            }
        }
        mover
    }

    /// Moves a piece of a side from one of two squares to the other, which is empty. A second call reverses the
    /// first. Nothing is written to the journal.
    #[inline(always)]
    pub fn move_unlogged(&mut self, (side, piece): (Side, PieceId), (one, other): (Square, Square)) {
        let cell = self.cell(one);
        *self.cell_mut(one) = self.cell(other);
        *self.cell_mut(other) = cell;
        self.toggle_both((side, piece), (one, other));
    }

    /// Moves a piece to another square and removes the piece there, if any: `taken`. Nothing is written to the journal.
    #[inline(always)]
    pub fn go(&mut self, placed: (Side, PieceId), (from, to): (Square, Square), taken: Cell) {
        let mover = std::mem::replace(self.cell_mut(from), Cell::EMPTY);
        *self.cell_mut(to) = mover;
        if let Some(other) = taken.piece() {
            self.board.few.squares_mut(&mut self.many, other).remove(to);
            self.board.by_side[taken.owner()].remove(to);
        }
        self.toggle_both(placed, (from, to));
    }

    /// Reverses [`go`](Position::go) for a piece that has moved from one square to another and perhaps captured.
    #[inline(always)]
    pub fn go_back(&mut self, placed: (Side, PieceId), (from, to): (Square, Square), taken: Cell) {
        *self.cell_mut(from) = std::mem::replace(self.cell_mut(to), taken);
        self.toggle_both(placed, (from, to));
        if let Some(other) = taken.piece() {
            self.board.few.squares_mut(&mut self.many, other).insert(to);
            self.board.by_side[taken.owner()].insert(to);
        }
    }

    /// Moves a piece from one square to another in its sets.
    #[inline(always)]
    fn toggle_both(&mut self, (side, piece): (Side, PieceId), (one, other): (Square, Square)) {
        for set in [self.board.few.squares_mut(&mut self.many, piece), &mut self.board.by_side[side.index()]] {
            set.toggle(one);
            set.toggle(other);
        }
    }

    /// Empties a square and returns its content, which [`put`](Position::put) restores. Nothing is written to the
    /// journal.
    #[inline(always)]
    pub fn take(&mut self, square: Square) -> Cell {
        let old = std::mem::replace(self.cell_mut(square), Cell::EMPTY);
        if let Some(piece) = old.piece() {
            self.board.few.squares_mut(&mut self.many, piece).remove(square);
            self.board.by_side[old.owner()].remove(square);
        }
        old
    }

    /// Puts a piece on an empty square. Nothing is written to the journal.
    #[inline(always)]
    pub fn put(&mut self, square: Square, cell: Cell) {
        *self.cell_mut(square) = cell;
        if let Some(piece) = cell.piece() {
            self.board.few.squares_mut(&mut self.many, piece).insert(square);
            self.board.by_side[cell.owner()].insert(square);
        }
    }

    #[inline(always)]
    fn replace(&mut self, square: Square, cell: Cell) -> Cell {
        let old = self.take(square);
        self.put(square, cell);
        old
    }

    /// Blocks a square or frees it.
    pub fn set_wall(&mut self, square: Square, wall: bool) {
        let before = self.board.by_side[WALLS].contains(square);
        self.replace_wall(square, wall);
        self.note(Change::One(Before::Wall(square, before)));
    }

    /// Blocks a free square, or frees a blocked one. A second call reverses the first. Nothing is written to the
    /// journal.
    #[inline(always)]
    pub fn toggle_wall(&mut self, square: Square) {
        self.board.by_side[WALLS].toggle(square);
    }

    #[inline(always)]
    fn replace_wall(&mut self, square: Square, wall: bool) {
        if wall {
            self.board.by_side[WALLS].insert(square);
        } else {
            self.board.by_side[WALLS].remove(square);
        }
    }

    /// Sets how many of a piece a side holds in hand.
    pub fn set_hand(&mut self, side: Side, piece: PieceId, count: u16) {
        let old = self.replace_hand((side, piece), |_| count);
        self.note(Change::One(Before::Hand(side, piece, old)));
    }

    /// Changes the number of a piece in a side's hand, and returns the old number. Nothing is written to the journal.
    #[inline(always)]
    pub fn replace_hand(&mut self, (side, piece): (Side, PieceId), change: impl FnOnce(u16) -> u16) -> u16 {
        let held = self.board.few.held_mut(&mut self.many, (side, piece));
        std::mem::replace(held, change(*held))
    }

    /// Removes the castling rights that end with a move from or to a square.
    #[inline(always)]
    pub fn lose_rights(&mut self, square: Square) {
        if self.state.rights != 0 {
            self.state.rights &= !self.castlings.lost_at(square);
        }
    }

    /// Removes the castling rights that end with a move between two squares.
    #[inline(always)]
    pub fn lose_rights_of_both(&mut self, from: Square, to: Square) {
        let castlings = &*self.castlings;
        if castlings.concerned.contains(from) | castlings.concerned.contains(to) {
            self.state.rights &= !(castlings.lost_at(from) | castlings.lost_at(to));
        }
    }

    #[inline(always)]
    fn note(&mut self, change: Change) {
        if self.board.logs {
            self.changes.push(change);
        }
    }

    /// Switches the journal on or off. Changes that are not in the journal cannot be taken back.
    #[inline(always)]
    pub fn set_logging(&mut self, logs: bool) {
        self.board.logs = logs;
    }

    /// A mark to come back to with [`undo`](Position::undo).
    #[inline(always)]
    pub fn mark(&self) -> Mark<W> {
        Mark { state: self.state, changes: self.changes.len() }
    }

    /// Takes back all changes since a mark.
    #[inline(always)]
    pub fn undo(&mut self, mark: &Mark<W>) {
        while self.changes.len() > mark.changes {
            let Some(change) = self.changes.pop() else { break };
            self.take_back(change);
        }
        self.state = mark.state;
    }

    #[inline(always)]
    fn take_back(&mut self, change: Change) {
        match change {
            Change::One(Before::Cell(square, cell)) => {
                self.replace(square, cell);
            }
            Change::Went { from, to, left, taken } => {
                self.slide(to, from, left);
                self.put(to, taken);
            }
            Change::Came { to, side, piece, held } => {
                self.take(to);
                *self.board.few.held_mut(&mut self.many, (side, piece)) = held;
            }
            Change::One(Before::Hand(side, piece, count)) => {
                *self.board.few.held_mut(&mut self.many, (side, piece)) = count
            }
            Change::One(Before::Wall(square, wall)) => self.replace_wall(square, wall),
            Change::Replaced => {
                if let Some(whole) = self.replaced.as_mut().and_then(|replaced| replaced.0.pop()) {
                    self.put_back(whole);
                }
            }
        }
    }

    /// Clears the journal, so that it does not grow in long games. Earlier changes can no longer be taken back.
    pub fn forget(&mut self) {
        self.changes.clear();
        self.replaced = None;
    }
}

/// A copy has an empty journal: it can only take back its own later changes.
impl<const W: usize> Clone for Position<W> {
    #[inline(always)]
    fn clone(&self) -> Position<W> {
        let many = if self.many.is_none() { None } else { per_piece::copied(&self.many) };
        let (state, castlings) = (self.state, self.castlings.clone());
        let told = if self.told.is_none() { None } else { self.told.clone() };
        let earlier = if self.earlier.is_none() { None } else { self.earlier.clone() };
        let (changes, replaced) = (Vec::new(), None);
        Position { board: self.board, many, state, castlings, changes, told, earlier, replaced }
    }
}
