//! Claims about captures by jumping over a piece and by enclosing it, shown by moves in made-up positions.

use crate::board::{Side, Square, Step};
use crate::pages::claim::Finding;
use crate::pages::context::Context;
use crate::pages::moves::{fen_of, setup_of};
use crate::rules::{PieceId, Setup};

use super::told::{Judged, Told};

/// More positions than these are not tried for one claim.
const MOST: usize = 400;

/// The verdict on a claim of this kind.
pub fn judge(cx: &mut Context<'_>, told: &Told<'_>) -> Vec<Judged> {
    let found = match told.reading.shape {
        "jumpcap" => jumps_over(cx, told),
        "sandwich" => encloses(cx, told),
        _ => return Vec::new(),
    };
    found.map(|finding| ("capture", finding)).into_iter().collect()
}

/// The ways that a claim names, or all eight.
fn ways(told: &Told<'_>) -> Vec<Step> {
    let all = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| Step::new(files, ranks)));
    let all = all.filter(|step| (step.files, step.ranks) != (0, 0));
    let (straight, slanting) = (told.has("W"), told.has("F"));
    let (ahead, behind, aside) = (told.has("f"), told.has("b"), told.has("s"));
    let fits = |step: &Step| {
        let slants = step.files != 0 && step.ranks != 0;
        let kind = straight == slanting || slanting == slants;
        let forward = ahead && step.ranks > 0 || behind && step.ranks < 0 || aside && step.ranks == 0;
        kind && (forward || !ahead && !behind && !aside)
    };
    all.filter(fits).collect()
}

/// The pieces that a claim is about, or all that are on the board at the start.
fn movers(cx: &Context<'_>, told: &Told<'_>) -> Vec<PieceId> {
    let placed = |piece: &PieceId| !cx.placed(*piece, None).is_empty();
    match told.subjects.is_empty() || told.has("allkinds") {
        true => cx.rules.piece_ids().filter(placed).collect(),
        false => told.subjects.clone(),
    }
}

/// Returns `true` if a piece can go from the first square to the last one, so that the piece between is gone.
fn taken_over(cx: &Context<'_>, setup: &Setup, (from, over, to): (Square, Square, Square)) -> bool {
    let Ok(game) = cx.compiled.game_unchecked(setup) else { return false };
    let Some(made) = game.legal_moves().into_iter().find(|made| made.from == from && made.to == to) else {
        return false;
    };
    let mut after = game.clone();
    after.play(&made);
    after.piece_at(over).is_none()
}

/// `Captures by jumping over an enemy to the empty square behind it`.
fn jumps_over(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let geometry = &cx.rules.geometry;
    let next = |from: Square, step: Step| geometry.step(from, step).map(|landing| landing.square);
    let movers = movers(cx, told);
    let ways = ways(told);
    let (mut shown, mut missing) = (None, None);
    let mut tried = 0;
    for (piece, side) in movers.iter().flat_map(|piece| Side::ALL.map(|side| (*piece, side))) {
        let enemies = cx.rules.piece_ids().filter(|enemy| !cx.placed(*enemy, Some(!side)).is_empty());
        let Some(enemy) = enemies.into_iter().next() else { continue };
        for step in &ways {
            let step = if side == Side::White { *step } else { Step::new(step.files, -step.ranks) };
            let jumps = geometry.squares().iter().any(|from| {
                let Some(over) = next(from, step) else { return false };
                let Some(to) = next(over, step).filter(|to| *to != from) else { return false };
                tried += 1;
                if tried > MOST {
                    return false;
                }
                let setup = setup_of(&cx.rules, &[(from, piece, side), (over, enemy, !side)], side);
                let found = taken_over(cx, &setup, (from, over, to));
                if found {
                    shown = shown.clone().or_else(|| Some(fen_of(&cx.rules, &setup)));
                }
                found
            });
            if !jumps && tried <= MOST {
                missing = missing.or(Some((piece, step)));
            }
        }
    }
    let detail = match missing {
        Some((piece, _)) => format!("the {} does not jump so in each of these ways", cx.name(piece)),
        None => "such a jump is legal".to_owned(),
    };
    match shown {
        // `By jumping` names no way, so one way is enough.
        Some(position) => {
            let every = missing.is_none() || !["f", "b", "s"].iter().any(|tag| told.has(tag));
            Some(Finding::of(every, detail).shown(position))
        }
        None if tried == 0 || tried > MOST => None,
        None => Some(Finding::contradicted("no such jump is legal")),
    }
}

/// `A piece is captured between two enemies`, and not when it moves there itself.
fn encloses(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let geometry = &cx.rules.geometry;
    let next = |from: Square, step: Step| geometry.step(from, step).map(|landing| landing.square);
    let named = if told.subjects.is_empty() || told.has("allkinds") { Vec::new() } else { told.subjects.clone() };
    let common = |piece: &PieceId| !cx.rules.piece(*piece).royalty.is_ever_royal();
    let side_of = |side: Side| {
        let on = cx.rules.piece_ids().filter(move |piece| !cx.placed(*piece, Some(side)).is_empty());
        on.filter(common).max_by_key(|piece| cx.placed(*piece, Some(side)).count())
    };
    let mut tried = 0;
    for side in Side::ALL {
        let (Some(hunter), Some(victim)) = (side_of(side), side_of(!side)) else { continue };
        let victim = named.iter().copied().find(|piece| !cx.placed(*piece, Some(!side)).is_empty()).unwrap_or(victim);
        for (from, step) in
            geometry.squares().iter().flat_map(|from| [Step::new(1, 0), Step::new(0, 1)].map(|step| (from, step)))
        {
            let (Some(middle), Some(far)) = (next(from, step), next(from, step).and_then(|at| next(at, step))) else {
                continue;
            };
            tried += 1;
            if tried > MOST {
                return None;
            }
            let aside = Step::new(step.ranks, step.files);
            let nocap = told.has("nocap");
            let entered = if nocap { middle } else { far };
            let Some(start) = next(entered, aside) else { continue };
            let placed = match nocap {
                false => [(from, hunter, side), (start, hunter, side), (middle, victim, !side)],
                true => [(from, victim, !side), (far, victim, !side), (start, hunter, side)],
            };
            let setup = setup_of(&cx.rules, &placed, side);
            let Ok(game) = cx.compiled.game_unchecked(&setup) else { continue };
            let Some(made) = game.legal_moves().into_iter().find(|made| made.from == start && made.to == entered)
            else {
                continue;
            };
            let mut after = game.clone();
            after.play(&made);
            let stays = after.piece_at(middle).is_some();
            let shown = fen_of(&cx.rules, &setup);
            if nocap {
                return Some(Finding::of(stays, "tried by a move between two enemies").shown(shown));
            }
            if !stays {
                return Some(Finding::confirmed("tried by a move to the other side of it").shown(shown));
            }
        }
    }
    (tried > 0 && !told.has("nocap")).then(|| Finding::contradicted("no move beside a piece captures it so"))
}
