//! Drops and hands: what may be dropped, where, with what effect, and what becomes of captured pieces.

use std::collections::BTreeSet;

use crate::board::Side;
use crate::pages::claim::{Finding, Verdict};
use crate::pages::context::Context;
use crate::pages::moves::{Reach, fen_of, setup_of};
use crate::rules::{Condition, DropRule, HandRule, Pass, PieceId};

use super::common::excepted;
use super::told::{Judged, Told, list, of, ranks_of, row};

/// The verdict on a claim of this kind.
pub fn judge(cx: &mut Context<'_>, told: &Told<'_>) -> Vec<Judged> {
    match told.reading.shape {
        "drop" => drops(cx, told).into_iter().map(|finding| ("drop", finding)).collect(),
        "hand" => fates(cx, told).into_iter().map(|finding| ("drop", finding)).collect(),
        "reverts" => {
            // The last piece that is named is what it becomes again.
            let named = told.pieces(told.notes());
            let wrong = named.last().is_some_and(|piece| !cx.promotes(*piece)) && !told.has("stays");
            let finding = if named.iter().any(|piece| !known(cx, *piece)) {
                None
            } else if wrong {
                Some(of(cx, false, "no such piece promotes"))
            } else {
                reverts(cx)
            };
            let finding = finding.map(|finding| if told.has("stays") { finding.inverted() } else { finding });
            finding.map(|finding| ("drop", finding)).into_iter().collect()
        }
        _ => passing(cx, told).map(|finding| ("turn", finding)).into_iter().collect(),
    }
}

/// Returns `true` if a piece promotes, or results from a promotion.
fn known(cx: &Context<'_>, piece: PieceId) -> bool {
    cx.promotes(piece)
        || cx.promotions().iter().any(|rule| Side::ALL.iter().any(|side| rule.choices[*side].contains(&piece)))
}

/// Returns `true` if a side that mates with a drop of the piece has lost.
fn loses_by_mate(cx: &Context<'_>, piece: PieceId) -> bool {
    let loses =
        |condition: &Condition| matches!(condition, Condition::MatedByDrop { pieces } if pieces.contains(&piece));
    cx.rules.ends.iter().any(|end| loses(&end.condition))
}

/// A permission in a sentence: granted or denied, and whether only for the named pieces or squares.
struct Said {
    denied: bool,
    may: bool,
    only: bool,
}

/// `A pawn may not be dropped on the last rank`: each place and each effect is a claim.
fn drops(cx: &mut Context<'_>, told: &Told<'_>) -> Vec<Finding> {
    let said = Said { denied: told.has("not"), may: told.has("may"), only: told.has("only") };
    if cx.rules.hand.is_none() {
        return vec![of(cx, said.denied, "nothing is ever dropped")];
    }
    let able = |piece: &PieceId| cx.rules.piece(*piece).drop.is_some();
    let pieces: Vec<PieceId> = match told.subjects.as_slice() {
        [] => cx.rules.piece_ids().filter(able).collect(),
        named => named.to_vec(),
    };
    let rules: Vec<(PieceId, DropRule)> =
        pieces.iter().filter_map(|piece| Some((*piece, cx.rules.piece(*piece).drop.clone()?))).collect();
    if rules.is_empty() {
        return vec![of(cx, said.denied, "it is never dropped")];
    }
    let mut found = Vec::new();
    let permitted = |holds: bool| holds != said.denied;
    let everywhere = told.has("dempty") | told.has("dany");
    if everywhere && !told.has("drank") {
        let all = cx.rules.geometry.squares();
        let bound = rules.iter().filter(|(_, rule)| Side::ALL.iter().all(|side| rule.on[*side] & all != all));
        let bound: Vec<PieceId> = bound.map(|(piece, _)| *piece).collect();
        let detail = format!("not everywhere: {}", list(cx, bound.iter().copied()));
        found.push(match () {
            () if said.denied || bound.is_empty() || bound.len() == rules.len() => {
                of(cx, permitted(bound.is_empty()), detail)
            }
            () if excepted(cx, &bound) => of(cx, true, detail),
            () => Finding::new(Verdict::Incomplete, detail),
        });
    }
    if told.has("docc") {
        found.push(of(cx, permitted(false), "pieces are dropped on empty squares"));
    }
    if told.has("drank") {
        found.extend(on_ranks(cx, told, &said, &rules));
    }
    if told.has("dfile") {
        // The sentence may name the piece twice, as in `a file that already has a pawn`.
        told.pieces(told.after("dfile"));
        let (piece, rule) = &rules[0];
        let detail = match rule.per_file {
            Some(most) => format!("after a drop of the {} a file has at most {most} of them", cx.name(*piece)),
            None => format!("a file may have any number of the kind {}", cx.name(*piece)),
        };
        found.push(of(cx, permitted(rule.per_file != Some(1)), detail));
    }
    if told.has("dstuck") {
        found.extend(all_can_move(cx).map(|finding| if said.denied { finding } else { finding.inverted() }));
    }
    if told.has("dmate") {
        let mating = |piece: PieceId, rule: &DropRule| rule.mate && !loses_by_mate(cx, piece);
        let barred: Vec<PieceId> =
            rules.iter().filter(|(piece, rule)| !mating(*piece, rule)).map(|(piece, _)| *piece).collect();
        let detail = format!("drops that may not give mate: {}", list(cx, barred.iter().copied()));
        found.extend(shared(cx, &said, barred.len(), rules.len(), detail));
    }
    if told.has("dcheck") {
        let barred: Vec<PieceId> = rules.iter().filter(|(_, rule)| !rule.check).map(|(piece, _)| *piece).collect();
        let detail = format!("drops that may not give check: {}", list(cx, barred.iter().copied()));
        found.extend(shared(cx, &said, barred.len(), rules.len(), detail));
    }
    if told.has("dkeep") || told.has("dprom") {
        let other = rules.iter().any(|(_, rule)| !rule.also_as.is_empty());
        let holds = if told.has("dkeep") { !other } else { other != said.denied };
        found.push(of(cx, holds, "whether pieces are dropped as their promoted form too"));
    }
    if told.has("dinst") {
        found.push(of(cx, !said.denied, "a drop takes the place of a move"));
    }
    if told.has("dadd") {
        found.push(of(cx, said.denied, "a drop takes the place of a move"));
    }
    if found.is_empty() {
        found.push(of(cx, !said.denied, "it may be dropped"));
    }
    found
}

/// A permission that holds for some of the pieces only is neither true nor false.
fn shared(cx: &Context<'_>, said: &Said, barred: usize, all: usize, detail: String) -> Option<Finding> {
    match () {
        () if barred == 0 => Some(of(cx, !said.denied, detail)),
        () if barred == all => Some(of(cx, said.denied, detail)),
        () => Some(Finding::new(Verdict::Incomplete, detail)),
    }
}

fn on_ranks(cx: &Context<'_>, told: &Told<'_>, said: &Said, rules: &[(PieceId, DropRule)]) -> Option<Finding> {
    let count = cx.rules.geometry.ranks();
    let behind: Vec<_> = told
        .after("drank")
        .iter()
        .take_while(|note| ["number", "ordinal", "last", "lastn", "firstn", "rankn"].contains(&note.tag))
        .copied()
        .collect();
    let mut wanted: BTreeSet<usize> =
        behind.iter().filter_map(|note| told.number(note)).map(|rank| rank as usize).collect();
    if told.has("lastn") {
        wanted = wanted.into_iter().flat_map(|deep| (count + 1).saturating_sub(deep)..=count).collect();
    } else if told.has("firstn") {
        wanted = wanted.into_iter().flat_map(|deep| 1..=deep).collect();
    } else if told.has("last") {
        wanted.insert(count);
    }
    if wanted.is_empty() || wanted.iter().any(|rank| *rank > count) {
        return None;
    }
    let mut found = Vec::new();
    let mut narrower = true;
    let sides = told.side().map_or(Side::ALL.to_vec(), |side| vec![side]);
    for (piece, rule) in rules {
        for side in sides.iter().filter(|side| !rule.on[**side].is_empty()) {
            let own = ranks_of(cx, *side, rule.on[*side]);
            let below: BTreeSet<usize> =
                own.iter().map(|rank| if *side == Side::White { *rank } else { count + 1 - rank }).collect();
            let real = if told.has("rankn") { below } else { own };
            let holds = match () {
                () if said.denied && said.only => return None,
                () if said.denied => wanted.is_disjoint(&real),
                () if said.only => wanted == real,
                () => wanted.is_subset(&real),
            };
            narrower &= holds && wanted != real;
            found.push((holds, format!("the {} is dropped on ranks {}", cx.name(*piece), row(&real))));
        }
    }
    let failing = found.iter().find(|(holds, _)| !holds);
    let (holds, detail) = failing.or(found.first())?;
    if !holds && !said.may && !said.denied && !said.only {
        return None;
    }
    // A statement that is true of one side or piece only is incomplete.
    if !holds && found.iter().any(|(holds, _)| *holds) {
        return Some(Finding::new(Verdict::Incomplete, detail.clone()));
    }
    // `Within the first three ranks` where five are allowed.
    let zone = told.has("firstn") | told.has("lastn");
    let exact = found.iter().all(|(holds, _)| *holds) && !narrower;
    if zone && !said.denied && !exact {
        let verdict = if narrower { Verdict::Contradicted } else { Verdict::Incomplete };
        return Some(Finding::new(verdict, detail.clone()).shown(super::told::start(cx)));
    }
    Some(of(cx, *holds, detail.clone()))
}

/// `Captured pieces change sides and go to the hand`: each fate is a claim.
fn fates(cx: &Context<'_>, told: &Told<'_>) -> Vec<Finding> {
    let (captured, fills) = (cx.rules.hand == Some(HandRule::Captured), cx.rules.hand.is_some_and(HandRule::fills));
    let detail = if captured {
        "captured pieces go to the hand of the other side"
    } else {
        "captured pieces do not change sides"
    };
    let mut found = Vec::new();
    for tag in ["hown", "hhand", "hdrop"] {
        if told.has(tag) {
            found.push(of(cx, captured, detail));
        }
    }
    if told.has("hgone") {
        found.push(of(
            cx,
            !fills,
            if fills { "captured pieces go to a hand" } else { "captured pieces do not come back" },
        ));
    }
    if told.has("hboard") && !fills {
        found.push(of(cx, true, "captured pieces do not come back"));
    }
    found
}

/// Whether a side may pass, and when.
fn passing(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let pass = cx.rules.constraints.pass;
    let denied = told.has("not");
    if told.has("pcheck") {
        // `Unless in check`, `when not in check`.
        let free = told.has("punless") != told.has("pno");
        let allowed = pass == Pass::Always && free;
        return Some(of(cx, allowed != denied, "whether a side that is not in check may pass"));
    }
    if told.has("pstuck") {
        let stuck = told.has("pno");
        let allowed = pass == Pass::Always || pass == Pass::Stuck;
        return stuck.then(|| of(cx, allowed != denied, "whether a side without a move passes"));
    }
    let freely = told.has("pany");
    match pass {
        Pass::Always => Some(of(cx, !denied, "a side may pass")),
        Pass::Never => Some(of(cx, denied, "a side may not pass")),
        Pass::Stuck if freely => Some(of(cx, denied, "a side passes only if it has no move")),
        Pass::Stuck => None,
    }
}

/// Judges whether a piece has a move from every square on which it may be dropped.
pub fn all_can_move(cx: &Context<'_>) -> Option<Finding> {
    cx.rules.hand?;
    let rules = &cx.rules;
    for piece in rules.piece_ids() {
        let Some(rule) = &rules.piece(piece).drop else { continue };
        for from in rule.on[Side::White] & rules.geometry.squares() {
            if Reach::of_piece(rules, piece, Side::White, from).all().is_empty() {
                let setup = setup_of(rules, &[(from, piece, Side::White)], Side::White);
                let detail = format!(
                    "a {} may be dropped on {}, where it cannot move",
                    cx.name(piece),
                    rules.geometry.name(from)
                );
                return Some(Finding::contradicted(detail).shown(fen_of(rules, &setup)));
            }
        }
    }
    Some(Finding::confirmed("whatever is dropped has a move on the empty board"))
}

/// Judges whether a promoted piece goes to the hand as the piece that it was before.
pub fn reverts(cx: &Context<'_>) -> Option<Finding> {
    if cx.rules.hand != Some(HandRule::Captured) {
        return None;
    }
    let rules = &cx.rules;
    let mut made =
        rules.pieces.iter().filter_map(|piece| piece.promotion.as_ref()).flat_map(|rule| &rule.choices.white);
    let stays = made.find(|piece| rules.piece(**piece).captured_as == **piece && !rules.piece(**piece).reverts);
    let detail = match stays {
        None => "what has promoted goes to the hand as what it was".to_owned(),
        Some(piece) => format!("a piece that has become {} goes to the hand as that", cx.name(*piece)),
    };
    Some(Finding::of(stays.is_none(), detail).shown(fen_of(&cx.rules, &cx.rules.setup)))
}
