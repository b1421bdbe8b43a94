//! Positions made up for trials, and what can be done in them.

use crate::board::{Side, Square, SquareSet};
use crate::game::Game;
use crate::pages::claim::Finding;
use crate::pages::context::Context;
use crate::rules::{PieceId, PlacedPiece, Setup};

/// More positions than these are not made up for one trial.
pub const MOST: usize = 240;

/// Common pieces that a side can have on the board.
pub fn common(cx: &Context<'_>, side: Side) -> Vec<PieceId> {
    let rules = &cx.rules;
    let fits = |id: &PieceId| {
        let piece = rules.piece(*id);
        !piece.royalty.is_ever_royal() && !piece.symbol[side].is_empty() && !piece.movement.patterns.is_empty()
    };
    let mut found: Vec<PieceId> = rules.piece_ids().filter(fits).collect();
    // Promoting pieces come last, as they often cannot move.
    found.sort_by_key(|id| rules.piece(*id).promotion.is_some());
    found.truncate(8);
    found
}

pub fn may_stand(cx: &Context<'_>, piece: PieceId, side: Side) -> SquareSet {
    cx.rules.piece(piece).confined[side] & cx.rules.geometry.squares()
}

/// Some squares, evenly taken from a set.
pub fn sample(squares: SquareSet, count: usize) -> Vec<Square> {
    let all: Vec<Square> = squares.iter().collect();
    let step = all.len().div_ceil(count).max(1);
    all.into_iter().step_by(step).collect()
}

pub fn game(cx: &Context<'_>, setup: &Setup, turn: Side) -> Option<Game> {
    let mut setup = setup.clone();
    setup.turn = turn;
    cx.compiled.game_unchecked(&setup).ok()
}

/// Returns `true` if a side can capture on a square, without regard to the safety of its own pieces.
pub fn can_take(cx: &Context<'_>, setup: &Setup, by: Side, square: Square) -> bool {
    game(cx, setup, by)
        .is_some_and(|game| game.pseudo_legal_moves().iter().any(|made| made.captures().squares().contains(&square)))
}

/// The piece that pages mean by the king: a royal one, or what bears the name.
pub fn guarded(cx: &Context<'_>) -> Option<PieceId> {
    let royal = cx.rules.piece_ids().find(|id| cx.rules.piece(*id).royalty.is_ever_royal());
    royal.or_else(|| cx.called_royal())
}

/// Adds the enemy's royal piece where the game is over without one, far from what stands on the board.
pub fn alive(cx: &Context<'_>, setup: Setup, royal: PieceId) -> Setup {
    let over = |setup: &Setup| game(cx, setup, setup.turn).is_some_and(|game| game.end().is_some());
    if !over(&setup) {
        return setup;
    }
    let geometry = &cx.rules.geometry;
    let near = |one: Square, two: Square| {
        let files = geometry.file(one).abs_diff(geometry.file(two));
        files.max(geometry.rank(one).abs_diff(geometry.rank(two))) < 3
    };
    let taken: Vec<Square> = geometry.squares().iter().filter(|at| setup.pieces[at.index()].is_some()).collect();
    let enemy = !setup.turn;
    for square in sample(may_stand(cx, royal, enemy), 24) {
        if taken.iter().any(|at| near(*at, square)) || can_take(cx, &setup, setup.turn, square) {
            continue;
        }
        let mut added = setup.clone();
        added.pieces[square.index()] = Some(PlacedPiece { piece: royal, side: enemy, promoted: false });
        if !over(&added) {
            return added;
        }
    }
    setup
}

pub fn unseen() -> Finding {
    Finding::not_checkable("no position was found that would show it")
}

/// Puts a piece that can move somewhere, so that there are moves that do not answer a check.
pub fn add_helper(cx: &Context<'_>, setup: &mut Setup, side: Side) {
    for piece in common(cx, side) {
        for square in sample(may_stand(cx, piece, side), 16) {
            if setup.pieces[square.index()].is_some() {
                continue;
            }
            let mut helped = setup.clone();
            helped.pieces[square.index()] = Some(PlacedPiece { piece, side, promoted: false });
            let moves = game(cx, &helped, side).map(|game| game.pseudo_legal_moves()).unwrap_or_default();
            if moves.iter().any(|made| made.from == square && !made.is_capture() && !made.is_pass()) {
                *setup = helped;
                return;
            }
        }
    }
}
