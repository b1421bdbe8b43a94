//! The pieces of a variant, in words.

use std::fmt::Write as _;

use crate::betza::{self, Compass, Notation};
use crate::board::{BySide, Side, SquareSet};
use crate::diagnostic::Style;
use crate::english::with_fitting_articles;
use crate::rules::{
    CastlingOrigin, CastlingRule, DropPlace, Fallback, HandRule, Piece, PieceId, Promotion, PromotionMove,
    PromotionZone, Royalty, Rules,
};

use super::endings::{end_in_words, moves_in_words, shuffle_in_words};
use super::hands::may_be_held;
use super::words::{by_side, names, squares_of_sides};
use super::{paint, text};

/// The line length of prose.
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
    let start = shuffle_in_words(rules).into_iter().collect();
    let moves = [start, moves_in_words(rules), super::hands::in_words(rules)].concat();
    if !moves.is_empty() {
        heading(&mut out, "Moves", style);
        for line in moves.iter().flat_map(|sentence| text::wrap(&with_fitting_articles(sentence), WIDTH)) {
            let _ = writeln!(out, "  {line}");
        }
    }
    if !rules.ends.is_empty() {
        heading(&mut out, "Ends of the game", style);
    }
    let rows: Vec<[String; 2]> =
        rules.ends.iter().map(|end| [end.name.clone(), with_fitting_articles(&end_in_words(rules, end))]).collect();
    out.push_str(&text::columns(&rows, 2));
    if !rules.regions.is_empty() {
        heading(&mut out, "Regions", style);
        let region = |(name, squares): (&String, &BySide<SquareSet>)| [name.clone(), squares_of_sides(rules, squares)];
        out.push_str(&text::columns(&rules.regions.iter().map(region).collect::<Vec<_>>(), 2));
    }
    out
}

/// Describes one piece.
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
    for line in sentences.iter().flat_map(|sentence| text::wrap(&with_fitting_articles(sentence), WIDTH)) {
        let _ = writeln!(out, "       {line}");
    }
}

/// A sentence about the royalty of a piece; `None` if it is never royal.
pub fn royalty_in_words(royalty: Royalty) -> Option<String> {
    match royalty {
        Royalty::Common => None,
        Royalty::Royal => Some("Royal: it may never be left under attack.".to_owned()),
        Royalty::Last(1) => Some("Royal if it is the last one of its side.".to_owned()),
        Royalty::Last(most) => Some(format!("Royal while its side has {most} or fewer of it.")),
        Royalty::Together => Some("Royal together: one of a side has to be safe.".to_owned()),
    }
}

/// Sentence about a piece that no piece can capture.
pub const UNTOUCHED: &str = "Nothing can capture it.";

fn safety_in_words(rules: &Rules, piece: &Piece) -> Option<String> {
    match piece.safe_from.len() {
        0 => None,
        count if count == rules.pieces.len() => Some(UNTOUCHED.to_owned()),
        _ => Some(format!("A {} cannot capture it.", names(rules, &piece.safe_from))),
    }
}

fn confinement_in_words(rules: &Rules, piece: &Piece) -> Option<String> {
    let all = rules.geometry.squares();
    let confined = !(all.is_subset(&piece.confined.white) && all.is_subset(&piece.confined.black));
    confined.then(|| format!("It may only stand on {}.", squares_of_sides(rules, &piece.confined)))
}

/// Describes the squares on which a piece may stand, when it counts as unmoved, and what it becomes when captured.
pub fn limits_in_words(rules: &Rules, piece: &Piece) -> Vec<String> {
    let mut all: Vec<String> = confinement_in_words(rules, piece).into_iter().collect();
    if piece.movement.patterns.iter().any(|pattern| pattern.initial) {
        all.push(format!("It counts as unmoved on {}.", squares_of_sides(rules, &piece.initial)));
    }
    all.extend(further_limits_in_words(rules, piece));
    all
}

/// The same, without the squares on which it may stand or counts as unmoved.
pub fn further_limits_in_words(rules: &Rules, piece: &Piece) -> Vec<String> {
    let mut all: Vec<String> = safety_in_words(rules, piece).into_iter().collect();
    if !piece.initial_until.is_empty() {
        let who = names(rules, &piece.initial_until);
        all.push(format!(
            "It loses its first move once an enemy {who} stands where it could capture this piece on an empty board."
        ));
    }
    if !piece.blocked_by.is_empty() {
        all.push(format!("It can neither capture nor jump over a {}.", names(rules, &piece.blocked_by)));
    }
    all.extend(piece.promotion_move.as_ref().map(|made| promotion_move_in_words(rules, made)));
    all.extend(drop_in_words(rules, piece).filter(|_| may_be_held(rules, piece)));
    let taken = rules.piece(piece.captured_as);
    if rules.hand.is_some_and(HandRule::fills) && taken.name != piece.name {
        all.push(format!("When it is captured it goes to the hand as a {}.", taken.name));
    }
    all
}

/// A sentence about limits of the piece's drops; `None` if it has none, and in games without hands.
fn drop_in_words(rules: &Rules, piece: &Piece) -> Option<String> {
    rules.hand?;
    let Some(drop) = &piece.drop else {
        // If no piece can be dropped, it is not repeated for each piece.
        let others_are = rules.pieces.iter().any(|piece| piece.drop.is_some());
        return others_are.then(|| "It is never dropped.".to_owned());
    };
    let all = rules.geometry.squares();
    let limited = |squares: &BySide<SquareSet>| !(all.is_subset(&squares.white) && all.is_subset(&squares.black));
    let mut said: Vec<String> = Vec::new();
    if !drop.also_as.is_empty() {
        said.push(format!("It may be dropped as itself or as a {}.", names(rules, &drop.also_as)));
    }
    if limited(&drop.on) {
        // Naming the ranks on which it could never move is shorter than naming all others.
        let rest = BySide::from_fn(|side| all & !drop.on[side]);
        let few = Side::ALL.iter().all(|side| rest[*side].count() < drop.on[*side].count());
        said.push(match few {
            true => format!("It may not be dropped on {}.", squares_of_sides(rules, &rest)),
            false => format!("It may be dropped only on {}.", squares_of_sides(rules, &drop.on)),
        });
    }
    if !drop.first.white.is_empty() && !drop.first.black.is_empty() && limited(&drop.first) {
        let first = squares_of_sides(rules, &drop.first);
        said.push(format!("It must be dropped on {first} as long as a square is empty there."));
    }
    let place = match drop.place {
        DropPlace::Free => None,
        DropPlace::Enclosing => {
            Some("where it encloses enemy pieces in a line between itself and another piece of its side")
        }
        DropPlace::BesideFriend => Some("beside a piece of its side"),
        DropPlace::NotBesideEnemy => Some("where no enemy piece is beside it"),
        DropPlace::OnPile => Some("on the first rank, or on top of another piece"),
        DropPlace::Pushed => {
            Some("by pushing it in from an edge, in a straight line until it meets a piece or the other edge")
        }
        DropPlace::OtherColour => Some("on a colour of squares on which its side has no other of it"),
    };
    said.extend(place.map(|place| format!("It may be dropped only {place}.")));
    match drop.per_file {
        None => {}
        Some(1) => said.push("It may not be dropped on a file where its side already has one.".to_owned()),
        Some(most) => said.push(format!("It may not be dropped on a file where its side already has {most}.")),
    }
    match (drop.check, drop.mate) {
        (false, _) => said.push("It may not be dropped with check.".to_owned()),
        (true, false) => said.push("It may not be dropped to give checkmate.".to_owned()),
        (true, true) => {}
    }
    (!said.is_empty()).then(|| said.join(" "))
}

fn symbols(piece: &Piece) -> String {
    let BySide { white, black } = &piece.symbol;
    format!("{white:>2} {black:<2}")
}

/// The sentences for a notation, on the board of a variant.
pub fn explain(rules: &Rules, notation: &str) -> Vec<String> {
    match Notation::parse(notation) {
        Ok(notation) => betza::explain_on(&notation, Compass::of(&rules.geometry)),
        Err(error) => vec![error.message],
    }
}

/// A promotion by a move of its own, as a sentence.
fn promotion_move_in_words(rules: &Rules, made: &PromotionMove) -> String {
    let how = match (made.in_place, made.movement.is_some()) {
        (true, true) => "in place or with a step that captures nothing",
        (true, false) => "in place",
        (false, _) => "with a step that captures nothing",
    };
    let from = squares_of_sides(rules, &made.from);
    let last = if made.last_anywhere { ", the last one of its side from anywhere," } else { "" };
    let limit = made.limit.map(|most| format!(" (its side may have {most})")).unwrap_or_default();
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
    let choices = by_side(rules, BySide::from_fn(choices));
    let moves = match promotion.when {
        PromotionZone::Arriving => "a move that ends on",
        PromotionZone::Touching => "a move that starts or ends on",
        PromotionZone::Capturing => "a capture on",
        PromotionZone::Entering => "a move that enters, or a capture that starts or ends on,",
    };
    let zone = squares_of_sides(rules, &promotion.zone);
    let all = rules.geometry.squares();
    let always = Side::ALL.into_iter().all(|side| all.is_subset(&promotion.mandatory[side]));
    let must = if promotion.mandatory == promotion.zone || always {
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
