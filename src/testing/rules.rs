//! All compiled rules in words: a change of a rule is a change of this text.

use std::fmt::Write as _;

use crate::board::{BySide, Side};
use crate::render::army;
use crate::rules::{
    CastlingNotation, CastlingOrigin, CastlingRule, Condition, End, Fallback, HandRule, Piece, PieceId, Promotion,
    PromotionZone, Royalty, Rules, Verdict,
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
        Some(HandRule::Captured) => out.push_str("hand: the men that are taken\n"),
        Some(HandRule::Setup) => out.push_str("hand: the men of the setup\n"),
    }
    if rules.must_capture {
        out.push_str("a side that can take must take\n");
    }
    for end in &rules.ends {
        let _ = writeln!(out, "end {}: {}", end.name, end_in_words(rules, end));
    }
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
    let mut lines: Vec<String> = army::explain(&piece.notation);
    for extra in &piece.extra {
        let (from, to) = (of_sides(geometry, &extra.from), of_sides(geometry, &extra.to));
        lines.push(format!("also {} from {from} to {to}:", extra.notation));
        lines.extend(army::explain(&extra.notation));
    }
    if piece.royalty != Royalty::Common {
        lines.push("royal".to_owned());
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
    for line in lines {
        let _ = writeln!(out, "  {line}");
    }
}

fn drop_in_words(rules: &Rules, piece: &Piece) -> String {
    let Some(rule) = &piece.drop else { return "is never dropped".to_owned() };
    let mut text = format!("dropped on: {}", of_sides(&rules.geometry, &rule.on));
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
    let verdict = match end.verdict {
        Verdict::Win => "win".to_owned(),
        Verdict::Loss => "loss".to_owned(),
        Verdict::Draw => "draw".to_owned(),
        Verdict::Wins(side) => format!("{} wins", side.name()),
    };
    let condition = match &end.condition {
        Condition::Stuck { in_check: None } => "stuck".to_owned(),
        Condition::Stuck { in_check: Some(true) } => "stuck in check".to_owned(),
        Condition::Stuck { in_check: Some(false) } => "stuck and not in check".to_owned(),
        Condition::Reached { pieces, region } => {
            format!("{} on {}", names(rules, pieces), of_sides(&rules.geometry, region))
        }
        Condition::Extinct { pieces, any, at_most } => {
            let which = if *any { "any of" } else { "all of" };
            format!("{which} {}: at most {at_most} left", names(rules, pieces))
        }
        Condition::Repetition { times } => format!("repeated {times} times"),
        Condition::PerpetualCheck { times } => format!("repeated {times} times with perpetual check"),
        Condition::MatedByDrop { pieces } => format!("mated by a drop of {}", names(rules, pieces)),
        Condition::NoProgress { plies, reset_by } => {
            format!("{plies} plies without a capture or a move of {}", names(rules, reset_by))
        }
        Condition::InsufficientMaterial => "nobody can mate".to_owned(),
    };
    format!("{condition}: {verdict}")
}
