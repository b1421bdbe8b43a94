//! Evaluation terms that are read from the attacks of all pieces: mobility, royal safety, threats and structure.

use crate::board::{BySide, Geometry, Side, Square, SquareSet};
use crate::interpreter::MOST_SURVEYED;
use crate::rules::{PieceId, Rules};
use crate::walker::{potential, quiet_ends};

use super::blasts::Blasts;
use super::danger::Danger;
use super::near::beside;
use super::values::Values;
use super::weights::{Numbers, weights};

/// Returns `true` if the attacks of a variant's pieces follow from their moves alone, and can be read quickly.
pub(super) fn fit(rules: &Rules) -> bool {
    /// Larger boards have no tables of moves.
    const MOST_SQUARES: usize = 128;
    let in_hand = |side: Side| rules.setup.hands[side].iter().map(|count| usize::from(*count)).sum::<usize>();
    let pieces = rules.setup.pieces.iter().flatten().count() + in_hand(Side::White) + in_hand(Side::Black);
    let tabled = rules.beyond.is_empty() && rules.tree.is_empty();
    tabled && rules.geometry.len() <= MOST_SQUARES && pieces <= MOST_SURVEYED
}

/// Evaluation data of one variant.
#[derive(Clone, Debug)]
pub(super) struct Terms {
    /// By piece.
    pub kinds: Vec<Kind>,
    /// By square.
    pub places: Vec<Place>,
    /// By side, piece and square, eight times the number of moves of a royal piece.
    pub royal_moves: BySide<Vec<i32>>,
    /// By piece and square, the squares on the way to promotion.
    pub ways: BySide<Vec<SquareSet>>,
    /// The half of the board that is farther from a side.
    pub far_half: BySide<SquareSet>,
    pub ranks: i32,
    /// Possible checks; `None` if no piece can be dropped.
    pub danger: Option<Danger>,
    /// Captures that blow up pieces; `None` in games without them.
    pub blasts: Option<Blasts>,
    /// The weights with the material of the start, and with none.
    pub weights: [Numbers; 2],
}

/// Facts about a piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    pub value: i32,
    pub weight: Weight,
    /// `true` if it can be royal.
    pub royal: bool,
    /// Eight times the average number of its moves.
    pub moves: i32,
    /// `true` if it always stays on squares of one colour.
    pub one_colour: bool,
}

/// How valuable a piece is beside the average of its game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Weight {
    Light,
    Middle,
    Heavy,
}

/// Facts about a square.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The square and those beside it.
    pub around: SquareSet,
    pub rank: i32,
    /// Twice the distance from the middle file.
    pub off_middle: i32,
    /// Closeness to the middle.
    pub centre: i32,
    pub dark: bool,
}

impl Terms {
    /// The terms of a variant in which they [fit].
    pub(super) fn new(rules: &Rules, values: &Values) -> Terms {
        let geometry = &rules.geometry;
        let far = |side: Side| {
            let far = |square: &Square| 2 * geometry.rank_for(side, *square) >= geometry.ranks();
            geometry.squares().iter().filter(far).collect()
        };
        let squares = geometry.len();
        let all = move || (0..squares).map(|index| Square::new(index as u16));
        let ways = |side: Side| {
            rules.piece_ids().flat_map(move |piece| all().map(move |from| way(rules, piece, (side, from))))
        };
        Terms {
            kinds: kinds(rules, values),
            places: all().map(|square| place(geometry, square)).collect(),
            royal_moves: values.mobility.clone(),
            ways: BySide::from_fn(|side| ways(side).collect()),
            far_half: BySide::from_fn(far),
            ranks: geometry.ranks() as i32,
            danger: Danger::new(rules),
            blasts: Blasts::new(rules, &values.base),
            weights: weights(rules.hand.is_some(), rules.effects.blast.is_some(), largest_mobility(rules, values)),
        }
    }

    /// The index of a piece on a square, in tables by both.
    #[inline(always)]
    pub(super) fn at(&self, piece: PieceId, square: Square) -> usize {
        piece.index() * self.places.len() + square.index()
    }
}

/// Eight times the average number of moves of the most mobile piece of the start. Royal pieces do not count.
fn largest_mobility(rules: &Rules, values: &Values) -> i32 {
    let pieces = rules.setup.pieces.iter().flatten().map(|placed| placed.piece);
    let mortal = pieces.filter(|piece| !rules.piece(*piece).royalty.is_ever_royal());
    mortal.map(|piece| values.average(piece)).max().unwrap_or_default()
}

fn kinds(rules: &Rules, values: &Values) -> Vec<Kind> {
    let royal = |piece: PieceId| rules.piece(piece).royalty.is_ever_royal();
    let value = |piece: PieceId| values.base[piece.index()].abs();
    let used =
        |piece: &PieceId| !royal(*piece) && rules.setup.pieces.iter().flatten().any(|placed| placed.piece == *piece);
    let used: Vec<i32> = rules.piece_ids().filter(used).map(value).collect();
    let mean = used.iter().sum::<i32>() / used.len().max(1) as i32;
    let weight = |value: i32| match value {
        _ if value * 2 < mean => Weight::Light,
        _ if value * 10 < mean * 13 => Weight::Middle,
        _ => Weight::Heavy,
    };
    let kind = |piece: PieceId| Kind {
        value: value(piece),
        weight: weight(value(piece)),
        royal: royal(piece),
        moves: values.average(piece),
        one_colour: stays_on_colour(rules, piece),
    };
    rules.piece_ids().map(kind).collect()
}

fn place(geometry: &Geometry, square: Square) -> Place {
    let (file, rank) = (geometry.file(square), geometry.rank(square));
    let (files, ranks) = (geometry.files() as i32 - 1, geometry.ranks() as i32 - 1);
    let off_middle = (2 * file as i32 - files).abs();
    Place {
        around: beside(geometry, square) | SquareSet::of(square),
        rank: rank as i32,
        off_middle,
        centre: files + ranks - off_middle - (2 * rank as i32 - ranks).abs(),
        dark: geometry.is_dark(square),
    }
}

/// Returns `true` if all moves of a piece end on squares of the colour that they begin on.
fn stays_on_colour(rules: &Rules, piece: PieceId) -> bool {
    let geometry = &rules.geometry;
    let patterns = &rules.piece(piece).movement.patterns;
    let ends =
        |from: Square| patterns.iter().flat_map(move |pattern| potential(pattern, geometry, Side::White, from, false));
    let stays = |from: Square| ends(from).all(|to| geometry.is_dark(from) == geometry.is_dark(to));
    !patterns.is_empty() && geometry.squares().iter().all(stays)
}

/// The squares on the way of a piece to its promotion zone by quiet moves, if it cannot come back; empty otherwise.
fn way(rules: &Rules, piece: PieceId, (side, from): (Side, Square)) -> SquareSet {
    /// The largest number of moves.
    const LONGEST: usize = 12;
    let definition = rules.piece(piece);
    let Some(promotion) = &definition.promotion else { return SquareSet::EMPTY };
    let quiet = definition.movement.patterns.iter().filter(|pattern| pattern.terms().is_some_and(|terms| terms.quiet));
    let quiet: Vec<_> = quiet.collect();
    let ends = |start: Square| {
        let mut ends = SquareSet::EMPTY;
        quiet.iter().for_each(|pattern| ends |= quiet_ends(pattern, &rules.geometry, side, start));
        ends
    };
    let first = ends(from);
    if first.iter().any(|next| ends(next).contains(from)) {
        return SquareSet::EMPTY;
    }
    let (mut way, mut last) = (first, first);
    for _ in 0..LONGEST {
        if last.intersects(&promotion.zone[side]) {
            return way;
        }
        let mut next = SquareSet::EMPTY;
        last.iter().for_each(|square| next |= ends(square));
        last = next & !way;
        way |= last;
    }
    SquareSet::EMPTY
}
