//! A playable position: pieces on squares, hands, rights and clocks, with changes that can be taken back.
//!
//! This module stores the pieces and can change them. It does not know how pieces move.

mod aside;
mod board;
mod castling;
mod cell;
mod hash;
mod journal;
mod key;
mod line;
mod made;
mod moving;
mod per_piece;
mod rare;
mod replaced;
mod rights;
mod state;

use std::sync::Arc;

use crate::board::{Bitboard, BySide, Side, Square};
use crate::rules::{EnPassant, Memo, PieceId, Rules, Setup};

use aside::Aside;
use board::{Board, WALLS};
use per_piece::{Few, Many};
use rare::Rare;

pub use castling::{Castling, Castlings, MAX_CASTLINGS, SharedCastlings};
pub use cell::Cell;
pub use key::{Earlier, Key};
pub use made::{How, Keys, Made, Short};
pub use state::{Mark, State};

/// A position on a board of at most `64 * W` squares.
///
/// A copy of a position of a plain game takes no memory besides its own.
#[derive(Debug)]
pub struct Position<const W: usize> {
    board: Board<W>,
    /// Piece sets and hands, if there are more kinds than [`Board::few`] has room for.
    many: Rare<Many<W>>,
    /// Side to move, rights and clocks.
    pub state: State<W>,
    castlings: SharedCastlings<W>,
    /// Changes to take back, and state that only some games have.
    aside: Rare<Aside<W>>,
}

/// Positions of small games are copied often: 256 bytes, with a reference to the rules.
const _: () = assert!(size_of::<Position<1>>() <= 248);

impl<const W: usize> Position<W> {
    /// Up to this number of kinds of pieces, all sets of squares are in the position itself.
    pub const KINDS_INSIDE: usize = per_piece::FEW;

    /// The position that a setup describes. The caller has checked that it fits the rules: see
    /// [`Rules`] and the `fen` module.
    pub fn new(rules: &Rules, setup: &Setup, castlings: SharedCastlings<W>) -> Position<W> {
        let passed = setup.en_passant.as_ref();
        let (few, many) = Few::new(rules.pieces.len(), setup);
        let mut position = Position {
            board: Board {
                by_side: [Bitboard::EMPTY, Bitboard::EMPTY, setup.walls.resize()],
                cells: [[0; 64]; W],
                few,
            },
            many: many.into(),
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
            castlings: castlings.for_game(rules),
            aside: setup
                .told
                .clone()
                .map(|told| Box::new(Aside { told: Some(Arc::from(told)), ..Aside::default() }))
                .into(),
        };
        for (index, placed) in setup.pieces.iter().enumerate() {
            if let Some(placed) = placed {
                let cell = Cell::from_piece(*placed);
                let cell = if rules.tree.sides.neutral.contains(&placed.piece) { cell.neutral() } else { cell };
                position.put(Square::new(index as u16), cell);
                if placed.promoted {
                    position.castlings.facts_mut().unpromoted = 0;
                }
            }
        }
        position
    }

    /// The position as a setup. A running count of moves is not part of it.
    pub fn setup(&self) -> Setup {
        Setup {
            pieces: self.squares().map(|square| self.cell(square).piece_at()).collect(),
            walls: self.bare_walls().resize(),
            hands: self.hands(),
            turn: self.state.turn,
            castling: self.castlings().map(|castling| castling.right).collect(),
            unmoved: self.state.unmoved.resize(),
            en_passant: self.en_passant(),
            checks: self.state.checks,
            count: None,
            halfmoves: self.state.halfmoves,
            fullmoves: self.state.fullmoves,
            memo: Some(self.state.memo),
            told: self.told().cloned().map(Box::new),
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

    /// The squares of the board.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<W> {
        (0..self.castlings.facts().squares).map(Square::new)
    }

    /// Returns `true` if both positions have the same pieces on the board.
    pub fn has_same_pieces(&self, other: &Position<W>) -> bool {
        let promoted = |position: &Position<W>| position.many.as_ref().map(|many| many.promoted);
        let sides = self.board.by_side[..WALLS] == other.board.by_side[..WALLS];
        sides && self.board.cells == other.board.cells && promoted(self) == promoted(other)
    }

    /// Content of a square.
    #[inline(always)]
    pub fn cell(&self, square: Square) -> Cell {
        let byte = self.board.byte(square);
        if byte == 0 {
            return Cell::EMPTY;
        }
        let (number, promoted) = match &*self.many {
            None => (byte & !Cell::PROMOTED_BYTE, byte & Cell::PROMOTED_BYTE != 0),
            Some(many) => (byte, many.promoted.contains(square)),
        };
        let [white, black, _] = &self.board.by_side;
        Cell::of_number(number, (white.contains(square), black.contains(square)), promoted)
    }

    /// The [number](Cell::number) of the piece on a square; 0 if there is none.
    #[inline(always)]
    pub fn number_on(&self, square: Square) -> usize {
        self.numbers()(square)
    }

    /// The same as [`number_on`](Position::number_on), for many squares.
    #[inline(always)]
    pub fn numbers(&self) -> impl Fn(Square) -> usize {
        let mask = if self.many.is_none() { !Cell::PROMOTED_BYTE } else { u8::MAX };
        move |square| usize::from(self.board.byte(square) & mask)
    }

    /// The kind of the piece on a square.
    #[inline(always)]
    pub fn piece_on(&self, square: Square) -> Option<PieceId> {
        Cell::piece_of(self.number_on(square))
    }

    /// Content of a square, in a game with at most [`KINDS_INSIDE`](Position::KINDS_INSIDE) kinds of pieces and without
    /// pieces of neither side.
    #[inline(always)]
    pub fn cell_inside(&self, square: Square) -> Cell {
        let byte = self.board.byte(square);
        if byte == 0 {
            return Cell::EMPTY;
        }
        let black = self.board.by_side[1].contains(square);
        Cell::of_number(byte & !Cell::PROMOTED_BYTE, (!black, black), byte & Cell::PROMOTED_BYTE != 0)
    }

    /// The byte of a square with a piece of this kind, in a game with at most [`KINDS_INSIDE`](Position::KINDS_INSIDE) kinds of
    /// pieces. The square is read only if the kind is not enough, so that a move does not wait for a byte that the move before
    /// has written.
    #[inline(always)]
    pub fn byte_inside(&self, piece: PieceId, square: Square) -> u8 {
        match piece.index() < usize::from(self.castlings.facts().unpromoted) {
            true => Cell::number_of(piece),
            false => self.board.byte(square),
        }
    }

    /// How many of a piece a side holds in hand.
    #[inline(always)]
    pub fn in_hand(&self, side: Side, piece: PieceId) -> u16 {
        self.board.few.held(&self.many, (side, piece))
    }

    /// Calls `visit` with each kind of piece that a side has in hand, and the number of these pieces.
    pub fn each_in_hand(&self, visit: &mut dyn FnMut(Side, PieceId, u16)) {
        self.board.few.each_held(&self.many, visit);
    }

    /// How many of each piece each side holds in hand.
    pub fn hands(&self) -> BySide<Vec<u16>> {
        let pieces = || (0..self.castlings.facts().pieces).map(|index| PieceId::new(index as u8));
        BySide::from_fn(|side| pieces().map(|piece| self.in_hand(side, piece)).collect())
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
}

impl<const W: usize> Position<W> {
    /// A copy of a position that [is alone](Position::is_alone).
    #[inline(always)]
    pub fn bare_copy(&self) -> Position<W> {
        let (state, castlings) = (self.state, self.castlings.clone());
        Position { board: self.board.clone(), many: Rare::NONE, state, castlings, aside: Rare::NONE }
    }
}

/// A copy has an empty journal: it can only take back its own later changes.
impl<const W: usize> Clone for Position<W> {
    #[inline(always)]
    fn clone(&self) -> Position<W> {
        let many = if self.many.is_none() { Rare::NONE } else { per_piece::copied(&self.many).into() };
        let aside = if self.aside.is_none() { Rare::NONE } else { aside::copied(&self.aside).into() };
        let (state, castlings) = (self.state, self.castlings.clone());
        Position { board: self.board.clone(), many, state, castlings, aside }
    }

    /// The same, into room that an earlier copy has left: its journal and boxes are used again.
    fn clone_from(&mut self, other: &Position<W>) {
        (self.board, self.state) = (other.board.clone(), other.state);
        self.many.clone_from(&other.many);
        self.castlings.clone_from(&other.castlings);
        match &mut *self.aside {
            Some(aside) => aside.become_copy_of(other.aside.as_deref()),
            None => self.aside = aside::copied(&other.aside).into(),
        }
    }
}
