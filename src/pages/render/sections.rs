//! The parts of a page: what each says, as data that HTML and Markdown share.

use std::collections::BTreeMap;

use crate::board::{BySide, Side, Square, SquareSet, Topology};
use crate::english;
use crate::fen;
use crate::game::Compiled;
use crate::interpreter::MoveKind;
use crate::notation::uci;
use crate::pages::moves::{Reach, fen_of, is_colour_bound, names, setup_of};
use crate::render::emblem::Emblem;
use crate::render::study::Study;
use crate::rules::movement::{Course, Hop, Pattern};
use crate::rules::{Piece, PieceId, Royalty, Rules, Setup, Squares};
use crate::walker::{potential, visit_reachable_squares};
use crate::work;

use super::picture::{Mark, marks, side_of};
use super::{movers, prose, told};

/// A picture with descriptions of its content, for readers and for the checker.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Caption of the picture.
    pub title: String,
    /// The pieces.
    pub setup: Setup,
    /// The marks.
    pub marks: BTreeMap<Square, Mark>,
    /// Description of the picture, square by square, for readers who cannot see it.
    pub words: String,
    /// The same for the checker.
    pub checks: Vec<String>,
}

/// A piece with its texts and pictures on the page.
#[derive(Clone, Debug)]
pub struct PieceText {
    /// Which piece it is.
    pub id: PieceId,
    /// Its name.
    pub name: String,
    /// Its letters.
    pub symbols: String,
    /// Its notation.
    pub notation: String,
    /// Its moves in sentences.
    pub moves: Vec<String>,
    /// Further remarks.
    pub remarks: Vec<String>,
    /// Its moves from a square in the middle.
    pub pictures: Vec<Picture>,
}

/// Where the pieces of a kind and a side stand.
#[derive(Clone, Debug)]
pub struct SetupLine {
    /// The kind.
    pub piece: PieceId,
    /// The side.
    pub side: Side,
    /// Both in words.
    pub name: String,
    /// The squares.
    pub squares: String,
}

/// The lines of the setup: squares and the pieces on them.
pub fn setup_lines(rules: &Rules) -> Vec<SetupLine> {
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
                let name = prose::polished(rules, &english::owned(&rules.look.sides[side], &rules.piece(piece).name));
                lines.push(SetupLine { piece, side, name, squares: names(&rules.geometry, squares) });
            }
        }
    }
    lines
}

/// The pieces in hand of both sides at the start.
pub fn hands(rules: &Rules) -> Vec<String> {
    let held = |side: Side| {
        let count = |id: &PieceId| rules.setup.hands[side].get(id.index()).copied().unwrap_or(0);
        let each =
            rules.piece_ids().filter(|id| count(id) > 0).map(|id| format!("{} {}", count(&id), rules.piece(id).name));
        each.collect::<Vec<_>>().join(", ")
    };
    let texts = BySide::from_fn(held);
    let sides = &rules.look.sides;
    match texts.white == texts.black {
        true if texts.white.is_empty() => Vec::new(),
        true => vec![format!("Each side has in hand: {}.", texts.white)],
        false => Side::ALL
            .into_iter()
            .filter(|side| !texts[*side].is_empty())
            .map(|side| format!("{} {} in hand: {}.", sides[side], english::verb(&sides[side], "have"), texts[side]))
            .collect(),
    }
}

/// All pieces.
pub fn pieces(compiled: &Compiled) -> Vec<PieceText> {
    let rules = compiled.rules();
    rules.piece_ids().map(|piece| piece_text(compiled, piece)).collect()
}

fn piece_text(compiled: &Compiled, piece: PieceId) -> PieceText {
    let rules = compiled.rules();
    let definition = rules.piece(piece);
    let mut remarks = prose::remarks(rules, definition);
    let moves_at_all = !definition.movement.patterns.is_empty();
    let checked = rules.look.squares == Squares::Checked;
    if checked && moves_at_all && definition.promotion.is_none() && is_colour_bound(rules, piece, side_of(rules, piece))
    {
        remarks.insert(0, "It stays on squares of one colour.".to_owned());
    }
    let polish = |all: Vec<String>| all.iter().map(|text| prose::polished(rules, text)).collect::<Vec<_>>();
    let (moves, remarks) = (polish(prose::moves(rules, piece)), polish(remarks));
    PieceText {
        id: piece,
        name: prose::polished(rules, &definition.name),
        symbols: [&definition.symbol.white, &definition.symbol.black].map(String::as_str).join(" "),
        notation: definition.notation.clone(),
        moves,
        remarks,
        pictures: glances(compiled, piece),
    }
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
    let first = if at_home.contains(middle) && moves(middle) {
        Some(middle)
    } else {
        let most = busiest(rules, (piece, side), at_home, distance);
        if most.is_none() && at_home.contains(middle) { Some(middle) } else { most.or_else(|| nearest(allowed)) }
    };
    let edge = geometry.at(0, geometry.ranks() / 2).filter(|square| allowed.contains(*square));
    let joined = !matches!(geometry.topology(), Topology::Rectangle | Topology::Hexagonal | Topology::HexagonalRanks);
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
        let count = Reach::of_piece(rules, piece, side, square).all().count();
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
    let bare = Reach::of_piece(rules, piece, side, from);
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
            // Nothing stands between neighbours.
            let inner = |to| geometry.straight(from, to) & !SquareSet::of(from) & !SquareSet::of(to);
            let steps = mark == Mark::Slide && squares.iter().all(|to| inner(to).is_empty());
            let meaning = if steps { "moves or captures" } else { mark.meaning() };
            words.push(format!("{meaning}: {}", names(geometry, squares)));
        }
    }
    let words = match words.is_empty() {
        true if movers::moves_by_rules(rules, piece) => "it moves only by the special moves".to_owned(),
        true => "it cannot move from here".to_owned(),
        false => words.join("; "),
    };
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

/// The squares that it reaches although all adjacent squares are occupied.
fn leaps(rules: &Rules, piece: PieceId, side: Side, from: Square) -> SquareSet {
    let steps = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| crate::board::Step::new(files, ranks)));
    let around = steps.filter_map(|step| rules.geometry.step(from, step)).map(|landing| landing.square);
    let around: SquareSet = around.filter(|square| *square != from).collect();
    let study = Study { side, friends: around, ..Study::new(&rules.piece(piece).movement, &rules.geometry, from) };
    study.walks().iter().map(|walk| walk.to).collect()
}

/// The zones in which pieces promote, one picture a side; none where a zone is just the last rank.
pub fn promotions(rules: &Rules) -> Vec<Picture> {
    let mut pictures: Vec<(BySide<SquareSet>, Side, Vec<String>)> = Vec::new();
    for piece in &rules.pieces {
        let Some(promotion) = &piece.promotion else { continue };
        let zone = BySide::from_fn(|side| promotion.zone[side] & rules.geometry.squares());
        if prose::zone(rules, &zone) == "the last rank" {
            continue;
        }
        for side in Side::ALL {
            match pictures.iter_mut().find(|(other, whose, _)| *other == zone && *whose == side) {
                Some((.., names)) => names.push(piece.name.clone()),
                None => pictures.push((zone, side, vec![piece.name.clone()])),
            }
        }
    }
    let picture = |(zone, side, names): (BySide<SquareSet>, Side, Vec<String>)| Picture {
        title: match names.len() {
            1..=2 => {
                let pieces = prose::polished(rules, &names.join(" or "));
                format!("Where {} {pieces} promotes:", english::possessive(&rules.look.sides[side]))
            }
            _ => format!("Where {} pieces promote:", english::possessive(&rules.look.sides[side])),
        },
        setup: setup_of(rules, &[], side),
        marks: marks(zone[side], Mark::Zone),
        words: prose::squares(rules, zone[side]),
        checks: Vec::new(),
    };
    pictures.into_iter().take(4).map(picture).collect()
}

/// Each castling before and after.
pub fn castlings(compiled: &Compiled) -> Vec<(Picture, Picture)> {
    let rules = compiled.rules();
    let rights = fen::castling_rights(rules, &rules.setup.pieces, |_| true);
    let mut found = Vec::new();
    for right in rights {
        let rule = &rules.castling[usize::from(right.rule)];
        let twin = |other: &crate::rules::CastlingRule| {
            other.side == Side::White && other.letter.eq_ignore_ascii_case(&rule.letter)
        };
        // A castling move of Black that mirrors White's is not shown again.
        if rule.side == Side::Black && rules.castling.iter().any(twin) {
            continue;
        }
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
            "The {} goes from {} to {}, the {} from {} to {}.",
            rules.piece(mover.piece).name,
            name(right.from),
            name(rule.to),
            rules.piece(partner.piece).name,
            name(right.partner),
            name(rule.partner_to)
        );
        let words = prose::polished(rules, &words);
        let picture = |title: String, setup: Setup, checks: Vec<String>| Picture {
            title,
            setup,
            marks: BTreeMap::new(),
            words: words.clone(),
            checks,
        };
        let side = &rules.look.sides[rule.side];
        let castles = english::verb(side, "castle");
        let to = rules.geometry.name(rule.to);
        found.push((
            picture(format!("{side} {castles} to {to}: before."), before, vec![check]),
            picture("After.".to_owned(), game.setup(), Vec::new()),
        ));
    }
    found
}

/// Sentences about promotions.
pub fn promotion_sentences(rules: &Rules) -> Vec<String> {
    let promotes = rules.pieces.iter().filter_map(|piece| Some((piece, piece.promotion.as_ref()?)));
    promotes.map(|(piece, rule)| prose::polished(rules, &prose::promotion(rules, piece, rule))).collect()
}

/// The sizes of the board, or of what it is made of.
fn board(rules: &Rules) -> Vec<String> {
    let geometry = &rules.geometry;
    let (files, ranks, levels) = (geometry.files(), geometry.ranks(), geometry.levels());
    if prose::has_levels(rules) {
        let each = geometry.ranks_of_a_level();
        return vec![format!(
            "The board has {levels} levels, one above the other, each with {files} files and {each} ranks."
        )];
    }
    let halves = rules.beyond.turns.boards.as_ref().map(|boards| boards.white);
    if let Some(one) = halves.filter(|one| one.count() as usize * 2 == files * ranks && ranks % 2 == 0) {
        let lower = one.iter().all(|square| geometry.rank(square) < ranks / 2);
        let upper = one.iter().all(|square| geometry.rank(square) >= ranks / 2);
        if lower || upper {
            return vec![format!("Each of the two boards has {files} files and {} ranks.", ranks / 2)];
        }
    }
    let mut found = vec![format!("The board has {files} files and {ranks} ranks.")];
    if matches!(geometry.topology(), Topology::Hexagonal | Topology::HexagonalRanks) {
        found.push(format!("It is made of {} hexagons.", geometry.squares().count()));
    }
    found
}

/// Sentences about the side that begins, and about forbidden and forced moves.
pub fn play(rules: &Rules) -> Vec<String> {
    let mut found = board(rules);
    found.extend(prose::edges(rules));
    let first = &rules.look.sides[rules.setup.turn];
    found.push(format!("{first} {} first.", english::verb(first, "move")));
    let mut royal = rules.pieces.iter().filter(|piece| piece.royalty == Royalty::Royal);
    match (royal.next(), royal.next()) {
        (Some(only), None) if !rules.constraints.no_checks => {
            found.push(format!(
                "A player in check must get out of it, and no move may leave one's own {} in check.",
                only.name
            ));
        }
        _ => {}
    }
    found.extend(crate::render::endings::moves_in_words(rules));
    found.extend(told::whole(rules));
    found.extend(crate::render::hands::in_words(rules));
    found.extend(crate::render::endings::shuffle_in_words(rules));
    if rules.castling.is_empty() && castling_is_expected(rules) {
        found.push("There is no castling.".to_owned());
    }
    if prose::is_peaceful(rules) {
        found.push("Nothing is ever captured.".to_owned());
    }
    found.iter().map(|text| prose::polished(rules, text)).collect()
}

/// Returns `true` if players may expect to castle: a royal king and rooks stand on the first rank.
fn castling_is_expected(rules: &Rules) -> bool {
    let emblems = Emblem::of_all(rules);
    let stands = |wanted: Emblem| {
        rules.geometry.squares().iter().filter(|square| rules.geometry.rank(*square) == 0).any(|square| {
            rules.setup.pieces[square.index()].is_some_and(|placed| emblems[placed.piece.index()] == Some(wanted))
        })
    };
    rules.look.squares == Squares::Checked && stands(Emblem::K) && stands(Emblem::R)
}

/// The largest number of steps of the generator for the counts of a page.
const MOST_STEPS: u64 = 4_000_000;

/// Leaf counts from the start, as deep as that is quick.
pub fn perft(compiled: &Compiled) -> Vec<u64> {
    let Ok(game) = compiled.start() else { return Vec::new() };
    let mut counts: Vec<u64> = Vec::new();
    let mut steps = 0;
    for depth in 1..=3 {
        // Each position of the last count costs about as much as the start did.
        let costs = |last: &u64| *last > 5_000 || last.saturating_mul(steps) > MOST_STEPS;
        if counts.last().is_some_and(costs) {
            break;
        }
        let (count, spent) = work::measured(|| game.perft(depth));
        steps = if depth == 1 { spent } else { steps };
        counts.push(count);
    }
    counts
}
