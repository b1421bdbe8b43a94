//! The parts of a page: what each says, as data that HTML and Markdown share.

use std::collections::BTreeMap;

use crate::board::{BySide, Side, Square, SquareSet};
use crate::fen;
use crate::game::Compiled;
use crate::interpreter::MoveKind;
use crate::notation::uci;
use crate::pages::moves::{Reach, fen_of, is_colour_bound, names, setup_of};
use crate::render::study::Study;
use crate::render::{army, words};
use crate::rules::movement::{Hop, Pattern};
use crate::rules::{ExtraMoves, Piece, PieceId, Royalty, Rules, Setup};
use crate::walker::visit_reachable_squares;

use super::picture::{Mark, marks, side_of};
use super::prose;

/// A picture with what it claims.
#[derive(Clone, Debug)]
pub struct Picture {
    /// What it shows, in words.
    pub title: String,
    /// The pieces.
    pub setup: Setup,
    /// The marks.
    pub marks: BTreeMap<Square, Mark>,
    /// What it says, square by square, for those who cannot see it.
    pub words: String,
    /// The same for the checker.
    pub checks: Vec<String>,
}

/// A piece with what there is to say about it.
#[derive(Clone, Debug)]
pub struct PieceText {
    /// Its name.
    pub name: String,
    /// Its letters.
    pub symbols: String,
    /// Its notation.
    pub notation: String,
    /// Its moves in sentences.
    pub moves: Vec<String>,
    /// What else is special.
    pub remarks: Vec<String>,
    /// Its moves from a square in the middle.
    pub pictures: Vec<Picture>,
}

/// The lines of the setup: squares and the pieces on them.
pub fn setup_lines(rules: &Rules) -> Vec<(String, String)> {
    let mut lines = Vec::new();
    for side in Side::ALL {
        for piece in rules.piece_ids() {
            let squares: SquareSet = rules
                .geometry
                .squares()
                .iter()
                .filter(|square| {
                    rules.setup.pieces[square.index()]
                        .is_some_and(|placed| placed.piece == piece && placed.side == side)
                })
                .collect();
            if !squares.is_empty() {
                let mut name = side.name().to_owned() + " " + &rules.piece(piece).name;
                name[..1].make_ascii_uppercase();
                lines.push((name, names(&rules.geometry, squares)));
            }
        }
    }
    lines
}

/// All pieces.
pub fn pieces(compiled: &Compiled) -> Vec<PieceText> {
    let rules = compiled.rules();
    rules.piece_ids().map(|piece| piece_text(compiled, piece)).collect()
}

fn piece_text(compiled: &Compiled, piece: PieceId) -> PieceText {
    let rules = compiled.rules();
    let definition = rules.piece(piece);
    let mut remarks = Vec::new();
    remarks.extend(army::royalty_in_words(definition.royalty));
    let moves_at_all = !definition.movement.patterns.is_empty();
    if moves_at_all && definition.promotion.is_none() && is_colour_bound(rules, piece, side_of(rules, piece)) {
        remarks.push("It stays on squares of one colour.".to_owned());
    }
    if let Some(promotion) = &definition.promotion {
        remarks.push(army::promotion_in_words(rules, promotion));
    }
    remarks.extend(army::limits_in_words(rules, definition));
    let mut moves = army::explain(rules, &definition.notation);
    let further: Vec<String> = definition.extra.iter().flat_map(|extra| further_moves(rules, extra)).collect();
    // What a piece does against royal pieces alone is said after its own moves.
    match definition.movement.patterns.iter().all(takes_royal_pieces_alone) {
        true => moves.splice(0..0, further),
        false => moves.splice(moves.len().., further),
    };
    PieceText {
        name: definition.name.clone(),
        symbols: [&definition.symbol.white, &definition.symbol.black].map(String::as_str).join(" "),
        notation: definition.notation.clone(),
        moves,
        remarks,
        pictures: glances(compiled, piece),
    }
}

/// Moves that a piece has from some squares, or to some squares, only.
fn further_moves(rules: &Rules, extra: &ExtraMoves) -> Vec<String> {
    let all = rules.geometry.squares();
    let limited = |squares: &BySide<SquareSet>| Side::ALL.iter().any(|side| !all.is_subset(&squares[*side]));
    let mut limits = Vec::new();
    if limited(&extra.from) {
        limits.push(format!("from {}", words::squares_of_sides(rules, &extra.from)));
    }
    if limited(&extra.to) {
        limits.push(format!("to {}", words::squares_of_sides(rules, &extra.to)));
    }
    if extra.unless_check {
        limits.push("unless its side is in check".to_owned());
    }
    let limits = limits.join(", ");
    let sentences = army::explain(rules, &extra.notation).into_iter();
    sentences
        .map(|sentence| match sentence.strip_suffix('.') {
            Some(sentence) if !limits.is_empty() => format!("{sentence}, {limits}."),
            _ => sentence,
        })
        .collect()
}

fn takes_royal_pieces_alone(pattern: &Pattern) -> bool {
    pattern.legs().last().is_some_and(|leg| leg.terms.royal_only && !leg.terms.quiet)
}

/// Where a piece is shown: in the middle, on a joined edge if there is one, and where it has further moves.
fn glances(compiled: &Compiled, piece: PieceId) -> Vec<Picture> {
    let rules = compiled.rules();
    let geometry = &rules.geometry;
    let side = side_of(rules, piece);
    let allowed = rules.piece(piece).confined[side] & geometry.squares();
    let moves = |from: Square| !Reach::of_piece(rules, piece, side, from).all().is_empty();
    let middle = crate::pages::moves::centre(geometry);
    let distance = |square: Square| {
        let files = geometry.file(square).abs_diff(geometry.file(middle));
        (files.max(geometry.rank(square).abs_diff(geometry.rank(middle))), square.index())
    };
    let nearest = |squares: SquareSet| squares.iter().min_by_key(|square| distance(*square));
    // In the middle, unless it never comes there or cannot move from there and can from elsewhere: then where it has most
    // moves.
    let home = rules
        .setup
        .pieces
        .iter()
        .zip(0..)
        .filter(|(placed, _)| placed.is_some_and(|placed| placed.piece == piece && placed.side == side));
    let mut comes = SquareSet::EMPTY;
    for (_, index) in home {
        comes.insert(Square::new(index));
        visit_reachable_squares(rules, (piece, side), Square::new(index), |square| {
            comes.insert(square);
            true
        });
    }
    let drops = rules.hand.is_some() || arises_by_promotion(rules, piece);
    let at_home = if comes.is_empty() || drops { allowed } else { comes & allowed };
    let able: SquareSet = at_home.iter().filter(|square| moves(*square)).collect();
    let first = if at_home.contains(middle) && (able.is_empty() || able.contains(middle)) {
        Some(middle)
    } else {
        let count = |square: &Square| Reach::of_piece(rules, piece, side, *square).all().count();
        let most = able.iter().map(|square| count(&square)).max();
        let best = able.iter().filter(|square| Some(count(square)) == most).collect();
        nearest(best).or_else(|| nearest(allowed))
    };
    let edge = geometry.at(0, geometry.ranks() / 2).filter(|square| allowed.contains(*square));
    let joined = geometry.topology() != crate::board::Topology::Rectangle;
    let mut shown: Vec<Square> = first.into_iter().chain(edge.filter(|_| joined)).collect();
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
    shown.into_iter().map(|from| glance(compiled, piece, side, from)).collect()
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

/// The squares to which it goes, and those on which it takes, only if a piece stands between.
fn hops(rules: &Rules, piece: PieceId, side: Side, from: Square) -> (SquareSet, SquareSet) {
    let movement = &rules.piece(piece).movement;
    let hopping = |leg: &crate::rules::movement::Leg| leg.hop != Hop::None;
    if !movement.patterns.iter().any(|pattern| pattern.legs().iter().any(hopping)) {
        return (SquareSet::EMPTY, SquareSet::EMPTY);
    }
    let squares = rules.geometry.squares() & !SquareSet::of(from);
    let (mut quiet, mut capture) = (SquareSet::EMPTY, SquareSet::EMPTY);
    for between in squares {
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
    let bare = Reach::of_piece(rules, piece, side, from);
    let allowed = rules.piece(piece).confined[side];
    (quiet & !bare.quiet & !bare.first & allowed, capture & !bare.capture & allowed)
}

fn glance(compiled: &Compiled, piece: PieceId, side: Side, from: Square) -> Picture {
    let rules = compiled.rules();
    let geometry = &rules.geometry;
    let reach = Reach::of_piece(rules, piece, side, from);
    let leaps = leaps(rules, piece, side, from);
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
    let mut words = Vec::new();
    for mark in Mark::ALL {
        let squares: SquareSet = shown.iter().filter(|(_, other)| **other == mark).map(|(square, _)| *square).collect();
        if !squares.is_empty() {
            words.push(format!("{}: {}", mark.meaning(), names(geometry, squares)));
        }
    }
    let words = if words.is_empty() { "it cannot move from here".to_owned() } else { words.join("; ") };
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
        title: format!("Moves of the {} from {}", rules.piece(piece).name, geometry.name(from)),
        setup,
        marks: shown,
        words,
        checks,
    }
}

/// The targets of the piece on a square, as a check that the page carries; nothing if the position cannot be written down.
fn targets_check(compiled: &Compiled, setup: &Setup, from: Square) -> Option<String> {
    let rules = compiled.rules();
    let fen = fen_of(rules, setup);
    let read = crate::fen::read(&fen, compiled.rules()).ok()?;
    let game = compiled.game_unchecked(&read).ok()?;
    let moves = game.pseudo_legal_moves();
    let own = moves.iter().filter(|made| made.from == from && made.kind != MoveKind::Drop);
    let squares: SquareSet = own.map(|made| made.to).collect();
    let list = names(&rules.geometry, squares).replace(' ', ",");
    Some(format!("moves {} = {list} @ {fen}", rules.geometry.name(from)))
}

/// The squares that it reaches although all squares next to it are taken.
fn leaps(rules: &Rules, piece: PieceId, side: Side, from: Square) -> SquareSet {
    let steps = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| crate::board::Step::new(files, ranks)));
    let around = steps.filter_map(|step| rules.geometry.step(from, step)).map(|landing| landing.square);
    let around: SquareSet = around.filter(|square| *square != from).collect();
    let study = Study { side, friends: around, ..Study::new(&rules.piece(piece).movement, &rules.geometry, from) };
    study.walks().iter().map(|walk| walk.to).collect()
}

/// The zones in which pieces promote.
pub fn promotions(rules: &Rules) -> Vec<Picture> {
    let mut pictures = Vec::new();
    for piece in rules.piece_ids() {
        let Some(promotion) = &rules.piece(piece).promotion else { continue };
        for side in Side::ALL {
            let zone = promotion.zone[side] & rules.geometry.squares();
            let name = &rules.piece(piece).name;
            pictures.push(Picture {
                title: format!("Where a {} {name} promotes", side.name()),
                setup: setup_of(rules, &[], side),
                marks: marks(zone, Mark::Zone),
                words: names(&rules.geometry, zone),
                checks: Vec::new(),
            });
        }
    }
    pictures.truncate(4);
    pictures
}

/// Each castling before and after.
pub fn castlings(compiled: &Compiled) -> Vec<(Picture, Picture)> {
    let rules = compiled.rules();
    let rights = fen::castling_rights(rules, &rules.setup.pieces, |_| true);
    let mut found = Vec::new();
    for right in rights {
        let rule = &rules.castling[usize::from(right.rule)];
        let (Some(mover), Some(partner)) =
            (rules.setup.pieces[right.from.index()], rules.setup.pieces[right.partner.index()])
        else {
            continue;
        };
        let mut before = setup_of(
            rules,
            &[(right.from, mover.piece, rule.side), (right.partner, partner.piece, rule.side)],
            rule.side,
        );
        before.castling = vec![right];
        let Ok(mut game) = compiled.game_unchecked(&before) else { continue };
        let listed = uci::list(&game);
        let castles = |made: &crate::interpreter::Move| matches!(made.kind, MoveKind::Castling { .. });
        let Some((text, made)) = listed.into_iter().find(|(_, made)| castles(made)) else { continue };
        let check = format!("legal {text} @ {}", fen_of(rules, &before));
        game.play(&made);
        let name = |square| rules.geometry.name(square);
        let words = format!(
            "{} {}-{}, {} {}-{}",
            rules.piece(mover.piece).name,
            name(right.from),
            name(rule.to),
            rules.piece(partner.piece).name,
            name(right.partner),
            name(rule.partner_to)
        );
        let picture = |title: String, setup: Setup, checks: Vec<String>| Picture {
            title,
            setup,
            marks: BTreeMap::new(),
            words: words.clone(),
            checks,
        };
        let side = rule.side.name();
        found.push((
            picture(format!("Before castling {} ({side})", rule.letter), before, vec![check]),
            picture(format!("After castling {} ({side})", rule.letter), game.setup(), Vec::new()),
        ));
    }
    found
}

/// What is forbidden, what is forced, and how the game ends.
pub fn sentences(rules: &Rules) -> Vec<String> {
    let mut found = vec![format!(
        "The board has {} files and {} ranks; its edges are those of a {}.",
        rules.geometry.files(),
        rules.geometry.ranks(),
        rules.geometry.topology().name()
    )];
    let side = rules.setup.turn.name();
    found.push(format!("{}{} moves first, and the sides move in turn.", side[..1].to_uppercase(), &side[1..]));
    if rules.pieces.iter().any(|piece| piece.royalty.is_ever_royal()) {
        found.push("No move may leave a royal piece of one's own under attack.".to_owned());
    }
    found.extend(crate::render::endings::moves_in_words(rules));
    match rules.hand {
        Some(crate::rules::HandRule::Captured) => {
            found.push("Captured pieces go to the hand of the captor, who may drop them.".to_owned())
        }
        Some(crate::rules::HandRule::Own) => {
            found.push("Pieces that a side takes of its own go to its hand, and may be dropped.".to_owned())
        }
        Some(crate::rules::HandRule::Returned) => {
            found.push("Captured pieces go back to the hand of their owner, who may drop them.".to_owned())
        }
        Some(crate::rules::HandRule::Setup) if rules.pieces.iter().any(|piece| piece.drop.is_some()) => {
            found.push("Pieces in hand at the start may be dropped.".to_owned());
        }
        Some(crate::rules::HandRule::Unlimited) => found.push("Pieces may be dropped in any number.".to_owned()),
        Some(crate::rules::HandRule::Setup) | None => {}
    }
    if rules.shuffle.is_some() {
        let count = crate::compile::shuffle::count(rules);
        found.push(format!("The first rank is shuffled: there are {count} starts, of which the setup is one."));
    }
    if rules.castling.is_empty() {
        found.push("There is no castling.".to_owned());
    } else {
        found.push(
            "Castling asks that neither piece has moved, that all squares both pass are free, and that the castling piece, if \
             royal, is not attacked where it stands, passes or arrives."
                .to_owned(),
        );
    }
    for end in &rules.ends {
        found.push(prose::ending(rules, end));
    }
    found
}

/// Leaf counts from the start, as deep as that is quick.
pub fn perft(compiled: &Compiled) -> Vec<u64> {
    let Ok(game) = compiled.start() else { return Vec::new() };
    let mut counts: Vec<u64> = Vec::new();
    for depth in 1..=3 {
        if counts.last().is_some_and(|last| *last > 5_000) {
            break;
        }
        counts.push(game.perft(depth));
    }
    counts
}
