//! Trials with a piece between two enemies, and with a capture beside the own royal piece.

use crate::board::{Side, Square, Step};
use crate::interpreter::Move;
use crate::pages::context::Context;
use crate::pages::moves::setup_of;
use crate::rules::{PieceId, PlacedPiece, Setup};

use super::made::{can_take, common, game, guarded, may_stand, sample};

/// Squares that are tried.
const SQUARES: usize = 12;

/// A square with its two neighbours on a rank.
fn rows(cx: &Context<'_>) -> Vec<[Square; 3]> {
    let geometry = &cx.rules.geometry;
    let beside = |square: Square, files| geometry.step(square, Step::new(files, 0)).map(|landing| landing.square);
    let row = |square: Square| Some([beside(square, -1)?, square, beside(square, 1)?]);
    sample(geometry.squares(), SQUARES).into_iter().filter_map(row).collect()
}

/// The start with some squares emptied, and pieces put there.
fn with(cx: &Context<'_>, pieces: &[(Square, PieceId, Side)], turn: Side) -> Setup {
    let mut setup = cx.rules.setup.clone();
    setup.castling.clear();
    setup.turn = turn;
    for (square, piece, side) in pieces {
        setup.pieces[square.index()] = Some(PlacedPiece { piece: *piece, side: *side, promoted: false });
    }
    setup
}

/// A position with a piece beside an enemy, and whether the move of another enemy to its other side captures it.
pub fn shut_in(cx: &Context<'_>) -> Option<(Setup, bool)> {
    let mut seen = None;
    for side in Side::ALL {
        for [left, square, right] in rows(cx) {
            let (victims, others) = (common(cx, !side), common(cx, side));
            for (victim, other) in victims.iter().flat_map(|one| others.iter().map(move |two| (*one, *two))) {
                let mut setup = with(cx, &[(left, other, side), (square, victim, !side)], side);
                setup.pieces[right.index()] = None;
                let Some(game) = game(cx, &setup, side) else { continue };
                let closes = |made: &Move| made.to == right && made.from != left && made.from != right;
                let Some(made) = game.legal_moves().into_iter().find(closes) else { continue };
                let taken = made.captures().squares().contains(&square);
                let mut after = game.clone();
                after.play(&made);
                let gone = taken || after.piece_at(square).is_none();
                if gone {
                    return Some((setup, true));
                }
                seen.get_or_insert((setup, false));
            }
        }
    }
    seen
}

/// A position with a square between two enemies, and whether a piece that moves there is captured.
pub fn walks_in(cx: &Context<'_>) -> Option<(Setup, bool)> {
    for side in Side::ALL {
        for [left, square, right] in rows(cx) {
            let (own, others) = (common(cx, side), common(cx, !side));
            for (piece, other) in own.iter().flat_map(|one| others.iter().map(move |two| (*one, *two))) {
                let mut setup = with(cx, &[(left, other, !side), (right, other, !side)], side);
                setup.pieces[square.index()] = None;
                let Some(game) = game(cx, &setup, side) else { continue };
                let enters = |made: &Move| made.to == square && made.piece == piece && !made.is_capture();
                let Some(made) = game.legal_moves().into_iter().find(enters) else { continue };
                let mut after = game.clone();
                after.play(&made);
                return Some((setup, after.piece_at(square).is_none_or(|placed| placed.side != side)));
            }
        }
    }
    None
}

/// A position in which a capture would blow up the own royal piece, and whether it is legal.
pub fn blows_up_own(cx: &Context<'_>) -> Option<(Setup, bool)> {
    let royal = guarded(cx)?;
    let geometry = &cx.rules.geometry;
    for at in sample(may_stand(cx, royal, Side::White), SQUARES) {
        let Some(target) = geometry.step(at, Step::new(1, 0)).map(|landing| landing.square) else { continue };
        for (victim, piece) in common(cx, Side::Black)
            .into_iter()
            .flat_map(|one| common(cx, Side::White).into_iter().map(move |two| (one, two)))
        {
            for from in sample(may_stand(cx, piece, Side::White), 24) {
                if from == at || from == target {
                    continue;
                }
                let far = sample(may_stand(cx, royal, Side::Black), 24).into_iter().rev().find(|square| {
                    geometry.file(*square).abs_diff(geometry.file(at)) > 2 && ![from, target].contains(square)
                });
                let Some(far) = far else { continue };
                let men = [
                    (at, royal, Side::White),
                    (target, victim, Side::Black),
                    (from, piece, Side::White),
                    (far, royal, Side::Black),
                ];
                let setup = setup_of(&cx.rules, &men, Side::White);
                if !can_take(cx, &setup, Side::White, target) || can_take(cx, &setup, Side::Black, at) {
                    continue;
                }
                let Some(game) = game(cx, &setup, Side::White) else { continue };
                let takes = |made: &Move| made.from == from && made.captures().squares().contains(&target);
                if game.pseudo_legal_moves().iter().any(takes) {
                    return Some((setup, game.legal_moves().iter().any(takes)));
                }
            }
        }
    }
    None
}
