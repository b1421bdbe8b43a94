//! A game on a board of one width, behind a trait without a width.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::board::{BySide, Side, Square, SquareSet};
use crate::interpreter::{AttackSource, Move, Outline, Sets};
use crate::oracle;
use crate::outcome::{self, Ended, Judge};
use crate::perft;
use crate::position::{How, Key, Position as Board};
use crate::rules::{CastlingRight, EnPassant, Pending, PieceId, PlacedPiece, Setup};

use super::list::{HasRoom, MoveList, Room};
use super::past::Past;
use super::position::{Position, Wide};
use crate::work;

/// The kind of check that a move gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Check {
    /// No check.
    None,
    /// Check.
    Check,
    /// Checkmate.
    Mate,
}

/// Result of playing one random step of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// This move has been played.
    Played(Move),
    /// The game is over. `None` if there is no legal move and no end of the variant covers this.
    Over(Option<Ended>),
}

/// The operations that a [`Game`] needs from a position of any width.
pub(super) trait AnySession: fmt::Debug + Send + Sync {
    fn boxed_clone(&self) -> Box<dyn AnySession>;
    fn position(&self) -> Position<'_>;
    fn turn(&self) -> Side;
    fn piece_at(&self, square: Square) -> Option<PlacedPiece>;
    fn each_piece(&self, visit: &mut dyn FnMut(Square, PlacedPiece));
    fn in_hand(&self, side: Side, piece: PieceId) -> u16;
    fn checks_left(&self) -> BySide<u16>;
    fn key(&self) -> Key;
    fn last_move_key(&self) -> Key;
    fn end_with(&self, moves: usize) -> Option<Ended>;
    fn legal_moves(&self) -> Vec<Move>;
    fn list(&self, list: &mut MoveList);
    fn outline(&mut self, list: &mut Vec<Outline>) -> Option<Ended>;
    fn numbered(&mut self, number: usize) -> Option<Move>;
    fn outline_in(&mut self, list: &mut Vec<Outline>, room: &mut MoveList) -> Option<Ended>;
    fn numbered_in(&self, number: usize, room: &mut MoveList) -> Option<Move>;
    fn pseudo_legal_moves(&self) -> Vec<Move>;
    fn pseudo_legal_moves_from(&self, from: Square) -> Vec<Move>;
    fn legal_moves_by_walker(&self) -> Vec<Move>;
    fn play(&mut self, made: &Move);
    fn play_any(&mut self, choose: &mut dyn FnMut(usize) -> usize) -> Step;
    fn gives(&self, made: &Move) -> Check;
    fn attackers(&self, target: Square, by: Side) -> SquareSet;
    fn is_attacked(&self, target: Square, by: Side) -> bool;
    fn in_check(&self) -> bool;
    fn is_face_off(&self) -> bool;
    fn has_insufficient_material(&self) -> bool;
    fn opponent_in_check(&self) -> Option<(Side, Square)>;
    fn end(&self) -> Option<Ended>;
    fn seen_by(&self, side: Side) -> SquareSet;
    fn setup(&self) -> Setup;
    fn rolled(&self, piece: PieceId) -> Box<dyn AnySession>;
    fn castling_rights(&self) -> Vec<CastlingRight>;
    fn en_passant(&self) -> Option<EnPassant>;
    fn perft(&self, depth: u32) -> u64;
    fn perft_while(&self, depth: u32, go_on: &mut dyn FnMut(u64) -> bool) -> u64;
    fn perft_with(&self, depth: u32, table: &perft::Table) -> u64;
    fn divide(&self, depth: u32) -> Vec<(Move, u64)>;
}

/// A position of one width with its history.
#[derive(Debug)]
pub(super) struct Session<const W: usize> {
    engine: Arc<Judge<W>>,
    position: Board<W>,
    /// The key of the material.
    material: Key,
    past: Past<W>,
    /// The legal moves, computed on first use.
    listed: Mutex<Listed<W>>,
}

/// Cached legal moves of a position: asking for the end and then for the moves generates them once.
#[derive(Debug)]
struct Listed<const W: usize> {
    sets: Sets<W>,
    /// `true` if the cache holds the moves of the present position.
    known: bool,
}

impl<const W: usize> Default for Listed<W> {
    fn default() -> Listed<W> {
        Listed { sets: Sets::with_room(), known: false }
    }
}

impl<const W: usize> Clone for Session<W> {
    fn clone(&self) -> Session<W> {
        Session {
            engine: self.engine.clone(),
            position: self.position.clone(),
            material: self.material,
            past: self.past.clone(),
            listed: Mutex::default(),
        }
    }
}

impl<const W: usize> Session<W> {
    pub fn boxed(engine: &Arc<Judge<W>>, setup: &Setup) -> Box<dyn AnySession>
    where
        Room: Wide<W>,
    {
        let position = engine.position(setup);
        let material = position.material_key();
        let past = Past::new(&engine.rules, setup.count);
        let mut session = Session { engine: engine.clone(), material, position, past, listed: Mutex::default() };
        session.past.enter(&session.engine, &mut session.position, material, None);
        Box::new(session)
    }

    fn forget_moves(&mut self) {
        self.listed.get_mut().unwrap_or_else(PoisonError::into_inner).known = false;
    }

    /// The end that holds; `moves` is the number of legal moves, if it is known.
    fn end_knowing(&self, moves: Option<usize>) -> Option<Ended> {
        let past = self.past.told(&self.engine, self.position.state.turn, moves);
        outcome::end(&self.engine, &self.position, past, self.past.story())
    }

    /// The cached legal moves, found now if they are not known; `None` if the game has ended at once.
    fn listed(&self) -> Option<MutexGuard<'_, Listed<W>>> {
        let mut listed = self.cache();
        if !listed.known {
            if self.has_ended_at_once() {
                return None;
            }
            self.fill(&mut listed);
        }
        Some(listed)
    }

    fn cache(&self) -> MutexGuard<'_, Listed<W>> {
        self.listed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fill(&self, listed: &mut Listed<W>) {
        self.engine.spend_on_list(&self.position);
        self.engine.legal_sets_of(&self.position, &mut listed.sets);
        listed.known = !work::is_stopped();
    }

    /// The number of legal moves; `None` if the game has ended at once. If a list of the moves would take long, 1 stands
    /// for any number above 0.
    fn some_moves(&self) -> Option<usize> {
        let mut listed = self.cache();
        // Moves are known only where the game has not ended at once.
        if listed.known {
            return Some(listed.sets.len());
        }
        if self.has_ended_at_once() {
            return None;
        }
        self.fill(&mut listed);
        Some(listed.sets.len())
    }

    /// The same as [`listed`](Session::listed), for a caller that may change the position temporarily. Must not be
    /// called if the game has ended at once.
    #[inline(always)]
    fn find<'a>(engine: &Judge<W>, position: &mut Board<W>, listed: &'a mut Mutex<Listed<W>>) -> &'a Sets<W> {
        let listed = listed.get_mut().unwrap_or_else(PoisonError::into_inner);
        if !listed.known {
            engine.spend_on_list(position);
            engine.legal_sets(position, &mut listed.sets);
            listed.known = !work::is_stopped();
        }
        &listed.sets
    }

    /// Returns `true` if the moves of the position are in the cache. The game has then not ended by the position alone.
    #[inline(always)]
    fn knows_moves(&mut self) -> bool {
        self.listed.get_mut().unwrap_or_else(PoisonError::into_inner).known
    }

    /// Makes a move, and updates the key of the material.
    fn make(&mut self, made: &Move) {
        let engine = &self.engine;
        let us = self.position.state.turn;
        let short = if self.position.has_few() && engine.goes_simply(made) {
            let short = engine.short(&self.position, made, How::Simply);
            engine.make_simply(&mut self.position, &short);
            Some(short)
        } else if engine.goes_in_short(made) {
            Some(engine.make_in_short(&mut self.position, made))
        } else {
            engine.drop_in_short(&mut self.position, made)
        };
        if let Some(short) = short {
            self.material = engine.material_after(&self.position, self.material, us, &short);
            return;
        }
        let mark = self.position.mark();
        engine.apply(&mut self.position, made);
        self.material = self.position.material_key_since(self.material, &mark);
        self.position.forget();
    }

    fn has_ended_at_once(&self) -> bool {
        outcome::has_ended_at_once(&self.engine, &self.position)
    }
}

impl<const W: usize> AnySession for Session<W>
where
    Room: Wide<W>,
{
    fn boxed_clone(&self) -> Box<dyn AnySession> {
        Box::new(self.clone())
    }

    fn position(&self) -> Position<'_> {
        Room::position(&self.engine, self.position.clone())
    }

    fn turn(&self) -> Side {
        self.position.state.turn
    }

    fn piece_at(&self, square: Square) -> Option<PlacedPiece> {
        self.position.cell(square).piece_at()
    }

    fn each_piece(&self, visit: &mut dyn FnMut(Square, PlacedPiece)) {
        let both = self.position.of_side(Side::White) | self.position.of_side(Side::Black);
        let occupied = both | self.position.neutral_pieces();
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
        self.past.key().unwrap_or_else(|| {
            let usable = self.engine.can_capture_en_passant(&mut self.position.clone());
            self.position.key(self.material, usable)
        })
    }

    fn last_move_key(&self) -> Key {
        self.position.last_move_key()
    }

    fn end_with(&self, moves: usize) -> Option<Ended> {
        self.end_knowing(Some(moves))
    }

    fn legal_moves(&self) -> Vec<Move> {
        let spent = self.engine.spend_on_list(&self.position);
        match spent && !self.has_ended_at_once() {
            true => self.engine.legal_moves(&mut self.position.clone()),
            false => Vec::new(),
        }
    }

    fn list(&self, list: &mut MoveList) {
        let (row, _) = list.parts();
        if let Some(listed) = self.listed() {
            self.engine.list(&self.position, &listed.sets, row);
        }
    }

    fn outline(&mut self, list: &mut Vec<Outline>) -> Option<Ended> {
        list.clear();
        if self.has_ended_at_once() {
            return self.end_knowing(None);
        }
        let sets = Self::find(&self.engine, &mut self.position, &mut self.listed);
        self.engine.outline(sets, list);
        self.end_knowing(Some(list.len()))
    }

    fn numbered(&mut self, number: usize) -> Option<Move> {
        if !self.knows_moves() && self.has_ended_at_once() {
            return None;
        }
        let sets = Self::find(&self.engine, &mut self.position, &mut self.listed);
        sets.get(&self.position, number)
    }

    fn outline_in(&mut self, list: &mut Vec<Outline>, room: &mut MoveList) -> Option<Ended> {
        list.clear();
        if self.has_ended_at_once() {
            return self.end_knowing(None);
        }
        let sets = room.parts().1.sets();
        self.engine.legal_sets(&mut self.position, sets);
        self.engine.outline(sets, list);
        self.end_knowing(Some(list.len()))
    }

    fn numbered_in(&self, number: usize, room: &mut MoveList) -> Option<Move> {
        room.parts().1.sets().get(&self.position, number)
    }

    fn pseudo_legal_moves(&self) -> Vec<Move> {
        oracle::pseudo_legal_moves(&self.engine, &mut self.position.clone())
    }

    fn pseudo_legal_moves_from(&self, from: Square) -> Vec<Move> {
        oracle::pseudo_legal_moves_from(&self.engine, &mut self.position.clone(), from)
    }

    fn legal_moves_by_walker(&self) -> Vec<Move> {
        if self.has_ended_at_once() {
            Vec::new()
        } else {
            oracle::legal_moves(&self.engine, &mut self.position.clone())
        }
    }

    fn play(&mut self, made: &Move) {
        let before = self.past.before(&self.engine, &self.position, made);
        self.make(made);
        debug_assert_eq!(self.material, self.position.material_key());
        self.past.after(&self.engine, &mut self.position, (made, before), self.material);
        self.forget_moves();
    }

    fn play_any(&mut self, choose: &mut dyn FnMut(usize) -> usize) -> Step {
        if !self.knows_moves() && self.has_ended_at_once() {
            return Step::Over(self.end());
        }
        let sets = Self::find(&self.engine, &mut self.position, &mut self.listed);
        let moves = sets.len();
        let past = self.past.told(&self.engine, self.position.state.turn, Some(moves));
        if let Some(end) = outcome::end(&self.engine, &self.position, past, self.past.story()) {
            return Step::Over(Some(end));
        }
        if moves == 0 {
            return Step::Over(None);
        }
        match sets.get(&self.position, choose(moves)) {
            None => Step::Over(None),
            Some(made) => {
                self.play(&made);
                Step::Played(made)
            }
        }
    }

    fn gives(&self, made: &Move) -> Check {
        if !work::spend(2 + W / 4) {
            return Check::None;
        }
        let (engine, mut after) = (&self.engine, self.position.clone());
        engine.apply(&mut after, made);
        let us = self.position.state.turn;
        match engine.is_marked_check_by(&after, us, made) {
            false => Check::None,
            true if outcome::has_ended_at_once(engine, &after) => Check::Mate,
            true if !engine.can_move(&after) && engine.is_mate_on_board(&after, us) => Check::Mate,
            true => Check::Check,
        }
    }

    fn attackers(&self, target: Square, by: Side) -> SquareSet {
        oracle::attackers(&self.engine, &self.position, target, by).resize()
    }

    fn is_attacked(&self, target: Square, by: Side) -> bool {
        self.engine.attacks(&self.position, target, by, AttackSource::Tables)
    }

    fn in_check(&self) -> bool {
        self.engine.in_check(&self.position, self.position.state.turn)
    }

    fn is_face_off(&self) -> bool {
        self.engine.is_face_off(&self.position)
    }

    fn has_insufficient_material(&self) -> bool {
        outcome::has_insufficient_material(&self.engine, &self.position)
    }

    fn opponent_in_check(&self) -> Option<(Side, Square)> {
        let side = !self.position.state.turn;
        // Some rules leave the side that is not to move in check. It may pass in check while pieces face each other illegally. It may
        // stay in check with a move that removes a royal piece of the other side. Within a turn, its earlier move may have opened a line.
        let may_be = self.engine.is_face_off(&self.position)
            || self.position.told().is_some_and(|told| told.made > 0)
            || self.engine.rules.tree.rules.iter().any(|rule| rule.kind.even_in_check)
            || self.engine.has_lost_royals(&self.position, !side);
        if may_be || !self.engine.in_check(&self.position, side) || self.has_ended_at_once() {
            return None;
        }
        let on = self.engine.squares_to_move_on(&self.position, !side);
        let mut royals = (self.engine.royal_pieces(&self.position, side) & on).iter();
        let attacked = royals.find(|square| self.engine.attacks(&self.position, *square, !side, AttackSource::Tables));
        attacked.map(|square| (side, square))
    }

    fn end(&self) -> Option<Ended> {
        self.end_knowing(self.some_moves())
    }

    fn setup(&self) -> Setup {
        let mut setup = self.position.setup();
        if !self.engine.can_capture_en_passant(&mut self.position.clone()) {
            setup.en_passant = None;
        }
        setup.count = self.past.count;
        self.engine.forget_plain_memo(&mut setup);
        setup
    }

    fn rolled(&self, piece: PieceId) -> Box<dyn AnySession> {
        let mut session = self.clone();
        let memo = &mut session.position.state.memo;
        (memo.pending, memo.piece) = (Pending::Rolled, piece);
        Box::new(session)
    }

    fn seen_by(&self, side: Side) -> SquareSet {
        self.engine.seen_by(&self.position, side).resize()
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
