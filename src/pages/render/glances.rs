//! Pictures of the moves of one piece from one square.

use std::collections::BTreeMap;

use crate::betza::Notation;
use crate::board::{Side, Square, SquareSet, Topology};
use crate::compile::{Ground, movement};
use crate::game::Compiled;
use crate::interpreter::{Move, MoveKind};
use crate::pages::moves::{Reach, fen_of, names, setup_of};
use crate::render::study::Study;
use crate::rules::movement::{Course, Hop, Movement, Pattern};
use crate::rules::{HandRule, Piece, PieceId, Royalty, Rules, Setup};
use crate::walker::{potential, visit_reachable_squares};

use super::first::{self, When};
use super::owners::side_of;
use super::picture::{Mark, Picture};
use super::prose;

/// Where a piece is shown: in the middle or where it has first moves, on a joined edge if there is one, and where it has further
/// moves. A picture without marks shows nothing and is left out.
pub(super) fn of_piece(compiled: &Compiled, piece: PieceId) -> Vec<Picture> {
    let rules = compiled.rules();
    let geometry = &rules.geometry;
    let side = side_of(rules, piece);
    let allowed = rules.piece(piece).confined[side] & geometry.squares();
    let middle = crate::pages::moves::centre(geometry);
    let distance = |square: Square| {
        let files = geometry.file(square).abs_diff(geometry.file(middle));
        (files.max(geometry.rank(square).abs_diff(geometry.rank(middle))), square.index())
    };
    let nearest = |squares: SquareSet| squares.iter().min_by_key(|square| distance(*square));
    let first = usual(rules, (piece, side), allowed, distance);
    let edge = geometry.at(0, geometry.ranks() / 2).filter(|square| allowed.contains(*square));
    let joined = !matches!(geometry.topology(), Topology::Rectangle | Topology::Hexagonal | Topology::HexagonalRanks);
    let mut shown: Vec<Square> = first.into_iter().chain(edge.filter(|_| joined)).collect();
    let goes = |square: Square| reach(rules, piece, side, square);
    // A picture from a start square shows the first moves; it is the only one if it shows as many of the others.
    let near = |square: &Square| {
        let files = geometry.file(*square).abs_diff(geometry.file(middle));
        (files + geometry.rank(*square).abs_diff(geometry.rank(middle)), square.index())
    };
    if let Some(start) = first_squares(rules, piece, side).iter().min_by_key(near) {
        let count = |square: Square| (goes(square).quiet | goes(square).capture).count();
        match first.filter(|first| !joined && count(*first) <= count(start)) {
            Some(_) => shown[0] = start,
            None => shown.push(start),
        }
    }
    for extra in &rules.piece(piece).extra {
        let has = |from: &Square| {
            let reach = Reach::of(&extra.movement, geometry, side, *from).within(extra.to[side]);
            !reach.all().is_empty()
        };
        let from: SquareSet = (allowed & extra.from[side]).iter().filter(has).collect();
        if !shown.iter().any(|square| from.contains(*square)) {
            shown.extend(nearest(from));
        }
    }
    let mut seen = SquareSet::EMPTY;
    shown.retain(|square| {
        !seen.contains(*square) && {
            seen.insert(*square);
            true
        }
    });
    let pictures = shown.into_iter().map(|from| glance(compiled, piece, side, from));
    pictures.filter(|picture| !picture.marks.is_empty()).collect()
}

/// The squares from which a piece has first moves that it does not have everywhere.
fn first_squares(rules: &Rules, piece: PieceId, side: Side) -> SquareSet {
    let moves = rules.piece(piece).movement.patterns.iter().any(|pattern| pattern.initial);
    if !moves || first::when(rules, piece) == When::Always {
        return SquareSet::EMPTY;
    }
    let has = |from: &Square| !reach(rules, piece, side, *from).first.is_empty();
    first::initial(rules, piece)[side].iter().filter(has).collect()
}

/// The reach of a piece from a square of the empty board: with first moves only where it has them, and without captures if it can
/// capture nothing.
pub(super) fn reach(rules: &Rules, piece: PieceId, side: Side, from: Square) -> Reach {
    let mut reach = Reach::of_piece(rules, piece, side, from);
    if reach.first.is_empty() {
        // Most pieces have no first moves.
    } else if first::when(rules, piece) == When::Always {
        reach.quiet |= reach.first;
        reach.first = SquareSet::EMPTY;
    } else if !first::initial(rules, piece)[side].contains(from) {
        reach.first = SquareSet::EMPTY;
    }
    if first::only_gives_check(rules, piece) {
        reach.capture = SquareSet::EMPTY;
    }
    reach
}

/// The square on which a piece is usually drawn; `None` if it may stand nowhere.
fn usual<D: Ord + Copy>(
    rules: &Rules,
    (piece, side): (PieceId, Side),
    allowed: SquareSet,
    distance: impl Fn(Square) -> D,
) -> Option<Square> {
    let geometry = &rules.geometry;
    let middle = crate::pages::moves::centre(geometry);
    let moves = |from: Square| !reach(rules, piece, side, from).all().is_empty();
    // The piece is drawn in the middle of the board. If it never comes there, or has moves only elsewhere, it is drawn on
    // the square from which it has most moves.
    let home = rules
        .setup
        .pieces
        .iter()
        .zip(0..)
        .filter(|(placed, _)| placed.is_some_and(|placed| placed.piece == piece && placed.side == side));
    let drops = rules.hand.is_some() || arises_by_promotion(rules, piece);
    // If a piece can reach the middle and move from there, its other squares do not matter.
    let in_middle = allowed.contains(middle) && moves(middle);
    let mut comes = SquareSet::EMPTY;
    for index in home.map(|(_, index)| index).filter(|_| !drops) {
        let start = Square::new(index);
        // If another piece of the kind can reach this square, both reach the same squares.
        if comes.contains(start) || in_middle && comes.contains(middle) {
            continue;
        }
        comes.insert(start);
        if !in_middle || start != middle {
            visit_reachable_squares(rules, (piece, side), start, |square| {
                comes.insert(square);
                !in_middle || square != middle
            });
        }
    }
    let at_home = if comes.is_empty() || drops { allowed } else { comes & allowed };
    if at_home.contains(middle) && moves(middle) {
        return Some(middle);
    }
    let most = busiest(rules, (piece, side), at_home, &distance);
    let nearest = || allowed.iter().min_by_key(|square| distance(*square));
    if most.is_none() && at_home.contains(middle) { Some(middle) } else { most.or_else(nearest) }
}

/// The square of some from which a piece has most moves, of several the one at the least distance; `None` if it has none.
fn busiest<D: Ord>(
    rules: &Rules,
    (piece, side): (PieceId, Side),
    squares: SquareSet,
    distance: impl Fn(Square) -> D,
) -> Option<Square> {
    let definition = rules.piece(piece);
    let bound = |square: Square| {
        let extra = definition.extra.iter().filter(|extra| extra.from[side].contains(square));
        let movements = std::iter::once(&definition.movement).chain(extra.map(|extra| &extra.movement));
        let ends = |pattern| potential(pattern, &rules.geometry, side, square, true);
        union(movements.flat_map(|movement| &movement.patterns).map(ends)).count()
    };
    let mut all: Vec<(u32, Square)> = squares.iter().map(|square| (bound(square), square)).collect();
    all.sort_by_key(|(bound, square)| (std::cmp::Reverse(*bound), distance(*square)));
    // Counting the moves takes long, so squares that cannot have more moves than the best one so far are skipped.
    let mut best: Option<(u32, Square)> = None;
    for (bound, square) in all {
        if best.is_some_and(|(most, _)| bound < most) {
            break;
        }
        let count = reach(rules, piece, side, square).all().count();
        let better = |(most, other): (u32, Square)| count > most || count == most && distance(square) < distance(other);
        if count > 0 && best.is_none_or(better) {
            best = Some((count, square));
        }
        if best.is_some_and(|(most, _)| most == bound) {
            break;
        }
    }
    best.map(|(_, square)| square)
}

/// Returns `true` if another piece can become this one.
fn arises_by_promotion(rules: &Rules, piece: PieceId) -> bool {
    let becomes = |other: &Piece| {
        let promotion = other
            .promotion
            .iter()
            .any(|promotion| Side::ALL.iter().any(|side| promotion.choices[*side].contains(&piece)));
        promotion || other.promotion_move.iter().any(|made| made.choices.contains(&piece))
    };
    rules.pieces.iter().any(becomes)
}

/// The squares to which it goes, and those on which it captures only if a piece stands between.
fn hops(rules: &Rules, piece: PieceId, side: Side, from: Square) -> (SquareSet, SquareSet) {
    let movement = &rules.piece(piece).movement;
    let hopping = |leg: &crate::rules::movement::Leg| leg.hop != Hop::None;
    if !movement.patterns.iter().any(|pattern| pattern.legs().iter().any(hopping)) {
        return (SquareSet::EMPTY, SquareSet::EMPTY);
    }
    let others = rules.geometry.squares() & !SquareSet::of(from);
    let ends = |pattern: &Pattern| potential(pattern, &rules.geometry, side, from, false);
    let squares = others & union(movement.patterns.iter().map(ends));
    // A move of one leg passes only over pieces on its own lines.
    let single = movement.patterns.iter().all(|pattern| pattern.legs().len() == 1);
    let hurdles = others & union(movement.patterns.iter().map(|pattern| ends(&unhindered(pattern))));
    let (mut quiet, mut capture) = (SquareSet::EMPTY, SquareSet::EMPTY);
    for between in if single { hurdles } else { others } {
        let hurdle = SquareSet::of(between);
        let mut study = Study { side, friends: hurdle, ..Study::new(movement, &rules.geometry, from) };
        quiet |= study.walks().iter().filter(|walk| walk.captures.is_empty()).map(|walk| walk.to).collect();
        for to in squares.iter().filter(|to| *to != between) {
            study.enemies = SquareSet::of(to);
            if study.walks().iter().any(|walk| walk.to == to && walk.captures.as_slice() == [to]) {
                capture.insert(to);
            }
        }
    }
    let bare = reach(rules, piece, side, from);
    let allowed = rules.piece(piece).confined[side];
    (quiet & !bare.quiet & !bare.first & allowed, capture & !bare.capture & allowed)
}

fn union(all: impl Iterator<Item = SquareSet>) -> SquareSet {
    all.fold(SquareSet::EMPTY, |union, squares| union | squares)
}

/// The same move on a way without pieces: it may end wherever it comes.
fn unhindered(pattern: &Pattern) -> Pattern {
    let mut pattern = pattern.clone();
    if let Course::Legs(legs) = &mut pattern.course {
        for leg in legs {
            (leg.hop, leg.skip) = (Hop::None, 0);
        }
    }
    pattern
}

fn glance(compiled: &Compiled, piece: PieceId, side: Side, from: Square) -> Picture {
    let rules = compiled.rules();
    let geometry = &rules.geometry;
    let reach = reach(rules, piece, side, from);
    let beside = beside(rules, from);
    let leaps = leaps(rules, piece, side, from, (reach.quiet & reach.capture) & !beside);
    let (over_quiet, over_capture) = hops(rules, piece, side, from);
    let mut shown = BTreeMap::new();
    for to in reach.all() | over_quiet | over_capture {
        let mark = match (reach.quiet.contains(to), reach.capture.contains(to)) {
            (true, false) if over_capture.contains(to) => Mark::QuietOrHop,
            (false, false) if over_quiet.contains(to) || over_capture.contains(to) => Mark::Hop,
            (true, true) if leaps.contains(to) => Mark::Leap,
            (true, true) => Mark::Slide,
            (true, false) => Mark::Quiet,
            (false, true) => Mark::Capture,
            (false, false) => Mark::First,
        };
        shown.insert(to, mark);
    }
    let setup = setup_of(rules, &[(from, piece, side)], side);
    for square in new_beside(compiled, &setup, piece) {
        shown.entry(square).or_insert(Mark::New);
    }
    let mut words = Vec::new();
    for mark in Mark::ALL {
        let squares: SquareSet = shown.iter().filter(|(_, other)| **other == mark).map(|(square, _)| *square).collect();
        if !squares.is_empty() {
            // Nothing stands between neighbours.
            let steps = mark == Mark::Slide && squares.is_subset(&beside);
            let meaning = if steps { "moves or captures".into() } else { mark.meaning(rules) };
            words.push(format!("{meaning}: {}", names(geometry, squares)));
        }
    }
    let words = words.join("; ");
    let mut checks: Vec<String> = targets_check(compiled, &setup, from).into_iter().collect();
    let enemy = rules.piece_ids().find(|id| rules.piece(*id).royalty == Royalty::Common && side_of(rules, *id) == side);
    if let Some(enemy) = enemy {
        let mut pieces = vec![(from, piece, side)];
        pieces.extend(reach.all().iter().map(|to| (to, enemy, !side)));
        checks.extend(targets_check(compiled, &setup_of(rules, &pieces, side), from));
        // Pieces on every other square, so that there is something to pass over.
        let apart = |square: &Square| (rules.geometry.file(*square) + rules.geometry.rank(*square)).is_multiple_of(2);
        if !(over_quiet | over_capture).is_empty() {
            pieces.truncate(1);
            let others = rules.geometry.squares().iter().filter(|square| *square != from).filter(apart);
            pieces.extend(others.map(|to| (to, enemy, !side)));
            checks.extend(targets_check(compiled, &setup_of(rules, &pieces, side), from));
        }
    }
    Picture {
        title: prose::polished(rules, &format!("The {} on {}.", rules.piece(piece).name, geometry.name(from))),
        from: Some(geometry.name(from)),
        setup,
        marks: shown,
        words,
        checks,
    }
}

/// The squares on which a new piece of a kind may be put, where pieces come without end and the pieces on the board decide where.
fn new_beside(compiled: &Compiled, setup: &Setup, piece: PieceId) -> SquareSet {
    let rules = compiled.rules();
    if rules.hand != Some(HandRule::Unlimited) {
        return SquareSet::EMPTY;
    }
    let Ok(game) = compiled.game_unchecked(setup) else { return SquareSet::EMPTY };
    let drops = |made: &Move| (made.kind() == MoveKind::Drop && made.piece == piece).then_some(made.to);
    let squares: SquareSet = game.pseudo_legal_moves().iter().filter_map(drops).collect();
    let on = rules.geometry.squares().iter().filter(|square| setup.pieces[square.index()].is_none());
    if squares.count() as usize == on.count() { SquareSet::EMPTY } else { squares }
}

/// The targets of the piece on a square, as a check that the page carries; nothing if the position cannot be written down.
fn targets_check(compiled: &Compiled, setup: &Setup, from: Square) -> Option<String> {
    let rules = compiled.rules();
    let fen = fen_of(rules, setup);
    let read = crate::fen::read(&fen, compiled.rules()).ok()?;
    let game = compiled.game_unchecked(&read).ok()?;
    let moves = game.pseudo_legal_moves();
    let own = moves.iter().filter(|made| made.from == from && made.kind() != MoveKind::Drop);
    let squares: SquareSet = own.map(|made| made.to).collect();
    let list = names(&rules.geometry, squares).replace(' ', ",");
    Some(format!("moves {} = {list} @ {fen}", rules.geometry.name(from)))
}

/// The squares beside a square, in all directions of the board.
fn beside(rules: &Rules, from: Square) -> SquareSet {
    let geometry = &rules.geometry;
    let king = Notation::parse("K").ok().and_then(|king| movement::movement_on(&king, Ground::from(geometry)).ok());
    let patterns = king.into_iter().flat_map(|king| king.patterns);
    union(patterns.map(|pattern| potential(&pattern, geometry, Side::White, from, false)))
}

/// The ones among some squares that it reaches with enemies there, whatever stands on all other squares.
fn leaps(rules: &Rules, piece: PieceId, side: Side, from: Square, squares: SquareSet) -> SquareSet {
    let definition = rules.piece(piece);
    let movements: Vec<&Movement> = std::iter::once(&definition.movement)
        .chain(definition.extra.iter().filter(|extra| extra.from[side].contains(from)).map(|extra| &extra.movement))
        .collect();
    let reached = |movement: &Movement, friends: SquareSet, enemies: SquareSet| -> SquareSet {
        let study = Study { side, friends, enemies, ..Study::new(movement, &rules.geometry, from) };
        let walks = study.walks();
        walks.iter().filter(|walk| walk.captures.as_slice() == [walk.to]).map(|walk| walk.to).collect()
    };
    if squares.is_empty() {
        return squares;
    }
    let others = rules.geometry.squares() & !SquareSet::of(from);
    let friends = |movement: &&Movement| reached(&capturing_friends(movement), others, SquareSet::EMPTY);
    let over_friends = union(movements.iter().map(friends)) & squares;
    // A single leg is stopped by friends and enemies alike.
    let single = |movement: &&Movement| movement.patterns.iter().all(|pattern| pattern.legs().len() < 2);
    if over_friends.is_empty() || movements.iter().all(single) {
        return over_friends;
    }
    union(movements.iter().map(|movement| reached(movement, SquareSet::EMPTY, others))) & over_friends
}

/// The same moves, which end on friends as on enemies.
fn capturing_friends(movement: &Movement) -> Movement {
    let mut movement = movement.clone();
    for pattern in &mut movement.patterns {
        if let Course::Legs(legs) = &mut pattern.course
            && let Some(last) = legs.last_mut()
        {
            last.terms.friend |= last.terms.enemy;
        }
    }
    movement
}
