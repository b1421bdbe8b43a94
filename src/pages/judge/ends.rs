//! How games end, and what holds of royal pieces and captures.

use crate::board::Side;
use crate::pages::claim::{Finding, Verdict};
use crate::pages::context::Context;
use crate::pages::trial::{self, Trial};
use crate::rules::{Condition, End, PieceId, Royalty, Verdict as Result};

use super::ending;
use super::met::{end_of, result_name};
use super::told::{Judged, Told, list, of, start};

/// The result that was said.
fn result(told: &Told<'_>) -> Option<Result> {
    match () {
        () if told.has("draw") => Some(Result::Draw),
        () if told.has("win") => Some(Result::Win),
        () if told.has("loss") => Some(Result::Loss),
        () => None,
    }
}

fn opposite(result: Result) -> Result {
    match result {
        Result::Win => Result::Loss,
        Result::Loss => Result::Win,
        other => other,
    }
}

/// The verdict on a claim about an end.
pub fn judge(cx: &mut Context<'_>, told: &Told<'_>) -> Vec<Judged> {
    let found = match told.reading.shape {
        "stalemate" => ("stalemate", stalemate(cx, told)),
        "nostalemate" => ("stalemate", no_stalemate(cx)),
        "repetition" => ("repetition", repetition(cx, told)),
        "perpetual" => ("repetition", perpetual(cx, told)),
        "nmoves" => ("n moves", no_progress(cx, told)),
        "most" => ("goal", pieces_left(cx, told)),
        "countdown" | "countlimit" => ("countdown", countdown(cx, told)),
        "nocheck" => ("check", no_check(cx)),
        "nodraws" => ("goal", no_draws(cx, told)),
        "common" => ("royal", common(cx, told)),
        "expose" if told.side().is_some_and(|side| has_several_royals(cx, side)) => return Vec::new(),
        "expose" if named_common(cx, told) => ("royal", Some(of(cx, told.has("allowed"), "that piece is not royal"))),
        "expose" => {
            let found = trial::shown(cx, Trial::Exposed);
            ("royal", Some(if told.has("allowed") { found.inverted() } else { found }))
        }
        "answer" => ("check", Some(trial::shown(cx, Trial::Answer))),
        "face" | "facing" => ("royal", face(cx, told)),
        "uncapturable" => ("royal", uncapturable(cx, told)),
        "replacement" => ("capture", replacement(cx)),
        _ => return Vec::new(),
    };
    found.1.map(|finding| (found.0, finding)).into_iter().collect()
}

/// Returns `true` if a side starts with more than one royal piece, so that one of them may be left under attack.
fn has_several_royals(cx: &Context<'_>, side: Side) -> bool {
    let royal = cx.rules.piece_ids().filter(|piece| cx.rules.piece(*piece).royalty.is_ever_royal());
    royal.map(|piece| cx.placed(piece, Some(side)).count()).sum::<u32>() > 1
}

/// Returns `true` if a claim names a piece that is never royal, in a game where another is.
fn named_common(cx: &Context<'_>, told: &Told<'_>) -> bool {
    let royal = |piece: &PieceId| cx.rules.piece(*piece).royalty.is_ever_royal();
    let named = told.pieces(told.notes());
    !named.is_empty() && !named.iter().any(royal) && cx.rules.piece_ids().any(|piece| royal(&piece))
}

/// Result of stalemate for the side without a move. The other side has the opposite result.
fn stalemate(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let end = end_of(cx, |condition| matches!(condition, Condition::Stuck { in_check: Some(false) | None }));
    if let Some(end) = end.as_ref().filter(|_| told.has("notloss") || told.has("notwin")) {
        let denied = if told.has("notloss") { Result::Loss } else { Result::Win };
        return Some(of(cx, end.verdict != denied, result_name(&end.verdict)));
    }
    let said = result(told)?;
    let said = if told.has("giver") { opposite(said) } else { said };
    let verdict = end.map(|end| end.verdict).or_else(|| Some(ending::stuck_ends(cx, None).first()?.1.clone()));
    let Some(verdict) = verdict else { return Some(of(cx, false, "the rules have no such end")) };
    let detail = format!("a side without a move that is not in check: {}", result_name(&verdict));
    // `Stalemate is a win` may mean the side that gives stalemate.
    let loose = said == Result::Win && !told.has("stuck") && verdict == Result::Loss;
    if loose || !matches!(verdict, Result::Win | Result::Loss | Result::Draw) {
        return Some(Finding::not_understood(detail));
    }
    let shown = ending::stuck_position(cx).unwrap_or_else(|| start(cx));
    Some(Finding::of(said == verdict, detail).shown(shown))
}

fn no_stalemate(cx: &Context<'_>) -> Option<Finding> {
    let always = cx.rules.constraints.pass == crate::rules::Pass::Always;
    let end = end_of(cx, |condition| matches!(condition, Condition::Stuck { in_check: Some(false) | None }));
    let holds = always || end.is_none();
    Some(of(cx, holds, if always { "a side may pass" } else { "a side without a move may be left" }))
}

fn repetition(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let end = end_of(cx, |condition| matches!(condition, Condition::Repetition { .. }));
    if told.has("illegal") {
        return Some(of(cx, false, if end.is_some() { "repetition ends the game" } else { "it may be played" }));
    }
    let Some(End { condition: Condition::Repetition { times: real }, verdict, .. }) = end else {
        return Some(of(cx, false, "repetition is no end of the rules"));
    };
    let counted = told.numbers("number").into_iter().chain(told.numbers("ordinal")).next();
    let times = match () {
        () if told.has("n3") => Some(3),
        () if told.has("n4") => Some(4),
        () if told.has("two") => Some(2),
        () => counted,
    };
    if times? != u32::from(real) {
        return Some(of(cx, false, format!("by the rules the position must occur {real} times")));
    }
    let said = result(told);
    // The condition is about the side to move. The other side has just repeated the position.
    let fits = match (said, &verdict) {
        (None, Result::Points { .. } | Result::MostPieces) if told.has("points") => true,
        (None, Result::Points { .. } | Result::MostPieces) => return None,
        (None, _) => !told.has("points"),
        (Some(said), Result::Draw | Result::Win | Result::Loss) if told.has("repeater") => opposite(said) == verdict,
        (Some(said), Result::Win | Result::Loss) if told.has("tomove") => said == verdict,
        (Some(said), Result::Wins(side)) if told.has("firstp") || told.has("secondp") => {
            let spoken = if told.has("firstp") { cx.rules.setup.turn } else { !cx.rules.setup.turn };
            (said == Result::Win) == (spoken == *side)
        }
        (Some(said), Result::Draw) => said == Result::Draw,
        (Some(Result::Draw), _) => false,
        _ => return None,
    };
    Some(of(cx, fits, format!("with {real} times: {}", result_name(&verdict))))
}

fn perpetual(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let end = end_of(cx, |condition| matches!(condition, Condition::PerpetualCheck { .. }));
    let Some(end) = end else {
        return Some(of(cx, result(told) == Some(Result::Draw), "perpetual check is no end of its own"));
    };
    let said = if told.has("illegal") { Result::Loss } else { result(told)? };
    let counted = told.numbers("number").into_iter().chain(told.numbers("ordinal")).next();
    if let (Some(counted), Condition::PerpetualCheck { times }) = (counted, &end.condition)
        && counted != u32::from(*times)
    {
        return None;
    }
    Some(of(cx, said == end.verdict, format!("for the side that checks: {}", result_name(&end.verdict))))
}

fn no_progress(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let end = end_of(cx, |condition| matches!(condition, Condition::NoProgress { .. }));
    let count = *told.numbers("number").first()?;
    let said = if told.has("plies") { count } else { 2 * count };
    // A position whose count has come to where the page or the rules end the game.
    let counted = |plies: u32| {
        let setup = crate::rules::Setup { halfmoves: plies, ..cx.rules.setup.clone() };
        crate::fen::write(&setup, &*cx.rules)
    };
    let Some(End { condition: Condition::NoProgress { plies, reset_by }, verdict, .. }) = end else {
        return Some(Finding::of(told.has("not"), "the rules have no such end").shown(counted(said)));
    };
    if result(told).is_some_and(|said| said != verdict) {
        return Some(of(cx, false, result_name(&verdict)));
    }
    let named = told.pieces(told.notes());
    if let Some(piece) = named.iter().find(|piece| !reset_by.contains(piece)) {
        return Some(of(cx, false, format!("a move of the {} does not start the count anew", cx.name(*piece))));
    }
    let fits = u32::from(plies) == said;
    let shown = counted(said.min(plies.into()));
    Some(Finding::of(fits != told.has("not"), format!("the rules count {plies} plies")).shown(shown))
}

fn pieces_left(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let has = |wanted: Result| cx.rules.ends.iter().any(|end| end.verdict == wanted);
    let fewest = told.has("fewest") != (result(told) == Some(Result::Loss));
    let real = if fewest { has(Result::FewestPieces) } else { has(Result::MostPieces) };
    Some(of(cx, real, "the pieces are counted at the end"))
}

/// `If there are two rooks: 8`.
fn countdown(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let stages = cx.rules.ends.iter().filter_map(|end| match &end.condition {
        Condition::Countdown { stages } => Some(stages),
        _ => None,
    });
    let mut stages = stages.flatten();
    let numbers = told.numbers("number");
    if told.reading.shape == "countlimit" {
        let limit = *numbers.first()?;
        return stages
            .any(|stage| u32::from(stage.moves) == limit)
            .then(|| of(cx, true, "the rules have such a count"));
    }
    let piece = told.pieces(told.notes()).first().copied()?;
    let (count, moves) = (*numbers.first()?, *numbers.get(1)?);
    let stage =
        stages.find(|stage| stage.against.iter().any(|(other, most)| *other == piece && u32::from(*most) == count))?;
    let detail = format!("by the rules within {} moves", stage.moves);
    // Some books count the move that begins the count, and others do not.
    Some(match u32::from(stage.moves).abs_diff(moves) {
        1 => Finding::new(Verdict::Suspicious, detail).shown(start(cx)),
        far => of(cx, far == 0, detail),
    })
}

/// `There are no draws`.
fn no_draws(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let told_draw = |end: &crate::rules::tree::TreeEnd| end.kind.verdict == crate::rules::tree::Verdict::Draw;
    let even = |end: &End| matches!(end.verdict, Result::Draw | Result::MostPieces | Result::FewestPieces);
    let drawn: Vec<&str> = cx.rules.ends.iter().filter(|end| even(end)).map(|end| end.name.as_str()).collect();
    let any = !drawn.is_empty() || cx.rules.tree.ends.iter().any(told_draw);
    let detail =
        if any { format!("the rules have draws: {}", drawn.join(", ")) } else { "the rules have no draw".to_owned() };
    let denied = told.has("not");
    Some(of(cx, any != denied, detail))
}

fn no_check(cx: &Context<'_>) -> Option<Finding> {
    let holds = cx.rules.constraints.no_checks || cx.rules.pieces.iter().all(|piece| !piece.royalty.is_ever_royal());
    Some(of(cx, holds, if holds { "nothing is ever in check" } else { "the rules have pieces that may be in check" }))
}

fn common(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let piece = told.pieces(told.notes()).first().copied()?;
    let common = cx.rules.piece(piece).royalty == Royalty::Common;
    Some(of(cx, common, if common { "it may be captured" } else { "it may not be left under attack" }))
}

/// Whether royal pieces may see each other.
fn face(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let piece = told.pieces(told.notes()).first().copied()?;
    let found = super::goals::apart(cx, piece)?;
    Some(if told.has("not") { found } else { found.inverted() })
}

fn uncapturable(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let piece = told.subjects.first().copied().or_else(|| told.pieces(told.notes()).first().copied())?;
    let denied = told.has("not");
    let royal = cx.rules.piece(piece).royalty.is_ever_royal();
    if royal && denied {
        return Some(trial::shown(cx, Trial::Exposed));
    }
    let safe = royal || cx.rules.piece_ids().all(|other| cx.rules.piece(piece).safe_from.contains(&other));
    Some(of(cx, safe == denied, if safe { "nothing captures it" } else { "it may be captured" }))
}

/// Judges the claim that pieces are captured on the square where the capturing piece ends.
fn replacement(cx: &Context<'_>) -> Option<Finding> {
    let elsewhere: Vec<PieceId> = cx.rules.piece_ids().filter(|piece| takes_elsewhere(cx, *piece)).collect();
    Some(of(
        cx,
        elsewhere.is_empty(),
        format!("pieces that capture on other squares than the last one of the move: {}", list(cx, elsewhere.clone())),
    ))
}

/// Returns `true` if a piece captures on its way, and not where it ends.
fn takes_elsewhere(cx: &Context<'_>, piece: PieceId) -> bool {
    let patterns = &cx.rules.piece(piece).movement.patterns;
    patterns.iter().any(|pattern| {
        pattern.legs().len() > 1 && pattern.legs()[..pattern.legs().len() - 1].iter().any(|leg| leg.terms.captures())
    })
}
