//! A playable position: pieces on squares, hands, rights and clocks, with changes that can be taken back.
//!
//! This room knows what stands where and how to change it. It does not know how pieces move.

mod castling;
mod hash;
mod key;
mod per_piece;

use crate::board::{Bitboard, BySide, Side, Square};
use crate::rules::{EnPassant, PieceId, PlacedPiece, Rules, Setup};

use per_piece::PerPiece;

pub use castling::{Castling, Castlings, MAX_CASTLINGS, SharedCastlings};
pub use key::Key;

/// The scalar part of a position, saved whole before a move and put back after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State<const W: usize> {
    /// Who is to move.
    pub turn: Side,
    /// Bit `i` stands for the `i`-th of [`Position::castlings`].
    pub rights: u16,
    /// The squares on which an en passant capture may end.
    pub passed: Bitboard<W>,
    /// The piece that an en passant capture takes; meaningless while `passed` is empty.
    pub passer: Square,
    /// Where pieces stand that have not moved, where the variant keeps account of them.
    pub unmoved: Bitboard<W>,
    /// Where the last move dropped a piece.
    pub dropped: Option<Square>,
    /// The castling rule (by index) by which the last move was made, if that ends the game.
    pub castled: Option<u8>,
    /// How many checks each side has still to give, where checks count.
    pub checks: BySide<u16>,
    /// Whether pieces that the rules speak of faced each other before the last move and after it.
    pub faced: bool,
    /// How many of the last moves changed nothing.
    pub passes: u8,
    /// Plies since the last capture or the last move that starts the count anew.
    pub halfmoves: u32,
    /// The number of the full move, from 1.
    pub fullmoves: u32,
}

/// A piece or nothing, in two bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell(u16);

impl Cell {
    /// Nothing.
    pub const EMPTY: Cell = Cell(0);
    const BLACK: u16 = 1 << 8;
    const PROMOTED: u16 = 1 << 9;

    /// A piece.
    #[inline(always)]
    pub const fn of(piece: PieceId, side: Side) -> Cell {
        Cell(piece.index() as u16 + 1 + Cell::BLACK * side.index() as u16)
    }

    /// The same piece, marked as promoted.
    #[inline(always)]
    pub const fn promoted(self) -> Cell {
        Cell(self.0 | Cell::PROMOTED)
    }

    /// Returns `true` if there is no piece.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The piece; of an empty cell, none.
    #[inline(always)]
    pub const fn piece(self) -> Option<PieceId> {
        match self.0 & 0xff {
            0 => None,
            index => Some(PieceId::new(index as u8 - 1)),
        }
    }

    /// 0 if there is nobody, else one more than the index of the piece.
    #[inline(always)]
    pub const fn number(self) -> usize {
        (self.0 & 0xff) as usize
    }

    /// The side of the piece; of an empty cell, White.
    #[inline(always)]
    pub const fn side(self) -> Side {
        if self.0 & Cell::BLACK == 0 { Side::White } else { Side::Black }
    }

    /// Returns `true` if the piece is marked as promoted.
    #[inline(always)]
    pub const fn is_promoted(self) -> bool {
        self.0 & Cell::PROMOTED != 0
    }

    /// The piece, if there is one.
    #[inline(always)]
    pub const fn piece_at(self) -> Option<PlacedPiece> {
        match self.piece() {
            Some(piece) => Some(PlacedPiece { piece, side: self.side(), promoted: self.is_promoted() }),
            None => None,
        }
    }

    /// The cell of a piece.
    #[inline(always)]
    pub const fn from_piece(placed: PlacedPiece) -> Cell {
        let cell = Cell::of(placed.piece, placed.side);
        if placed.promoted { cell.promoted() } else { cell }
    }
}

/// What was in one place before a change.
#[derive(Clone, Copy, Debug)]
enum Before {
    Cell(Square, Cell),
    Hand(Side, PieceId, u16),
    Wall(Square, bool),
}

/// A change that [`Position::undo`] takes back.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// In one place.
    One(Before),
    /// The piece of one square has gone to another: who was there before on both.
    Went { from: Square, to: Square, left: Cell, taken: Cell },
    /// A piece has come from the hand to an empty square: how many there were in hand before.
    Came { to: Square, side: Side, piece: PieceId, held: u16 },
}

/// What [`Position::undo`] goes back to.
#[derive(Clone, Copy, Debug)]
pub struct Mark<const W: usize> {
    state: State<W>,
    changes: usize,
}

impl<const W: usize> Mark<W> {
    /// The state at the mark.
    #[inline(always)]
    pub fn state(&self) -> State<W> {
        self.state
    }
}

/// A position on a board of at most `64 * W` squares.
#[derive(Debug)]
pub struct Position<const W: usize> {
    by_side: [Bitboard<W>; 2],
    by_piece: PerPiece<Bitboard<W>>,
    walls: Bitboard<W>,
    cells: [[Cell; 64]; W],
    hands: BySide<PerPiece<u16>>,
    /// Whose turn it is, rights and clocks.
    pub state: State<W>,
    castlings: SharedCastlings<W>,
    changes: Vec<Change>,
    /// Are changes written down, so that they can be taken back?
    logs: bool,
    /// How many squares the board has, and how many pieces the variant.
    squares: u16,
    pieces: u16,
}

impl<const W: usize> Position<W> {
    /// The position that a setup describes. The caller has checked that it fits the rules: see
    /// [`Rules`] and the `fen` room.
    pub fn new(rules: &Rules, setup: &Setup, castlings: SharedCastlings<W>) -> Position<W> {
        let squares = rules.geometry.len();
        let passed = setup.en_passant.as_ref();
        let mut position = Position {
            by_side: [Bitboard::EMPTY; 2],
            by_piece: PerPiece::new(rules.pieces.len()),
            walls: setup.walls.resize(),
            cells: [[Cell::EMPTY; 64]; W],
            hands: BySide::from_fn(|side| PerPiece::of(&setup.hands[side])),
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
            },
            castlings,
            changes: Vec::with_capacity(256),
            logs: true,
            squares: squares as u16,
            pieces: rules.pieces.len() as u16,
        };
        for (index, placed) in setup.pieces.iter().enumerate() {
            if let Some(placed) = placed {
                position.set(Square::new(index as u16), Cell::from_piece(*placed));
            }
        }
        position.changes.clear();
        position
    }

    /// The position written down again, but for a count of moves, which is no part of it.
    pub fn setup(&self) -> Setup {
        Setup {
            pieces: self.cells().iter().map(|cell| cell.piece_at()).collect(),
            walls: self.walls.resize(),
            hands: BySide::from_fn(|side| self.hands[side][..usize::from(self.pieces)].to_vec()),
            turn: self.state.turn,
            castling: self.castlings().map(|castling| castling.right).collect(),
            unmoved: self.state.unmoved.resize(),
            en_passant: self.en_passant(),
            checks: self.state.checks,
            count: None,
            halfmoves: self.state.halfmoves,
            fullmoves: self.state.fullmoves,
        }
    }

    /// The pieces of a side.
    #[inline(always)]
    pub fn of_side(&self, side: Side) -> Bitboard<W> {
        self.by_side[side.index()]
    }

    /// The pieces of both sides.
    #[inline(always)]
    pub fn pieces_of_both(&self) -> Bitboard<W> {
        self.by_side[0] | self.by_side[1]
    }

    /// The pieces of a kind, of both sides.
    #[inline(always)]
    pub fn of_piece(&self, piece: PieceId) -> Bitboard<W> {
        self.by_piece[piece.index()]
    }

    /// The pieces of some kinds, of both sides.
    #[inline(always)]
    pub fn of_pieces(&self, pieces: &[PieceId]) -> Bitboard<W> {
        let mut placed = Bitboard::EMPTY;
        // A plain loop: what a closure of an iterator does is not always compiled with the features of its caller.
        for piece in pieces {
            placed |= self.of_piece(*piece);
        }
        placed
    }

    /// The pieces of each kind, of both sides, by piece.
    #[inline(always)]
    pub fn by_piece(&self) -> &[Bitboard<W>] {
        &self.by_piece
    }

    /// The pieces of a kind of one side.
    #[inline(always)]
    pub fn pieces(&self, side: Side, piece: PieceId) -> Bitboard<W> {
        self.of_piece(piece) & self.of_side(side)
    }

    /// The squares that are not empty: pieces and walls.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard<W> {
        self.by_side[0] | self.by_side[1] | self.walls
    }

    /// The blocked squares.
    #[inline(always)]
    pub fn walls(&self) -> Bitboard<W> {
        self.walls
    }

    /// What stands on each square, by index.
    #[inline(always)]
    pub fn cells(&self) -> &[Cell] {
        &self.cells.as_flattened()[..usize::from(self.squares)]
    }

    /// What stands on a square.
    #[inline(always)]
    pub fn cell(&self, square: Square) -> Cell {
        self.cells.as_flattened()[square.index()]
    }

    /// How many of a piece a side holds in hand.
    #[inline(always)]
    pub fn in_hand(&self, side: Side, piece: PieceId) -> u16 {
        self.hands[side][piece.index()]
    }

    /// The castling moves whose right is still there.
    pub fn castlings(&self) -> impl Iterator<Item = &Castling<W>> + '_ {
        self.castlings_of(self.state.rights)
    }

    /// The rights of a side that are still there: bit `i` stands for the `i`-th of [`castling`](Position::castling).
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

    /// One of the castling moves that the game began with, if the right is still there.
    #[inline(always)]
    pub fn castling(&self, index: usize) -> Option<&Castling<W>> {
        (self.state.rights >> index & 1 == 1).then(|| &self.castlings.moves[index])
    }

    /// The en passant right.
    pub fn en_passant(&self) -> Option<EnPassant> {
        (!self.state.passed.is_empty())
            .then(|| EnPassant { targets: self.state.passed.resize(), victim: self.state.passer })
    }

    /// Puts a piece on a square, or takes one away.
    #[inline(always)]
    pub fn set(&mut self, square: Square, cell: Cell) {
        let old = self.replace(square, cell);
        self.note(Change::One(Before::Cell(square, old)));
    }

    /// Takes the piece from one square and puts one on another, in place of what stood there. The squares are not the same.
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

    /// Takes the piece from one square and puts one on another, which is empty. Gives back the one that has left.
    #[inline(always)]
    fn slide(&mut self, from: Square, to: Square, mover: Cell) -> Cell {
        if self.cell(from) != mover {
            let left = self.take(from);
            self.put(to, mover);
            return left;
        }
        let cells = self.cells.as_flattened_mut();
        cells[from.index()] = Cell::EMPTY;
        cells[to.index()] = mover;
        // Nearly always the piece stays what it is: only its own two sets change.
        if let Some(piece) = mover.piece() {
            for set in [&mut self.by_piece[piece.index()], &mut self.by_side[mover.side().index()]] {
                set.toggle(from);
                set.toggle(to);
            }
        }
        mover
    }

    /// Moves a piece of a side and piece from one of two squares to the other, which is empty. To do it again takes it back.
    /// Nothing is noted.
    #[inline(always)]
    pub fn move_unlogged(&mut self, (side, piece): (Side, PieceId), (one, other): (Square, Square)) {
        self.cells.as_flattened_mut().swap(one.index(), other.index());
        for set in [&mut self.by_piece[piece.index()], &mut self.by_side[side.index()]] {
            set.toggle(one);
            set.toggle(other);
        }
    }

    /// Empties a square; what stood there is [put](Position::put) back. Nothing is noted.
    #[inline(always)]
    pub fn take(&mut self, square: Square) -> Cell {
        let old = std::mem::replace(&mut self.cells.as_flattened_mut()[square.index()], Cell::EMPTY);
        if let Some(piece) = old.piece() {
            self.by_piece[piece.index()].remove(square);
            self.by_side[old.side().index()].remove(square);
        }
        old
    }

    /// Puts a piece on an empty square. Nothing is noted.
    #[inline(always)]
    pub fn put(&mut self, square: Square, cell: Cell) {
        self.cells.as_flattened_mut()[square.index()] = cell;
        if let Some(piece) = cell.piece() {
            self.by_piece[piece.index()].insert(square);
            self.by_side[cell.side().index()].insert(square);
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
        let before = self.walls.contains(square);
        self.replace_wall(square, wall);
        self.note(Change::One(Before::Wall(square, before)));
    }

    /// Blocks a square that is free, or frees one that is blocked. To do it again takes it back. Nothing is noted.
    #[inline(always)]
    pub fn toggle_wall(&mut self, square: Square) {
        self.walls.toggle(square);
    }

    #[inline(always)]
    fn replace_wall(&mut self, square: Square, wall: bool) {
        if wall {
            self.walls.insert(square);
        } else {
            self.walls.remove(square);
        }
    }

    /// Sets how many of a piece a side holds in hand.
    pub fn set_hand(&mut self, side: Side, piece: PieceId, count: u16) {
        let old = self.replace_hand((side, piece), |_| count);
        self.note(Change::One(Before::Hand(side, piece, old)));
    }

    /// Changes how many of a piece a side holds in hand, and gives back how many there were. Nothing is noted.
    #[inline(always)]
    pub fn replace_hand(&mut self, (side, piece): (Side, PieceId), change: impl FnOnce(u16) -> u16) -> u16 {
        let held = &mut self.hands[side][piece.index()];
        std::mem::replace(held, change(*held))
    }

    /// The rights that a move from or to a square ends.
    #[inline(always)]
    pub fn lose_rights(&mut self, square: Square) {
        if self.state.rights != 0 {
            self.state.rights &= !self.castlings.lost[square.index()];
        }
    }

    /// The rights that a move between two squares ends.
    #[inline(always)]
    pub fn lose_rights_of_both(&mut self, from: Square, to: Square) {
        if self.state.rights != 0 {
            let lost = &self.castlings.lost;
            self.state.rights &= !(lost[from.index()] | lost[to.index()]);
        }
    }

    /// Gives the rights of castling moves that may arise and for which both pieces stand now on their squares.
    pub fn gain_rights(&mut self, rules: &Rules, square: Square) {
        let castlings = self.castlings.clone();
        for (bit, castling) in castlings.moves.iter().enumerate() {
            let rule = &rules.castling[castling.right.rule as usize];
            let stands = |square: Square, pieces: &[PieceId]| {
                let placed = self.cell(square).piece_at();
                placed.is_some_and(|placed| placed.side == castling.side && pieces.contains(&placed.piece))
            };
            let (from, partner) = (castling.right.from, castling.right.partner);
            let concerns = rule.dropped && (square == from || square == partner);
            if concerns && stands(from, &rule.movers) && stands(partner, &rule.partners) {
                self.state.rights |= 1 << bit;
            }
        }
    }

    /// Notes that a castling was made: rights that it ends are lost.
    pub fn castle(&mut self, from: Square, partner: Square) {
        let castlings = self.castlings.clone();
        let made = castlings.moves.iter().find(|made| (made.right.from, made.right.partner) == (from, partner));
        if let Some(made) = made {
            self.state.rights &= !made.ends;
            self.state.castled = made.decides.then_some(made.right.rule);
        }
    }

    #[inline(always)]
    fn note(&mut self, change: Change) {
        if self.logs {
            self.changes.push(change);
        }
    }

    /// Says whether changes are written down from now on. Those that are not cannot be taken back.
    #[inline(always)]
    pub fn set_logging(&mut self, logs: bool) {
        self.logs = logs;
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
                self.hands[side][piece.index()] = held;
            }
            Change::One(Before::Hand(side, piece, count)) => self.hands[side][piece.index()] = count,
            Change::One(Before::Wall(square, wall)) => self.replace_wall(square, wall),
        }
    }

    /// Forgets how to take back the changes made so far, so that long games do not grow.
    pub fn forget(&mut self) {
        self.changes.clear();
    }
}

/// A copy has no past: it takes back what is changed in it from now on.
impl<const W: usize> Clone for Position<W> {
    #[inline(always)]
    fn clone(&self) -> Position<W> {
        Position {
            by_side: self.by_side,
            by_piece: self.by_piece.clone(),
            walls: self.walls,
            cells: self.cells,
            hands: self.hands.clone(),
            state: self.state,
            castlings: self.castlings.clone(),
            changes: Vec::new(),
            logs: true,
            squares: self.squares,
            pieces: self.pieces,
        }
    }
}
