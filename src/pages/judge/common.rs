//! Claims about check, turns, hands and the setup in general.

use crate::board::Side;
use crate::pages::claim::{Finding, Verdict};
use crate::pages::context::Context;
use crate::pages::trial::{self, Trial};
use crate::rules::{Pass, PieceId};

use super::told::{Judged, Told, list, moves_of_turns, of};

/// The verdicts on a claim of this kind.
pub fn judge(cx: &mut Context<'_>, told: &Told<'_>) -> Vec<Judged> {
    let one = match told.reading.shape {
        "checkdef" => ("check", Some(trial::shown(cx, Trial::Check))),
        "escape" => return escapes(cx, told),
        "onemove" => ("turn", one_move(cx, told)),
        "second" => {
            let second = !cx.rules.setup.turn;
            (
                "turn",
                super::start::mover(cx, told)
                    .map(|side| of(cx, side == second, format!("{} moves second", second.name()))),
            )
        }
        "mustunless" => {
            // A sentence that says both that a side with a move must move and that a side without one passes makes
            // two claims.
            let pass = cx.rules.constraints.pass;
            let found =
                ("turn", of(cx, pass == Pass::Stuck, "a side passes that has no other move, and no other side"));
            return vec![found; if told.has("passes") { 2 } else { 1 }];
        }
        "dropany" => ("drop", drops_anywhere(cx, told)),
        _ => return Vec::new(),
    };
    one.1.map(|finding| (one.0, finding)).into_iter().collect()
}

/// `Check is met by moving the king, taking the attacker or coming between`.
fn escapes(cx: &mut Context<'_>, told: &Told<'_>) -> Vec<Judged> {
    let ways = [("flight", Trial::Flight), ("taking", Trial::Taking), ("blocking", Trial::Blocking)];
    let said = ways.into_iter().filter(|(tag, _)| told.has(tag));
    let found: Vec<Judged> = said.map(|(_, trial)| ("check", trial::shown(cx, trial))).collect();
    let turned = |finding: Finding| match finding.verdict {
        Verdict::Confirmed => Finding { verdict: Verdict::Contradicted, ..finding },
        Verdict::Contradicted => Finding { verdict: Verdict::Confirmed, ..finding },
        _ => finding,
    };
    found.into_iter().map(|(kind, finding)| (kind, if told.has("not") { turned(finding) } else { finding })).collect()
}

/// `In each turn a player moves one piece`.
fn one_move(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let one = told.has("one").then_some(1);
    let said = told.numbers("number").first().copied().or(one)?;
    let real = moves_of_turns(cx)?;
    Some(of(cx, real == [said; 2], format!("White has {} in a turn, Black {}", real[0], real[1])))
}

/// The pieces that may be dropped, or those that are named.
fn dropped(cx: &Context<'_>, told: &Told<'_>) -> Vec<PieceId> {
    let able = |piece: &PieceId| cx.rules.piece(*piece).drop.is_some();
    if told.subjects.is_empty() { cx.rules.piece_ids().filter(able).collect() } else { told.subjects.clone() }
}

/// `A piece may be dropped on any empty square`.
fn drops_anywhere(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    if cx.rules.hand.is_none() {
        return Some(of(cx, told.has("not"), "nothing is ever dropped"));
    }
    let all = cx.rules.geometry.squares();
    let free = |piece: &PieceId| {
        let rule = cx.rules.piece(*piece).drop.as_ref();
        rule.is_some_and(|rule| Side::ALL.iter().any(|side| rule.on[*side] & all == all))
    };
    let pieces = dropped(cx, told);
    let bound: Vec<PieceId> = pieces.iter().filter(|piece| !free(piece)).copied().collect();
    let detail = format!("not everywhere: {}", list(cx, bound.iter().copied()));
    Some(match () {
        () if bound.is_empty() || told.has("not") => of(cx, bound.is_empty() != told.has("not"), detail),
        () if bound.len() == pieces.len() => of(cx, false, detail),
        () if excepted(cx, &bound) => of(cx, true, detail),
        () => Finding::new(Verdict::Incomplete, detail),
    })
}

/// Returns `true` if the page says of each of these pieces that it may not be dropped somewhere.
pub fn excepted(cx: &Context<'_>, pieces: &[PieceId]) -> bool {
    let blocks = cx.page.blocks.iter().map(|block| &block.text);
    let sentences = blocks.flat_map(|text| text.sentences().into_iter().map(|span| text.as_str()[span].to_lowercase()));
    let has = |said: &String, fits: &dyn Fn(&str) -> bool| said.split(|c: char| !c.is_alphanumeric()).any(fits);
    let means = |said: &String, sense: &str| has(said, &|word| cx.grammar.means(word, sense));
    let barring: Vec<String> = sentences.filter(|said| means(said, "drop") && means(said, "negation")).collect();
    pieces.iter().all(|piece| barring.iter().any(|said| has(said, &|word| cx.piece(word) == Some(*piece))))
}
