//! Moves of pieces as sets of squares. Sentences and notations are compared with them.

use crate::betza::Notation;
use crate::board::{BySide, Geometry, Side, Square, SquareSet};
use crate::compile::movement;
use crate::fen;
use crate::render::study::Study;
use crate::rules::movement::{Between, Course, Hop, Leg, Pattern, Platform};
use crate::rules::{Fallback, Movement, Piece, PieceId, PlacedPiece, Promotion, PromotionZone, Rules, Setup};
use crate::walker::potential;

/// Where a piece can go from a square of an otherwise empty board.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Reach {
    /// Without capturing.
    pub quiet: SquareSet,
    /// Without capturing, as long as it has not moved.
    pub first: SquareSet,
    /// Taking a piece there.
    pub capture: SquareSet,
}

impl Reach {
    /// The reach of a movement.
    pub fn of(movement: &Movement, geometry: &Geometry, side: Side, from: Square) -> Reach {
        let alone = Study { side, ..Study::new(movement, geometry, from) };
        let quiet = ends(&alone, |captures| captures == 0);
        let first = ends(&Study { virgin: true, ..alone.clone() }, |captures| captures == 0);
        let mut capture = SquareSet::EMPTY;
        for pattern in movement.patterns.iter().filter(|pattern| pattern.captures()) {
            capture |= taken_by(pattern, &alone, capture);
        }
        Reach { quiet, first: first & !quiet, capture }
    }

    /// The reach of a piece, what it has on some squares only included.
    pub fn of_piece(rules: &Rules, piece: PieceId, side: Side, from: Square) -> Reach {
        Reach::with(rules, piece, side, from, Movement::clone)
    }

    /// The same once the piece has moved, without en passant captures.
    pub fn later_of_piece(rules: &Rules, piece: PieceId, side: Side, from: Square) -> Reach {
        Reach::with(rules, piece, side, from, later_moves)
    }

    fn with(rules: &Rules, piece: PieceId, side: Side, from: Square, part: impl Fn(&Movement) -> Movement) -> Reach {
        let definition = rules.piece(piece);
        let mut reach = Reach::of(&part(&definition.movement), &rules.geometry, side, from);
        for extra in definition.extra.iter().filter(|extra| extra.from[side].contains(from)) {
            let more = Reach::of(&part(&extra.movement), &rules.geometry, side, from).within(extra.to[side]);
            reach.quiet |= more.quiet;
            reach.first |= more.first;
            reach.capture |= more.capture;
        }
        reach.within(definition.confined[side])
    }

    /// The part of it that lies in a set.
    #[must_use]
    pub fn within(self, squares: SquareSet) -> Reach {
        Reach { quiet: self.quiet & squares, first: self.first & squares, capture: self.capture & squares }
    }

    /// All squares that it can reach in some way.
    pub fn all(&self) -> SquareSet {
        self.quiet | self.first | self.capture
    }
}

/// The squares on which a move takes a lone enemy, apart from some that are known.
fn taken_by(pattern: &Pattern, alone: &Study<'_>, known: SquareSet) -> SquareSet {
    let Study { geometry, side, from, .. } = *alone;
    // On a large board most squares are out of reach whatever stands there.
    let near = potential(pattern, geometry, side, from, false) & !SquareSet::of(from) & !known;
    if takes_where_it_goes(pattern) {
        return near;
    }
    // Without captures on the way, all ways to a square are looked at together.
    let direct = without_captures_before_the_end(pattern);
    let takes = |square: Square, pattern: &Pattern| {
        let walks = Study { enemies: SquareSet::of(square), ..alone.clone() }.walks_of(pattern);
        walks.iter().any(|walk| walk.to == square && walk.captures.as_slice() == [square])
    };
    let plainly = taken_by_quiet_legs(direct.as_ref().unwrap_or(pattern), alone) & near;
    let found =
        |square: &Square| direct.as_ref().is_some_and(|direct| takes(*square, direct)) || takes(*square, pattern);
    plainly | (near & !plainly).iter().filter(found).collect()
}

/// The squares on which a move of several legs takes a lone enemy, as far as two walks on the empty board show it: its last
/// leg comes there, and no earlier leg comes near, so that the enemy is on none of its ways.
fn taken_by_quiet_legs(pattern: &Pattern, alone: &Study<'_>) -> SquareSet {
    let Some((last, before)) = pattern.legs().split_last() else { return SquareSet::EMPTY };
    let plain =
        |leg: &Leg| leg.hop == Hop::None && leg.skip == 0 && leg.terms.platform == Platform::None && !leg.as_far;
    let quiet = |leg: &Leg| plain(leg) && leg.between == Between::Anything && leg.terms.quiet && !leg.terms.captures();
    let takes = last.terms.enemy && !last.terms.royal_only;
    if before.is_empty() || pattern.initial || !takes || !plain(last) || !before.iter().all(quiet) {
        return SquareSet::EMPTY;
    }
    let ends = |legs: &[Leg]| -> SquareSet {
        let mut legs = legs.to_vec();
        legs.iter_mut().for_each(|leg| leg.terms.quiet = true);
        let walks = alone.walks_of(&Pattern { course: Course::Legs(legs), ..pattern.clone() });
        walks.iter().filter(|walk| walk.captures.is_empty()).map(|walk| walk.to).collect()
    };
    let legs = pattern.legs();
    let passed = (1..legs.len()).fold(SquareSet::EMPTY, |passed, count| passed | ends(&legs[..count]));
    ends(legs) & !passed
}

/// Returns `true` if a move takes any enemy wherever it could end: a single leg on whose way nothing needs to stand.
fn takes_where_it_goes(pattern: &Pattern) -> bool {
    let free = |leg: &Leg| leg.hop == Hop::None && leg.between == Between::Anything;
    match pattern.legs() {
        [leg] => free(leg) && !pattern.initial && leg.terms.enemy && !leg.terms.royal_only,
        _ => false,
    }
}

/// The move without its captures before the last leg; `None` if that is nothing.
fn without_captures_before_the_end(pattern: &Pattern) -> Option<Pattern> {
    let (_, before) = pattern.legs().split_last()?;
    if !before.iter().any(|leg| leg.terms.captures()) {
        return None;
    }
    let mut direct = pattern.clone();
    if let Course::Legs(legs) = &mut direct.course {
        for leg in legs.iter_mut().rev().skip(1) {
            (leg.terms.enemy, leg.terms.friend, leg.terms.en_passant) = (false, false, false);
        }
    }
    Some(direct)
}

fn ends(study: &Study<'_>, wanted: impl Fn(usize) -> bool) -> SquareSet {
    study
        .walks()
        .iter()
        .filter(|walk| wanted(walk.captures.len()) && !walk.is_pass(study.from))
        .map(|walk| walk.to)
        .collect()
}

/// The movement that a notation stands for.
pub fn movement_of(notation: &str) -> Option<Movement> {
    movement::movement(&Notation::parse(notation).ok()?).ok()
}

/// A notation with a modifier before each of its atoms: `fFsW` for captures only is `cfFcsW`.
pub fn in_part(notation: &str, modifier: &str) -> String {
    let mut out = String::new();
    let mut before = None;
    for letter in notation.chars() {
        let inside = before.is_some_and(|before: char| before.is_lowercase() || before == letter);
        if letter.is_alphabetic() && !inside {
            out.push_str(modifier);
        }
        out.push(letter);
        before = Some(letter);
    }
    out
}

/// The movement without what holds for pieces that have not moved, and without en passant.
pub fn later_moves(movement: &Movement) -> Movement {
    let later = |pattern: &&Pattern| {
        !pattern.initial && !pattern.terms().is_some_and(|terms| terms.en_passant && !terms.quiet && !terms.enemy)
    };
    Movement { patterns: movement.patterns.iter().filter(later).cloned().collect() }
}

/// A square and pieces around it on which two movements differ.
#[derive(Clone, Debug)]
pub struct Difference {
    /// Where the piece stands.
    pub from: Square,
    /// The enemies around it.
    pub enemies: SquareSet,
    /// Squares that only the first reaches.
    pub first: SquareSet,
    /// Squares that only the second reaches.
    pub second: SquareSet,
}

/// Whether two movements, each on its board, do the same from every square; if not, where they differ.
pub fn difference(first: (&Movement, &Geometry), second: (&Movement, &Geometry), side: Side) -> Option<Difference> {
    let squares: Vec<Square> = first.1.squares().iter().collect();
    let step = squares.len().div_ceil(80);
    let mut seed = 0x9e37_79b9_u64;
    for from in squares.iter().step_by(step) {
        for crowd in [0, 0, 4, 10, 20] {
            let mut pieces = [SquareSet::EMPTY; 2];
            for _ in 0..crowd {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let square = squares[(seed >> 33) as usize % squares.len()];
                if square != *from && !pieces[0].contains(square) && !pieces[1].contains(square) {
                    pieces[(seed >> 60) as usize & 1].insert(square);
                }
            }
            let ends = |(movement, geometry)| {
                let study =
                    Study { side, friends: pieces[0], enemies: pieces[1], ..Study::new(movement, geometry, *from) };
                let all = study.walks();
                all.iter().filter(|walk| !walk.is_pass(*from)).map(|walk| walk.to).collect::<SquareSet>()
            };
            let (one, two) = (ends(first), ends(second));
            if one != two {
                return Some(Difference { from: *from, enemies: pieces[1], first: one & !two, second: two & !one });
            }
        }
        let mut one = Reach::of(first.0, first.1, side, *from);
        let mut two = Reach::of(second.0, second.1, side, *from);
        (one.first, two.first) = (SquareSet::EMPTY, SquareSet::EMPTY);
        if one != two {
            let of = |a: Reach, b: Reach| (a.quiet & !b.quiet) | (a.capture & !b.capture);
            return Some(Difference {
                from: *from,
                enemies: SquareSet::EMPTY,
                first: of(one, two),
                second: of(two, one),
            });
        }
    }
    None
}

/// A setup with some pieces.
pub fn setup_of(rules: &Rules, pieces: &[(Square, PieceId, Side)], turn: Side) -> Setup {
    let mut setup = Setup::empty(rules.geometry.len(), rules.pieces.len());
    for (square, piece, side) in pieces {
        setup.pieces[square.index()] = Some(PlacedPiece { piece: *piece, side: *side, promoted: false });
    }
    setup.turn = turn;
    // Where checks count, none left to give would be the end of the game.
    setup.checks = rules.setup.checks;
    setup
}

/// How a piece promotes, at the end of a move or with a move of its own.
pub fn promotion_of(rules: &Rules, piece: PieceId) -> Option<Promotion> {
    let piece = rules.piece(piece);
    piece.promotion.clone().or_else(|| {
        let own = piece.promotion_move.as_ref()?;
        let each = |limit| vec![limit; own.choices.len()];
        Some(Promotion {
            zone: own.from,
            when: PromotionZone::Touching,
            choices: BySide { white: own.choices.clone(), black: own.choices.clone() },
            limits: BySide { white: each(own.limit), black: each(own.limit) },
            mandatory: BySide { white: SquareSet::EMPTY, black: SquareSet::EMPTY },
            en_passant: false,
            within: BySide { white: SquareSet::EMPTY, black: SquareSet::EMPTY },
            fallback: Fallback::Stay,
            source: piece.source,
        })
    })
}

/// The FEN of a setup.
pub fn fen_of(rules: &Rules, setup: &Setup) -> String {
    fen::write(setup, rules)
}

/// The names of squares, sorted.
pub fn names(geometry: &Geometry, squares: SquareSet) -> String {
    let names: Vec<String> = squares.iter().map(|square| geometry.name(square)).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(" ") }
}

/// A square in the middle of the board.
pub fn centre(geometry: &Geometry) -> Square {
    let middle = |count: usize| (count - 1) / 2;
    let wanted = geometry.at(middle(geometry.files()), middle(geometry.ranks()));
    let there = wanted.filter(|square| geometry.squares().contains(*square));
    there.or_else(|| geometry.squares().lowest()).unwrap_or(Square::new(0))
}

/// Returns `true` if a piece stays on squares of one colour, from every square and with any other pieces.
pub fn is_colour_bound(rules: &Rules, piece: PieceId, side: Side) -> bool {
    let (geometry, definition) = (&rules.geometry, rules.piece(piece));
    let colour = |square: Square| (geometry.file(square) + geometry.rank(square)) % 2;
    let movements = std::iter::once(&definition.movement).chain(definition.extra.iter().map(|extra| &extra.movement));
    let patterns: Vec<_> = movements.flat_map(|movement| &movement.patterns).collect();
    let keeps = |from: Square| {
        let ends = patterns.iter().flat_map(|pattern| potential(pattern, geometry, side, from, true));
        ends.into_iter().all(|to| colour(to) == colour(from))
    };
    geometry.squares().iter().all(keeps)
}

/// Returns `true` if any piece can capture en passant, and any can be captured so.
pub fn takes_in_passing(rules: &Rules) -> bool {
    let takes = |piece: &Piece| {
        piece.movement.patterns.iter().any(|pattern| pattern.terms().is_some_and(|terms| terms.en_passant))
    };
    let trails =
        |piece: &Piece| piece.movement.patterns.iter().any(|pattern| pattern.legs().iter().any(|leg| leg.trail));
    rules.pieces.iter().any(takes) && rules.pieces.iter().any(trails)
}
