//! Trials of how play goes on: en passant captures, turns, and pieces that promote.

use crate::board::{Side, Square};
use crate::interpreter::{Move, MoveKind};
use crate::notation::uci;
use crate::pages::claim::Finding;
use crate::pages::context::Context;
use crate::pages::moves::{fen_of, setup_of, takes_in_passing};
use crate::rules::{PieceId, PlacedPiece, Setup};

use super::made::{add_helper, game, guarded, may_stand, sample, unseen};

/// A double step, and the piece that takes the one that made it.
#[derive(Clone, Debug)]
struct Passing {
    before: Setup,
    step: String,
    take: String,
}

/// An en passant capture, as it comes about in play.
fn passing_example(cx: &Context<'_>) -> Option<Passing> {
    let rules = &cx.rules;
    let trails = |id: &PieceId| {
        rules.piece(*id).movement.patterns.iter().any(|pattern| pattern.legs().iter().any(|leg| leg.trail))
    };
    let takes = |id: &PieceId| {
        let patterns = &rules.piece(*id).movement.patterns;
        patterns.iter().any(|pattern| pattern.terms().is_some_and(|terms| terms.en_passant))
    };
    let kinds = rules
        .piece_ids()
        .filter(trails)
        .flat_map(|piece| rules.piece_ids().filter(takes).map(move |taker| (piece, taker)));
    for (piece, taker) in kinds {
        for side in Side::ALL {
            for from in sample(rules.piece(piece).initial[side] & rules.geometry.squares(), 6) {
                for at in rules.geometry.squares().iter().filter(|at| *at != from) {
                    let before = setup_of(rules, &[(from, piece, side), (at, taker, !side)], side);
                    if let Some(found) = passing_from(cx, &before, from) {
                        return Some(found);
                    }
                }
            }
        }
    }
    None
}

fn passing_from(cx: &Context<'_>, before: &Setup, from: Square) -> Option<Passing> {
    let start = game(cx, before, before.turn)?;
    let steps: Vec<Move> = start.legal_moves().into_iter().filter(|made| made.from == from).collect();
    for step in steps {
        let mut after = start.clone();
        after.play(&step);
        if after.en_passant().is_none() {
            continue;
        }
        let take = after.legal_moves().into_iter().find(|made| made.kind() == MoveKind::EnPassant);
        if let Some(take) = take {
            let texts = (uci::write(&start, &step), uci::write(&after, &take));
            return Some(Passing { before: before.clone(), step: texts.0, take: texts.1 });
        }
    }
    None
}

pub fn passing(cx: &Context<'_>) -> Finding {
    match passing_example(cx) {
        Some(found) => {
            Finding::confirmed(format!("after {} an en passant capture is legal: {}", found.step, found.take))
                .shown(fen_of(&cx.rules, &found.before))
                .played(vec![found.step, found.take])
        }
        None if takes_in_passing(&cx.rules) => unseen(),
        None => Finding::contradicted("the rules have no en passant capture").shown(fen_of(&cx.rules, &cx.rules.setup)),
    }
}

/// Judges whether the right is gone after another move of each side.
pub fn late(cx: &Context<'_>) -> Finding {
    let Some(found) = passing_example(cx) else { return passing(cx) };
    let mut setup = found.before.clone();
    for side in Side::ALL {
        add_helper(cx, &mut setup, side);
    }
    let shown = fen_of(&cx.rules, &setup);
    let Some(mut game) = game(cx, &setup, setup.turn) else { return unseen() };
    let Ok(step) = uci::parse(&game, &found.step) else { return unseen() };
    game.play(&step);
    let was = found.before.pieces.iter().map(Option::is_some).collect::<Vec<_>>();
    let mut played = vec![found.step];
    for _ in 0..2 {
        // Only the pieces that have been added move.
        let added = |made: &Move| !was[made.from.index()] && made.from != step.to && !made.is_capture();
        let Some(waiting) = game.legal_moves().into_iter().find(added) else { return unseen() };
        played.push(uci::write(&game, &waiting));
        game.play(&waiting);
    }
    let still = game.legal_moves().iter().any(|made| made.kind() == MoveKind::EnPassant);
    let detail = format!("{} is legal at once after {}, and not any more after these moves", found.take, played[0]);
    Finding::of(!still, detail).shown(shown).played(played)
}

pub fn turns(cx: &Context<'_>) -> Finding {
    let Ok(mut game) = cx.compiled.start() else { return unseen() };
    let mut played = Vec::new();
    for _ in 0..6 {
        let Some(made) = game.legal_moves().first().cloned() else { break };
        let side = game.turn();
        played.push(uci::write(&game, &made));
        game.play(&made);
        if game.turn() == side {
            return Finding::contradicted(format!("after these moves it is {} again", side.name())).played(played);
        }
    }
    Finding::confirmed("one ply each in turn").played(played)
}

/// A piece that promotes attacks the royal piece from before the last rank, and has nothing left to become.
pub fn unpromotable(cx: &Context<'_>) -> Finding {
    let (Some(promoter), Some(royal)) = (cx.promoting(), guarded(cx)) else { return unseen() };
    let mut base = setup_of(&cx.rules, &[], Side::Black);
    for piece in cx.rules.piece_ids().filter(|piece| *piece != promoter) {
        for square in cx.placed(piece, Some(Side::White)) {
            base.pieces[square.index()] = cx.rules.setup.pieces[square.index()];
        }
    }
    let empty = |setup: &Setup, square: Square| setup.pieces[square.index()].is_none();
    for from in may_stand(cx, promoter, Side::White).iter().filter(|square| empty(&base, *square)) {
        for target in may_stand(cx, royal, Side::Black).iter().filter(|square| *square != from && empty(&base, *square))
        {
            let mut setup = base.clone();
            let placed = |piece, side| Some(PlacedPiece { piece, side, promoted: false });
            setup.pieces[from.index()] = placed(promoter, Side::White);
            setup.pieces[target.index()] = placed(royal, Side::Black);
            let zone = cx.rules.piece(promoter).promotion.as_ref().map(|rule| rule.mandatory[Side::White]);
            if !zone.is_some_and(|zone| zone.contains(target)) {
                continue;
            }
            let near = cx.rules.geometry.file(from).abs_diff(cx.rules.geometry.file(target)) <= 2
                && cx.rules.geometry.rank(from).abs_diff(cx.rules.geometry.rank(target)) <= 2;
            let stuck = near
                && game(cx, &setup, Side::White)
                    .is_some_and(|game| game.legal_moves().iter().all(|made| made.from != from));
            let Some(checked) = stuck.then(|| game(cx, &setup, Side::Black)).flatten() else { continue };
            if checked.in_check() {
                return Finding::confirmed("it gives check although it may not move").shown(fen_of(&cx.rules, &setup));
            }
        }
    }
    Finding::contradicted("no position was found in which it gives check")
}
