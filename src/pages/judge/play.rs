//! Claims about the course of the game: moves of a turn, royal pieces beside each other, captures of all pieces,
//! gating, and bare kings.

use std::collections::BTreeSet;

use crate::board::{Side, SquareSet, Step};
use crate::pages::claim::{Finding, Verdict as Said};
use crate::pages::context::Context;
use crate::pages::trial::{self, Trial};
use crate::rules::{Condition, PieceId, Verdict as Result};

use super::met::end_of;
use super::movement;
use super::told::{Judged, Told, army, list, moves_of_turns, of, start};

/// The verdict on a claim of this kind.
pub fn judge(cx: &mut Context<'_>, told: &Told<'_>) -> Vec<Judged> {
    let found = match told.reading.shape {
        "movesper" => ("turn", moves_of_a_turn(cx, told)),
        "apart" => ("royal", apart(cx, told)),
        "matedef" => ("checkmate", mated(cx)),
        "passnow" => ("en passant", Some(trial::shown(cx, Trial::Late))),
        "passlater" => {
            let found = trial::shown(cx, Trial::Late);
            ("en passant", Some(Finding::of(found.verdict != crate::pages::claim::Verdict::Confirmed, found.detail)))
        }
        "blast" | "blastself" => ("blast", explodes(cx, told)),
        "frontof" => ("setup", in_front(cx, told)),
        "alikebut" | "alikeall" => ("capture", alike_but(cx, told)),
        "added" => {
            let pieces = told.pieces(told.notes());
            let both = |piece: &PieceId| Side::ALL.iter().all(|side| !cx.placed(*piece, Some(*side)).is_empty());
            let any = !pieces.is_empty();
            ("setup", any.then(|| of(cx, pieces.iter().all(both), "of the pieces of the setup")))
        }
        "onepersq" => ("capture", Some(of(cx, true, "a square holds one piece"))),
        "allmay" => ("promotion", all_promote(cx, told)),
        "gatecastle" | "gatepawn" => ("gating", comes_behind(cx, told)),
        "gateone" => {
            let one = told.numbers("number").first().is_none_or(|count| *count == 1);
            let any = !cx.rules.effects.gating.is_empty();
            ("gating", any.then(|| of(cx, one, "one at most comes with a move")))
        }
        "slide" => ("jump", sliders_stop(cx, told)),
        "castleonce" => ("castling", castles_once(cx, told)),
        "lightcorner" => ("board", corner_colour(cx, told)),
        "homerank" => ("setup", rest_on_first_rank(cx)),
        _ => return Vec::new(),
    };
    found.1.map(|finding| (found.0, finding)).into_iter().collect()
}

/// `Each turn has two moves`.
fn moves_of_a_turn(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let said = *told.numbers("number").first()?;
    let real = moves_of_turns(cx)?;
    let holds = match told.side() {
        Some(Side::White) => real[0] == said,
        Some(Side::Black) => real[1] == said,
        None => real == [said; 2],
    };
    Some(of(cx, holds, format!("White has {} in a turn, Black {}", real[0], real[1])))
}

/// `The kings may not stand next to each other`: true if each could capture the other there.
fn apart(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let piece = *told.subjects.first()?;
    let geometry = cx.rules.geometry.clone();
    let near: Vec<Step> = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| Step::new(files, ranks))).collect();
    let every = movement::every_square(cx, piece);
    let all_around = every.iter().all(|(from, reach)| {
        let steps = near.iter().filter_map(|step| geometry.step(*from, *step)).map(|landing| landing.square);
        steps.filter(|to| to != from).all(|to| reach.capture.contains(to))
    });
    let royal = cx.rules.piece(piece).royalty.is_ever_royal();
    let burns = cx.rules.effects.blast.is_some();
    let guarded = royal
        && !burns
        && all_around
        && trial::shown(cx, Trial::Exposed).verdict == crate::pages::claim::Verdict::Confirmed;
    let detail = if guarded { "each would be attacked by the other" } else { "nothing keeps them apart" };
    Some(Finding::of(guarded == told.has("not"), detail).shown(movement::lone(cx, piece, None)))
}

/// `Who cannot escape from check is mated`.
fn mated(cx: &mut Context<'_>) -> Option<Finding> {
    let end = end_of(cx, |condition| matches!(condition, Condition::Stuck { in_check: Some(true) | None }));
    let royal = cx.rules.pieces.iter().any(|piece| piece.royalty.is_ever_royal());
    let holds = royal && end.is_some_and(|end| end.verdict == Result::Loss);
    let found = trial::shown(cx, Trial::Mate);
    let detail = if holds { "a side in check without a legal move has lost" } else { "the rules have no such end" };
    Some(Finding { position: found.position, ..Finding::of(holds, detail) })
}

/// `A capture removes all pieces around it but pawns`, `the capturing piece explodes too`.
fn explodes(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let Some(blast) = &cx.rules.effects.blast else {
        return Some(of(cx, told.has("not") || told.has("survives"), "captures blow up nothing"));
    };
    if told.reading.shape == "blastself" {
        let lost = blast.immune.is_empty() != told.has("survives");
        return Some(of(cx, lost, format!("these survive their own captures: {}", list(cx, blast.immune.clone()))));
    }
    let detail = format!("beside a capture these stay: {}", list(cx, blast.spares.clone()));
    // The eight squares around a capture, or nine with its own.
    if let Some(count) = told.numbers("number").into_iter().find(|count| ![8, 9].contains(count)) {
        return Some(of(cx, false, format!("a capture blows up what stands on 8 squares around it, not on {count}")));
    }
    if !told.has("spares") {
        return Some(of(cx, !told.has("not"), detail));
    }
    let named: BTreeSet<PieceId> = told.pieces(told.after("spares")).into_iter().collect();
    Some(of(cx, (named == blast.spares.iter().copied().collect()) != told.has("not"), detail))
}

/// `The pawns stand in front of the other pieces`.
fn in_front(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let geometry = &cx.rules.geometry;
    let others = told.pieces(told.after("others"));
    let (mut any, mut holds) = (false, true);
    for side in Side::ALL {
        let ahead: SquareSet =
            told.subjects.iter().fold(SquareSet::EMPTY, |all, piece| all | cx.placed(*piece, Some(side)));
        let rest = match others.is_empty() {
            true => army(cx, side) & !ahead,
            false => others.iter().fold(SquareSet::EMPTY, |all, piece| all | cx.placed(*piece, Some(side))),
        };
        let step = Step::new(0, if side == Side::White { 1 } else { -1 });
        any |= !ahead.is_empty() && !rest.is_empty();
        let before = |square| geometry.step(square, step).is_some_and(|landing| ahead.contains(landing.square));
        // All of the rest stand behind one; named ones each behind one.
        holds &= rest.iter().all(before);
    }
    let count = told.after("fronts").first().and_then(|note| told.number(note));
    let counted = |side: Side| {
        let placed = told.subjects.iter().map(|piece| cx.placed(*piece, Some(side)).count()).sum::<u32>();
        count.is_none_or(|count| placed == count)
    };
    let counted = Side::ALL.iter().all(|side| counted(*side));
    // `In front of the right knight`: not of the other one.
    let words = &told.words[told.reading.words.clone()];
    any &= holds || !words.iter().any(|word| ["left", "right"].contains(&word.text.as_str()));
    // Named pieces that do not stand so contradict; `in front` alone may mean a part of the pieces.
    (any && (holds || !others.is_empty() || !counted)).then(|| of(cx, holds && counted, "at the start"))
}

/// `All pieces but the pawn capture as they move`.
fn alike_but(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let named: BTreeSet<PieceId> = told.pieces(told.notes()).into_iter().collect();
    let placed: Vec<PieceId> = cx.rules.piece_ids().filter(|piece| !cx.placed(*piece, None).is_empty()).collect();
    let mut other = BTreeSet::new();
    for piece in placed {
        let every = movement::every_square(cx, piece);
        if every.iter().any(|(_, reach)| reach.quiet != reach.capture) {
            other.insert(piece);
        }
    }
    Some(of(cx, named == other, format!("these capture otherwise than they move: {}", list(cx, other))))
}

/// `All pieces can be promoted`.
fn all_promote(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let placed = |piece: &PieceId| !cx.placed(*piece, None).is_empty();
    let able = |piece: &PieceId| cx.promotes(*piece);
    let others: Vec<PieceId> = cx.rules.piece_ids().filter(|piece| placed(piece) && !able(piece)).collect();
    let holds = match told.has("not") {
        true => !cx.rules.piece_ids().any(|piece| able(&piece)),
        false => others.is_empty(),
    };
    let detail = format!("these do not promote: {}", list(cx, others.clone()));
    // Nobody expects a royal piece to promote.
    let royal = others.iter().all(|piece| cx.rules.piece(*piece).royalty.is_ever_royal());
    Some(match () {
        () if !holds && !told.has("not") && royal => Finding::new(Said::Incomplete, detail).shown(start(cx)),
        () => of(cx, holds, detail),
    })
}

/// Behind which pieces those in hand may come.
fn comes_behind(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let held = |piece: &&PieceId| cx.rules.setup.hands.white.get(piece.index()).is_some_and(|count| *count > 0);
    let gating: Vec<PieceId> = cx.rules.effects.gating.iter().filter(held).copied().collect();
    if gating.is_empty() {
        return cx.rules.effects.gating.is_empty().then(|| of(cx, false, "nothing comes so"));
    }
    let pieces = told.pieces(told.notes());
    let moved: Vec<PieceId> = pieces.into_iter().filter(|piece| !gating.contains(piece)).collect();
    let kept = cx.rules.unmoved.as_ref().map_or(SquareSet::EMPTY, |kept| kept.white);
    let behind = |piece: &PieceId| {
        let placed = cx.placed(*piece, Some(Side::White)) & kept;
        let may =
            |new: &PieceId| cx.rules.piece(*new).drop.as_ref().is_none_or(|drop| drop.on.white.intersects(&placed));
        !placed.is_empty() && gating.iter().any(may)
    };
    let castles = told.reading.shape != "gatecastle" || !cx.rules.castling.is_empty();
    let holds = castles && !moved.is_empty() && moved.iter().all(behind);
    Some(of(cx, holds != told.has("not"), format!("so come: {}", list(cx, gating.clone()))))
}

/// `Sliding pieces are stopped by what stands in their way`.
fn sliders_stop(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let jumpers = movement::jumpers(cx);
    let slides = |piece: &PieceId| {
        let notation = &cx.rules.piece(*piece).notation;
        notation.contains(['R', 'B', 'Q']) && !notation.contains(|c: char| c.is_ascii_digit() || "pgNCZADH".contains(c))
    };
    let pieces: Vec<PieceId> = match told.subjects.is_empty() {
        true => cx.rules.piece_ids().filter(slides).collect(),
        false => told.subjects.clone(),
    };
    let holds = pieces.iter().all(|piece| !jumpers.contains(piece));
    (!pieces.is_empty()).then(|| of(cx, holds, format!("these can pass over pieces: {}", list(cx, jumpers))))
}

/// `Only once in a game`: who has castled has moved.
fn castles_once(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    use crate::pages::known::Conditions;
    if cx.rules.castling.is_empty() {
        return Some(of(cx, told.has("not"), "the rules have no castling"));
    }
    let asked = Conditions { unmoved: true, ..Conditions::default() };
    Some(super::conditions::asked(cx, asked))
}

/// `The square on the right of the nearest rank is light`, counted from a dark first corner.
fn corner_colour(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let geometry = &cx.rules.geometry;
    let file = if told.has("right") { geometry.files() - 1 } else { 0 };
    let dark = file.is_multiple_of(2);
    let detail = format!("{} is {}", geometry.name(geometry.at(file, 0)?), if dark { "dark" } else { "light" });
    Some(of(cx, dark == told.has("dark"), detail))
}

/// `The nearest rank has the other pieces`: all but those that promote stand there.
fn rest_on_first_rank(cx: &Context<'_>) -> Option<Finding> {
    let geometry = &cx.rules.geometry;
    let promotes = |piece: &PieceId| cx.promotes(*piece);
    let rest = cx.rules.piece_ids().filter(|piece| !promotes(piece));
    let all = rest.fold(SquareSet::EMPTY, |all, piece| all | cx.placed(piece, Some(Side::White)));
    let holds = !all.is_empty() && all.iter().all(|square| geometry.rank(square) == 0);
    Some(of(cx, holds, "at the start"))
}
