//! A condition that ends the game, and its result: one meaning for all sentences that join the two.
//!
//! The notes of the grammar say which condition it is, for which side it holds, and for which side the result is. The
//! judge looks for the ends of the rules with that condition and compares their results.

use std::collections::BTreeSet;

use crate::board::Side;
use crate::pages::claim::{Finding, Verdict as Said};
use crate::pages::context::Context;
use crate::pages::grammar::Reading;
use crate::pages::moves::fen_of;
use crate::pages::sentence::Topic;
use crate::pages::trial::{self, Trial};
use crate::rules::tree::{ConditionKind, PlayerId, State, Verdict, Whose};
use crate::rules::{Condition, PieceId, Verdict as Result};

use super::arrival;
use super::met::{Met, army_of, bearer, ends, flips, named, pieces_of, result_name};
use super::told::{Judged, Told, start};

/// The verdicts on conditions and their result. Each of several ways to win is a claim of its own.
pub fn judge(cx: &mut Context<'_>, told: &Told<'_>) -> Vec<Judged> {
    let notes = told.notes();
    let Some(first) = notes.iter().position(|note| note.tag == "seg") else { return one(cx, told) };
    // Notes before the first way and behind the last one hold for all ways.
    let end = notes.iter().rposition(|note| note.tag == "eseg").unwrap_or(notes.len());
    let ways = notes[first + 1..end].split(|note| note.tag == "seg").filter(|way| !way.is_empty());
    let readings =
        ways.map(|way| Reading { notes: [&notes[..first], way, &notes[end..]].concat(), ..told.reading.clone() });
    let readings: Vec<Reading> = readings.collect();
    let mut found = Vec::new();
    for reading in &readings {
        let judged = one(cx, &told.with(reading));
        if judged.is_empty() {
            return Vec::new();
        }
        found.extend(judged);
    }
    found
}

/// Finds where the rules have a condition.
type Ends = fn(&mut Context<'_>, &Told<'_>) -> Option<Met>;

/// The verdict on one condition and its result.
fn one(cx: &mut Context<'_>, told: &Told<'_>) -> Vec<Judged> {
    let conditions: [(&str, &str, Ends); 16] = [
        ("cstuck", "stalemate", stuck),
        ("cnomove", "stalemate", neither),
        ("cfew", "goal", few),
        ("cjoined", "goal", joined),
        ("csquare", "goal", in_block),
        ("cmate", "checkmate", mated),
        ("cgone", "goal", gone),
        ("cbare", "goal", bared),
        ("carrive", "goal", arrival::arrived),
        ("cchecks", "goal", checked),
        ("crepeat", "repetition", repeated),
        ("cperp", "repetition", perpetual),
        ("cquiet", "n moves", quiet),
        ("cdead", "material", dead),
        ("cfull", "goal", full),
        ("cline", "goal", in_line),
    ];
    let mut found = Vec::new();
    for (tag, kind, ends) in conditions {
        if !told.has(tag) {
            continue;
        }
        let Some(met) = ends(cx, told) else { return Vec::new() };
        let Some(finding) = compared(cx, told, &met) else { return Vec::new() };
        // `Capture the rook` is advice, and not a claim that this wins.
        if told.has("loosely") && finding.verdict != Said::Confirmed {
            return Vec::new();
        }
        for (index, _) in &met.ends {
            let own = cx.rules.ends.get(*index);
            let told = || Topic::ToldEnd(index - cx.rules.ends.len());
            cx.said.insert(own.map_or_else(told, |end| Topic::of_end(&end.condition, *index)));
        }
        found.push((kind, finding));
    }
    // Two conditions of one sentence would have to hold together.
    if found.len() == 1 { found } else { Vec::new() }
}

/// The result that the sentence gives to the side that the condition is about.
fn said(cx: &Context<'_>, told: &Told<'_>) -> Option<Result> {
    let result = match () {
        () if told.has("draw") => return Some(Result::Draw),
        () if told.has("win") => Result::Win,
        () if told.has("loss") => Result::Loss,
        () => return None,
    };
    let opposite = |result| if result == Result::Win { Result::Loss } else { Result::Win };
    let [rside, rpiece] = ["rside", "rpiece"].map(|tag| named(cx, told, tag));
    let receiver = rside.or(rpiece);
    if let Some((bearer, side)) = bearer(cx, told).zip(receiver) {
        return Some(if bearer == side { result } else { opposite(result) });
    }
    let (foe, you, other) = (told.has("sfoe"), told.has("ryou"), told.has("rfoe"));
    let turned = flips(told) + usize::from(foe && you) + usize::from(other && !foe);
    Some(if turned % 2 == 1 { opposite(result) } else { result })
}

/// Compares the result that was said with those of the rules.
fn compared(cx: &mut Context<'_>, told: &Told<'_>, met: &Met) -> Option<Finding> {
    let denied = told.has("deny");
    let shown = met.shown.clone().unwrap_or_else(|| start(cx));
    if told.has("onlyway") {
        return None;
    }
    if let Some(finding) = &met.instead {
        return Some(finding.clone());
    }
    if met.ends.is_empty() {
        return Some(Finding::of(denied, met.detail.clone()).shown(shown));
    }
    let detail = |result: &Result| format!("{}: {}", met.detail, result_name(result));
    if told.has("over") && !told.has("draw") {
        return Some(Finding::of(!denied, met.detail.clone()).shown(shown));
    }
    let wanted = said(cx, told)?;
    let (_, real) = met.ends.iter().find(|(_, real)| *real == wanted).or(met.ends.first())?;
    let real = match (real, bearer(cx, told)) {
        (Result::Wins(side), Some(bearer)) => {
            if *side == bearer {
                Result::Win
            } else {
                Result::Loss
            }
        }
        (real, _) => real.clone(),
    };
    if !matches!(real, Result::Win | Result::Loss | Result::Draw) {
        return None;
    }
    // `Stalemate is a win` does not say for whom.
    let unsaid = told.has("noun") && told.has("cstuck") && !told.has("explicit");
    if unsaid && wanted == Result::Win && real == Result::Loss {
        return Some(Finding::not_understood(detail(&real)));
    }
    Some(Finding::of((wanted == real) != denied, detail(&real)).shown(shown))
}

/// Ends in the language of rules whose condition is just this, with their results. A condition may speak of the enemy.
fn told_ends(
    cx: &Context<'_>,
    side: Option<Side>,
    wanted: impl Fn(&ConditionKind) -> Option<bool>,
) -> Vec<(usize, Result)> {
    let first = cx.rules.ends.len();
    let for_side = |whose: Option<PlayerId>| match (whose, side) {
        (Some(whose), Some(side)) => usize::from(whose.0) == side.index(),
        _ => true,
    };
    let result = |verdict, turned: bool| match (verdict, turned) {
        (Verdict::Win, false) | (Verdict::Loss, true) => Some(Result::Win),
        (Verdict::Loss, false) | (Verdict::Win, true) => Some(Result::Loss),
        (Verdict::Draw, _) => Some(Result::Draw),
        (Verdict::Out, _) => None,
    };
    let ends = cx.rules.tree.ends.iter().enumerate().filter(|(_, end)| for_side(end.kind.whose));
    ends.filter_map(|(at, end)| {
        let turned = wanted(&end.kind.condition.kind)?;
        Some((first + at, result(end.kind.verdict, turned)?))
    })
    .collect()
}

/// All ends in which a side to move has no move.
pub fn stuck_ends(cx: &Context<'_>, side: Option<Side>) -> Vec<(usize, Result)> {
    let mut found = ends(cx, |condition| matches!(condition, Condition::Stuck { in_check: Some(false) | None }));
    found.extend(told_ends(cx, side, |condition| match condition {
        ConditionKind::State(Whose::Own, State::Stuck) => Some(false),
        ConditionKind::State(Whose::Enemy, State::Stuck) => Some(true),
        _ => None,
    }));
    found
}

/// A position in which a side has no move and is not in check.
pub fn stuck_position(cx: &mut Context<'_>) -> Option<String> {
    let shown = trial::shown(cx, Trial::Stalemate).position;
    shown.or_else(|| {
        let seen = trial::sampled(cx);
        seen.stuck.as_ref().map(|setup| fen_of(&cx.rules, setup))
    })
}

fn stuck(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Met> {
    // The sentence may name the piece that has no move.
    pieces_of(told);
    let ends = stuck_ends(cx, bearer(cx, told));
    if ends.is_empty() {
        return Some(Met::none("the rules have no such end"));
    }
    Some(Met { shown: stuck_position(cx), ..Met::of(ends, "a side without a move that is not in check") })
}

/// `Neither side can move`.
fn neither(cx: &mut Context<'_>, _: &Told<'_>) -> Option<Met> {
    let mut found = stuck_ends(cx, None);
    found.extend(ends(cx, |condition| matches!(condition, Condition::Passes { .. })));
    (!found.is_empty()).then(|| Met::of(found, "a position without moves"))
}

/// `Down to one piece`.
fn few(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Met> {
    let count = if told.has("one") { 1 } else { *told.numbers("number").first()? as usize };
    let (side, named) = (bearer(cx, told), pieces_of(told));
    let sides: Vec<Side> = side.map_or(Side::ALL.to_vec(), |side| vec![side]);
    let mut found = Vec::new();
    let mut shown = None;
    for side in sides {
        let army: Vec<PieceId> = army_of(cx, Some(side)).into_iter().collect();
        let pieces = if named.is_empty() { army } else { named.clone() };
        if let Some(over) = trial::over::left_with(cx, side, &pieces, count) {
            shown = Some(fen_of(&cx.rules, &over.setup));
            found.push((over.index, over.result));
        }
    }
    let detail = format!("a side with {count} of these pieces and not one more");
    Some(Met { shown, ..Met::of(found, detail) })
}

/// `All pieces are connected`.
fn joined(cx: &mut Context<'_>, _: &Told<'_>) -> Option<Met> {
    let found = told_ends(cx, None, |condition| matches!(condition, ConditionKind::Joined(..)).then_some(false));
    Some(Met::of(found, "a side whose pieces are all connected"))
}

/// `Four pieces in a square`.
fn in_block(cx: &mut Context<'_>, _: &Told<'_>) -> Option<Met> {
    let found = ends(cx, |condition| matches!(condition, Condition::Block { .. }));
    Some(Met::of(found, "pieces in a square"))
}

fn mated(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Met> {
    let royal = |cx: &Context<'_>, piece: &PieceId| cx.rules.piece(*piece).royalty.is_ever_royal();
    let any = cx.rules.piece_ids().any(|piece| royal(cx, &piece));
    let ends = ends(cx, |condition| matches!(condition, Condition::Stuck { in_check: Some(true) | None }));
    if !any || ends.is_empty() {
        return Some(Met::none("the rules have no such end"));
    }
    let named = pieces_of(told);
    if let Some(piece) = named.iter().find(|piece| !royal(cx, piece)) {
        return Some(Met::none(format!("the {} cannot be mated", cx.name(*piece))));
    }
    let shown = trial::shown(cx, Trial::Mate).position;
    Some(Met { shown, ..Met::of(ends, "a side in check without a legal move") })
}

/// `Whoever loses all pawns`, `capturing the king`.
fn gone(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Met> {
    let side = bearer(cx, told);
    let army = army_of(cx, side);
    let named: BTreeSet<PieceId> = pieces_of(told).into_iter().collect();
    let every = told.has("every") && named.is_empty();
    let wanted = if every { army.clone() } else { named.clone() };
    if told.has("kind") {
        let ends = ends(cx, |condition| matches!(condition, Condition::Extinct { any: true, at_most: 0, .. }));
        return Some(Met::of(ends, "a side that has lost one kind"));
    }
    // `Capturing two enemy pieces`: no end counts pieces that are lost.
    if wanted.is_empty() || every && !told.numbers("number").is_empty() {
        return None;
    }
    // `Losing one knight` is not enough where a side has two.
    let numbers = told.numbers("number");
    let count = |piece: PieceId, side| cx.placed(piece, Some(side)).count();
    let few =
        numbers.iter().any(|said| named.iter().any(|piece| Side::ALL.iter().all(|side| count(*piece, *side) != *said)));
    let (either, all) = (told.has("either"), told.has("every"));
    let fits = |condition: &Condition| match condition {
        Condition::Extinct { pieces, any, at_most: 0, .. } => {
            let known = wanted.iter().all(|piece| pieces.contains(piece));
            let whole = pieces.len() == wanted.len()
                || army.iter().all(|piece| wanted.contains(piece))
                || (*any && (wanted.len() == 1 || either));
            known && whole && !few && !(every && *any)
        }
        _ => false,
    };
    let found = ends(cx, fits);
    if found.is_empty() && named.len() == 1 && !all && cx.rules.piece(*named.first()?).royalty.is_ever_royal() {
        // Where mate ends the game, capturing the royal piece is only another name for it.
        let detail = "by the rules the game is over with mate, before the royal piece is captured";
        let instead = Some(Finding::new(Said::Incomplete, detail).shown(start(cx)));
        return Some(Met { instead, ..Met::none(detail) });
    }
    let sides = side.map_or(Side::ALL.to_vec(), |side| vec![side]);
    let owns = |side: &Side| wanted.iter().any(|piece| !cx.placed(*piece, Some(*side)).is_empty());
    let pieces: Vec<PieceId> = wanted.iter().copied().collect();
    let seen: Vec<_> =
        sides.into_iter().filter(owns).filter_map(|side| trial::over::without(cx, side, &pieces)).collect();
    let shown = seen.first().map(|over| fen_of(&cx.rules, &over.setup));
    let found = match found.is_empty() && !few && !(either && wanted.len() > 1) {
        true => seen.into_iter().map(|over| (over.index, over.result)).collect(),
        false => found,
    };
    let detail =
        if found.is_empty() { "losing these pieces does not end the game" } else { "a side without these pieces" };
    Some(Met { shown, ..Met::of(found, detail) })
}

fn bared(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Met> {
    // The sentence may name the piece that is left. This changes nothing.
    told.pieces(told.notes());
    let found = ends(cx, |condition| matches!(condition, Condition::Extinct { any: false, at_most: 1, .. }));
    let detail = if found.is_empty() { "having one piece does not end the game" } else { "a side with one piece" };
    Some(Met::of(found, detail))
}

fn number(told: &Told<'_>) -> Option<u32> {
    let counted = told.numbers("number").into_iter().chain(told.numbers("ordinal")).next();
    match () {
        () if told.has("two") => Some(2),
        () if told.has("n3") || told.has("nth") => Some(3),
        () if told.has("n4") => Some(4),
        () if told.has("n5") => Some(5),
        () => counted,
    }
}

/// Ends with a count: those with the number of the sentence, or all of them if it has no number.
fn counted(cx: &Context<'_>, told: &Told<'_>, times: impl Fn(&Condition) -> Option<u32>, what: &str) -> Met {
    let all = ends(cx, |condition| times(condition).is_some());
    let real: Vec<u32> = all.iter().filter_map(|(index, _)| times(&cx.rules.ends[*index].condition)).collect();
    let said = number(told);
    let fits =
        |(index, _): &(usize, Result)| said.is_none_or(|said| times(&cx.rules.ends[*index].condition) == Some(said));
    let detail = match real.first() {
        None => format!("{what} does not end the game"),
        Some(real) => format!("{what}, by the rules {real}"),
    };
    Met::of(all.into_iter().filter(fits).collect(), detail)
}

fn checked(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Met> {
    // The sentence may name the piece in check. This changes nothing.
    told.pieces(told.notes());
    Some(counted(
        cx,
        told,
        |condition| match condition {
            Condition::Checks { times } => Some(u32::from(*times)),
            _ => None,
        },
        "a number of checks",
    ))
}

fn repeated(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Met> {
    Some(counted(
        cx,
        told,
        |condition| match condition {
            Condition::Repetition { times } => Some(u32::from(*times)),
            _ => None,
        },
        "repetition",
    ))
}

fn perpetual(cx: &mut Context<'_>, _: &Told<'_>) -> Option<Met> {
    let ends = ends(cx, |condition| matches!(condition, Condition::PerpetualCheck { .. }));
    // Without an end of its own, perpetual check is a repetition.
    (!ends.is_empty()).then(|| Met::of(ends, "the side that checks"))
}

fn quiet(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Met> {
    let said = told.after("n").iter().find_map(|note| told.number(note))?;
    let named = told.pieces(told.notes());
    let captures = told.has("quietcap");
    let found = cx.rules.ends.iter().enumerate().find_map(|(index, end)| match &end.condition {
        Condition::NoProgress { plies, reset_by } => Some((index, *plies, reset_by.clone(), end.verdict.clone())),
        _ => None,
    });
    let Some((index, plies, reset_by, verdict)) = found else { return Some(Met::none("the rules have no such end")) };
    let fits = u32::from(plies) == 2 * said
        && (captures || named.is_empty())
        && named.iter().all(|piece| reset_by.contains(piece));
    let detail = format!("the rules count {plies} plies");
    Some(Met::of(if fits { vec![(index, verdict)] } else { Vec::new() }, detail))
}

fn dead(cx: &mut Context<'_>, _: &Told<'_>) -> Option<Met> {
    let ends = ends(cx, |condition| matches!(condition, Condition::InsufficientMaterial));
    Some(Met::of(ends, "neither side has the pieces to give mate"))
}

fn full(cx: &mut Context<'_>, _: &Told<'_>) -> Option<Met> {
    let ends = ends(cx, |condition| matches!(condition, Condition::FullBoard));
    Some(Met::of(ends, "a full board"))
}

fn in_line(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Met> {
    Some(counted(
        cx,
        told,
        |condition| match condition {
            Condition::InARow { count, .. } => Some(u32::from(*count)),
            _ => None,
        },
        "a number in a row",
    ))
}
