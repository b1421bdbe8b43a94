//! Games: a variant compiled for its board, and positions of it with their past.
//!
//! Here the width of the board is chosen, once; nobody above knows of it.

mod list;
mod past;
mod position;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::board::{BySide, Side, Square};
use crate::interpreter::{Engine, Move, Sets};
use crate::outcome::{self, Ended};
use crate::perft;
use crate::position::{Key, MAX_CASTLINGS, Position as Board};
use crate::rules::{CastlingRight, EnPassant, PieceId, PlacedPiece, Rules, Setup};

use list::{HasRoom, Room};
use past::Past;

pub use list::MoveList;
pub use position::{IllegalMove, Position, Undo};

/// A variant, ready to play.
#[derive(Clone, Debug)]
pub struct Compiled {
    rules: Arc<Rules>,
    engine: AnyEngine,
}

/// One engine for each board class.
#[derive(Clone, Debug)]
enum AnyEngine {
    W1(Arc<Engine<1>>),
    W2(Arc<Engine<2>>),
    W4(Arc<Engine<4>>),
    W16(Arc<Engine<16>>),
}

macro_rules! for_width {
    ($engine:expr, $name:ident => $do:expr) => {
        match $engine {
            AnyEngine::W1($name) => $do,
            AnyEngine::W2($name) => $do,
            AnyEngine::W4($name) => $do,
            AnyEngine::W16($name) => $do,
        }
    };
}

/// A setup from which no game can go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionError {
    /// The side that is not to move could lose a royal piece at once.
    OpponentInCheck {
        /// The side in check.
        side: Side,
        /// Where its royal piece stands.
        square: Square,
    },
    /// More castling moves than a game can have.
    Castlings(usize),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::OpponentInCheck { side, .. } => {
                write!(f, "{} is in check although it is not {}'s turn", side.name(), side.name())
            }
            PositionError::Castlings(count) => {
                write!(f, "{count} castling rights: a game has at most {}", MAX_CASTLINGS)
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

    /// As [`new`](Compiled::new), for any processor: slower where there is a fast PEXT instruction, the answers are the
    /// same.
    pub fn portable(rules: Rules) -> Compiled {
        Compiled::compile(rules, true)
    }

    fn compile(rules: Rules, portable: bool) -> Compiled {
        let rules = Arc::new(rules);
        let engine = match rules.geometry.len() {
            0..=64 => AnyEngine::W1(Arc::new(Engine::new(rules.clone(), portable))),
            65..=128 => AnyEngine::W2(Arc::new(Engine::new(rules.clone(), portable))),
            129..=256 => AnyEngine::W4(Arc::new(Engine::new(rules.clone(), portable))),
            _ => AnyEngine::W16(Arc::new(Engine::new(rules.clone(), portable))),
        };
        Compiled { rules, engine }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The rules, to keep beside what changes.
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
        match &self.engine {
            AnyEngine::W1(engine) => Position::w1(engine, setup),
            AnyEngine::W2(engine) => Position::w2(engine, setup),
            AnyEngine::W4(engine) => Position::w4(engine, setup),
            AnyEngine::W16(engine) => Position::w16(engine, setup),
        }
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
        Ok(Game { rules: self.rules.clone(), inner })
    }
}

/// A position with its past.
#[derive(Debug)]
pub struct Game {
    rules: Arc<Rules>,
    inner: Box<dyn AnySession>,
}

impl Clone for Game {
    fn clone(&self) -> Game {
        Game { rules: self.rules.clone(), inner: self.inner.boxed_clone() }
    }
}

impl Game {
    /// The rules of the game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The rules, to keep beside what changes.
    pub fn shared_rules(&self) -> Arc<Rules> {
        self.rules.clone()
    }

    /// Who is to move.
    pub fn turn(&self) -> Side {
        self.inner.turn()
    }

    /// The piece on a square.
    pub fn piece_at(&self, square: Square) -> Option<PlacedPiece> {
        self.inner.piece_at(square)
    }

    /// Shows every piece on the board to `visit`.
    pub fn each_piece(&self, visit: &mut dyn FnMut(Square, PlacedPiece)) {
        self.inner.each_piece(visit);
    }

    /// How many of a piece a side holds in hand.
    pub fn in_hand(&self, side: Side, piece: PieceId) -> u16 {
        self.inner.in_hand(side, piece)
    }

    /// How many checks each side has still to give, where checks count.
    pub fn checks_left(&self) -> BySide<u16> {
        self.inner.checks_left()
    }

    /// The key of the position: equal for positions with the same moves, now and later. It says nothing of the past.
    pub fn key(&self) -> Key {
        self.inner.key()
    }

    /// The legal moves, in no particular order; none when the game has ended at once.
    pub fn legal_moves(&self) -> Vec<Move> {
        self.inner.legal_moves()
    }

    /// Lists the same moves in place of what was in the list, without asking for memory. [`end`](Game::end) then need not
    /// count them again.
    pub fn list(&self, list: &mut MoveList) {
        self.inner.list(list);
    }

    /// The moves that the pieces can make according to how they move, whether or not they leave a royal piece under attack.
    pub fn pseudo_legal_moves(&self) -> Vec<Move> {
        self.inner.pseudo_legal_moves()
    }

    /// The legal moves found by the walker alone, without tables: what everything else is held against.
    pub fn legal_moves_by_walker(&self) -> Vec<Move> {
        self.inner.legal_moves_by_walker()
    }

    /// Plays a move, which must be legal here.
    pub fn play(&mut self, made: &Move) {
        self.inner.play(made);
    }

    /// Plays one of the legal moves, if the game is not over: the one whose number, below the number of moves that it is
    /// given, `choose` says. The moves have no particular order.
    ///
    /// The ends are those of [`end`](Game::end), all of them together cheaper than in calls of their own.
    pub fn play_any(&mut self, choose: &mut dyn FnMut(usize) -> usize) -> Step {
        self.inner.play_any(choose)
    }

    /// Plays on with moves that `choose` picks, to the end or for so many plies.
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

    /// Returns `true` if the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.inner.in_check()
    }

    /// Returns `true` if pieces of both sides face each other that may not go on doing so.
    pub fn is_face_off(&self) -> bool {
        self.inner.is_face_off()
    }

    /// What a legal move does to the enemy's royal piece.
    pub fn gives(&self, made: &Move) -> Check {
        self.inner.gives(made)
    }

    /// The end of the game, if it is over.
    pub fn end(&self) -> Option<Ended> {
        self.inner.end()
    }

    /// The same, for a caller who has counted the legal moves.
    pub fn end_with(&self, moves: usize) -> Option<Ended> {
        self.inner.end_with(moves)
    }

    /// The position written down. An en passant right that nobody can use is left out, as FENs do.
    pub fn setup(&self) -> Setup {
        self.inner.setup()
    }

    /// The castling moves still possible.
    pub fn castling_rights(&self) -> Vec<CastlingRight> {
        self.inner.castling_rights()
    }

    /// The en passant right, whether or not anybody can use it.
    pub fn en_passant(&self) -> Option<EnPassant> {
        self.inner.en_passant()
    }

    /// The number of sequences of `depth` legal moves: see the room [`crate::perft`].
    pub fn perft(&self, depth: u32) -> u64 {
        self.inner.perft(depth)
    }

    /// The same number, unless `count` fails, which is told now and then how many more there are: the way to bound a count.
    ///
    /// # Errors
    /// Those of `count`.
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

    /// The same number, found with a table of counts of positions met before. The table must have been used for no other
    /// variant.
    pub fn perft_with(&self, depth: u32, table: &perft::Table) -> u64 {
        self.inner.perft_with(depth, table)
    }

    /// The legal moves with the number of leaves below each.
    pub fn divide(&self, depth: u32) -> Vec<(Move, u64)> {
        self.inner.divide(depth)
    }
}

/// What a move does to the enemy's royal piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Check {
    /// Nothing.
    None,
    /// It attacks it.
    Check,
    /// It attacks it, and there is no answer.
    Mate,
}

/// What became of a game in which any move was to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// This move has been played.
    Played(Move),
    /// The game is over; none if there is no legal move and no end of the variant says what that means.
    Over(Option<Ended>),
}

/// A game played out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// How many plies were played.
    pub plies: usize,
    /// How it ended, if it did.
    pub end: Option<Ended>,
}

/// What a [`Game`] asks of a position of any width.
trait AnySession: fmt::Debug + Send + Sync {
    fn boxed_clone(&self) -> Box<dyn AnySession>;
    fn turn(&self) -> Side;
    fn piece_at(&self, square: Square) -> Option<PlacedPiece>;
    fn each_piece(&self, visit: &mut dyn FnMut(Square, PlacedPiece));
    fn in_hand(&self, side: Side, piece: PieceId) -> u16;
    fn checks_left(&self) -> BySide<u16>;
    fn key(&self) -> Key;
    fn end_with(&self, moves: usize) -> Option<Ended>;
    fn legal_moves(&self) -> Vec<Move>;
    fn list(&self, list: &mut MoveList);
    fn pseudo_legal_moves(&self) -> Vec<Move>;
    fn legal_moves_by_walker(&self) -> Vec<Move>;
    fn play(&mut self, made: &Move);
    fn play_any(&mut self, choose: &mut dyn FnMut(usize) -> usize) -> Step;
    fn gives(&self, made: &Move) -> Check;
    fn in_check(&self) -> bool;
    fn is_face_off(&self) -> bool;
    fn opponent_in_check(&self) -> Option<(Side, Square)>;
    fn end(&self) -> Option<Ended>;
    fn setup(&self) -> Setup;
    fn castling_rights(&self) -> Vec<CastlingRight>;
    fn en_passant(&self) -> Option<EnPassant>;
    fn perft(&self, depth: u32) -> u64;
    fn perft_while(&self, depth: u32, go_on: &mut dyn FnMut(u64) -> bool) -> u64;
    fn perft_with(&self, depth: u32, table: &perft::Table) -> u64;
    fn divide(&self, depth: u32) -> Vec<(Move, u64)>;
}

/// A position of one width with its past.
#[derive(Clone, Debug)]
struct Session<const W: usize> {
    engine: Arc<Engine<W>>,
    position: Board<W>,
    /// The key of the material.
    material: Key,
    past: Past<W>,
    /// Room for the moves of a position.
    moves: Sets<W>,
    /// How many legal moves there are; [`UNCOUNTED`] if nobody has asked.
    counted: Counted,
}

/// A number of moves, or that it is not known.
#[derive(Debug)]
struct Counted(AtomicU32);

const UNCOUNTED: u32 = u32::MAX;

impl Counted {
    fn set(&self, moves: usize) {
        self.0.store(moves as u32, Ordering::Relaxed);
    }

    fn forget(&mut self) {
        *self.0.get_mut() = UNCOUNTED;
    }

    fn get(&self) -> Option<usize> {
        let moves = self.0.load(Ordering::Relaxed);
        (moves != UNCOUNTED).then_some(moves as usize)
    }
}

impl Default for Counted {
    fn default() -> Counted {
        Counted(AtomicU32::new(UNCOUNTED))
    }
}

impl Clone for Counted {
    fn clone(&self) -> Counted {
        Counted(AtomicU32::new(self.0.load(Ordering::Relaxed)))
    }
}

impl<const W: usize> Session<W> {
    fn boxed(engine: &Arc<Engine<W>>, setup: &Setup) -> Box<dyn AnySession>
    where
        Room: HasRoom<W>,
    {
        let position = engine.position(setup);
        let material = position.material_key();
        let past = Past::new(&engine.rules, setup.count);
        let mut session = Session {
            engine: engine.clone(),
            material,
            position,
            past,
            moves: Sets::default(),
            counted: Counted::default(),
        };
        session.past.enter(&session.engine, &mut session.position, material, None);
        Box::new(session)
    }

    /// The end that holds; `moves` is the number of legal moves, if it is known.
    fn end_knowing(&self, moves: Option<usize>) -> Option<Ended> {
        let past = self.past.told(&self.engine, self.position.state.turn, moves);
        outcome::end(&self.engine, &self.position, past)
    }

    fn has_ended_at_once(&self) -> bool {
        outcome::has_ended_at_once(&self.engine, &self.position)
    }
}

impl<const W: usize> AnySession for Session<W>
where
    Room: HasRoom<W>,
{
    fn boxed_clone(&self) -> Box<dyn AnySession> {
        Box::new(self.clone())
    }

    fn turn(&self) -> Side {
        self.position.state.turn
    }

    fn piece_at(&self, square: Square) -> Option<PlacedPiece> {
        self.position.cell(square).piece_at()
    }

    fn each_piece(&self, visit: &mut dyn FnMut(Square, PlacedPiece)) {
        let occupied = self.position.of_side(Side::White) | self.position.of_side(Side::Black);
        let placed = |square| self.position.cell(square).piece_at().map(|piece| (square, piece));
        occupied.iter().filter_map(placed).for_each(|(square, piece)| visit(square, piece));
    }

    fn in_hand(&self, side: Side, piece: PieceId) -> u16 {
        self.position.in_hand(side, piece)
    }

    fn checks_left(&self) -> BySide<u16> {
        self.position.state.checks
    }

    fn key(&self) -> Key {
        let usable = self.engine.can_capture_en_passant(&mut self.position.clone());
        self.position.key(self.material, usable)
    }

    fn end_with(&self, moves: usize) -> Option<Ended> {
        self.end_knowing(Some(moves))
    }

    fn legal_moves(&self) -> Vec<Move> {
        if self.has_ended_at_once() { Vec::new() } else { self.engine.legal_moves(&mut self.position.clone()) }
    }

    fn list(&self, list: &mut MoveList) {
        let (moves, room) = list.parts();
        if !self.has_ended_at_once() {
            let (sets, mut position) = (room.sets(), self.position.clone());
            self.engine.legal_sets(&mut position, sets);
            sets.list(&position, moves);
            self.counted.set(moves.len());
        }
    }

    fn pseudo_legal_moves(&self) -> Vec<Move> {
        self.engine.pseudo_legal_moves(&mut self.position.clone())
    }

    fn legal_moves_by_walker(&self) -> Vec<Move> {
        if self.has_ended_at_once() {
            Vec::new()
        } else {
            self.engine.legal_moves_by_walker(&mut self.position.clone())
        }
    }

    fn play(&mut self, made: &Move) {
        let before = self.past.before(&self.engine, &self.position);
        let mover = self.position.cell(made.from);
        if let Some(short) = self.engine.make_in_short(&mut self.position, made) {
            self.material = self.material.after_move(mover, (made.from, made.to), short.taken);
        } else {
            let mark = self.position.mark();
            self.engine.apply(&mut self.position, made);
            self.material = self.position.material_key_since(self.material, &mark);
            self.position.forget();
        }
        debug_assert_eq!(self.material, self.position.material_key());
        self.past.after(&self.engine, &mut self.position, (made, before), self.material);
        self.counted.forget();
    }

    fn play_any(&mut self, choose: &mut dyn FnMut(usize) -> usize) -> Step {
        if self.has_ended_at_once() {
            return Step::Over(self.end());
        }
        self.engine.legal_sets(&mut self.position, &mut self.moves);
        let moves = self.moves.len();
        let past = self.past.told(&self.engine, self.position.state.turn, Some(moves));
        if let Some(end) = outcome::end(&self.engine, &self.position, past) {
            return Step::Over(Some(end));
        }
        if moves == 0 {
            return Step::Over(None);
        }
        match self.moves.get(&self.position, choose(moves)) {
            None => Step::Over(None),
            Some(made) => {
                self.play(&made);
                Step::Played(made)
            }
        }
    }

    fn gives(&self, made: &Move) -> Check {
        let (engine, mut after) = (&self.engine, self.position.clone());
        engine.apply(&mut after, made);
        match engine.is_marked_check(&after) {
            false => Check::None,
            true if outcome::has_ended_at_once(engine, &after) || engine.count_moves(&mut after) == 0 => Check::Mate,
            true => Check::Check,
        }
    }

    fn in_check(&self) -> bool {
        self.engine.in_check(&self.position, self.position.state.turn)
    }

    fn is_face_off(&self) -> bool {
        self.engine.is_face_off(&self.position)
    }

    fn opponent_in_check(&self) -> Option<(Side, Square)> {
        let side = !self.position.state.turn;
        // A side in check may pass while pieces face each other that may not go on doing so.
        let may_have_passed = self.engine.is_face_off(&self.position);
        if may_have_passed || !self.engine.in_check(&self.position, side) || self.has_ended_at_once() {
            return None;
        }
        let gone = crate::board::Bitboard::EMPTY;
        let mut royals = self.engine.royal_pieces(&self.position, side).iter();
        let attacked = royals.find(|square| self.engine.is_attacked(&self.position, *square, !side, &gone));
        attacked.map(|square| (side, square))
    }

    fn end(&self) -> Option<Ended> {
        self.end_knowing(self.counted.get())
    }

    fn setup(&self) -> Setup {
        let mut setup = self.position.setup();
        if !self.engine.can_capture_en_passant(&mut self.position.clone()) {
            setup.en_passant = None;
        }
        setup.count = self.past.count;
        setup
    }

    fn castling_rights(&self) -> Vec<CastlingRight> {
        self.position.castlings().map(|castling| castling.right).collect()
    }

    fn en_passant(&self) -> Option<EnPassant> {
        self.position.en_passant()
    }

    fn perft(&self, depth: u32) -> u64 {
        perft::perft(&self.engine, &mut self.position.clone(), depth)
    }

    fn perft_while(&self, depth: u32, go_on: &mut dyn FnMut(u64) -> bool) -> u64 {
        let counted = perft::perft_while(&self.engine, &mut self.position.clone(), depth, go_on);
        counted.unwrap_or_else(|counted| counted)
    }

    fn perft_with(&self, depth: u32, table: &perft::Table) -> u64 {
        perft::perft_with(&self.engine, &mut self.position.clone(), depth, table)
    }

    fn divide(&self, depth: u32) -> Vec<(Move, u64)> {
        perft::divide(&self.engine, &mut self.position.clone(), depth)
    }
}
