//! What a variant consists of, in words.

use std::fmt::Write as _;

use crate::betza::{self, Compass, Notation};
use crate::board::{BySide, Geometry, Side, SquareSet};
use crate::diagnostic::Style;
use crate::rules::{
    CastlingOrigin, CastlingRule, DropPlace, Fallback, Piece, PieceId, Promotion, PromotionMove, PromotionZone,
    Royalty, Rules,
};

use super::endings::{end_in_words, moves_in_words};
use super::words::{by_side, names, squares_of_sides};
use super::{paint, text};

/// Lines of prose are broken here.
const WIDTH: usize = 76;

/// The pieces, castling, ends and regions of a variant.
pub fn describe(rules: &Rules, style: Style) -> String {
    let mut out = String::new();
    heading(&mut out, "Pieces", style);
    for piece in &rules.pieces {
        describe_piece(&mut out, rules, piece, style);
    }
    if !rules.castling.is_empty() {
        heading(&mut out, "Castling", style);
        let rows: Vec<[String; 3]> = rules.castling.iter().map(|rule| castling_row(rules, rule)).collect();
        out.push_str(&text::columns(&rows, 2));
    }
    let moves = moves_in_words(rules);
    if !moves.is_empty() {
        heading(&mut out, "Moves", style);
        for line in moves.iter().flat_map(|sentence| text::wrap(sentence, WIDTH)) {
            let _ = writeln!(out, "  {line}");
        }
    }
    if !rules.ends.is_empty() {
        heading(&mut out, "Ends of the game", style);
    }
    let rows: Vec<[String; 2]> = rules.ends.iter().map(|end| [end.name.clone(), end_in_words(rules, end)]).collect();
    out.push_str(&text::columns(&rows, 2));
    if !rules.regions.is_empty() {
        heading(&mut out, "Regions", style);
        let region = |(name, squares): (&String, &BySide<SquareSet>)| [name.clone(), squares_of_sides(rules, squares)];
        out.push_str(&text::columns(&rules.regions.iter().map(region).collect::<Vec<_>>(), 2));
    }
    out
}

/// What one piece does.
pub fn describe_one(rules: &Rules, id: PieceId, style: Style) -> String {
    let mut out = String::new();
    describe_piece(&mut out, rules, rules.piece(id), style);
    out
}

fn heading(out: &mut String, title: &str, style: Style) {
    let _ = writeln!(out, "\n{}", paint(style, "1", title));
}

fn describe_piece(out: &mut String, rules: &Rules, piece: &Piece, style: Style) {
    let symbol = symbols(piece);
    let _ = writeln!(out, "  {}  {}  {}", paint(style, "1", &symbol), piece.name, paint(style, "36", &piece.notation));
    let mut sentences = explain(rules, &piece.notation);
    if let Some(royal) = royalty_in_words(piece.royalty) {
        sentences.insert(0, royal);
    }
    for extra in &piece.extra {
        let from = squares_of_sides(rules, &extra.from);
        let to = squares_of_sides(rules, &extra.to);
        let when = if extra.unless_check { ", unless in check" } else { "" };
        sentences.push(format!("Also {} (from {from} to {to}{when}):", extra.notation));
        sentences.extend(explain(rules, &extra.notation));
    }
    sentences.extend(piece.promotion.as_ref().map(|promotion| promotion_in_words(rules, promotion)));
    sentences.extend(limits_in_words(rules, piece));
    for line in sentences.iter().flat_map(|sentence| text::wrap(sentence, WIDTH)) {
        let _ = writeln!(out, "       {line}");
    }
}

/// Whether a piece may be left under attack.
pub fn royalty_in_words(royalty: Royalty) -> Option<String> {
    match royalty {
        Royalty::Common => None,
        Royalty::Royal => Some("Royal: it may never be left under attack.".to_owned()),
        Royalty::Last(1) => Some("Royal if it is the last one of its side.".to_owned()),
        Royalty::Last(most) => Some(format!("Royal while its side has {most} or fewer of it.")),
        Royalty::Together => Some("Royal together: one of a side has to be safe.".to_owned()),
    }
}

fn safety_in_words(rules: &Rules, piece: &Piece) -> Option<String> {
    let names = names(rules, &piece.safe_from);
    (!piece.safe_from.is_empty()).then(|| format!("A {names} cannot take it."))
}

fn confinement_in_words(rules: &Rules, piece: &Piece) -> Option<String> {
    let all = rules.geometry.squares();
    let confined = !(all.is_subset(&piece.confined.white) && all.is_subset(&piece.confined.black));
    confined.then(|| format!("It may only stand on {}.", squares_of_sides(rules, &piece.confined)))
}

/// What a piece may not do, where it counts as unmoved, and what it becomes when it is taken.
pub fn limits_in_words(rules: &Rules, piece: &Piece) -> Vec<String> {
    let mut all: Vec<String> = safety_in_words(rules, piece).into_iter().collect();
    all.extend(confinement_in_words(rules, piece));
    if piece.movement.patterns.iter().any(|pattern| pattern.initial) {
        all.push(format!("It counts as unmoved on {}.", squares_of_sides(rules, &piece.initial)));
    }
    if !piece.initial_until.is_empty() {
        let who = names(rules, &piece.initial_until);
        all.push(format!(
            "That ends when a {who} of the other side comes to where it could take it on an empty board."
        ));
    }
    if !piece.blocked_by.is_empty() {
        all.push(format!("It neither takes nor passes over a {}.", names(rules, &piece.blocked_by)));
    }
    all.extend(piece.promotion_move.as_ref().map(|made| promotion_move_in_words(rules, made)));
    all.extend(drop_in_words(rules, piece));
    let taken = rules.piece(piece.captured_as);
    if rules.hand.is_some() && taken.name != piece.name {
        all.push(format!("It goes to the hand as {}.", taken.name));
    }
    all
}

/// How the piece is dropped, if not anywhere; nothing in a game without hands.
fn drop_in_words(rules: &Rules, piece: &Piece) -> Option<String> {
    rules.hand?;
    let Some(drop) = &piece.drop else {
        // Of a game in which nothing is dropped that is not said of each piece.
        let others_are = rules.pieces.iter().any(|piece| piece.drop.is_some());
        return others_are.then(|| "It is not dropped.".to_owned());
    };
    let all = rules.geometry.squares();
    let limited = |squares: &BySide<SquareSet>| !(all.is_subset(&squares.white) && all.is_subset(&squares.black));
    let mut limits = Vec::new();
    if limited(&drop.on) {
        limits.push(format!("on {}", squares_of_sides(rules, &drop.on)));
    }
    if !drop.first.white.is_empty() && !drop.first.black.is_empty() && limited(&drop.first) {
        limits.push(format!("on {} as long as a square is free there", squares_of_sides(rules, &drop.first)));
    }
    let place = match drop.place {
        DropPlace::Free => None,
        DropPlace::Enclosing => Some("where enemy pieces then stand in a line between it and another of its side"),
        DropPlace::BesideFriend => Some("beside one of its side"),
        DropPlace::NotBesideEnemy => Some("beside no enemy piece"),
        DropPlace::OnPile => Some("on the first rank, or where all squares below are taken"),
        DropPlace::Pushed => Some(
            "where a piece comes to rest that is pushed from an edge, in a straight line up to the next piece or the other edge",
        ),
        DropPlace::OtherColour => Some("on a colour of squares on which its side has no other of it"),
    };
    limits.extend(place.map(str::to_owned));
    if let Some(most) = drop.per_file {
        limits.push(format!("with no more than {most} of it on a file"));
    }
    if !drop.check {
        limits.push("without giving check".to_owned());
    }
    if !drop.mate {
        limits.push("without giving mate".to_owned());
    }
    let forms = (!drop.also_as.is_empty()).then(|| format!("Dropped as itself or as {}.", names(rules, &drop.also_as)));
    let limits = (!limits.is_empty()).then(|| format!("Dropped only {}.", limits.join(", ")));
    let said: Vec<String> = forms.into_iter().chain(limits).collect();
    (!said.is_empty()).then(|| said.join(" "))
}

fn symbols(piece: &Piece) -> String {
    let BySide { white, black } = &piece.symbol;
    format!("{white:>2} {black:<2}")
}

/// The sentences for a notation, on the board of a variant.
pub fn explain(rules: &Rules, notation: &str) -> Vec<String> {
    match Notation::parse(notation) {
        Ok(notation) => betza::explain_on(&notation, compass(&rules.geometry)),
        Err(error) => vec![error.message],
    }
}

/// The directions of a board.
pub fn compass(geometry: &Geometry) -> Compass {
    match geometry.topology().is_hexagonal() {
        true => Compass::Hexagons,
        false if geometry.levels() > 1 => Compass::Levels,
        false => Compass::Squares,
    }
}

/// A move that is made to promote, as a sentence.
fn promotion_move_in_words(rules: &Rules, made: &PromotionMove) -> String {
    let how = match (made.in_place, made.movement.is_some()) {
        (true, true) => "in place or with a step that takes nothing",
        (true, false) => "in place",
        (false, _) => "with a step that takes nothing",
    };
    let from = squares_of_sides(rules, &made.from);
    let last = if made.last_anywhere { ", the last one of its side from anywhere," } else { "" };
    let limit = made.limit.map(|most| format!(", of which its side may have {most}")).unwrap_or_default();
    let quiet = if made.peaceful { ", and attacks nothing from there and gives no check" } else { "" };
    format!("From {from} it may{last} become {} {how}{limit}{quiet}.", names(rules, &made.choices))
}

/// A promotion as a sentence.
pub fn promotion_in_words(rules: &Rules, promotion: &Promotion) -> String {
    let choices = |side: Side| {
        let limits = &promotion.limits[side];
        let limited = limits.iter().any(Option::is_some);
        let suffix = if limited { " (in limited number)" } else { "" };
        names(rules, &promotion.choices[side]) + suffix
    };
    let choices = by_side(BySide::from_fn(choices));
    let moves = match promotion.when {
        PromotionZone::Arriving => "a move that ends on",
        PromotionZone::Touching => "a move that starts or ends on",
        PromotionZone::Capturing => "a capture on",
    };
    let zone = squares_of_sides(rules, &promotion.zone);
    let must = if promotion.mandatory == promotion.zone {
        "must".to_owned()
    } else if promotion.mandatory.white.is_empty() && promotion.mandatory.black.is_empty() {
        "may".to_owned()
    } else {
        format!("may (on {}: must)", squares_of_sides(rules, &promotion.mandatory))
    };
    let otherwise = match promotion.fallback {
        Fallback::Forbid => "",
        Fallback::Stay => " If there is nothing to become, it stays what it is.",
    };
    format!("After {moves} {zone} it {must} become {choices}.{otherwise}")
}

fn castling_row(rules: &Rules, rule: &CastlingRule) -> [String; 3] {
    let geometry = &rules.geometry;
    let from = |origin: CastlingOrigin| match origin {
        CastlingOrigin::At(square) => geometry.name(square),
        CastlingOrigin::Toward(_) | CastlingOrigin::Anywhere => "its place".to_owned(),
    };
    let walk =
        |pieces: &[PieceId], origin, to| format!("{} {} to {}", names(rules, pieces), from(origin), geometry.name(to));
    [
        rule.letter.to_string(),
        walk(&rule.movers, rule.from, rule.to),
        walk(&rule.partners, rule.partner_from, rule.partner_to),
    ]
}
