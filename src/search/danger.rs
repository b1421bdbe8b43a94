//! The squares from which pieces would give check, for games in which pieces can be dropped there.

use crate::board::{Bitboard, BySide, Geometry, Side, Square, SquareSet, Step};
use crate::rules::movement::{Bend, Between, Hop, Leg, Pattern, Wrap};
use crate::rules::{PieceId, Rules};
use crate::walker::potential;

use super::held::bit;

/// A set of squares on a board that is small enough for the [terms](super::terms) of attacks.
type Squares = Bitboard<2>;

/// Tables of the squares from which pieces attack a square. Attacks that need a hurdle, and lame ones, are left out.
#[derive(Clone, Debug)]
pub(super) struct Danger {
    squares: usize,
    /// By square, the lines that begin beside it.
    lines: Vec<Vec<Line>>,
    /// By side, piece and square, the squares from which the piece attacks it, whatever stands between.
    leaps: BySide<Vec<Squares>>,
    /// The same for attacks along lines.
    slides: BySide<Vec<Squares>>,
    /// By side and piece, the squares on which a drop may give check.
    drops: BySide<Vec<Squares>>,
    /// The pieces that can be dropped, a [`bit`] for each.
    pub held: u64,
}

/// A line of squares, in the order of their indices or against it.
#[derive(Clone, Copy, Debug)]
struct Line {
    squares: Squares,
    rises: bool,
}

impl Danger {
    /// The tables of a game; `None` if no piece can be dropped.
    pub(super) fn new(rules: &Rules) -> Option<Danger> {
        let geometry = &rules.geometry;
        let held = |piece: &PieceId| rules.hand.is_some() && rules.piece(*piece).drop.is_some();
        let held = rules.piece_ids().filter(held).fold(0, |held, piece| held | bit(piece));
        let sources = |side: Side, slides: bool| {
            rules.piece_ids().flat_map(|piece| sources(rules, (side, piece), slides)).collect()
        };
        let drops = |side: Side, piece: PieceId| match &rules.piece(piece).drop {
            Some(drop) if drop.check => (drop.on[side] & geometry.squares()).resize(),
            _ => Squares::EMPTY,
        };
        let steps = steps(rules);
        let from = |index: usize| lines(geometry, Square::new(index as u16), &steps);
        (held != 0).then(|| Danger {
            squares: geometry.len(),
            lines: (0..geometry.len()).map(from).collect(),
            leaps: BySide::from_fn(|side| sources(side, false)),
            slides: BySide::from_fn(|side| sources(side, true)),
            drops: BySide::from_fn(|side| rules.piece_ids().map(|piece| drops(side, piece)).collect()),
            held,
        })
    }

    /// The squares that are seen from a square along lines, with the first piece on each.
    #[inline(always)]
    pub(super) fn seen<const W: usize>(&self, from: Square, occupied: &Bitboard<W>) -> Bitboard<W> {
        let mut seen = Bitboard::EMPTY;
        for line in &self.lines[from.index()] {
            let squares = line.squares.resize::<W>();
            let blockers = squares & *occupied;
            seen |= squares & if line.rises { blockers.up_to_lowest() } else { blockers.down_to_highest() };
        }
        seen
    }

    /// The squares from which a piece of a side attacks a square that [sees](Danger::seen) these squares.
    #[inline(always)]
    pub(super) fn sources<const W: usize>(
        &self,
        (side, piece): (Side, PieceId),
        (square, seen): (Square, &Bitboard<W>),
    ) -> Bitboard<W> {
        let index = piece.index() * self.squares + square.index();
        self.leaps[side][index].resize() | (self.slides[side][index].resize() & *seen)
    }

    /// The squares on which a side may drop a piece so that it gives check.
    #[inline(always)]
    pub(super) fn drops<const W: usize>(&self, side: Side, piece: PieceId) -> Bitboard<W> {
        self.drops[side][piece.index()].resize()
    }
}

/// The straight moves by which a piece captures, with their only legs.
fn captures(rules: &Rules, piece: PieceId) -> impl Iterator<Item = (&Pattern, &Leg)> {
    let plain = |leg: &Leg| leg.bend == Bend::Straight && leg.wrap == Wrap::None && leg.hop == Hop::None;
    let free = |leg: &Leg| leg.between == Between::Anything && leg.skip == 0;
    let patterns = rules.piece(piece).movement.patterns.iter().filter(|pattern| pattern.captures());
    let legs = patterns.filter_map(|pattern| pattern.single_leg().map(|leg| (pattern, leg)));
    legs.filter(move |(_, leg)| plain(leg) && free(leg))
}

/// By square, the squares from which a piece could attack it: along lines, or by leaps.
fn sources(rules: &Rules, (side, piece): (Side, PieceId), slides: bool) -> Vec<Squares> {
    let mut sources = vec![Squares::EMPTY; rules.geometry.len()];
    for (pattern, _) in captures(rules, piece).filter(|(_, leg)| leg.slides() == slides) {
        for from in rules.geometry.squares() {
            let ends: SquareSet = potential(pattern, &rules.geometry, side, from, false);
            ends.iter().for_each(|to| sources[to.index()].insert(from));
        }
    }
    sources
}

/// The steps of all slides, in both directions.
fn steps(rules: &Rules) -> Vec<Step> {
    let mut steps = Vec::new();
    let legs = rules.piece_ids().flat_map(|piece| captures(rules, piece)).map(|(_, leg)| leg);
    let back = |step: Step| Step { files: -step.files, ranks: -step.ranks, levels: -step.levels };
    for step in legs.filter(|leg| leg.slides()).flat_map(Leg::steps).flat_map(|step| [step, back(step)]) {
        if !steps.contains(&step) {
            steps.push(step);
        }
    }
    steps
}

/// The lines that begin beside a square, one for each step. Where the board is joined at its edges, they end there.
fn lines(geometry: &Geometry, from: Square, steps: &[Step]) -> Vec<Line> {
    let next = |square: Square, step: Step| geometry.step(square, step).map(|landing| landing.square);
    let line = |step: &Step| {
        let first = next(from, *step)?;
        let rises = first.index() > from.index();
        let mut line = Line { squares: Squares::of(first), rises };
        let mut last = first;
        while let Some(square) = next(last, *step).filter(|square| (square.index() > last.index()) == rises) {
            line.squares.insert(square);
            last = square;
        }
        Some(line)
    };
    steps.iter().filter_map(line).collect()
}
