//! All compiled rules in words. Every change of a rule changes this text.

use std::fmt::Write as _;

use crate::board::{BySide, Side};
use crate::language;
use crate::render::{army, endings};
use crate::rules::{
    CastlingNotation, CastlingOrigin, CastlingRule, Condition, DropPlace, End, Fallback, HandRule, Piece, PieceId,
    Promotion, PromotionZone, Royalty, Rules,
};

use super::squares::{exactly, of_sides};

/// The rules of a variant, complete and in the order of the file.
pub fn in_words(rules: &Rules) -> String {
    let geometry = &rules.geometry;
    let mut out = String::new();
    let _ = writeln!(out, "board: {}x{} {}", geometry.files(), geometry.ranks(), geometry.topology().name());
    if !geometry.holes().is_empty() {
        let _ = writeln!(out, "holes: {}", names_of(rules, geometry.holes()));
    }
    for piece in &rules.pieces {
        push_piece(&mut out, rules, piece);
    }
    for (name, squares) in &rules.regions {
        let _ = writeln!(out, "region {name}: {}", of_sides(geometry, squares));
    }
    push_shuffle(&mut out, rules);
    for rule in &rules.castling {
        let _ = writeln!(out, "castling {}: {}", rule.letter, castling(rules, rule));
    }
    if !rules.castling.is_empty() && rules.castling_notation == CastlingNotation::KingTakesPartner {
        let _ = writeln!(out, "castling is written: king takes partner");
    }
    match rules.hand {
        None => {}
        Some(HandRule::Captured) => out.push_str("hand: captured pieces\n"),
        Some(HandRule::Own) => out.push_str("hand: pieces of its own side that a side captures\n"),
        Some(HandRule::Returned) => out.push_str("hand: a side's own captured pieces\n"),
        Some(HandRule::Setup) => out.push_str("hand: the pieces of the setup\n"),
        Some(HandRule::Unlimited) => out.push_str("hand: as many of every piece as a side likes\n"),
    }
    for sentence in endings::moves_in_words(rules) {
        let _ = writeln!(out, "{sentence}");
    }
    if let Some(walls) = &rules.effects.walls {
        let _ = writeln!(out, "walls on: {}", of_sides(geometry, &walls.on));
    }
    for end in &rules.ends {
        let _ = writeln!(out, "end {}: {}", end.name, end_in_words(rules, end));
    }
    out.push_str(&language::annotated(&rules.tree, rules));
    out
}

fn names_of(rules: &Rules, squares: crate::board::SquareSet) -> String {
    squares.iter().map(|square| rules.geometry.name(square)).collect::<Vec<_>>().join(" ")
}

fn names(rules: &Rules, pieces: &[PieceId]) -> String {
    let names: Vec<&str> = pieces.iter().map(|piece| rules.piece(*piece).name.as_str()).collect();
    if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
}

fn push_piece(out: &mut String, rules: &Rules, piece: &Piece) {
    let geometry = &rules.geometry;
    let BySide { white, black } = &piece.symbol;
    let _ = writeln!(out, "piece {} ({white} {black}): {}", piece.name, piece.notation);
    let mut lines: Vec<String> = army::explain(rules, &piece.notation);
    for extra in &piece.extra {
        let (from, to) = (of_sides(geometry, &extra.from), of_sides(geometry, &extra.to));
        lines.push(format!("also {} from {from} to {to}:", extra.notation));
        lines.extend(army::explain(rules, &extra.notation));
    }
    lines.extend(match piece.royalty {
        Royalty::Common => None,
        Royalty::Royal => Some("royal".to_owned()),
        Royalty::Last(most) => Some(format!("royal while a side has {most} or fewer")),
        Royalty::Together => Some("royal together: one of a side has to be safe".to_owned()),
    });
    if !piece.safe_from.is_empty() {
        lines.push(format!("never captured by: {}", names(rules, &piece.safe_from)));
    }
    lines.push(format!("unmoved on: {}", of_sides(geometry, &piece.initial)));
    let all = geometry.squares();
    if !(all.is_subset(&piece.confined.white) && all.is_subset(&piece.confined.black)) {
        lines.push(format!("confined to: {}", of_sides(geometry, &piece.confined)));
    }
    lines.extend(piece.promotion.iter().flat_map(|promotion| promotion_in_words(rules, promotion)));
    lines.extend(piece.san.iter().map(|san| format!("in SAN: {san}")));
    let own = rules.piece_named(&piece.name);
    if Some(piece.captured_as) != own {
        lines.push(format!("goes to the hand as {}", names(rules, &[piece.captured_as])));
    }
    if rules.hand.is_some() {
        lines.push(drop_in_words(rules, piece));
    }
    let worth = own.map_or(0, |own| rules.tree.worth_of(own));
    if worth != 0 {
        lines.push(format!("worth: {}", language::decimal(worth)));
    }
    for line in lines {
        let _ = writeln!(out, "  {line}");
    }
}

fn drop_in_words(rules: &Rules, piece: &Piece) -> String {
    let Some(rule) = &piece.drop else { return "is never dropped".to_owned() };
    let mut text = format!("dropped on: {}", of_sides(&rules.geometry, &rule.on));
    if !rule.also_as.is_empty() {
        let _ = write!(text, ", also as {}", names(rules, &rule.also_as));
    }
    if rule.place != DropPlace::Free {
        let _ = write!(text, "; {:?}", rule.place);
    }
    if !(rule.first.white.is_empty() && rule.first.black.is_empty()) {
        let _ = write!(text, "; first on: {}", of_sides(&rules.geometry, &rule.first));
    }
    if !rule.check {
        text.push_str("; not with check");
    }
    if let Some(most) = rule.per_file {
        let _ = write!(text, "; at most {most} on a file");
    }
    if !rule.mate {
        text.push_str("; not with mate");
    }
    text
}

fn promotion_in_words(rules: &Rules, promotion: &Promotion) -> Vec<String> {
    let geometry = &rules.geometry;
    let choice = |side: Side, index: usize| {
        let name = names(rules, &promotion.choices[side][index..=index]);
        match promotion.limits[side].get(index) {
            Some(Some(most)) => format!("{name} (at most {most})"),
            _ => name,
        }
    };
    let choices = |side: Side| (0..promotion.choices[side].len()).map(|index| choice(side, index)).collect::<Vec<_>>();
    let choices = BySide::from_fn(|side| choices(side).join(", "));
    let choices = match choices.white == choices.black {
        true => choices.white,
        false => format!("white {}; black {}", choices.white, choices.black),
    };
    let when = match promotion.when {
        PromotionZone::Arriving => "ends",
        PromotionZone::Touching => "starts or ends",
        PromotionZone::Capturing => "captures and ends",
        PromotionZone::Entering => "enters, or captures and starts or ends",
    };
    let fallback = match promotion.fallback {
        Fallback::Forbid => "the move is forbidden",
        Fallback::Stay => "it stays what it is",
    };
    vec![
        format!("promotes to: {choices}"),
        format!("promotes where a move {when} on: {}", of_sides(geometry, &promotion.zone)),
        format!("has to promote on: {} (if it cannot: {fallback})", of_sides(geometry, &promotion.mandatory)),
    ]
}

fn push_shuffle(out: &mut String, rules: &Rules) {
    let Some(shuffle) = &rules.shuffle else { return };
    let _ = writeln!(out, "shuffle on rank {}:", shuffle.rank + 1);
    for step in &shuffle.steps {
        let on = exactly(&rules.geometry, step.on);
        let _ = writeln!(out, "  {} on {on}", names(rules, &step.pieces));
    }
}

fn castling(rules: &Rules, rule: &CastlingRule) -> String {
    let geometry = &rules.geometry;
    let origin = |origin: CastlingOrigin| match origin {
        CastlingOrigin::At(square) => geometry.name(square),
        CastlingOrigin::Toward(step) => format!("the outermost by ({}, {})", step.files, step.ranks),
        CastlingOrigin::Anywhere => "any square".to_owned(),
    };
    let part = |pieces: &[PieceId], from, to| {
        format!("{} from {} to {}", names(rules, pieces), origin(from), geometry.name(to))
    };
    let (mover, partner) =
        (part(&rule.movers, rule.from, rule.to), part(&rule.partners, rule.partner_from, rule.partner_to));
    format!("{}: {mover} with {partner}", rule.side.name())
}

fn end_in_words(rules: &Rules, end: &End) -> String {
    let squares = |squares| of_sides(&rules.geometry, squares);
    let exactly = match &end.condition {
        Condition::Reached(reached) => format!(" [{}]", squares(&reached.region)),
        Condition::Connected(chain) => format!(" [{}] [{}]", squares(&chain.from), squares(&chain.to)),
        Condition::PerpetualChase(chase) => {
            let piece = |piece: PieceId| {
                let (spares, worth) = (squares(&chase.spares[piece.index()]), chase.worth[piece.index()]);
                format!("{}: spared on {spares}, worth {worth}", rules.piece(piece).name)
            };
            let pieces: Vec<String> = rules.piece_ids().map(piece).collect();
            format!(" [by {}] [{}]", names(rules, &chase.by), pieces.join("; "))
        }
        Condition::NoProgress { reset_by, .. } => format!(" [{}]", names(rules, reset_by)),
        _ => String::new(),
    };
    endings::end_in_words(rules, end) + &exactly
}
