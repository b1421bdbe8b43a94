//! A quick test of whether a move can give check, without making it.

use crate::board::{BySide, Geometry, Side, Square, SquareSet, Step};
use crate::game::Position;
use crate::interpreter::{Move, MoveKind, Picks};
use crate::rules::movement::{Bend, Between, Course, Hop, Leg, Pattern, Wrap};
use crate::rules::{PieceId, Royalty, Rules};
use crate::walker::potential;

use super::terms;

/// Tables of the squares from which pieces can attack a royal piece, whatever stands between.
#[derive(Clone, Debug)]
pub struct Checking {
    squares: usize,
    /// The only piece that is royal.
    royal: PieceId,
    /// By side, piece and square, the squares that the piece could capture on.
    reach: BySide<Rows>,
    /// By attacking side and square of the royal piece, the squares on which a piece could block an attack.
    blocks: BySide<Rows>,
    /// `true` if pieces jump over others to capture, so that a move to a square can open an attack.
    hurdles: bool,
}

/// A table of sets of squares, with no more words for each than the board needs: smaller than a list of `SquareSet`.
#[derive(Clone, Debug)]
struct Rows {
    words: usize,
    bits: Vec<u64>,
}

impl Rows {
    fn new(squares: usize, sets: &[SquareSet]) -> Rows {
        let words = squares.div_ceil(64);
        let mut bits = vec![0; sets.len() * words];
        for (row, set) in sets.iter().enumerate() {
            set.iter().for_each(|square| bits[row * words + square.index() / 64] |= 1 << (square.index() % 64));
        }
        Rows { words, bits }
    }

    /// Returns `true` if the set of this number contains a square.
    #[inline]
    fn contains(&self, row: usize, square: Square) -> bool {
        self.bits[row * self.words + square.index() / 64] >> (square.index() % 64) & 1 == 1
    }
}

impl Checking {
    /// The tables of a variant; `None` if checks do not follow from straight moves of single pieces.
    pub fn new(rules: &Rules) -> Option<Checking> {
        let mut royals = rules.piece_ids().filter(|piece| rules.piece(*piece).royalty.is_ever_royal());
        let royal = royals.next().filter(|piece| rules.piece(*piece).royalty == Royalty::Royal)?;
        let straight = rules.piece_ids().all(|piece| attacks(rules, piece).all(is_straight));
        if royals.next().is_some() || !straight || !terms::fit(rules) {
            return None;
        }
        let hops = |pattern: &Pattern| pattern.legs().iter().any(hops);
        Some(Checking {
            squares: rules.geometry.len(),
            royal,
            reach: BySide::from_fn(|side| Rows::new(rules.geometry.len(), &reach(rules, side))),
            blocks: BySide::from_fn(|side| Rows::new(rules.geometry.len(), &blocks(rules, side))),
            hurdles: rules.piece_ids().any(|piece| attacks(rules, piece).any(hops)),
        })
    }

    /// The square of the royal piece of a side; `None` if it has more than one or none.
    pub fn royal(&self, position: &Position<'_>, side: Side) -> Option<Square> {
        let royals = position.pieces(side, self.royal);
        royals.iter().next().filter(|_| royals.count() == 1)
    }

    /// Returns `false` if a move of a side certainly gives no check to the royal piece on a square.
    pub fn may_check(&self, mv: &Move, side: Side, royal: Square) -> bool {
        let is_drop = mv.kind() == MoveKind::Drop;
        let plain = is_drop || mv.kind() == MoveKind::Normal && mv.captures().are_only(mv.to) && mv.gate().is_none();
        if !plain || mv.wall().is_some() || mv.picks() != Picks::NONE {
            return true;
        }
        let blocks = |square: Square| self.blocks[side].contains(royal.index(), square);
        let piece = mv.promotion().unwrap_or(mv.piece);
        self.reach[side].contains(piece.index() * self.squares + mv.to.index(), royal)
            || !is_drop && blocks(mv.from)
            || self.hurdles && blocks(mv.to)
    }
}

/// The patterns by which a piece captures.
fn attacks(rules: &Rules, piece: PieceId) -> impl Iterator<Item = &Pattern> {
    rules.piece(piece).patterns().filter(|pattern| pattern.captures())
}

/// Returns `true` for a move along a straight line.
fn is_straight(pattern: &Pattern) -> bool {
    pattern.single_leg().is_some_and(|leg| leg.bend == Bend::Straight && leg.wrap == Wrap::None)
}

/// Returns `true` if the move must pass over a piece.
fn hops(leg: &Leg) -> bool {
    leg.hop != Hop::None || leg.between == Between::Occupied
}

/// By piece and square, the squares that a piece of a side could capture on.
fn reach(rules: &Rules, side: Side) -> Vec<SquareSet> {
    let ends = |piece: PieceId, from: Square| {
        let mut ends = SquareSet::EMPTY;
        attacks(rules, piece).for_each(|pattern| ends |= potential(pattern, &rules.geometry, side, from, false));
        ends
    };
    let from_all = |piece: PieceId| all(&rules.geometry).map(move |from| ends(piece, from));
    rules.piece_ids().flat_map(from_all).collect()
}

/// By square, the squares on which a piece could stand in the way of an attack by a side on that square.
fn blocks(rules: &Rules, side: Side) -> Vec<SquareSet> {
    let mut blocks = vec![SquareSet::EMPTY; rules.geometry.len()];
    let mut longest = 0;
    for pattern in rules.piece_ids().flat_map(|piece| attacks(rules, piece)) {
        let Some(leg) = pattern.single_leg() else { continue };
        if leg.between != Between::Anything {
            longest = leg.steps().map(length).fold(longest, i32::max);
        }
        if leg.slides() {
            // A slider that passes over a square on its way could also capture from there.
            let sliding = sliding(pattern);
            for from in all(&rules.geometry) {
                let ends = potential(&sliding, &rules.geometry, side, from, false);
                ends.iter().for_each(|to| blocks[to.index()].insert(from));
            }
        }
    }
    // A lame leap can be blocked on any square inside it.
    for square in all(&rules.geometry) {
        let near = all(&rules.geometry).filter(|other| is_near(&rules.geometry, (square, *other), longest - 1));
        near.for_each(|other| blocks[square.index()].insert(other));
    }
    blocks
}

/// The same slide from any square on its way.
fn sliding(pattern: &Pattern) -> Pattern {
    let mut pattern = pattern.clone();
    if let Course::Legs(legs) = &mut pattern.course {
        legs.iter_mut().for_each(|leg| (leg.skip, leg.hop) = (0, Hop::None));
    }
    pattern
}

/// All squares of a board.
fn all(geometry: &Geometry) -> impl Iterator<Item = Square> + use<> {
    (0..geometry.len()).map(|index| Square::new(index as u16))
}

/// The length of a leap, along its longer side.
fn length(step: Step) -> i32 {
    i32::from(step.files).abs().max(i32::from(step.ranks).abs())
}

/// Returns `true` for two squares with at most this distance.
fn is_near(geometry: &Geometry, (one, other): (Square, Square), most: i32) -> bool {
    let files = geometry.file(one).abs_diff(geometry.file(other));
    let ranks = geometry.rank(one).abs_diff(geometry.rank(other));
    one != other && files.max(ranks) as i32 <= most
}
