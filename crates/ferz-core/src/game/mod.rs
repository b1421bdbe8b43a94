//! Games: a variant compiled for its board, and its positions with their history.
//!
//! The width of the board is chosen here, once. No module above this one depends on it.

mod list;
mod occurrences;
mod past;
mod position;
mod session;
mod short;

use std::fmt;
use std::sync::Arc;

use crate::board::{BySide, Side, Square, SquareSet};
use crate::interpreter::{self, Engine, Move, Outline};
use crate::outcome::{Ended, Judge};
use crate::perft;
use crate::position::{Key, MAX_CASTLINGS};
use crate::rules::{CastlingRight, EnPassant, Memo, Pending, PieceId, PlacedPiece, Rules, Setup, Tree};

use list::{Room, SMALL};
use position::Wide;
use session::{AnySession, Session};

pub use list::MoveList;
pub use position::{IllegalMove, Position, Undo};
pub use session::{Check, Step};

/// A variant, ready to play.
#[derive(Clone, Debug)]
pub struct Compiled {
    rules: Arc<Rules>,
    /// The rules in the form that the engine plays.
    played: Arc<Rules>,
    engine: AnyEngine,
}

/// One engine for each board class.
#[derive(Clone, Debug)]
enum AnyEngine {
    Small(Arc<Judge<SMALL>>),
    W2(Arc<Judge<2>>),
    W16(Arc<Judge<16>>),
}

macro_rules! for_width {
    ($engine:expr, $name:ident => $do:expr) => {
        match $engine {
            AnyEngine::Small($name) => $do,
            AnyEngine::W2($name) => $do,
            AnyEngine::W16($name) => $do,
        }
    };
}

/// The reason why a setup cannot be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionError {
    /// The side that is not to move could lose a royal piece at once.
    OpponentInCheck {
        /// The side in check.
        side: Side,
        /// Square of its royal piece.
        square: Square,
    },
    /// More castling moves than a game can have.
    Castlings(usize),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::OpponentInCheck { side, .. } => {
                let side = if *side == Side::White { "White" } else { "Black" };
                write!(f, "{side} is in check although it is not {side}'s turn")
            }
            PositionError::Castlings(count) => {
                write!(f, "{count} castling rights, but a game has at most {}", MAX_CASTLINGS)
            }
        }
    }
}

impl std::error::Error for PositionError {}

impl Compiled {
    /// Compiles the rules for the narrowest board class that holds the board.
    pub fn new(rules: Rules) -> Compiled {
        Compiled::compile(rules, false)
    }

    /// The same as [`new`](Compiled::new), with code that runs on any processor. The answers are the same; it is slower
    /// on a processor with a fast PEXT instruction.
    pub fn portable(rules: Rules) -> Compiled {
        Compiled::compile(rules, true)
    }

    /// Compiles all later variants of the whole program as [`portable`](Compiled::portable) does, to test what another
    /// processor would do.
    pub fn all_portable() {
        interpreter::make_portable_tables();
    }

    fn compile(rules: Rules, portable: bool) -> Compiled {
        let translated = rules.translated();
        let tabled = translated.as_ref().unwrap_or(&rules).with_tables();
        let rules = Arc::new(rules);
        let played = tabled.or(translated).map_or_else(|| rules.clone(), Arc::new);
        // Small boards hold no rules beyond the tables: see `Engine::RULED`.
        let ruled = !played.beyond.is_empty() || !played.tree.is_empty();
        let engine = match played.geometry.len() {
            0..=64 if !ruled => AnyEngine::Small(Arc::new(Judge::new(played.clone(), portable))),
            0..=128 if !ruled || Engine::<2>::RULED => AnyEngine::W2(Arc::new(Judge::new(played.clone(), portable))),
            _ => AnyEngine::W16(Arc::new(Judge::new(played.clone(), portable))),
        };
        Compiled { rules, played, engine }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// A shared reference to the rules.
    pub fn shared_rules(&self) -> Arc<Rules> {
        self.rules.clone()
    }

    /// Memory used by tables, in bytes.
    pub fn table_bytes(&self) -> usize {
        for_width!(&self.engine, engine => engine.table_bytes())
    }

    /// The position of the variant's own setup.
    pub fn position(&self) -> Position<'_> {
        self.position_of(&self.rules.setup)
    }

    /// The position that a setup describes.
    fn position_of(&self, setup: &Setup) -> Position<'_> {
        for_width!(&self.engine, engine => Room::position(engine, engine.position(setup)))
    }

    /// The position that a setup describes.
    ///
    /// # Errors
    /// When the setup cannot be played: see [`PositionError`].
    pub fn position_from(&self, setup: &Setup) -> Result<Position<'_>, PositionError> {
        self.game(setup).map(|_| self.position_of(setup))
    }

    /// A game that begins with the variant's own setup.
    ///
    /// # Errors
    /// When the setup cannot be played: see [`PositionError`].
    pub fn start(&self) -> Result<Game, PositionError> {
        self.game(&self.rules.setup)
    }

    /// A game that begins with a setup.
    ///
    /// # Errors
    /// When the setup cannot be played: see [`PositionError`].
    pub fn game(&self, setup: &Setup) -> Result<Game, PositionError> {
        let game = self.game_unchecked(setup)?;
        match game.inner.opponent_in_check() {
            Some((side, square)) => Err(PositionError::OpponentInCheck { side, square }),
            None => Ok(game),
        }
    }

    /// A game that begins with a setup, even one in which the side not to move is in check (as diagrams of rules pages
    /// show).
    ///
    /// # Errors
    /// When there are more castling moves than a game can have.
    pub fn game_unchecked(&self, setup: &Setup) -> Result<Game, PositionError> {
        if setup.castling.len() > MAX_CASTLINGS {
            return Err(PositionError::Castlings(setup.castling.len()));
        }
        let inner = for_width!(&self.engine, engine => Session::boxed(engine, setup));
        Ok(Game { rules: self.rules.clone(), played: self.played.clone(), inner })
    }
}

/// A position with its history.
#[derive(Debug)]
pub struct Game {
    rules: Arc<Rules>,
    played: Arc<Rules>,
    inner: Box<dyn AnySession>,
}

impl Clone for Game {
    fn clone(&self) -> Game {
        Game { rules: self.rules.clone(), played: self.played.clone(), inner: self.inner.boxed_clone() }
    }
}

impl Game {
    /// The rules of the game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// A shared reference to the rules.
    pub fn shared_rules(&self) -> Arc<Rules> {
        self.rules.clone()
    }

    /// The rules in the language that are played: those of the file, and older keys that have been translated.
    pub fn tree(&self) -> &Tree {
        &self.played.tree
    }

    /// The position without its history, for a search.
    pub fn position(&self) -> Position<'_> {
        self.inner.position()
    }

    /// The side to move.
    pub fn turn(&self) -> Side {
        self.inner.turn()
    }

    /// The piece on a square.
    pub fn piece_at(&self, square: Square) -> Option<PlacedPiece> {
        self.inner.piece_at(square)
    }

    /// Calls `visit` with every piece on the board.
    pub fn each_piece(&self, visit: &mut dyn FnMut(Square, PlacedPiece)) {
        self.inner.each_piece(visit);
    }

    /// How many of a piece a side holds in hand.
    pub fn in_hand(&self, side: Side, piece: PieceId) -> u16 {
        self.inner.in_hand(side, piece)
    }

    /// The number of checks that each side still has to give, in games that count checks.
    pub fn checks_left(&self) -> BySide<u16> {
        self.inner.checks_left()
    }

    /// The hash key of the position. Positions that count as the same for repetition have the same key. The history is
    /// not part of it.
    pub fn key(&self) -> Key {
        self.inner.key()
    }

    /// The hash key of the previous move, if rules read it; zero otherwise. The legal moves of two games are the same if both
    /// [`key`](Game::key) and this key are: a table of search results needs both.
    pub fn last_move_key(&self) -> Key {
        self.inner.last_move_key()
    }

    /// The legal moves, in no particular order; none if the game has ended by the position alone.
    pub fn legal_moves(&self) -> Vec<Move> {
        self.inner.legal_moves()
    }

    /// Replaces the contents of the list with the legal moves, and reuses its memory. [`end`](Game::end) then need not
    /// count them again.
    pub fn list(&self, list: &mut MoveList) {
        self.inner.list(list);
    }

    /// Replaces the contents of the list with the legal moves in outline. Returns the end of the game if it is over. A
    /// move's index in the list is its [number](Game::numbered).
    pub fn outline(&mut self, list: &mut Vec<Outline>) -> Option<Ended> {
        self.inner.outline(list)
    }

    /// The legal move with a number: its index in the list of [`outline`](Game::outline). The list of
    /// [`list`](Game::list) may have another order.
    pub fn numbered(&mut self, number: usize) -> Option<Move> {
        self.inner.numbered(number)
    }

    /// The same as [`outline`](Game::outline), with storage that many games share. The game itself then stores no list,
    /// and needs less cache. [`numbered_in`](Game::numbered_in) and [`going`](Game::going) then find its moves.
    pub fn outline_in(&mut self, list: &mut Vec<Outline>, room: &mut MoveList) -> Option<Ended> {
        self.inner.outline_in(list, room)
    }

    /// The legal move with a number, directly after [`outline_in`](Game::outline_in) with the same list.
    pub fn numbered_in(&self, number: usize, room: &mut MoveList) -> Option<Move> {
        self.inner.numbered_in(number, room)
    }

    /// The legal move of an outline; `None` if the move has further effects, or if no piece stands there.
    pub fn going(&self, outline: Outline) -> Option<Move> {
        let Outline { from, to, goes } = outline;
        let piece = self.piece_at(from).filter(|_| goes)?.piece;
        Some(Move::going((from, to), piece, self.piece_at(to).is_some()))
    }

    /// The moves that the pieces can make according to how they move, whether or not they leave a royal piece under attack.
    pub fn pseudo_legal_moves(&self) -> Vec<Move> {
        self.inner.pseudo_legal_moves()
    }

    /// Pseudo-legal moves from one square, without drops.
    pub fn pseudo_legal_moves_from(&self, from: Square) -> Vec<Move> {
        self.inner.pseudo_legal_moves_from(from)
    }

    /// The legal moves found by the walker alone, without tables. Tests compare the tables with them.
    pub fn legal_moves_by_walker(&self) -> Vec<Move> {
        self.inner.legal_moves_by_walker()
    }

    /// Plays a move, which must be legal here.
    pub fn play(&mut self, made: &Move) {
        self.inner.play(made);
    }

    /// Plays one of the legal moves, if the game is not over. `choose` gets the number of moves and returns a smaller
    /// number: the index of the move to play. The moves have no particular order.
    ///
    /// The ends are those of [`end`](Game::end), tested together at a lower cost than one by one.
    pub fn play_any(&mut self, choose: &mut dyn FnMut(usize) -> usize) -> Step {
        self.inner.play_any(choose)
    }

    /// Plays moves that `choose` picks, to the end of the game or for at most `longest` plies.
    ///
    /// ```
    /// let mut game = ferz::load("chess").unwrap().start().unwrap();
    /// let mut seed = 1u64;
    /// let played = game.play_out(100_000, &mut |moves| {
    ///     seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    ///     (seed >> 33) as usize % moves
    /// });
    /// assert!(played.plies > 4);
    /// assert_eq!(played.end, game.end());
    /// ```
    pub fn play_out(&mut self, longest: usize, choose: &mut dyn FnMut(usize) -> usize) -> Played {
        for plies in 0..longest {
            if let Step::Over(end) = self.play_any(choose) {
                return Played { plies, end };
            }
        }
        Played { plies: longest, end: self.end() }
    }

    /// The squares of the pieces of a side that attack a square: pieces that could capture an enemy royal piece on it if it
    /// were the side's turn, even if that left its own royal pieces under attack. Where rules let the side move pieces
    /// that are not its own, these count too.
    pub fn attackers(&self, target: Square, by: Side) -> SquareSet {
        self.inner.attackers(target, by)
    }

    /// Returns `true` if a piece of a side attacks a square, as in [`attackers`](Game::attackers). This asks the tables, and
    /// takes less time than to list the attackers.
    pub fn is_attacked(&self, target: Square, by: Side) -> bool {
        self.inner.is_attacked(target, by)
    }

    /// Returns `true` if the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.inner.in_check()
    }

    /// Returns `true` if neither side has the pieces to reach mate by any sequence of moves, whether or not the variant ends a
    /// game by that.
    pub fn has_insufficient_material(&self) -> bool {
        self.inner.has_insufficient_material()
    }

    /// Returns `true` if pieces of the two sides face each other although the rules forbid it.
    pub fn is_face_off(&self) -> bool {
        self.inner.is_face_off()
    }

    /// The kind of check that a legal move gives.
    pub fn gives(&self, made: &Move) -> Check {
        self.inner.gives(made)
    }

    /// The end of the game, if it is over.
    pub fn end(&self) -> Option<Ended> {
        self.inner.end()
    }

    /// The same as [`end`](Game::end), for a caller that has already counted the legal moves.
    pub fn end_with(&self, moves: usize) -> Option<Ended> {
        self.inner.end_with(moves)
    }

    /// The position as a setup. Leaves out an en passant right that no piece can use, as FENs do.
    pub fn setup(&self) -> Setup {
        self.inner.setup()
    }

    /// The position as one side sees it: unseen squares are walls (`*` in a FEN), and hidden facts
    /// about the other side are left out. In a game without [`Sight`](crate::rules::Sight) it is the whole position.
    pub fn view(&self, side: Side) -> Setup {
        let mut setup = self.setup();
        let hidden = self.rules.geometry.squares() & !self.inner.seen_by(side);
        if hidden.is_empty() {
            return setup;
        }
        setup.walls |= hidden;
        hidden.iter().for_each(|square| setup.pieces[square.index()] = None);
        setup.unmoved &= !hidden;
        setup.castling.retain(|right| self.rules.castling[usize::from(right.rule)].side == side);
        setup.en_passant = setup.en_passant.filter(|right| self.turn() == side && !hidden.contains(right.victim));
        setup
    }

    /// Possible results of the dice before the next move, in the order of the pieces, each with the game after that result: the kinds of
    /// pieces with which there is a legal move. Empty if no dice are thrown now.
    pub fn rolls(&self) -> Vec<(PieceId, Game)> {
        let throws = self.played.tree.turns.as_ref().is_some_and(|turns| turns.roll);
        let thrown = |memo: Memo| memo.pending == Pending::Rolled;
        if !throws || self.setup().memo.is_some_and(thrown) {
            return Vec::new();
        }
        let rolled = |piece| (piece, Game { inner: self.inner.rolled(piece), ..self.clone() });
        self.rules.piece_ids().map(rolled).filter(|(_, game)| !game.legal_moves().is_empty()).collect()
    }

    /// The castling moves still possible.
    pub fn castling_rights(&self) -> Vec<CastlingRight> {
        self.inner.castling_rights()
    }

    /// The en passant right, whether or not a piece can use it.
    pub fn en_passant(&self) -> Option<EnPassant> {
        self.inner.en_passant()
    }

    /// The number of sequences of `depth` legal moves: see [`crate::perft`].
    pub fn perft(&self, depth: u32) -> u64 {
        self.inner.perft(depth)
    }

    /// Like `perft`, but calls `count` now and then with the number of new leaves, and stops when it fails. Use it to bound a count.
    ///
    /// # Errors
    /// The error of `count`.
    pub fn perft_while<E>(&self, depth: u32, count: &mut dyn FnMut(u64) -> Result<(), E>) -> Result<u64, E> {
        let mut failed = None;
        let counted = self.inner.perft_while(depth, &mut |nodes| match count(nodes) {
            Ok(()) => true,
            Err(error) => {
                failed = Some(error);
                false
            }
        });
        failed.map_or(Ok(counted), Err)
    }

    /// The same number, found with a hash table of counts. The table must not have been used for another variant.
    pub fn perft_with(&self, depth: u32, table: &perft::Table) -> u64 {
        self.inner.perft_with(depth, table)
    }

    /// The legal moves with the number of leaves below each.
    pub fn divide(&self, depth: u32) -> Vec<(Move, u64)> {
        self.inner.divide(depth)
    }
}

/// The result of [`play_out`](Game::play_out).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// How many plies were played.
    pub plies: usize,
    /// How it ended, if it did.
    pub end: Option<Ended>,
}
