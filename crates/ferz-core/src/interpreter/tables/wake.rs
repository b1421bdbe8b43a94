//! The effects of a move on the state: the halfmove clock, and the right to capture en passant.

use crate::board::{Bitboard, Side, Square, SquareSet};
use crate::position::State;
use crate::rules::{Condition, PieceId, Rules};

use super::patterns::Mode;
use super::rays::SharedRay;

/// The effect of the moves of one piece of one side on the state.
#[derive(Clone, Debug)]
pub(crate) struct Wake<const W: usize> {
    /// The squares from which the piece has moves after which it can be captured en passant.
    trail_from: Bitboard<W>,
    /// For each square, one of these moves; empty if the piece has none.
    trails: Box<[Trail<W>]>,
    /// The other such moves, with their start squares, if several begin on one square.
    others: Box<[(Square, Trail<W>)]>,
    /// For each square, the squares from which the piece could return at once, so that moving there is no progress.
    /// Empty if there is no such move.
    back: Box<[Bitboard<W>]>,
    /// `true` if a move of it resets the halfmove clock.
    resets_count: bool,
    /// `true` if the piece that it becomes can promote back, so that its promotion is no progress.
    turns_back: bool,
}

/// The effect of a move on the state, in addition to that of any move. It is applied without a branch: it is hard to predict
/// which effect the next move of a list has.
#[derive(Clone, Copy, Debug)]
#[repr(align(4))]
pub(crate) struct Effect {
    /// `true` if the rest does not say everything: see [`Wake::follow`].
    pub more: bool,
    /// `true` if the halfmove clock goes on unless the move captures.
    goes_on: bool,
    /// The destination of the quiet move after which the piece can be captured en passant, or [`NOWHERE`](Effect::NOWHERE).
    trail_to: u8,
    /// The square that this move passes.
    passed: u8,
}

impl Effect {
    /// No square of a board of at most 128 squares.
    const NOWHERE: u8 = u8::MAX;
    const NONE: Effect = Effect { more: false, goes_on: true, trail_to: Effect::NOWHERE, passed: 0 };

    /// Updates the state for a move to a square, if there is no more to do.
    #[inline(always)]
    pub fn follow<const W: usize>(self, state: &mut State<W>, to: Square, capture: bool) {
        state.halfmoves = (state.halfmoves + 1) & u32::from(self.goes_on & !capture).wrapping_neg();
        let leaves = (to.index() as u8 == self.trail_to) & !capture;
        state.passed = Bitboard::of_if(Square::new(u16::from(self.passed)), leaves);
        state.passer = to;
    }
}

/// Moves to a square after which the piece can be captured en passant.
#[derive(Clone, Copy, Debug)]
struct Trail<const W: usize> {
    /// The squares that the move passes: first if it does not capture, then if it does.
    passed: [Bitboard<W>; 2],
    /// The destination.
    to: Square,
}

impl<const W: usize> Trail<W> {
    const NONE: Trail<W> = Trail { passed: [Bitboard::EMPTY; 2], to: Square::new(0) };
}

/// The effects of the moves of the first kinds of pieces, by start square.
pub(super) fn effects<const W: usize, const N: usize>(wakes: &[Wake<W>]) -> Box<[[[Effect; 64]; W]; N]> {
    let mut effects = Box::new([[[Effect::NONE; 64]; W]; N]);
    for (effects, wake) in effects.iter_mut().zip(wakes) {
        for (index, effect) in effects.as_flattened_mut().iter_mut().enumerate() {
            *effect = wake.effect(Square::new(index as u16));
        }
    }
    effects
}

/// The moves of a piece, as [`piece_table`](super::piece::piece_table) finds them, by start square.
pub(super) struct Moves<'a> {
    /// The moves that are rays.
    pub rays: &'a [Vec<(SharedRay, Mode)>],
    /// The destinations of all other moves. Asked for only if the piece resets the halfmove clock.
    pub walked: &'a mut dyn FnMut(Square) -> SquareSet,
    /// The moves that leave a right to capture en passant: what each may do at its end, where it ends, and the squares
    /// passed.
    pub passing: &'a [Vec<(Mode, Square, SquareSet)>],
}

impl<const W: usize> Wake<W> {
    /// The wake of a piece with these moves.
    pub(super) fn of(rules: &Rules, (side, piece): (Side, PieceId), moves: &mut Moves<'_>) -> Wake<W> {
        let resets_count = resets_count(rules, piece);
        let mut wake = Wake {
            trail_from: Bitboard::EMPTY,
            trails: Box::default(),
            others: Box::default(),
            back: if resets_count { back(moves) } else { Box::default() },
            resets_count,
            turns_back: turns_back(rules, (side, piece)),
        };
        let mut others = Vec::new();
        for (index, passing) in moves.passing.iter().enumerate() {
            let from = Square::new(index as u16);
            for (number, trail) in trails(passing).into_iter().enumerate() {
                wake.trail_from.insert(from);
                if wake.trails.is_empty() {
                    wake.trails = vec![Trail::NONE; moves.passing.len()].into();
                }
                match number {
                    0 => wake.trails[index] = trail,
                    _ => others.push((from, trail)),
                }
            }
        }
        wake.others = others.into();
        wake
    }

    /// The effect of a move from a square that does not promote.
    fn effect(&self, from: Square) -> Effect {
        let effect = Effect { goes_on: !self.resets_count, ..Effect::NONE };
        let trail = match self.trails.get(from.index()).filter(|_| self.trail_from.contains(from)) {
            None => Some(effect),
            Some(_) if self.others.iter().any(|(start, _)| *start == from) => None,
            Some(Trail { passed: [goes, takes], to }) => goes
                .lowest()
                .filter(|passed| *goes == Bitboard::of(*passed) && takes.is_empty())
                .map(|passed| Effect { trail_to: to.index() as u8, passed: passed.index() as u8, ..effect }),
        };
        trail.filter(|_| self.back.is_empty() && W <= 2).unwrap_or(Effect { more: true, ..Effect::NONE })
    }

    /// Returns `true` if the piece has a move from a square after which it can be captured en passant.
    pub fn leaves_trail_from(&self, from: Square) -> bool {
        self.trail_from.contains(from)
    }

    /// Updates the state for a move to another square that does not promote: the halfmove clock and the right to capture en passant.
    #[inline(always)]
    pub fn follow(&self, state: &mut State<W>, (from, to): (Square, Square), capture: bool) {
        if capture | (self.resets_count && !self.comes_back(from, to)) {
            state.halfmoves = 0;
        }
        if self.trail_from.contains(from) {
            self.leave_trail(state, (from, to), capture);
        }
    }

    /// The same for any move, also one that promotes the piece or leaves it on its square.
    pub fn follow_any(&self, state: &mut State<W>, squares: (Square, Square), capture: bool, promotes: bool) {
        if capture || self.makes_progress(squares, promotes) {
            state.halfmoves = 0;
        }
        // A piece that promotes cannot be captured en passant.
        if !promotes && self.trail_from.contains(squares.0) {
            self.leave_trail(state, squares, capture);
        }
    }

    /// Updates the right to capture en passant for a move that does not promote, from a square with such moves.
    #[inline(always)]
    pub fn leave_trail(&self, state: &mut State<W>, (from, to): (Square, Square), capture: bool) {
        let Some(trail) = self.trails.get(from.index()) else { return };
        // No branch: it is hard to predict whether a move is the one that leaves a trail.
        let passed = trail.passed[usize::from(capture)];
        state.passed = if trail.to == to { passed } else { Bitboard::EMPTY };
        state.passer = to;
        if !self.others.is_empty() && trail.to != to {
            let other = self.others.iter().find(|(start, trail)| *start == from && trail.to == to);
            state.passed = other.map_or(Bitboard::EMPTY, |(_, trail)| trail.passed[usize::from(capture)]);
        }
    }

    #[inline(always)]
    fn comes_back(&self, from: Square, to: Square) -> bool {
        self.back.get(from.index()).is_some_and(|back| back.contains(to))
    }

    /// Returns `true` if a move resets the halfmove clock, regardless of captures.
    pub fn makes_progress(&self, (from, to): (Square, Square), promotes: bool) -> bool {
        // A pass has equal start and destination.
        (self.resets_count && from != to && !self.comes_back(from, to)) || (promotes && !self.turns_back)
    }
}

/// Returns `true` if a move of the piece resets the halfmove clock, by the first n-move rule of the variant. Without
/// such a rule, the moves of pieces that promote do, as in chess.
fn resets_count(rules: &Rules, piece: PieceId) -> bool {
    let rule = rules.ends.iter().find_map(|end| match &end.condition {
        Condition::NoProgress { reset_by, .. } => Some(reset_by.contains(&piece)),
        _ => None,
    });
    rule.unwrap_or_else(|| rules.promotes_for_good(piece))
}

/// Returns `true` if a piece that this one becomes can promote back.
fn turns_back(rules: &Rules, (side, piece): (Side, PieceId)) -> bool {
    let choices = |id: PieceId| rules.piece(id).promotion.iter().flat_map(|promotion| promotion.choices[side].clone());
    choices(piece).any(|choice| choices(choice).any(|again| again == piece))
}

/// The moves from a square that leave a right to capture en passant, by where they end.
fn trails<const W: usize>(found: &[(Mode, Square, SquareSet)]) -> Vec<Trail<W>> {
    let mut trails: Vec<Trail<W>> = Vec::new();
    for (mode, to, passed) in found {
        let place = trails.iter().position(|trail| trail.to == *to).unwrap_or_else(|| {
            trails.push(Trail { to: *to, ..Trail::NONE });
            trails.len() - 1
        });
        for (squares, leaves) in trails[place].passed.iter_mut().zip([mode.goes(), mode.takes()]) {
            if leaves {
                *squares |= passed.resize();
            }
        }
    }
    trails
}

/// For each square, the squares from which a piece with these moves could return to it on an empty board. Empty if there is no such
/// move.
fn back<const W: usize>(moves: &mut Moves<'_>) -> Box<[Bitboard<W>]> {
    let reached = |(index, rays): (usize, &Vec<(SharedRay, Mode)>)| {
        let walked: Bitboard<W> = (moves.walked)(Square::new(index as u16)).resize();
        let quiet = rays.iter().filter(|(_, mode)| mode.goes());
        quiet.fold(walked, |all, (ray, _)| all | ray.reach(&Bitboard::EMPTY))
    };
    let reached: Vec<Bitboard<W>> = moves.rays.iter().enumerate().map(reached).collect();
    let mut back = vec![Bitboard::EMPTY; reached.len()];
    for (index, ends) in reached.iter().enumerate() {
        ends.iter().for_each(|to| back[to.index()].insert(Square::new(index as u16)));
    }
    let any = reached.iter().zip(&back).any(|(ends, back)| ends.intersects(back));
    if any { back.into() } else { Box::default() }
}
