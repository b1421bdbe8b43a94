//! A position as a plain board of cells.

use std::sync::Arc;

use ferz_core::board::{Side, Square, SquareSet};
use ferz_core::rules::{CastlingRight, Count, EnPassant, Pending, PieceId, PlacedPiece, Setup};

use crate::cell::Cell;
use crate::element::Element;
use crate::player::{ByPlayer, MOST, Player};

/// Facts about the last move that a position stores.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Last {
    pub mover: Option<Square>,
    /// The squares that the moved pieces left, each with its piece before the move.
    pub origin: Vec<Element>,
    pub destination: Vec<Square>,
    pub captured: Vec<(Square, Cell)>,
    /// The squares chosen by the move, each with its piece before the move.
    pub chosen: Vec<Element>,
}

/// The earlier positions of the game, the latest first. They do not count when positions are compared.
#[derive(Clone, Debug, Default)]
pub(crate) struct Earlier(pub Option<Arc<Position>>);

impl PartialEq for Earlier {
    fn eq(&self, _: &Earlier) -> bool {
        true
    }
}

impl Eq for Earlier {}

/// A position. Every change makes a new one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The piece on each square, by the square's index.
    pub cells: Vec<Option<Cell>>,
    /// The squares that are blocked.
    pub walls: SquareSet,
    /// How many of each piece (by id) each side holds in hand.
    pub hands: ByPlayer<Vec<u16>>,
    /// The side to move.
    pub turn: Player,
    /// The castling moves whose right has not been lost.
    pub castling: Vec<CastlingRight>,
    /// The squares of unmoved pieces, if the variant tracks them.
    pub unmoved: SquareSet,
    /// The squares that the last move has passed, and the square of the piece that passed them.
    pub passed: Option<EnPassant>,
    /// The same for the move before the last, if the other side made both moves in one turn.
    pub(crate) passed_too: Option<EnPassant>,
    /// The same for the last move, if the side to move made it in this turn.
    pub(crate) passed_in_turn: Option<EnPassant>,
    /// How many checks each side has still to give.
    pub checks_left: ByPlayer<u16>,
    /// The players that have dropped out: a bit for each of them.
    pub(crate) out: u8,
    /// Plies since the last capture or other progress.
    pub halfmoves: u32,
    /// The number of the full move, from 1.
    pub fullmoves: u32,
    /// The square on which the last move dropped a piece.
    pub dropped: Option<Square>,
    /// The castling rule, by index, that the last move used.
    pub castled: Option<u8>,
    /// The number of passes in a row.
    pub passes: u16,
    /// `true` if pieces that end the game by facing each other did so both before and after the last move.
    pub faced: bool,
    /// The running count of moves within which a side must give mate, if there is one.
    pub count: Option<Count>,
    /// The marked squares, by declaration of the state.
    pub(crate) marked: Vec<SquareSet>,
    /// The counters of each player, by declaration of the state. A counter of the game is the first of them.
    pub(crate) counters: Vec<[i64; MOST]>,
    /// The pieces that each side keeps off the board, by declaration of the state.
    pub(crate) kept: Vec<ByPlayer<Vec<PieceId>>>,
    /// How many moves of this turn have been made.
    pub(crate) made: u16,
    /// The kind of piece that the dice have chosen for the next move; `None` if no dice have been thrown.
    pub(crate) rolled: Option<PieceId>,
    /// With separate turns on two boards: the side to move on each of them.
    pub(crate) to_move: [Player; 2],
    /// Facts about the last move.
    pub(crate) last: Last,
    /// The depth of nested conditions about legal moves.
    pub(crate) depth: u8,
    /// The earlier positions, if a rule needs the number of occurrences.
    pub(crate) earlier: Earlier,
}

impl Position {
    /// The position that a setup describes. Pieces of the kinds in `neutral` belong to no side.
    pub(crate) fn new(setup: &Setup, (neutral, players, written): (&[PieceId], &[Player], [usize; 2])) -> Position {
        let player = |side: Side| players[written[side.index()]];
        let cell = |placed: PlacedPiece| Cell {
            neutral: neutral.contains(&placed.piece),
            promoted: placed.promoted,
            ..Cell::new(placed.piece, player(placed.side))
        };
        Position {
            cells: setup.pieces.iter().map(|placed| placed.map(cell)).collect(),
            walls: setup.walls,
            hands: ByPlayer::of(setup.hands.clone(), written, vec![0; setup.hands.white.len()]),
            turn: player(setup.turn),
            castling: setup.castling.clone(),
            unmoved: setup.unmoved,
            passed: setup.en_passant,
            passed_too: None,
            passed_in_turn: None,
            checks_left: ByPlayer::of(setup.checks, written, 0),
            out: 0,
            halfmoves: setup.halfmoves,
            fullmoves: setup.fullmoves,
            dropped: None,
            castled: None,
            passes: 0,
            faced: false,
            count: setup.count,
            marked: Vec::new(),
            counters: Vec::new(),
            kept: Vec::new(),
            made: 0,
            to_move: [player(setup.turn); 2],
            rolled: setup.memo.filter(|memo| memo.pending == Pending::Rolled).map(|memo| memo.piece),
            // The piece with the en passant right is the last mover.
            last: Last { mover: setup.en_passant.map(|passed| passed.victim), ..Last::default() },
            depth: 0,
            earlier: Earlier::default(),
        }
    }

    /// The piece on a square.
    pub fn at(&self, square: Square) -> Option<Cell> {
        self.cells.get(square.index()).copied().flatten()
    }

    /// `true` if a player has dropped out of the game.
    pub fn is_out(&self, player: Player) -> bool {
        self.out & player.bit() != 0
    }

    /// `true` if a piece belongs to a player that has dropped out. Such a piece moves, attacks and guards nothing.
    pub fn is_idle(&self, cell: Cell) -> bool {
        self.out != 0 && !cell.neutral && self.is_out(cell.side)
    }

    /// The next player after one that has not dropped out.
    pub(crate) fn next(&self, player: Player) -> Player {
        player.others().find(|other| !self.is_out(*other)).unwrap_or(player)
    }

    /// The player whose turn was before this one.
    pub(crate) fn moved_before(&self) -> Player {
        self.turn.others().filter(|other| !self.is_out(*other)).last().unwrap_or(!self.turn)
    }

    /// All players that have not dropped out: the next to move first, the player to move last.
    pub(crate) fn playing(&self) -> impl Iterator<Item = Player> + '_ {
        self.turn.others().chain([self.turn]).filter(|player| !self.is_out(*player))
    }

    /// `true` if a square holds neither a piece nor a wall.
    pub fn is_empty(&self, square: Square) -> bool {
        self.at(square).is_none() && !self.walls.contains(square)
    }

    /// All pieces with their squares, in the order of the board.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Cell)> + '_ {
        let placed = |(index, cell): (usize, &Option<Cell>)| cell.map(|piece| (Square::new(index as u16), piece));
        self.cells.iter().enumerate().filter_map(placed)
    }

    /// The squares of the pieces that pass a test.
    pub(crate) fn standing(&self, test: impl Fn(Cell) -> bool) -> SquareSet {
        self.pieces().filter(|(_, placed)| test(*placed)).map(|(square, _)| square).collect()
    }

    /// The pieces of a side with their squares.
    pub fn of_side(&self, side: Player) -> impl Iterator<Item = (Square, Cell)> + '_ {
        self.pieces().filter(move |(_, placed)| placed.is_of(side))
    }

    /// The pieces of all players but one, with their squares.
    pub(crate) fn of_other_sides(&self, side: Player) -> impl Iterator<Item = (Square, Cell)> + '_ {
        self.pieces().filter(move |(_, placed)| !placed.neutral && placed.side != side)
    }

    /// How many pieces of a kind a side has on the board.
    pub fn count(&self, side: Player, piece: PieceId) -> usize {
        self.of_side(side).filter(|(_, placed)| placed.piece == piece).count()
    }

    /// How many pieces of a kind a side holds in hand.
    pub fn held(&self, side: Player, piece: PieceId) -> u16 {
        self.hands[side].get(piece.index()).copied().unwrap_or(0)
    }

    /// The en passant rights after the last move.
    pub(crate) fn passers(&self) -> impl Iterator<Item = EnPassant> {
        self.passed.into_iter().chain(self.passed_too)
    }

    /// The squares on which pieces can be captured en passant after the last move.
    pub(crate) fn passed_squares(&self) -> SquareSet {
        self.passers().fold(SquareSet::EMPTY, |all, passed| all | passed.targets)
    }

    /// The same position without any right to capture en passant.
    pub(crate) fn without_passers(&self) -> Position {
        Position { passed: None, passed_too: None, passed_in_turn: None, ..self.clone() }
    }

    /// Puts a piece on a square, or empties the square.
    pub(crate) fn put(&mut self, square: Square, piece: Option<Cell>) {
        if let Some(cell) = self.cells.get_mut(square.index()) {
            *cell = piece;
        }
    }

    /// Adds pieces to a hand, or removes them.
    pub(crate) fn add_to_hand(&mut self, side: Player, piece: PieceId, number: i32) {
        if let Some(held) = self.hands[side].get_mut(piece.index()) {
            *held = (i32::from(*held) + number).clamp(0, i32::from(u16::MAX)) as u16;
        }
    }
}
