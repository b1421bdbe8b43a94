//! Moves that the walker finds: those that no table holds, and for the plain generator all moves.

use std::cell::RefCell;

use rustc_hash::FxHashSet;

use crate::board::{Bitboard, Side, Square, SquareSet};
use crate::position::Position;
use crate::rules::movement::{Course, Pattern};
use crate::rules::{ExtraMoves, Movement, PieceId, Rules};
use crate::walker::{self, Content, Context, EnPassant, Goal, Occupancy, Walk};
use crate::work;

use super::captures::Captures;
use super::engine::Engine;
use super::moves::{Further, Move, MoveKind};
use super::tables::{Held, held};

/// A position as one side sees it.
struct View<'a, const W: usize> {
    position: &'a Position<W>,
    rules: &'a Rules,
    side: Side,
    /// A square that counts as holding an enemy's royal piece, whatever stands there.
    bait: Option<Square>,
    /// The pieces that the walked piece can neither capture nor pass over.
    blocked_by: &'a [PieceId],
    /// The pieces that the walked piece does not see, because they stand on another board.
    hidden: Bitboard<W>,
}

impl<const W: usize> Occupancy for View<'_, W> {
    fn content(&self, square: Square) -> Content {
        if self.bait == Some(square) {
            return Content::PlacedPiece { friend: false, royal: true };
        }
        if self.hidden.contains(square) {
            return Content::Empty;
        }
        self.there(square)
    }
}

impl<const W: usize> View<'_, W> {
    /// Content of a square, even if the walked piece does not see it.
    fn there(&self, square: Square) -> Content {
        match self.position.cell(square).piece_at() {
            Some(placed) if self.blocked_by.contains(&placed.piece) => Content::Barrier,
            Some(placed) => Content::PlacedPiece {
                friend: self.position.cell(square).is_of(self.side),
                royal: self.rules.piece(placed.piece).royalty.is_ever_royal(),
            },
            None if self.position.walls().contains(square) => Content::Wall,
            None => Content::Empty,
        }
    }
}

/// The moves of a piece to walk.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Which {
    All,
    WithoutTable,
    /// All moves of a piece that has moved before.
    OfMoved,
}

/// Walks the moves of the piece of `side` on a square.
fn walk_piece<const W: usize>(
    engine: &Engine<W>,
    position: &Position<W>,
    placed: (Side, PieceId, Square),
    which: (Which, Option<Square>),
    visit: &mut dyn FnMut(Walk),
) {
    each_pattern(engine, position, placed, which, &mut |pattern, land, view, context| {
        let (side, _, from) = placed;
        walker::walk_pattern(pattern, &engine.rules.geometry, side, from, view, context, &mut |walk| {
            if land.contains(walk.to) {
                visit(walk);
            }
        });
    });
}

/// Visits the patterns of the piece of `side` on a square, each with its permitted destinations and the board as the
/// piece sees it.
fn each_pattern<const W: usize>(
    engine: &Engine<W>,
    position: &Position<W>,
    (side, piece, from): (Side, PieceId, Square),
    (which, bait): (Which, Option<Square>),
    visit: &mut dyn FnMut(&Pattern, &SquareSet, &dyn Occupancy, &Context<'_>),
) {
    let rules = &engine.rules;
    let definition = rules.piece(piece);
    let hidden = engine.on_other_level(position, piece);
    let view = View { position, rules, side, bait, blocked_by: &definition.blocked_by, hidden };
    let context = Context {
        virgin: which != Which::OfMoved
            && definition.initial[side].contains(from)
            && (!rules.keeps_account_of(side, from) || position.state.unmoved.contains(from)),
        en_passant: position.en_passant().filter(|_| side == position.state.turn).map(|right| EnPassant {
            unseen: hidden.contains(right.victim).then(|| view.there(right.victim)),
            ..right.into()
        }),
        castling_partners: &SquareSet::EMPTY,
    };
    let mut walk = |movement: &Movement, extra: Option<&ExtraMoves>, land: SquareSet| {
        for pattern in &movement.patterns {
            if which == Which::WithoutTable && held(rules, definition, extra, pattern) != Held::Not {
                continue;
            }
            visit(pattern, &land, &view, &context);
        }
    };
    let confined = definition.confined[side];
    walk(&definition.movement, None, confined);
    for extra in definition.extra.iter().filter(|extra| extra.from[side].contains(from)) {
        if bait.is_none() && extra.unless_check && engine.in_check(position, side) {
            continue;
        }
        walk(&extra.movement, Some(extra), confined & extra.to[side]);
    }
}

/// The pseudo-legal moves of some pieces of the side to move, in the order of their squares.
pub(crate) fn moves<const W: usize>(
    engine: &Engine<W>,
    position: &Position<W>,
    pieces: Bitboard<W>,
    which: Which,
) -> Vec<Move> {
    let side = position.state.turn;
    let others = position.occupied() & !position.of_side(side);
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    // A move that returns to its start without a capture is a pass. Where passing is allowed anyway, it is generated
    // once.
    let pass = if engine.may_always_pass() { engine.pass(position) } else { None };
    for from in pieces {
        let Some(piece) = position.cell(from).piece() else { continue };
        if which == Which::WithoutTable {
            let table = engine.moves.of(side, piece);
            let lacks_prey = |prey: &Vec<Bitboard<W>>| !prey[from.index()].intersects(&others);
            if !table.walked.contains(from) || table.walked_prey.as_ref().is_some_and(lacks_prey) {
                continue;
            }
            if let Some(jumps) = &table.jumps {
                add_jumps(position, (from, piece, &jumps[from.index()]), &mut found);
                continue;
            }
        }
        walk_piece(engine, position, (side, piece, from), (which, None), &mut |walk| {
            let kind = if walk.en_passant { MoveKind::EnPassant } else { MoveKind::Normal };
            let captures = Captures::of(&walk.captures);
            let mv = Move::new((from, walk.to), piece, Further { kind, ..Further::taking(captures) });
            if pass != Some(mv) && seen.insert(mv) {
                found.push(mv);
            }
        });
    }
    found
}

/// Adds the jumps of a piece of the side to move that the board allows.
fn add_jumps<const W: usize>(
    position: &Position<W>,
    (from, piece, jumps): (Square, PieceId, &[(Square, Square)]),
    found: &mut Vec<Move>,
) {
    if !work::spend(1) {
        return;
    }
    let (side, occupied) = (position.state.turn, position.occupied());
    for (over, to) in jumps {
        let victim = position.cell(*over);
        if victim.is_empty() || victim.is_of(side) || occupied.contains(*to) {
            continue;
        }
        found.push(Move::taking((from, *to), piece, Captures::one(*over)));
    }
}

/// The pseudo-legal promotions that are separate moves.
pub(crate) fn promotion_moves<const W: usize>(engine: &Engine<W>, position: &Position<W>) -> Vec<Move> {
    let rules = &engine.rules;
    let side = position.state.turn;
    let mut found = Vec::new();
    for piece in rules.piece_ids() {
        let Some(rule) = &rules.piece(piece).promotion_move else { continue };
        let pieces = position.pieces(side, piece);
        let anywhere = rule.last_anywhere && pieces.count() == 1;
        for from in pieces.iter().filter(|from| anywhere || rule.from[side].contains(*from)) {
            let hidden = Bitboard::EMPTY;
            let view = View { position, rules, side, bait: None, blocked_by: &[], hidden };
            let context = Context { virgin: false, en_passant: None, castling_partners: &SquareSet::EMPTY };
            let mut ends: Bitboard<W> = if rule.in_place { Bitboard::of(from) } else { Bitboard::EMPTY };
            for pattern in rule.movement.iter().flat_map(|movement| &movement.patterns) {
                walker::walk_pattern(pattern, &rules.geometry, side, from, &view, &context, &mut |walk| {
                    if walk.captures.is_empty() {
                        ends.insert(walk.to);
                    }
                });
            }
            for choice in &rule.choices {
                if rule.limit.is_some_and(|limit| position.pieces(side, *choice).count() >= u32::from(limit)) {
                    continue;
                }
                let fits = |to: &Square| !rule.peaceful || !engine.attacks_from(position, (side, *choice), (from, *to));
                for to in ends.iter().filter(fits) {
                    let promotion = Some(*choice);
                    let mv = Move::new((from, to), piece, Further { promotion, ..Further::NONE });
                    if !engine.promotes_in_passing(position, &mv) {
                        found.push(mv);
                    }
                }
            }
        }
    }
    found
}

/// The pseudo-legal moves that no table holds.
pub(crate) fn walked_moves<const W: usize>(engine: &Engine<W>, position: &Position<W>) -> Vec<Move> {
    let mut found = moves(engine, position, position.of_side(position.state.turn), Which::WithoutTable);
    found.retain(|mv| !engine.is_in_tables(position, mv));
    found
}

impl<const W: usize> Engine<W> {
    /// Returns `true` if a piece of the side to move can capture en passant, whether or not that leaves its royal piece
    /// under attack.
    pub fn can_capture_en_passant(&self, position: &mut Position<W>) -> bool {
        if position.state.passed.is_empty() {
            return false;
        }
        if Self::RULED && self.tree.any {
            return self.can_pass_by_rules(position);
        }
        if Self::RULED
            && let Some(due) = self.proposed_moves(position)
        {
            return due.iter().any(|made| made.kind() == MoveKind::EnPassant);
        }
        if position.of_side(position.state.turn).contains(position.state.passer) {
            return false;
        }
        let walked = || walked_moves(self, position).iter().any(|mv| mv.kind() == MoveKind::EnPassant);
        let capturers = self.ep_capturers(position);
        !self.en_passant_captures(position, capturers).is_empty() || (self.plan.walks && walked())
    }
}

/// Returns `true` if a piece of `by` could capture an enemy's royal piece on `target`. Walks all pieces of `by`.
pub(crate) fn attacks_by_walker<const W: usize>(
    engine: &Engine<W>,
    position: &Position<W>,
    target: Square,
    by: Side,
) -> bool {
    let mut pieces = position.of_side(by);
    if Engine::<W>::RULED && engine.plan.beyond {
        if engine.attacks_by_relations(position, target, by) {
            return true;
        }
        let gone = engine.without_attack(position, target);
        if engine.rules.beyond.relations.skips_walls {
            return engine.attacks_by_folds(position, target, (by, &gone));
        }
        pieces &= !gone;
    }
    pieces
        .iter()
        .filter_map(|from| position.cell(from).piece().map(|piece| (by, piece, from)))
        .any(|placed| placed.2 != target && takes(engine, position, placed, target))
}

pub(crate) fn takes<const W: usize>(
    engine: &Engine<W>,
    position: &Position<W>,
    placed: (Side, PieceId, Square),
    target: Square,
) -> bool {
    let mut found = false;
    walk_piece(engine, position, placed, (Which::All, Some(target)), &mut |walk| {
        found |= walk.captures.contains(&target) && !walk.en_passant;
    });
    found
}

/// A board that records which squares are read.
struct Noted<'a> {
    board: &'a dyn Occupancy,
    looked_at: &'a RefCell<SquareSet>,
}

impl Occupancy for Noted<'_> {
    fn content(&self, square: Square) -> Content {
        self.looked_at.borrow_mut().insert(square);
        self.board.content(square)
    }
}

/// As `takes`, for the patterns of one course, towards a goal. Optionally records the squares that were read.
pub(crate) fn takes_by_course<const W: usize>(
    engine: &Engine<W>,
    position: &Position<W>,
    placed: (Side, PieceId, Square),
    (course, goal): (&Course, Goal<'_>),
    looked_at: Option<&RefCell<SquareSet>>,
) -> bool {
    each_pattern(engine, position, placed, (Which::All, Some(goal.target)), &mut |pattern, land, view, context| {
        if pattern.course != *course || goal.found.get() {
            return;
        }
        let place = (&engine.rules.geometry, placed.0, placed.2);
        let noted = looked_at.map(|looked_at| Noted { board: view, looked_at });
        let board = noted.as_ref().map_or(view, |noted| noted as &dyn Occupancy);
        walker::walk_towards(pattern, place, board, (context, goal), &mut |walk| {
            let takes = walk.captures.contains(&goal.target) && !walk.en_passant && land.contains(walk.to);
            goal.found.set(goal.found.get() || takes);
        });
    });
    goal.found.get()
}
